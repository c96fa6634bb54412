import {
  type EvalRunDecisionSummary,
  type EvalStageAnalyticsV1,
  type EvalValidity,
  resolveEvalValidityPolicy,
} from "@gradable/chain";
import { evalsError } from "../errors.js";
import type { EvalMatchOptions } from "../match/match-options.js";
import { coverageReport, type StageCoverage } from "../run/coverage.js";
import type { EvalRun } from "../run/eval-run.js";
import { buildEvalRun } from "../run/eval-run-build.js";
import type { IterationTokens } from "../run/iteration.js";
import { type RunLatency, runLatency } from "../run/latency-stats.js";
import {
  addCounts,
  type MatchCounts,
  precisionOf,
  ratio,
  recallOf,
  unexpectedRateOf,
} from "../run/metrics.js";
import { type EvalRunResult, type EvalTest, type EvalTestRunOptions, sumTokens } from "./eval-test.js";
import { optionError, refuseBadMatchOptions } from "./eval-test-config.js";
import type { HostExecutor } from "./host-executor.js";

/** A suite's own settings. */
export interface EvalSuiteConfig {
  /** Default `EvalSuite`. */
  readonly name?: string | undefined;
  /** Opaque id of the suite; it goes into the record of a run. */
  readonly id?: string | undefined;
  /** The layer under each test's own match options. */
  readonly matchOptions?: EvalMatchOptions | undefined;
  /** Fraction 0 to 1 of gradeable trials a case needs to pass in the run's decision; default 1. */
  readonly passThreshold?: number | undefined;
  /** How much of a run must be measured for a decision; see verdict policy v2. */
  readonly validity?: EvalValidity | undefined;
  /** Accepted for authors who move over, and ignored: nothing is uploaded. */
  readonly mcpjam?: unknown;
}

/** What a suite's run did, per test and pooled. */
export interface EvalSuiteResult {
  readonly tests: Map<string, EvalRunResult>;
  readonly aggregate: {
    readonly iterations: number;
    readonly successes: number;
    readonly failures: number;
    /** Over all iterations pooled; 0 for none. */
    readonly accuracy: number;
    readonly tokenUsage: IterationTokens & { readonly perTest: number[] };
    readonly latency: Omit<RunLatency, "perIteration">;
  };
}

const DEFAULT_NAME = "EvalSuite";
const DEFAULT_PASS_THRESHOLD = 1;

/** Several eval cases, run one after another, and what they say together. */
export class EvalSuite {
  readonly #config: EvalSuiteConfig;
  readonly #tests = new Map<string, EvalTest>();
  #last: EvalSuiteResult | undefined;

