import { join } from "node:path";
import {
  defined,
  type Failed,
  GradableError,
  jsonText,
  plainText,
  readFailed,
  readReport,
  SCAN_STAGES,
  type Target,
} from "@gradable/contract";
import {
  endMarked,
  livingProcess,
  readJsonFile,
  removeFile,
  removeLeftTemporaries,
  writeFileAtomically,
} from "@gradable/host";
import { describeTarget, parseTarget } from "@gradable/scan";
import PQueue from "p-queue";
import { GRADABLE_VERSION } from "../version.js";
import { type BatchResult, Journal } from "./journal.js";
import { type Shard, shardFile, shardOf } from "./shard.js";
import type { BatchEntry } from "./source.js";
import { type BatchSummary, serversSha256, summaryOf } from "./summary.js";
import { isMarkOf, WorkerLost, WorkerPool } from "./worker-pool.js";

/** What a worker is asked to do: scan one server and write its result files under `directory`. */
export interface BatchJob<Settings> {
  readonly entry: BatchEntry;
  /** `<out>/<slug>`. */
  readonly directory: string;
  readonly settings: Settings;
}

/** Options of {@link batch}. */
export interface BatchOptions<Settings> {
  /** Every server, whatever the shard. */
  readonly entries: readonly BatchEntry[];
  /** The part of them that is scanned here; all of them without it. Its journal and summary are named for it. */
  readonly shard?: Shard;
  /** Absolute folder that relative targets start from. */
  readonly cwd: string;
  /** Folder of the results: `<out>/<slug>/report.json|failed.json`, the journal and the summary. */
  readonly out: string;
  readonly concurrency: number;
  /** Most milliseconds one server may take from first to last, whatever it does; ending it takes two seconds more at most. */
  readonly budgetMs: number;
  /** Go on with what the journal of `out` says; without it, everything is scanned. */
  readonly resume: boolean;
  /** With `resume`: which failures are set aside, so that those servers are scanned again. None by default. */
  readonly retry?: (failed: BatchResult) => boolean;
  /** Passed to the workers as it is. */
  readonly settings: Settings;
  /** What must be equal to resume, beside the servers: the settings that a score depends on. */
  readonly plan: unknown;
  /** Module that runs as a worker process and answers a `BatchJob` with a `BatchResult`. */
  readonly workerFile: string;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  /** Called once, before the first server. */
  readonly onBegin?: (begin: BatchBegin) => void;
  readonly onProgress?: (progress: BatchProgress) => void;
}

/** How a batch begins: processes of a killed run that were ended, results found finished, and failed servers to scan again. */
export interface BatchBegin {
  readonly endedProcesses: number;
  readonly resumed: number;
  readonly retried: number;
}

/** Where a batch stands; `etaMs` is `null` until something finished. */
export interface BatchProgress {
  readonly done: number;
  readonly failed: number;
  readonly left: number;
  readonly perMinute: number;
  readonly etaMs: number | null;
  readonly last?: BatchResult;
  /** Slugs of the servers that are being scanned. */
  readonly running: readonly string[];
}

/**
 * Scans many servers, each in a worker process under its own budget, and writes a summary. What is finished is on disk whole before it
 * is called finished, so a batch killed at any moment loses no finished scan and `resume` repeats none. What a killed run of the same
 * journal left running is ended first (on Linux). Throws `batch-running` (usage) when such a run is not over, and when `signal` aborts, after
 * the running workers and all they started were ended.
 */
export async function batch<Settings>(options: BatchOptions<Settings>): Promise<BatchSummary> {
  const { shard } = options;
  const entries = shard === undefined ? options.entries : shardOf(options.entries, shard);
  const journalName = shardFile("batch", ".jsonl", shard);
  // Before the journal is begun anew: it is what knows the marks.
  const endedProcesses = await endKilledRun(options.out, journalName);
  await removeLeftTemporaries(options.out);
  const journal = Journal.open(
    options.out,
    journalName,
    { entries, settings: options.plan },
    { resume: options.resume, now: options.now() },
  );
  const results = new Map<string, BatchResult>();
  if (options.resume) {
    for (const entry of entries) {
      const finished =
        journal.finished.get(entry.slug) ??
        (await finishedOnDisk(options.out, entry.slug, journal.since(entry.slug)));
      if (finished === undefined) continue;
      results.set(entry.slug, finished);
      if (!journal.finished.has(entry.slug)) journal.add(finished);
    }
  }
  const retried = [...results.values()]
    .filter((result) => result.outcome === "failed" && options.retry?.(result))
    .map(({ slug }) => slug);
  if (retried.length > 0) journal.retry(retried, options.now());
  for (const slug of retried) results.delete(slug);
  const resumed = results.size;
  const left = entries.filter(({ slug }) => !results.has(slug));
  const began = performance.now();
  const running = new Set<string>();
  const tell = (last?: BatchResult) => {
    const finished = results.size - resumed;
    const elapsed = performance.now() - began;
    const remaining = entries.length - results.size;
    options.onProgress?.({
      done: results.size,
      failed: [...results.values()].filter(({ outcome }) => outcome === "failed").length,
      left: remaining,
      perMinute: elapsed > 0 ? (finished / elapsed) * 60_000 : 0,
      etaMs: finished > 0 ? (elapsed / finished) * remaining : null,
      running: [...running],
      ...defined({ last }),
    });
  };
  options.onBegin?.({ endedProcesses, resumed, retried: retried.length });
  tell();

  const pool = new WorkerPool<BatchJob<Settings>, BatchResult>(
    options.workerFile,
    Math.min(options.concurrency, Math.max(1, left.length)),
    journal.run,
  );
  const queue = new PQueue({ concurrency: options.concurrency });
  // One listener for the whole list: running scans end with their workers, and those that wait never begin.
  const interrupt = () => void pool.close();
  options.signal?.addEventListener("abort", interrupt, { once: true });
  try {
    await queue.addAll(
      left.map((entry) => async () => {
        options.signal?.throwIfAborted();
        const started = performance.now();
        const directory = join(options.out, entry.slug);
        running.add(entry.slug);
        tell();
        let result: BatchResult;
        try {
          result = await pool.run({ entry, directory, settings: options.settings }, options.budgetMs);
        } catch (error) {
          options.signal?.throwIfAborted();
          result = await recordLost(entry, directory, error, performance.now() - started, options);
        }
        journal.add(result);
        results.set(entry.slug, result);
        running.delete(entry.slug);
        tell(result);
      }),
    );
  } finally {
    options.signal?.removeEventListener("abort", interrupt);
    await pool.close();
    journal.end();
  }

  const summary = summaryOf({
    shard: shard ?? null,
    serversSha256: serversSha256(options.entries),
    startedAt: journal.startedAt,
    finishedAt: options.now().toISOString(),
    resumed,
    results: [...results.values()],
  });
  // Once more: a killed process may have been on its way out when we looked first.
  await removeLeftTemporaries(options.out);
  const file = join(options.out, shardFile("summary", ".json", shard));
  await writeFileAtomically(file, jsonText(summary));
  return summary;
}

