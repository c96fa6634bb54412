import { join } from "node:path";
import { type Failed, readFailed, readReport } from "@gradable/contract";
import PQueue from "p-queue";
import { readJsonFile, removeFile, writeFileAtomically } from "../files.js";
import { GRADABLE_VERSION } from "../version.js";
import { type BatchResult, Journal } from "./journal.js";
import type { BatchEntry } from "./source.js";
import { WorkerLost, WorkerPool } from "./worker-pool.js";

/** What a worker is asked to do: scan one server and write its result files under `directory`. */
export interface BatchJob<Settings> {
  readonly entry: BatchEntry;
  /** `<out>/<slug>`. */
  readonly directory: string;
  readonly settings: Settings;
}

/** Options of {@link batch}. */
export interface BatchOptions<Settings> {
  readonly entries: readonly BatchEntry[];
  /** Folder of the results: `<out>/<slug>/report.json|failed.json`, the journal and the summary. */
  readonly out: string;
  readonly concurrency: number;
  /** Most milliseconds one server may take from first to last, whatever it does. */
  readonly budgetMs: number;
  readonly resume: boolean;
  /** Passed to the workers as it is; part of what must be equal to resume. */
  readonly settings: Settings;
  /** Module that runs as a worker process and answers a `BatchJob` with a `BatchResult`. */
  readonly workerFile: string;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BatchProgress) => void;
}

/** Where a batch stands; `etaMs` is `null` until something finished. */
export interface BatchProgress {
  readonly done: number;
  readonly failed: number;
  readonly left: number;
  readonly perMinute: number;
  readonly etaMs: number | null;
  readonly last?: BatchResult;
}

/** The outcome of a whole batch, in slug order. `resumed` counts the results found finished from before. */
export interface BatchSummary {
  readonly schemaVersion: 1;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly servers: number;
  readonly resumed: number;
  readonly outcomes: Readonly<Record<BatchResult["outcome"], number>>;
  readonly failuresByOwner: Readonly<Partial<Record<NonNullable<BatchResult["owner"]>, number>>>;
  readonly failuresByCode: Readonly<Record<string, number>>;
  readonly results: readonly BatchResult[];
}

/**
 * Scans many servers, each in a worker process under its own budget, and writes a summary. What is finished is on disk whole before it
 * is called finished, so a batch killed at any moment loses no finished scan and `resume` repeats none. Throws when `signal`
 * aborts, after the running workers were ended.
 */
