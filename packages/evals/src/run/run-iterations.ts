import { type EvalTestConfig, optionError } from "../suite/eval-test-config.js";
import type { HostExecutor, PromptOptions } from "../suite/host-executor.js";
import { messageOf } from "../transcript/reason.js";
import type { Attempted } from "./iteration.js";

/** How to run a test. */
export interface IterationOptions {
  /** How often to run it; an integer of 0 or more. */
  readonly iterations: number;
  /** Iterations at the same time; default 5, rounded down. */
  readonly concurrency?: number | undefined;
  /** Further attempts of an iteration that threw or ran out of time; default 0. A returned `false` is not repeated. */
  readonly retries?: number | undefined;
  /** Wall clock of one attempt in milliseconds; default 30 000. Prompts are cancelled then, and have 1 s to settle. */
  readonly timeoutMs?: number | undefined;
  /** Stops the run: what is running is cancelled, the rest is not begun, results so far are kept. */
  readonly abortSignal?: AbortSignal | undefined;
}

interface Checked {
  readonly iterations: number;
  readonly concurrency: number;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly abortSignal: AbortSignal | undefined;
}

// Source of the defaults and of the grace: spec evals.md §8.2.
const DEFAULT_CONCURRENCY = 5;
const DEFAULT_TIMEOUT_MS = 30_000;
const GRACE_MS = 1_000;
const FIRST_BACKOFF_MS = 100;
// Beyond this a timer fires at once.
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Runs the attempts of every iteration. Results are in start order, whatever finished first.
 *
 * @param finished called with each result as it comes, once
 * @throws {GradableError} `evals-option-invalid` for a number out of its range
 */
export async function runIterations<Result>(
  config: EvalTestConfig,
  executor: HostExecutor,
  given: IterationOptions,
  finished: (attempted: Attempted) => Result,
): Promise<Result[]> {
  const options = checkedOptions(given);
  const results = new Array<Result>(options.iterations);
  let next = 0;
  const worker = async () => {
    while (next < options.iterations) {
      const index = next++;
      const attempted = await runIteration(config, executor, options);
      results[index] = finished(attempted);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, options.iterations) }, worker));
  return results;
}

function checkedOptions(given: IterationOptions): Checked {
  const {
    iterations,
    concurrency = DEFAULT_CONCURRENCY,
    retries = 0,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  } = given ?? {};
  if (!Number.isSafeInteger(iterations) || iterations < 0) {
    throw optionError("iterations", iterations, "an integer of 0 or more");
  }
  if (!Number.isFinite(concurrency) || concurrency < 1) {
    throw optionError("concurrency", concurrency, "a finite number of 1 or more");
  }
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw optionError("retries", retries, "an integer of 0 or more");
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw optionError("timeoutMs", timeoutMs, "a number of milliseconds above 0");
  }
  return {
    iterations,
    concurrency: Math.floor(concurrency),
    retries,
    timeoutMs: Math.min(timeoutMs, MAX_TIMER_MS),
    abortSignal: given.abortSignal,
  };
}

async function runIteration(
  config: EvalTestConfig,
  executor: HostExecutor,
  options: Checked,
): Promise<Attempted> {
  if (isAborted(options.abortSignal)) {
    const why = messageOf(options.abortSignal?.reason);
    return { status: "skipped", outcome: { kind: "notRun", why }, prompts: [], error: why };
  }
  let last: Attempted | undefined;
  for (let attempt = 0; attempt <= options.retries; attempt++) {
    const attempted = await runAttempt(config, executor, options);
    if (attempted.status === "completed") return { ...attempted, retryCount: attempt };
    last = { ...attempted, retryCount: options.retries };
    if (attempted.status === "cancelled") return { ...attempted, retryCount: attempt };
    if (attempt < options.retries) await pause(FIRST_BACKOFF_MS * 2 ** attempt, options.abortSignal);
    if (isAborted(options.abortSignal)) return { ...last, retryCount: attempt, status: "cancelled" };
  }
  return last as Attempted;
}

