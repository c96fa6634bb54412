import { evalsError } from "../errors.js";
import {
  type EvalMatchOptions,
  type ResolvedMatchOptions,
  resolveMatchOptions,
} from "../match/match-options.js";
import { failureReport } from "../run/failure-report.js";
import { gradeIteration, type IterationResult, type IterationTokens } from "../run/iteration.js";
import { type RunLatency, runLatency } from "../run/latency-stats.js";
import {
  countMatches,
  type MatchCounts,
  precisionOf,
  ratio,
  recallOf,
  unexpectedRateOf,
} from "../run/metrics.js";
import { type IterationOptions, runIterations } from "../run/run-iterations.js";
import { checkedConfig, type EvalTestConfig, refuseBadMatchOptions } from "./eval-test-config.js";
import type { HostExecutor } from "./host-executor.js";

/** Called once per finished iteration, in the order they finish. */
export type ProgressCallback = (completed: number, total: number) => void;

/** Options of a run. */
export interface EvalTestRunOptions extends IterationOptions {
  readonly onProgress?: ProgressCallback | undefined;
  /** Called once, after all iterations, with the failure report, only when some failed. */
  readonly onFailure?: ((report: string) => void) | undefined;
  /** The topmost layer of match options. */
  readonly matchOptions?: EvalMatchOptions | undefined;
  /** Accepted for authors who move over, and ignored: nothing is uploaded. */
  readonly mcpjam?: unknown;
}

/** What a run did. Lists are in start order. */
export interface EvalRunResult {
  readonly iterations: number;
  readonly successes: number;
  readonly failures: number;
  readonly results: boolean[];
  readonly iterationDetails: IterationResult[];
  readonly tokenUsage: IterationTokens & { readonly perIteration: IterationTokens[] };
  readonly latency: RunLatency;
}

/** A finished run with what its record on disk needs besides the results. */
export interface FinishedRun {
  readonly result: EvalRunResult;
  readonly matchOptions: ResolvedMatchOptions;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** One eval case, run many times. */
export class EvalTest {
  readonly #config: EvalTestConfig;
  #last: FinishedRun | undefined;

  /** Throws GradableError (owner usage) for a configuration that cannot be used; see {@link EvalTestConfig}. */
  constructor(config: EvalTestConfig) {
    this.#config = checkedConfig(config);
  }

  /** Runs the iterations and grades them. An earlier run's results are replaced. */
  run(executor: HostExecutor, options: EvalTestRunOptions): Promise<EvalRunResult> {
    return this.runWithin(undefined, executor, options);
  }

