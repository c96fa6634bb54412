import { analyze, rewriteSurface } from "@gradable/analyze";
import {
  type Annotation,
  type Failed,
  GradableError,
  type Observation,
  type Report,
  type RunKind,
  type ScanStage,
  type Surface,
  sha256Json,
  slugSchema,
  type Target,
  type Trial,
} from "@gradable/contract";
import { definitionTokens, isDestructive, judge, loadTokenizer, type Tokenizer } from "@gradable/judge";
import { defaultSlug, describeTarget, parseTarget, type Scan, type ScanOptions, scan } from "@gradable/scan";
import { deriveReport } from "@gradable/score";
import { readTaskSet, type TaskSet, tasks } from "@gradable/tasks";
import { assertCalibrated, type CalibrationReference } from "./calibration.js";
import { withDeclaredTools } from "./declared-tasks.js";
import { asGradableError, failedRecord } from "./failure.js";
import type { JudgeParts } from "./judge-parts.js";
import { countResponses } from "./responses.js";
import { isUnchanged, whoSelects } from "./unchanged.js";
import { GRADABLE_VERSION } from "./version.js";

/** What a scan tells while it runs; every event is about the phase that has just begun or moved. */
export type ScanProgress =
  | { readonly phase: "connect" | "tasks" | "analyze" | "score"; readonly text: string }
  | { readonly phase: RunKind; readonly done: number; readonly total: number };