type Ended =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "outOfTime" };

/** One attempt: the test against a fresh clone, cancelled at its deadline, with a grace to settle in. */
async function runAttempt(
  config: EvalTestConfig,
  executor: HostExecutor,
  options: Checked,
): Promise<Attempted> {
  const controller = new AbortController();
  const timeoutError = new Error(`Operation timed out after ${options.timeoutMs}ms`);
  let stopped: Error | undefined;
  let grace: NodeJS.Timeout | undefined;
  let giveUp = (_ended: Ended): void => undefined;
  const late = new Promise<Ended>((resolve) => {
    giveUp = resolve;
  });
  const stop = (reason: Error) => {
    if (stopped !== undefined) return;
    stopped = reason;
    controller.abort(reason);
    grace = setTimeout(() => giveUp({ kind: "outOfTime" }), GRACE_MS);
  };
  const onAbort = () => stop(asError(options.abortSignal?.reason));
  options.abortSignal?.addEventListener("abort", onAbort, { once: true });
  const deadline = setTimeout(() => stop(timeoutError), options.timeoutMs);
  let clone: HostExecutor | undefined;
  let ended: Ended;
  try {
    ended = await Promise.race([
      late,
      Promise.resolve()
        .then(() => {
          clone = withSignal(executor.withOptions({}), controller.signal);
          return config.test(clone);
        })
        .then(
          (value): Ended => ({ kind: "returned", value }),
          (error: unknown): Ended => ({ kind: "threw", error }),
        ),
    ]);
  } finally {
    // Cleared before grading: a slow grader is not a slow test.
    clearTimeout(deadline);
    clearTimeout(grace);
    options.abortSignal?.removeEventListener("abort", onAbort);
  }
  const prompts = (clone as HostExecutor | undefined)?.getPromptHistory() ?? [];
  return describe(ended, prompts, stopped, stopped === timeoutError);
}

function describe(
  ended: Ended,
  prompts: Attempted["prompts"],
  stopped: Error | undefined,
  timedOut: boolean,
): Attempted {
  if (stopped !== undefined && !timedOut) {
    return {
      status: "cancelled",
      outcome: { kind: "failed", error: stopped.message },
      prompts,
      error: stopped.message,
    };
  }
  switch (ended.kind) {
    case "returned":
      return {
        status: "completed",
        outcome: { kind: "returned", value: ended.value },
        prompts,
        ...(stopped !== undefined && !ended.value ? { error: stopped.message } : {}),
      };
    case "threw": {
      const error = messageOf(ended.error);
      return { status: "failed", outcome: { kind: "failed", error }, prompts, error };
    }
    case "outOfTime": {
      const error = stopped?.message ?? "the test did not settle";
      return { status: "timed_out", outcome: { kind: "failed", error }, prompts, error };
    }
  }
}

/** The executor with a signal joined to every prompt's own; clones made through it are joined too. */
function withSignal(executor: HostExecutor, signal: AbortSignal): HostExecutor {
  return {
    run: (message, options) => executor.run(message, joined(options, signal)),
    withOptions: (options) => withSignal(executor.withOptions(options), signal),
    getPromptHistory: () => executor.getPromptHistory(),
    resetPromptHistory: () => executor.resetPromptHistory(),
    ...(executor.getHostSnapshot === undefined
      ? {}
      : { getHostSnapshot: () => executor.getHostSnapshot?.() }),
    ...(executor.getServerReplayConfigs === undefined
      ? {}
      : { getServerReplayConfigs: () => executor.getServerReplayConfigs?.() }),
  };
}

function joined(options: PromptOptions | undefined, signal: AbortSignal): PromptOptions {
  const own = options?.abortSignal;
  return { ...options, abortSignal: own === undefined ? signal : AbortSignal.any([own, signal]) };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(messageOf(reason ?? "The run was cancelled"));
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