  /** Throws GradableError (owner usage) for match options or a threshold that cannot be used, ChainError for validity. */
  constructor(config: EvalSuiteConfig = {}) {
    this.#config = config;
    if (config.matchOptions !== undefined)
      refuseBadMatchOptions(config.matchOptions, `Suite "${this.getName()}"`);
    const threshold = config.passThreshold;
    if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
      throw optionError("passThreshold", threshold, "a fraction from 0 to 1");
    }
    resolveEvalValidityPolicy(config.validity);
  }

  /** Adds a test. Throws for a name or an id that is already there. */
  add(test: EvalTest): void {
    const name = test.getName();
    if (this.#tests.has(name))
      throw evalsError("evals-duplicate-test", { what: "name", value: name, existing: "" });
    const same = this.getAll().find((other) => other.getId() === test.getId());
    if (same !== undefined) {
      throw evalsError("evals-duplicate-test", {
        what: "id",
        value: test.getId(),
        existing: `(as "${same.getName()}")`,
      });
    }
    this.#tests.set(name, test);
  }

  get(name: string): EvalTest | undefined {
    return this.#tests.get(name);
  }

  /** The tests in the order they were added. */
  getAll(): EvalTest[] {
    return [...this.#tests.values()];
  }

  size(): number {
    return this.#tests.size;
  }

  getName(): string {
    return this.#config.name ?? DEFAULT_NAME;
  }

  getConfig(): EvalSuiteConfig {
    return this.#config;
  }

  /** Runs the tests one after another, the iterations of one test at the same time. `onFailure` is called per test. */
  async run(executor: HostExecutor, options: EvalTestRunOptions): Promise<EvalSuiteResult> {
    const tests = new Map<string, EvalRunResult>();
    const total = this.#tests.size * options.iterations;
    let done = 0;
    for (const test of this.getAll()) {
      const result = await test.runWithin(this.#config.matchOptions, executor, {
        ...options,
        onProgress: () => {
          done += 1;
          options.onProgress?.(done, total);
        },
      });
      tests.set(test.getName(), result);
    }
    this.#last = { tests, aggregate: aggregate([...tests.values()]) };
    return this.#last;
  }

  /** The last run's results; null before the first. */
  getResults(): EvalSuiteResult | null {
    return this.#last ?? null;
  }

  accuracy(): number {
    return this.#finished().aggregate.accuracy;
  }

  /** Pooled over the tests that expect calls. Throws when no test does. */
  precision(): number {
    return precisionOf(this.#expectedCounts("precision()"));
  }

  /** Pooled over the tests that expect calls. Throws when no test does. */
  recall(): number {
    return recallOf(this.#expectedCounts("recall()"));
  }

  /** The same as {@link recall}. */
  truePositiveRate(): number {
    return recallOf(this.#expectedCounts("truePositiveRate()"));
  }

  /** Iterations with an extra call / iterations with a match, pooled; 0 when there are none. */
  unexpectedToolCallRate(): number {
    this.#finished();
    return unexpectedRateOf(addCounts(this.getAll().map((test) => test.matchCounts())));
  }

  /** @deprecated Use {@link unexpectedToolCallRate}. Without expectations this is failures / iterations. */
  falsePositiveRate(): number {
    const { failures, iterations } = this.#finished().aggregate;
    return this.#expecting().length > 0 ? this.unexpectedToolCallRate() : ratio(failures, iterations);
  }

  averageTokenUse(): number {
    const { tokenUsage, iterations } = this.#finished().aggregate;
    return ratio(tokenUsage.total, iterations);
  }

  /** Which links the suite's checks measure, and which none does. Needs no run. */
  getCoverage(): StageCoverage[] {
    return coverageReport(this.getAll().map((test) => test.getConfig()));
  }

  /** The record of the last run: every trial on the chain, the decision, the funnel, the coverage. */
  getRun(): EvalRun {
    this.#finished();
    return buildEvalRun(this.getAll(), {
      name: this.getName(),
      suiteId: this.#config.id,
      passThreshold: this.#config.passThreshold ?? DEFAULT_PASS_THRESHOLD,
      validity: this.#config.validity,
    });
  }

  /** The decision of the last run and where to look. */
  getDecision(): EvalRunDecisionSummary {
    return this.getRun().decision;
  }

  /** How many trials of the last run reached, passed and failed each link. */
  getFunnel(): EvalStageAnalyticsV1 {
    return this.getRun().analytics;
  }

  #expecting(): EvalTest[] {
    return this.getAll().filter((test) => test.hasExpectations());
  }

  #expectedCounts(metric: string): MatchCounts {
    this.#finished();
    const tests = this.#expecting();
    if (tests.length === 0) {
      throw evalsError("evals-no-expectations", {
        metric,
        subject: `no test of suite "${this.getName()}" declares any`,
      });
    }
    return addCounts(tests.map((test) => test.matchCounts()));
  }

  #finished(): EvalSuiteResult {
    if (this.#last === undefined) throw evalsError("evals-no-results", {});
    return this.#last;
  }
}

function aggregate(results: readonly EvalRunResult[]): EvalSuiteResult["aggregate"] {
  const iterations = results.reduce((sum, result) => sum + result.iterations, 0);
  const successes = results.reduce((sum, result) => sum + result.successes, 0);
  const { e2e, llm, mcp } = runLatency(results.flatMap((result) => result.latency.perIteration));
  return {
    iterations,
    successes,
    failures: iterations - successes,
    accuracy: ratio(successes, iterations),
    tokenUsage: {
      ...sumTokens(results.map((result) => result.tokenUsage)),
      perTest: results.map((result) => result.tokenUsage.total),
    },
    latency: { e2e, llm, mcp },
  };
}