  /** @internal Runs under a suite's match options. */
  async runWithin(
    suite: EvalMatchOptions | undefined,
    executor: HostExecutor,
    options: EvalTestRunOptions,
  ): Promise<EvalRunResult> {
    if (options?.matchOptions !== undefined) refuseBadMatchOptions(options.matchOptions, "This run");
    const matchOptions = resolveMatchOptions(suite, this.#config.matchOptions, options?.matchOptions);
    const startedAtMs = Date.now();
    let completed = 0;
    const iterationDetails = await runIterations(this.#config, executor, options, (attempted) => {
      const graded = gradeIteration(this.#config, matchOptions, attempted);
      completed += 1;
      if (attempted.status !== "skipped") options.onProgress?.(completed, options.iterations);
      return graded;
    });
    const result = aggregate(iterationDetails);
    this.#last = { result, matchOptions, startedAtMs, finishedAtMs: Date.now() };
    if (result.failures > 0) options.onFailure?.(this.getFailureReport());
    return result;
  }

  /** Successes / iterations; 0 for no iterations. */
  accuracy(): number {
    const { successes, iterations } = this.#finished().result;
    return ratio(successes, iterations);
  }

  /** TP / (TP + FP) of the expected calls. Throws when nothing was expected or nothing matched. */
  precision(): number {
    return precisionOf(this.#matchCounts("precision()"));
  }

  /** TP / (TP + FN) of the expected calls. Throws like {@link precision}. */
  recall(): number {
    return recallOf(this.#matchCounts("recall()"));
  }

  /** The same as {@link recall}. */
  truePositiveRate(): number {
    return recallOf(this.#matchCounts("truePositiveRate()"));
  }

  /** Iterations with an extra call / iterations with a match; 0 when there are none. */
  unexpectedToolCallRate(): number {
    return unexpectedRateOf(this.matchCounts());
  }

  /** @deprecated Use {@link unexpectedToolCallRate}. Without expectations this is failures / iterations. */
  falsePositiveRate(): number {
    const { failures, iterations } = this.#finished().result;
    return this.hasExpectations() ? this.unexpectedToolCallRate() : ratio(failures, iterations);
  }

  /** Total tokens / iterations; 0 for no iterations. */
  averageTokenUse(): number {
    const { tokenUsage, iterations } = this.#finished().result;
    return ratio(tokenUsage.total, iterations);
  }

  /** The last run's results; null before the first. */
  getResults(): EvalRunResult | null {
    return this.#last?.result ?? null;
  }

  /** @internal The last run with its times; undefined before the first. */
  getFinishedRun(): FinishedRun | undefined {
    return this.#last;
  }

  getName(): string {
    return this.#config.name;
  }

  getId(): string {
    return this.#config.id;
  }

  getConfig(): EvalTestConfig {
    return this.#config;
  }

  getAllIterations(): IterationResult[] {
    return [...this.#finished().result.iterationDetails];
  }

  getFailedIterations(): IterationResult[] {
    return this.#finished().result.iterationDetails.filter((iteration) => !iteration.passed);
  }

  getSuccessfulIterations(): IterationResult[] {
    return this.#finished().result.iterationDetails.filter((iteration) => iteration.passed);
  }

  /** Every failed iteration with its error, its failed graders and its traces. */
  getFailureReport(): string {
    return failureReport(this.#config.name, this.#finished().result.iterationDetails);
  }

  /** @internal True when the case expects calls. */
  hasExpectations(): boolean {
    return (this.#config.expectedToolCalls ?? []).length > 0;
  }

  /** @internal The counts behind precision and recall. */
  matchCounts(): MatchCounts {
    const expected = this.#config.expectedToolCalls ?? [];
    return countMatches(this.#finished().result.iterationDetails, expected.length);
  }

  #matchCounts(metric: string): MatchCounts {
    const counts = this.matchCounts();
    if (!this.hasExpectations()) {
      throw evalsError("evals-no-expectations", {
        metric,
        subject: `test "${this.#config.name}" declares none`,
      });
    }
    if (counts.matched === 0) {
      throw evalsError("evals-no-expectations", {
        metric,
        subject: `no iteration of test "${this.#config.name}" was matched`,
      });
    }
    return counts;
  }

  #finished(): FinishedRun {
    if (this.#last === undefined) throw evalsError("evals-no-results", {});
    return this.#last;
  }
}

function aggregate(iterationDetails: IterationResult[]): EvalRunResult {
  const successes = iterationDetails.filter((iteration) => iteration.passed).length;
  const perIteration = iterationDetails.map((iteration) => iteration.tokens);
  return {
    iterations: iterationDetails.length,
    successes,
    failures: iterationDetails.length - successes,
    results: iterationDetails.map((iteration) => iteration.passed),
    iterationDetails,
    tokenUsage: { ...sumTokens(perIteration), perIteration },
    latency: runLatency(iterationDetails.flatMap((iteration) => iteration.latencies)),
  };
}

/** The sum of several token counts. */
export function sumTokens(tokens: readonly IterationTokens[]): IterationTokens {
  return tokens.reduce(
    (sum, next) => ({
      total: sum.total + next.total,
      input: sum.input + next.input,
      output: sum.output + next.output,
    }),
    { total: 0, input: 0, output: 0 },
  );
}