/** Ends what the last run of a journal left when it was killed, and says how many processes that were. Throws `batch-running`. */
async function endKilledRun(out: string, journalName: string): Promise<number> {
  const open = Journal.openRun(out, journalName);
  if (open === undefined) return 0;
  const pid = open.process === null ? null : livingProcess(open.process);
  if (pid !== null) {
    throw new GradableError({
      code: "batch-running",
      owner: "usage",
      message: `A batch into ${plainText(out)} is still running, as process ${pid}.`,
      hint: "Wait for it or end it, or choose another folder with --out.",
      facts: { pid },
    });
  }
  return endMarked((mark) => isMarkOf(open.run, mark));
}

/** A result file that this batch wrote before it was killed, though the journal does not name it yet. */
async function finishedOnDisk(out: string, slug: string, since: string): Promise<BatchResult | undefined> {
  const report = await readJsonFile(join(out, slug, "report.json")).then(
    (document) => readReport(document).report,
    () => undefined,
  );
  if (report !== undefined && report.scannedAt >= since) {
    await removeFile(join(out, slug, "failed.json"));
    return {
      slug,
      outcome: "scored",
      grade: report.score.grade,
      composite: report.score.composite.value,
      durationMs: null,
    };
  }
  const failed = await readJsonFile(join(out, slug, "failed.json")).then(readFailed, () => undefined);
  if (failed !== undefined && failed.failedAt >= since) {
    return { slug, outcome: "failed", owner: failed.owner, code: failed.code, durationMs: null };
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
  const failed: Failed = {
    schemaVersion: 1,
    gradableVersion: GRADABLE_VERSION,
    slug: entry.slug,
    target: targetOf(entry, options.cwd),
    failedAt: options.now().toISOString(),
    facts: { budgetMs: options.budgetMs },
    ...lossOf(error, options.budgetMs),
  };
  const result: BatchResult = {
    slug: entry.slug,
    outcome: "failed",
    owner: failed.owner,
    code: failed.code,
    durationMs: Math.round(durationMs),
  };
  return writeFileAtomically(join(directory, "failed.json"), jsonText(failed)).then(
    () => result,
    // One folder that can't be written must not end the batch: the journal and the summary still say what happened.
    () => ({ ...result, owner: "environment" as const, code: "not-writable" }),
  );
}

function lossOf(
  error: unknown,
  budgetMs: number,
): Pick<Failed, "stage" | "code" | "owner" | "message" | "hint"> {
  const at = error instanceof WorkerLost ? error.at : undefined;
  const stage = SCAN_STAGES.ids.find((known) => known === at) ?? "start";
  if (error instanceof WorkerLost && error.reason === "deadline") {
    return {
      stage,
      code: "budget-exceeded",
      owner: "environment",
      message: `Nothing came of this server within its budget of ${Math.round(budgetMs / 1000)} s; its scan was ended.`,
      hint: "Give it more time with --budget, or scan it alone to see where it stops.",
    };
  }
  return {
    stage,
    code: "worker-died",
    owner: "gradable",
    message: `The scan of this server ended without an answer: ${plainText(error instanceof Error ? error.message : error)}.`,
    hint: "Scan it alone with --verbose to see why.",
  };
}

/** The target as it may be published; what can't be read can't be redacted either, so only its slug is given then. */
function targetOf({ slug, target, cwd: serverCwd, env }: BatchEntry, cwd: string): Target {
  try {
    const envNames = Object.keys(env ?? {});
    return describeTarget(parseTarget(target, { cwd }), {
      ...defined({ cwd: serverCwd }),
      ...(envNames.length === 0 ? {} : { envNames }),
    });
  } catch {
    return { kind: "stdio", label: slug };
  }
}
