import { randomUUID } from "node:crypto";
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAILURE_OWNERS, GradableError, sha256Json } from "@gradable/contract";
import { notWritable, processIdentity } from "@gradable/host";
import { z } from "zod";
import type { BatchEntry } from "./source.js";

/** How one server ended: with a report, with a failed.json, or left alone because nothing had changed. */
export const BATCH_OUTCOMES = ["scored", "failed", "unchanged"] as const;

/** One finished server. `owner` and `code` say whose failure it was and which. */
export const batchResultSchema = z.strictObject({
  slug: z.string(),
  outcome: z.enum(BATCH_OUTCOMES),
  grade: z.string().optional(),
  composite: z.number().optional(),
  owner: z.enum(FAILURE_OWNERS.ids).optional(),
  code: z.string().optional(),
  /** Milliseconds it took; `null` when it was finished by a run that ended before it could note the time. */
  durationMs: z.number().min(0).nullable(),
});
export type BatchResult = z.infer<typeof batchResultSchema>;

const headerSchema = z.strictObject({
  journal: z.literal(1),
  startedAt: z.string(),
  servers: z.int(),
  planSha256: z.string(),
});

/** A run has begun: its name, which is in the marks of its workers, and the process it is. */
const runSchema = z.strictObject({ run: z.uuid(), process: z.string().nullable() });
/** A run has come to its end and ended all it had started. */
const endedSchema = z.strictObject({ ended: z.uuid() });
/** Servers that had failed are to be scanned again; what was noted of them before counts no more. */
const retrySchema = z.strictObject({ retry: z.array(z.string()), at: z.string() });

/** A run that did not come to its end, as far as its journal says. */
export interface OpenRun {
  readonly run: string;
  /** See {@link processIdentity}. */
  readonly process: string | null;
}

/**
 * The record of a batch, one JSON line per fact, appended and flushed: what the batch is about, each run of it (the first and every
 * resumption), then each server as it finishes. A line cut by a crash is ignored. What is finished is decided by the result files
 * (renamed into place whole); the journal says which batch they belong to and how long they took.
 */
export class Journal {
  readonly startedAt: string;
  readonly #file: string;
  readonly #finished = new Map<string, BatchResult>();
  readonly #retriedAt = new Map<string, string>();
  readonly #run = randomUUID();

  private constructor(file: string, startedAt: string) {
    this.#file = file;
    this.startedAt = startedAt;
  }

  /**
   * Opens the journal `name` of `directory`. With `resume`, an existing one is continued; its plan must be the same servers and settings, else
   * `batch-plan-changed` (usage). Without it, a new one is started. Notes that a run has begun.
   */
  static open(
    directory: string,
    name: string,
    plan: { entries: readonly BatchEntry[]; settings: unknown },
    options: { resume: boolean; now: Date },
  ): Journal {
    const file = join(directory, name);
    const planSha256 = sha256Json({
      entries: plan.entries.map(({ slug, target }) => ({ slug, target })),
      settings: plan.settings,
    });
    if (options.resume) {
      const [first, ...rest] = linesOf(file);
      const header = headerSchema.safeParse(first);
      if (header.success) {
        if (header.data.planSha256 !== planSha256) {
          throw new GradableError({
            code: "batch-plan-changed",
            owner: "usage",
            message: `The batch in ${directory} was started for other servers or settings, so it can't be resumed with these.`,
            hint: "Resume with the same arguments, or leave out --resume to start again.",
          });
        }
        const journal = new Journal(file, header.data.startedAt);
        for (const line of rest) journal.#take(line);
        // A line that a crash cut must not swallow the next one.
        if (!readFileSync(file, "utf8").endsWith("\n")) append(file, "\n");
        append(file, lineOf(journal.#begins()));
        return journal;
      }
    }
    const startedAt = options.now.toISOString();
    const journal = new Journal(file, startedAt);
    const header = { journal: 1, startedAt, servers: plan.entries.length, planSha256 };
    write(file, "w", lineOf(header) + lineOf(journal.#begins()));
    return journal;
  }

  /**
   * The last run of the journal `name` of `directory`, when the journal saw it begin and not end. There is one at most: a run begins
   * when what the one before it left has been ended.
   */
  static openRun(directory: string, name: string): OpenRun | undefined {
    let open: OpenRun | undefined;
    for (const line of linesOf(join(directory, name))) {
      const begun = runSchema.safeParse(line);
      if (begun.success) open = begun.data;
      else if (endedSchema.safeParse(line).data?.ended === open?.run) open = undefined;
    }
    return open;
  }

  /** The name of this run. */
  get run(): string {
    return this.#run;
  }

  /** How each server ended that is finished, by slug. */
  get finished(): ReadonlyMap<string, BatchResult> {
    return this.#finished;
  }

  /** Result files of a server from before this moment are not of this batch, or were set aside for another try. */
  since(slug: string): string {
    return this.#retriedAt.get(slug) ?? this.startedAt;
  }

  /** Appends one finished server and flushes it to disk. */
  add(result: BatchResult): void {
    this.#finished.set(result.slug, result);
    append(this.#file, lineOf(result));
  }

  /** Notes that these are to be scanned again, for this run and for those that resume it. */
  retry(slugs: readonly string[], now: Date): void {
    const line = { retry: [...slugs], at: now.toISOString() };
    this.#take(line);
    append(this.#file, lineOf(line));
  }

  /** Notes that this run has left nothing behind. */
  end(): void {
    try {
      append(this.#file, lineOf({ ended: this.#run }));
    } catch {
      // The next run looks for what this one may have left, and finds nothing.
    }
  }

  #begins(): z.infer<typeof runSchema> {
    return { run: this.#run, process: processIdentity(process.pid) };
  }

  #take(line: unknown): void {
    const result = batchResultSchema.safeParse(line);
    if (result.success) this.#finished.set(result.data.slug, result.data);
    const retry = retrySchema.safeParse(line);
    if (!retry.success) return;
    for (const slug of retry.data.retry) {
      this.#finished.delete(slug);
      this.#retriedAt.set(slug, retry.data.at);
    }
  }
}

function lineOf(fact: object): string {
  return `${JSON.stringify(fact)}\n`;
}

/** What each line of a journal says; `undefined` for one that was cut. None where there is no journal. */
function linesOf(file: string): unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").map(parseLine);
}

function append(file: string, text: string): void {
  write(file, "a", text);
}

function write(file: string, flag: "a" | "w", text: string): void {
  try {
    const handle = openSync(file, flag);
    try {
      appendFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
