import { analyze, rewriteSurface } from "@gradable/analyze";
import {
  type Failed,
  GradableError,
  type Observation,
  type Report,
  type RunKind,
  type ScanStage,
  type Surface,
  sha256Json,
  slugSchema,
  type Trial,
} from "@gradable/contract";
import { definitionTokens, isDestructive, judge, loadTokenizer, type Tokenizer } from "@gradable/judge";
import { defaultSlug, describeTarget, parseTarget, type Scan, type ScanOptions, scan } from "@gradable/scan";
import { deriveReport } from "@gradable/score";
import { readTaskSet, type TaskSet, tasks } from "@gradable/tasks";
import { asGradableError, failedRecord } from "./failure.js";
import type { JudgeParts } from "./judge-parts.js";
import { countResponses } from "./responses.js";
import { GRADABLE_VERSION } from "./version.js";

/** What a scan tells while it runs; every event is about the phase that has just begun or moved. */
export type ScanProgress =
  | { readonly phase: "connect" | "tasks" | "analyze" | "score"; readonly text: string }
  | { readonly phase: RunKind; readonly done: number; readonly total: number };

/** Options of {@link scanTarget}. */
export interface ScanTargetOptions {
  readonly scan: ScanOptions;
  readonly judge: JudgeParts;
  /** Folder name of the result; by default made from the target and the server's name. */
  readonly slug?: string;
  /** Tasks per tool, 1 or more; default 2. */
  readonly tasksPerTool?: number;
  /** Most tasks over the whole surface; default as in the tasks package. */
  readonly maxTasks?: number;
  /** A task set to replay instead of generating one: a report, a task file, or labelled tasks, as parsed JSON. */
  readonly tasksFrom?: unknown;
  /** How often each task is asked, 1 or more; default 1. */
  readonly trials?: number;
  /** Most questions asked at once; default 1 (the embedded judge gains nothing from more). */
  readonly concurrency?: number;
  readonly tokenizer?: "o200k_base" | "estimate";
  /** Recorded responses (`--responses`), as parsed JSON. */
  readonly responses?: unknown;
  /** Judge the suggested descriptions too, where there are defects; default true. */
  readonly rewrite?: boolean;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** A scan that gave a score, or the record of why it gave none. */
export type ScanOutcome =
  | { readonly kind: "report"; readonly report: Report; readonly surface: Surface }
  | { readonly kind: "failed"; readonly failed: Failed; readonly error: GradableError };

/**
 * Scans one target end to end: surface, tasks, both runs, analysis, score. The server is shut down in the background while
 * the judge works, and nothing of it is left when the promise settles. Resolves to a failed record for every failure but the
 * caller's own: those (owner `usage`) and an abort by `signal` are thrown.
 */
export async function scanTarget(target: string, options: ScanTargetOptions): Promise<ScanOutcome> {
  const parsed = await parseTarget(target, options.scan);
  const described = describeTarget(parsed);
  if (options.slug !== undefined) checkSlug(options.slug);
  const scannedAt = options.now();
  // Both are needed for every scan that succeeds and load while the server starts.
  const loading = loadTokenizer(options.tokenizer ?? "o200k_base");
  loading.catch(() => undefined);
  let scanned: Scan | undefined;
  try {
    options.onProgress?.({ phase: "connect", text: `connecting to ${described.label}` });
    scanned = await scan(target, options.scan);
    const tokenizer = await loading;
    const closing = scanned.close();
    closing.catch(() => undefined);
    const report = await judgeSurface(scanned.surface, closing, tokenizer, scannedAt, options);
    return { kind: "report", report, surface: scanned.surface };
  } catch (thrown) {
    await scanned?.close().catch(() => undefined);
    options.signal?.throwIfAborted();
    const error = asGradableError(thrown);
    const failed = failedRecord(error, {
      slug: options.slug ?? defaultSlug(described, scanned?.surface.serverInfo ?? undefined),
      target: described,
      failedAt: scannedAt,
      gradableVersion: GRADABLE_VERSION,
    });
    return { kind: "failed", failed, error };
  }
}

/** Everything after the listing; `closing` yields what the shutdown showed. */
async function judgeSurface(
  surface: Surface,
  closing: Promise<readonly Observation[]>,
  tokenizer: Tokenizer,
  scannedAt: Date,
  options: ScanTargetOptions,
): Promise<Report> {
  const slug = options.slug ?? defaultSlug(surface.target, surface.serverInfo ?? undefined);
  const taskSet = await at("tasks", () => taskSetFor(surface, options));
  const run = (kind: RunKind, over: Surface) =>
    at("selection", () => {
      const total = taskSet.tasks.length * (options.trials ?? 1);
      let done = 0;
      return judge({
        surface: over,
        tasks: taskSet.tasks,
        kind,
        selector: options.judge.selector,
        tokenizer,
        trials: options.trials ?? 1,
        concurrency: options.concurrency ?? 1,
        ...(options.signal ? { signal: options.signal } : {}),
        onTrial: (_trial: Trial) => options.onProgress?.({ phase: kind, done: ++done, total }),
      });
    });

  const baseline = await run("baseline", surface);
  options.onProgress?.({ phase: "analyze", text: "looking for description defects and confusable pairs" });
  const analyzed = await at("analysis", () =>
    analyze(surface, { analyst: options.judge.analyst, tokenizer }),
  );
  const rewrite =
    options.rewrite !== false && analyzed.analysis.suggestions.length > 0
      ? await run("after_rewrite", rewriteSurface(surface, analyzed.analysis.suggestions))
      : undefined;

  options.onProgress?.({ phase: "score", text: "scoring" });
  const closingObservations = await closing;
  return at("score", () => {
    const tokens = definitionTokens(surface.tools, tokenizer);
    return deriveReport({
      gradableVersion: GRADABLE_VERSION,
      slug,
      target: surface.target,
      scannedAt: scannedAt.toISOString(),
      surface: {
        surfaceSha256: surface.surfaceSha256,
        serverInfo: surface.serverInfo,
        protocolVersion: surface.protocolVersion,
        listing: surface.listing,
        tools: surface.tools.map((tool, index) => ({
          name: tool.name,
          sha256: sha256Json(tool),
          definitionTokens: tokens.perTool[index] as number,
          destructive: isDestructive(tool),
        })),
      },
      observations: [...surface.observations, ...closingObservations],
      stages: {
        tasks: taskSet.identity,
        selection: baseline.identity,
        defects: analyzed.identities.defects,
        pairs: analyzed.identities.pairs,
        rewrite: analyzed.identities.rewrite,
      },
      tasks: taskSet.tasks,
      trialsPerTask: options.trials ?? 1,
      trials: { baseline: baseline.trials, after_rewrite: rewrite?.trials },
      analysis: analyzed.analysis,
      economics: {
        definitionTokens: tokens.total,
        definitionTokensSource: tokenizer.source,
        tokenizer: tokenizer.name,
        responses: options.responses === undefined ? null : countResponses(options.responses, tokenizer),
      },
    });
  });
}

async function taskSetFor(surface: Surface, options: ScanTargetOptions): Promise<TaskSet> {
  if (options.tasksFrom !== undefined) return readTaskSet(options.tasksFrom, surface);
  options.onProgress?.({ phase: "tasks", text: `writing tasks for ${surface.tools.length} tools` });
  return tasks(surface, {
    ...(options.tasksPerTool === undefined ? {} : { perTool: options.tasksPerTool }),
    ...(options.maxTasks === undefined ? {} : { maxTasks: options.maxTasks }),
    generator: options.judge.generator,
  });
}

/** Names the stage of a failure that did not name its own, and keeps one that did. */
async function at<Value>(stage: ScanStage, work: () => Promise<Value> | Value): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    const error = asGradableError(thrown);
    if (error.stage !== undefined || error.owner === "usage") throw error;
    throw new GradableError({
      code: error.code,
      owner: error.owner,
      message: error.message,
      stage,
      facts: error.facts,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error.partial === undefined ? {} : { partial: error.partial }),
      cause: error,
    });
  }
}

function checkSlug(slug: string): void {
  if (slugSchema.safeParse(slug).success) return;
  throw new GradableError({
    code: "slug-invalid",
    owner: "usage",
    message: `--slug ${JSON.stringify(slug)} can't be a folder name here.`,
    hint: "Use lower-case letters, digits and single hyphens, at most 100 of them.",
  });
}
