import { USER_VALUE_STAGE_LABELS, type UserValueStage } from "@gradable/chain";
import { coverageReport } from "./run/coverage.js";
import { EvalSuite } from "./suite/eval-suite.js";
import type { EvalTest } from "./suite/eval-test.js";

/** What an expectation about an eval can be about. */
export type EvalSubject = EvalTest | EvalSuite;

/** Expectations about an eval that has run. Each throws an Error that says what was found, and returns itself. */
export interface EvalExpectation {
  /** At least this fraction of iterations passed (0 to 1); default all of them. */
  toPass(options?: { readonly atLeast?: number }): EvalExpectation;
  /** Precision of the expected calls is at least this (0 to 1). */
  toHavePrecision(atLeast: number): EvalExpectation;
  /** Recall of the expected calls is at least this (0 to 1). */
  toHaveRecall(atLeast: number): EvalExpectation;
  /** At most this fraction of matched iterations made a call nobody asked for; default 0. */
  toMakeNoUnexpectedCalls(options?: { readonly atMost?: number }): EvalExpectation;
  /** The mean of total tokens per iteration is below this. */
  toUseFewerTokensThan(tokens: number): EvalExpectation;
  /** Some gating check measures this link. Needs no run. */
  toMeasure(stage: UserValueStage): EvalExpectation;
}

/** Reads naturally in a test of any runner: `expectEval(test).toPass({ atLeast: 0.9 })`. */
export function expectEval(subject: EvalSubject): EvalExpectation {
  const name = JSON.stringify(subject.getName());
  const atLeast = (what: string, found: number, wanted: number) => {
    if (!(found >= wanted))
      throw new Error(
        `Expected eval ${name} to have ${what} of at least ${percent(wanted)}, found ${percent(found)}.${trailer(subject)}`,
      );
  };
  const expectation: EvalExpectation = {
    toPass({ atLeast: wanted = 1 } = {}) {
      atLeast("an accuracy", subject.accuracy(), wanted);
      return expectation;
    },
    toHavePrecision(wanted) {
      atLeast("a precision", subject.precision(), wanted);
      return expectation;
    },
    toHaveRecall(wanted) {
      atLeast("a recall", subject.recall(), wanted);
      return expectation;
    },
    toMakeNoUnexpectedCalls({ atMost = 0 } = {}) {
      const found = subject.unexpectedToolCallRate();
      if (!(found <= atMost)) {
        throw new Error(
          `Expected at most ${percent(atMost)} of iterations of eval ${name} to make unexpected calls, found ${percent(found)}.${trailer(subject)}`,
        );
      }
      return expectation;
    },
    toUseFewerTokensThan(tokens) {
      const found = subject.averageTokenUse();
      if (!(found < tokens))
        throw new Error(
          `Expected eval ${name} to use fewer than ${tokens} tokens per iteration, found ${found}.`,
        );
      return expectation;
    },
    toMeasure(stage) {
      const tests = testsOf(subject).map((test) => test.getConfig());
      if (coverageReport(tests).find((row) => row.stage === stage)?.measured !== true) {
        throw new Error(
          `Expected eval ${name} to measure ${USER_VALUE_STAGE_LABELS[stage]}, but none of its gating checks is filed there.`,
        );
      }
      return expectation;
    },
  };
  return expectation;
}

function testsOf(subject: EvalSubject): EvalTest[] {
  return subject instanceof EvalSuite ? subject.getAll() : [subject];
}

// Rounded down, so that only all of them read as 100 %.
function percent(fraction: number): string {
  return `${Math.floor(fraction * 1_000) / 10} %`;
}

function trailer(subject: EvalSubject): string {
  const reports = testsOf(subject)
    .filter((test) => (test.getResults()?.failures ?? 0) > 0)
    .map((test) => test.getFailureReport());
  return reports.length === 0 ? "" : `\n\n${reports.join("\n\n")}`;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const matcher =
  <Arguments extends unknown[]>(assert: (subject: EvalSubject, ...args: Arguments) => void) =>
  (received: EvalSubject, ...args: Arguments): MatcherResult => {
    try {
      assert(received, ...args);
      return {
        pass: true,
        message: () => `Expected eval "${received.getName()}" not to meet this, but it did.`,
      };
    } catch (error) {
      return { pass: false, message: () => (error instanceof Error ? error.message : String(error)) };
    }
  };

/** The same expectations as matchers, for `expect.extend(evalMatchers)`. */
export const evalMatchers = {
  toPassEval: matcher((subject, options?: { readonly atLeast?: number }) =>
    expectEval(subject).toPass(options),
  ),
  toHaveEvalPrecision: matcher((subject, atLeast: number) => expectEval(subject).toHavePrecision(atLeast)),
  toHaveEvalRecall: matcher((subject, atLeast: number) => expectEval(subject).toHaveRecall(atLeast)),
  toMeasureStage: matcher((subject, stage: UserValueStage) => expectEval(subject).toMeasure(stage)),
};