/** Options of {@link scanTarget}. */
export interface ScanTargetOptions {
  readonly scan: ScanOptions;
  readonly judge: JudgeParts;
  /** A calibration of that judge, for the report to carry; a judge that does not answer by its name is the caller's mistake. */
  readonly calibration?: CalibrationReference;
  /** Folder name of the result; by default made from the target and the server's name. */
  readonly slug?: string;
  /** Tasks per tool, 1 or more; default 2. */
  readonly tasksPerTool?: number;
  /** Most tasks over the whole surface; default as in the tasks package. */
  readonly maxTasks?: number;
  /** A task set to replay instead of generating one: a report, a task file, or labelled tasks, as parsed JSON. */
  readonly tasksFrom?: unknown;
  /** What becomes of tasks of `tasksFrom` whose tool the surface does not declare; default `refuse`. */
  readonly undeclared?: "refuse" | "leave-out";
  /** How often each task is asked, 1 or more; default 1. */
  readonly trials?: number;
  /** Most questions asked at once; default 1 (the embedded judge gains nothing from more). */
  readonly concurrency?: number;
  readonly tokenizer?: "o200k_base" | "estimate";
  /** Recorded responses (`--responses`), as parsed JSON. */
  readonly responses?: unknown;
  /** The maintainer's remarks on findings of the result with this slug; default none. */
  readonly annotations?: (slug: string) => Promise<readonly Annotation[]>;
  /** Judge the suggested descriptions too, where there are defects; default true. */
  readonly rewrite?: boolean;
  /** An earlier report of this target: when it would come out with the same evidence, nothing is judged and the outcome is `unchanged`. */
  readonly unchangedFrom?: Report;
  /**
   * What becomes of a failure that is the caller's (a file that is no surface, a target that can't be read). `throw` (default) for one
   * target named by hand; `record` for one of many, where it becomes a failed record of the environment.
   */
  readonly usageErrors?: "throw" | "record";
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** A scan that gave a score, that found nothing new to score, or the record of why it gave none. */
export type ScanOutcome =
  | { readonly kind: "report"; readonly report: Report; readonly surface: Surface }
  | { readonly kind: "unchanged"; readonly report: Report; readonly surface: Surface }
  | { readonly kind: "failed"; readonly failed: Failed; readonly error: GradableError };

/**
 * Scans one target end to end: surface, tasks, both runs, analysis, score. The server is shut down in the background while
 * the judge works, and nothing of it is left when the promise settles. Resolves to a failed record for every failure but the
 * caller's own: those (owner `usage`, unless `usageErrors` says otherwise) and an abort by `signal` are thrown.
 */
export async function scanTarget(target: string, options: ScanTargetOptions): Promise<ScanOutcome> {
  if (options.slug !== undefined) checkSlug(options.slug);
  const scannedAt = options.now();
  let described: Target | undefined;
  let scanned: Scan | undefined;
  try {
    described = describeTarget(parseTarget(target, options.scan));
    // Needed for every scan that succeeds, and loads while the server starts.
    const loading = loadTokenizer(options.tokenizer ?? "o200k_base");
    loading.catch(() => undefined);
    options.onProgress?.({ phase: "connect", text: `connecting to ${described.label}` });
    scanned = await scan(target, options.scan);
    const tokenizer = await loading;
    const closing = scanned.close();
    const judged = await judgeSurface(scanned.surface, closing, tokenizer, scannedAt, options);
    // A server that announces another list while the first one is being judged is scored for the one it settled on.
    const surface = await scanned.settled();
    if (surface === scanned.surface) return { ...judged, surface };
    return { ...(await judgeSurface(surface, closing, tokenizer, scannedAt, options)), surface };
  } catch (thrown) {
    await scanned?.close().catch(() => undefined);
    options.signal?.throwIfAborted();
    const error = recordable(asGradableError(thrown), options.usageErrors);
    const slug = options.slug ?? (described && defaultSlug(described, scanned?.surface.serverInfo));
    if (slug === undefined) throw error;
    const failed = failedRecord(error, {
      slug,
      // What can't be read can't be redacted either, so the text of such a target is not repeated.
      target: described ?? { kind: "stdio", label: slug },
      failedAt: scannedAt,
      gradableVersion: GRADABLE_VERSION,
    });
    return { kind: "failed", failed, error };
  }
}

/** The error as it may be recorded: the caller's mistake about one of many targets is a failure of the surroundings. */
function recordable(error: GradableError, usageErrors: ScanTargetOptions["usageErrors"]): GradableError {
  if (error.owner !== "usage" || usageErrors !== "record") return error;
  const { code, message, hint, stage, facts, partial } = error;
  return new GradableError({
    code,
    owner: "environment",
    message,
    stage: stage ?? "target",
    facts,
    ...(hint === undefined ? {} : { hint }),
    ...(partial === undefined ? {} : { partial }),
    cause: error,
  });
}

/** Everything after the listing; `closing` yields what the shutdown showed. */
async function judgeSurface(
  surface: Surface,
  closing: Promise<readonly Observation[]>,
  tokenizer: Tokenizer,
  scannedAt: Date,
  options: ScanTargetOptions,
): Promise<{ readonly kind: "report" | "unchanged"; readonly report: Report }> {
  const slug = options.slug ?? defaultSlug(surface.target, surface.serverInfo);
  // Before anything is asked: a remark that can't be read must not cost a judged scan.
  const annotations = await options.annotations?.(slug);
  const taskSet = await at("tasks", () => taskSetFor(surface, options));
  const earlier = options.unchangedFrom;
  if (earlier !== undefined) {
    const now = { surface, taskSet, tokenizer, annotations, options };
    if (await at("selection", () => isUnchanged(earlier, now))) {
      await closing;
      return { kind: "unchanged", report: earlier };
    }
  }
  const { calibration } = options;
  if (calibration !== undefined) {
    // Before the scan is paid for: a prompted judge keeps this answer, so the run does not ask for it again.
    await at("selection", async () =>
      assertCalibrated(calibration, "selection", await whoSelects(surface, taskSet, tokenizer, options)),
    );
  }
  const total = taskSet.tasks.length * (options.trials ?? 1);
  const mayRewrite = options.rewrite !== false;
  options.judge.announce?.(mayRewrite ? 2 * total : total);
  const run = (kind: RunKind, over: Surface) =>
    at("selection", () => {
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
  if (calibration !== undefined) {
    assertCalibrated(calibration, "defects", analyzed.identities.defects);
    assertCalibrated(calibration, "pairs", analyzed.identities.pairs);
  }
  if (mayRewrite && analyzed.analysis.suggestions.length === 0) options.judge.announce?.(-total);
  const rewrite =
    mayRewrite && analyzed.analysis.suggestions.length > 0
      ? await run("after_rewrite", rewriteSurface(surface, analyzed.analysis.suggestions))
      : undefined;

  options.onProgress?.({ phase: "score", text: "scoring" });
  const closingObservations = await closing;
  const report = await at("score", () => {
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
      calibrationSha256: calibration?.sha256,
      tasks: taskSet.tasks,
      trialsPerTask: options.trials ?? 1,
      trials: { baseline: baseline.trials, after_rewrite: rewrite?.trials },
      analysis: analyzed.analysis,
      annotations,
      economics: {
        definitionTokens: tokens.total,
        definitionTokensSource: tokenizer.source,
        tokenizer: tokenizer.name,
        responses: options.responses === undefined ? null : countResponses(options.responses, tokenizer),
      },
    });
  });
  return { kind: "report", report };
}

async function taskSetFor(surface: Surface, options: ScanTargetOptions): Promise<TaskSet> {
  if (options.tasksFrom !== undefined) {
    const { tasksFrom, undeclared } = options;
    return readTaskSet(
      undeclared === "leave-out" ? withDeclaredTools(tasksFrom, surface) : tasksFrom,
      surface,
    );
  }
  options.onProgress?.({ phase: "tasks", text: `writing tasks for ${surface.tools.length} tools` });
  return tasks(surface, {
    ...(options.tasksPerTool === undefined ? {} : { perTool: options.tasksPerTool }),
    ...(options.maxTasks === undefined ? {} : { maxTasks: options.maxTasks }),
    generator: options.judge.generator,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
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