export async function batch<Settings>(options: BatchOptions<Settings>): Promise<BatchSummary> {
  const plan = { entries: options.entries, settings: options.settings };
  const journal = Journal.open(options.out, plan, { resume: options.resume, now: options.now() });
  const results = new Map<string, BatchResult>();
  if (options.resume) {
    for (const entry of options.entries) {
      const finished =
        journal.finished.get(entry.slug) ??
        (await finishedOnDisk(options.out, entry.slug, journal.startedAt));
      if (finished === undefined) continue;
      results.set(entry.slug, finished);
      if (!journal.finished.has(entry.slug)) journal.add(finished);
    }
  }
  const resumed = results.size;
  const left = options.entries.filter(({ slug }) => !results.has(slug));
  const began = performance.now();
  const tell = (last?: BatchResult) => {
    const finished = results.size - resumed;
    const elapsed = performance.now() - began;
    const remaining = options.entries.length - results.size;
    options.onProgress?.({
      done: results.size,
      failed: [...results.values()].filter(({ outcome }) => outcome === "failed").length,
      left: remaining,
      perMinute: elapsed > 0 ? (finished / elapsed) * 60_000 : 0,
      etaMs: finished > 0 ? (elapsed / finished) * remaining : null,
      ...(last === undefined ? {} : { last }),
    });
  };
  tell();

  const pool = new WorkerPool<BatchJob<Settings>, BatchResult>(
    options.workerFile,
    Math.min(options.concurrency, Math.max(1, left.length)),
  );
  const queue = new PQueue({ concurrency: options.concurrency });
  try {
    await queue.addAll(
      left.map((entry) => async () => {
        options.signal?.throwIfAborted();
        const started = performance.now();
        const directory = join(options.out, entry.slug);
        let result: BatchResult;
        try {
          result = await pool.run({ entry, directory, settings: options.settings }, options.budgetMs);
        } catch (error) {
          options.signal?.throwIfAborted();
          result = await recordLost(entry, directory, error, performance.now() - started, options);
        }
        journal.add(result);
        results.set(entry.slug, result);
        tell(result);
      }),
      options.signal ? { signal: options.signal } : {},
    );
  } finally {
    await pool.close();
  }

  const summary = summarize(options, journal.startedAt, results, resumed);
  await writeFileAtomically(join(options.out, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}

/** A result file that this batch wrote before it was killed, though the journal does not name it yet. */
async function finishedOnDisk(
  out: string,
  slug: string,
  startedAt: string,
): Promise<BatchResult | undefined> {
  const report = await readJsonFile(join(out, slug, "report.json")).then(
    (document) => readReport(document).report,
    () => undefined,
  );
  if (report !== undefined && report.scannedAt >= startedAt) {
    await removeFile(join(out, slug, "failed.json"));
    return {
      slug,
      outcome: "scored",
      grade: report.score.grade,
      composite: report.score.composite.value,
      durationMs: 0,
    };
  }
  const failed = await readJsonFile(join(out, slug, "failed.json")).then(readFailed, () => undefined);
  if (failed !== undefined && failed.failedAt >= startedAt) {
    return { slug, outcome: "failed", owner: failed.owner, code: failed.code, durationMs: 0 };
  }
  return undefined;
}

/** Writes the failed.json of a server whose worker did not answer. */
async function recordLost<Settings>(
  entry: BatchEntry,
  directory: string,
  error: unknown,
  durationMs: number,
  options: BatchOptions<Settings>,
): Promise<BatchResult> {
  const deadline = error instanceof WorkerLost && error.reason === "deadline";
  const failed: Failed = {
    schemaVersion: 1,
    gradableVersion: GRADABLE_VERSION,
    slug: entry.slug,
    target: { kind: "stdio", label: entry.slug },
    failedAt: options.now().toISOString(),
    stage: deadline ? "list" : "start",
    code: deadline ? "budget-exceeded" : "worker-died",
    owner: deadline ? "environment" : "gradable",
    message: deadline
      ? `Nothing came of this server within its budget of ${Math.round(options.budgetMs / 1000)} s; its scan was ended.`
      : `The scan of this server ended without an answer: ${error instanceof Error ? error.message : String(error)}.`,
    hint: deadline
      ? "Give it more time with --budget, or scan it alone to see where it stops."
      : "Scan it alone with --verbose to see why.",
    facts: { budgetMs: options.budgetMs },
  };
  await writeFileAtomically(join(directory, "failed.json"), `${JSON.stringify(failed, null, 2)}\n`);
  return {
    slug: entry.slug,
    outcome: "failed",
    owner: failed.owner,
    code: failed.code,
    durationMs: Math.round(durationMs),
  };
}

function summarize<Settings>(
  options: BatchOptions<Settings>,
  startedAt: string,
  results: ReadonlyMap<string, BatchResult>,
  resumed: number,
): BatchSummary {
  const ordered = [...results.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const outcomes = { scored: 0, failed: 0, unchanged: 0 };
  const failuresByOwner: Partial<Record<NonNullable<BatchResult["owner"]>, number>> = {};
  const failuresByCode: Record<string, number> = {};
  for (const result of ordered) {
    outcomes[result.outcome]++;
    if (result.owner !== undefined) failuresByOwner[result.owner] = (failuresByOwner[result.owner] ?? 0) + 1;
    if (result.code !== undefined) failuresByCode[result.code] = (failuresByCode[result.code] ?? 0) + 1;
  }
  return {
    schemaVersion: 1,
    startedAt,
    finishedAt: options.now().toISOString(),
    servers: options.entries.length,
    resumed,
    outcomes,
    failuresByOwner,
    failuresByCode,
    results: ordered,
  };
}
