import {
  type Annotation,
  defined,
  type Failed,
  GradableError,
  type Report,
  type RunKind,
  type Surface,
  slugSchema,
  type Target,
} from "@gradable/contract";
import { redactedError } from "@gradable/host";
import {
  defaultSlug,
  describeTarget,
  givenSecrets,
  parseTarget,
  type Scan,
  type ScanOptions,
  scan,
} from "@gradable/scan";
import type { CalibrationReference } from "./calibration/calibration-reference.js";
import { asGradableError, failedRecord } from "./failure.js";
import type { JudgeParts } from "./judge-parts.js";
import { GRADABLE_VERSION } from "./version.js";

/** What a scan tells while it runs; every event is about the phase that has just begun or moved. */
export type ScanProgress =
  | { readonly phase: "connect" | "tasks" | "analyze" | "score"; readonly text: string }
  | { readonly phase: RunKind; readonly done: number; readonly total: number };

/** Options of {@link scanTarget}. */
export interface ScanTargetOptions {
  readonly scan: ScanOptions;
  /** Makes the judge; called once, while the server starts, and before anything is asked. */
  readonly judge: () => Promise<JudgeParts>;
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
  /** Loads what is needed after the scan, once there is only the server to wait for. */
  readonly whileWaiting?: () => Promise<unknown>;
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
  const secrets = givenSecrets(options.scan);
  const scanOptions = { ...options.scan, secrets };
  let described: Target | undefined;
  let scanned: Scan | undefined;
  try {
    described = describeTarget(parseTarget(target, options.scan));
    options.onProgress?.({ phase: "connect", text: `connecting to ${described.label}` });
    const { scanning, onItsWay } = startScan(target, scanOptions);
    // What judging needs takes as long to load as a server to start, so it is loaded once the server is on its way, not before.
    const loading = onItsWay.then(() => loadJudging(options));
    loading.catch(() => undefined);
    scanned = await scanning;
    const { judgeSurface, judging } = await loading;
    const closing = scanned.close();
    const judged = await judgeSurface(scanned.surface, closing, scannedAt, judging);
    // A server that announces another list while the first one is being judged is scored for the one it settled on.
    const surface = await scanned.settled();
    if (surface === scanned.surface) return { ...judged, surface };
    return { ...(await judgeSurface(surface, closing, scannedAt, judging)), surface };
  } catch (thrown) {
    await scanned?.close().catch(() => undefined);
    options.signal?.throwIfAborted();
    const error = recordable(asGradableError(redactedError(thrown, secrets.redact)), options.usageErrors);
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

/** Begins to scan; `onItsWay` resolves when there is only the target's answer to wait for. */
function startScan(target: string, options: ScanOptions) {
  let wait: () => void = () => undefined;
  const onItsWay = new Promise<void>((resolve) => {
    wait = resolve;
  });
  const scanning = scan(target, {
    ...options,
    onProgress: (progress) => {
      if (progress.stage === "handshake") wait();
      options.onProgress?.(progress);
    },
  });
  scanning.then(wait, wait);
  return { scanning, onItsWay };
}

/** The modules, the tokenizer and the judge that come after the listing. */
async function loadJudging(options: ScanTargetOptions) {
  const { judgeSurface } = await import("./judge-surface.js");
  const { loadTokenizer } = await import("@gradable/model/tokens");
  const judge = await options.judge();
  const tokenizer = await loadTokenizer(options.tokenizer ?? "o200k_base");
  await options.whileWaiting?.();
  return { judgeSurface, judging: { ...options, judge, tokenizer } };
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
    ...defined({ hint, partial }),
    cause: error,
  });
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
