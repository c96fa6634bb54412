import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAILURE_OWNERS, GradableError, sha256Json } from "@gradable/contract";
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
  owner: z.enum(FAILURE_OWNERS).optional(),
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

/**
 * The record of a batch, one JSON line per fact, appended and flushed: first what the batch is about, then each server as it
 * finishes. A line cut by a crash is ignored. What is finished is decided by the result files (renamed into place whole); the journal
 * says which batch they belong to and how long they took.
 */
export class Journal {
  readonly startedAt: string;
  readonly finished: ReadonlyMap<string, BatchResult>;
  readonly #file: string;

  private constructor(file: string, startedAt: string, finished: ReadonlyMap<string, BatchResult>) {
    this.#file = file;
    this.startedAt = startedAt;
    this.finished = finished;
  }

  /**
   * Opens the journal `name` of `directory`. With `resume`, an existing one is continued; its plan must be the same servers and settings, else
   * `batch-plan-changed` (usage). Without it, a new one is started.
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
    if (options.resume && existsSync(file)) {
      const lines = readFileSync(file, "utf8").split("\n");
      const header = headerSchema.safeParse(parseLine(lines[0]));
      if (header.success) {
        if (header.data.planSha256 !== planSha256) {
          throw new GradableError({
            code: "batch-plan-changed",
            owner: "usage",
            message: `The batch in ${directory} was started for other servers or settings, so it can't be resumed with these.`,
            hint: "Resume with the same arguments, or leave out --resume to start again.",
          });
        }
        const finished = new Map<string, BatchResult>();
        for (const line of lines.slice(1)) {
          const result = batchResultSchema.safeParse(parseLine(line));
          if (result.success) finished.set(result.data.slug, result.data);
        }
        // A line that a crash cut must not swallow the next one.
        if (lines.at(-1) !== "") append(file, "\n");
        return new Journal(file, header.data.startedAt, finished);
      }
    }
    const startedAt = options.now.toISOString();
    const journal = new Journal(file, startedAt, new Map());
    const handle = openSync(file, "w");
    closeSync(handle);
    append(file, `${JSON.stringify({ journal: 1, startedAt, servers: plan.entries.length, planSha256 })}\n`);
    return journal;
  }

  /** Appends one finished server and flushes it to disk. */
  add(result: BatchResult): void {
    append(this.#file, `${JSON.stringify(result)}\n`);
  }
}

function append(file: string, text: string): void {
  const handle = openSync(file, "a");
  try {
    appendFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function parseLine(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? "");
  } catch {
    return undefined;
  }
}
