import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evalRateMeasurementSchema } from "../src/analytics/rate.js";
import { ChainError } from "../src/errors.js";
import { evalV2IterationHasEvaluatorError, evalV2TrialObservation } from "../src/stages/trial-observation.js";
import {
  aggregateEvalCaseVerdict,
  aggregateEvalRunVerdict,
  type EvalCaseVerdictInput,
  type EvalTrialObservation,
} from "../src/verdict/aggregate.js";
import {
  type EvalVerdictDecision,
  evalCaseAggregationKey,
  evalCaseVerdictAggregationSchema,
  evalVerdictDecisionSchema,
} from "../src/verdict/decision.js";
import {
  type EvalValidity,
  effectivePassThreshold,
  isEvalVerdictPolicyV2,
  resolvedEvalValidityPolicySchema,
  resolveEvalValidityPolicy,
} from "../src/verdict/policy.js";
import { ITERATION_STATUSES } from "../src/vocabulary/trial.js";

const pass: EvalTrialObservation = { status: "completed", taskVerdict: "passed" };
const fail: EvalTrialObservation = { status: "completed", taskVerdict: "failed" };
const broken: EvalTrialObservation = { status: "completed", evaluatorError: true };
const times = (count: number, trial: EvalTrialObservation) => Array.from({ length: count }, () => trial);
const testCase = (
  trials: EvalTrialObservation[],
  overrides: Partial<EvalCaseVerdictInput> = {},
): EvalCaseVerdictInput => ({
  caseId: "c_a",
  configuredTrials: trials.length,
  effectivePassThreshold: 0.8,
  trials,
  ...overrides,
});
const decide = (cases: EvalCaseVerdictInput[], validity?: EvalValidity) =>
  aggregateEvalRunVerdict({ policy: resolveEvalValidityPolicy(validity), cases });

describe("vectors of spec §3.5", () => {
  it("meeting the threshold exactly passes", () => {
    const decision = decide([testCase([...times(4, pass), fail])]);
    expect(decision.verdict).toBe("passed");
    expect(decision.reasons).toEqual(["allMeasuredCasesMetThreshold"]);
    expect(decision.cases[0]).toMatchObject({ verdict: "passed", reason: "casePassRateMetThreshold" });
  });

  it("missing it by a hundredth fails", () => {
    const decision = decide([testCase([...times(4, pass), fail], { effectivePassThreshold: 0.81 })]);
    expect(decision.verdict).toBe("failed");
    expect(decision.reasons).toEqual(["casePassRateBelowThreshold"]);
  });

  it("a run whose trials were all cancelled is inconclusive for five reasons", () => {
    const decision = decide([testCase(times(5, { status: "cancelled" }))]);
    expect(decision.verdict).toBe("inconclusive");
    expect(decision.reasons).toEqual([
      "configuredTrialsNotAttempted",
      "noGradeableTrials",
      "completionRateNotMeasured",
      "evaluatorErrorRateNotMeasured",
      "caseHasNoEligibleTrials",
    ]);
  });

  it("two evaluator errors in ten are too many", () => {
    const decision = decide([testCase([...times(8, pass), ...times(2, broken)])]);
    expect(decision.validity.evaluatorErrorRate).toEqual({
      state: "measured",
      value: 0.2,
      numerator: 2,
      denominator: 10,
      exclusions: {},
    });
    expect([decision.verdict, decision.reasons]).toEqual([
      "inconclusive",
      ["evaluatorErrorRateAboveMaximum"],
    ]);
  });

  it("seven completed of ten are too few", () => {
    const decision = decide([testCase([...times(7, pass), ...times(3, { status: "timed_out" })])]);
    expect([decision.verdict, decision.reasons]).toEqual(["inconclusive", ["completionRateBelowMinimum"]]);
  });

  it("a floor of gradeable trials replaces the rule that all were attempted", () => {
    const cases = [testCase([...times(8, pass), ...times(2, { status: "skipped" })])];
    const floored = decide(cases, { minEligibleTrials: 8 });
    expect(floored.validity).toMatchObject({ holds: true, attemptedTrials: 8 });
    expect(floored.verdict).toBe("passed");
    const whole = decide(cases);
    expect([whole.verdict, whole.reasons]).toEqual(["inconclusive", ["configuredTrialsNotAttempted"]]);
  });

  it("a case that graded nothing makes the run inconclusive, even at threshold 0", () => {
    const decision = decide(
      [
        testCase([pass]),
        testCase([broken], { caseId: "c_b", effectivePassThreshold: 0 }),
        testCase(times(20, pass), { caseId: "c_c" }),
      ],
      { minEligibleTrials: 1 },
    );
    expect([decision.verdict, decision.reasons]).toEqual(["inconclusive", ["caseHasNoEligibleTrials"]]);
    expect(decision.cases[1]).toMatchObject({ verdict: "inconclusive", reason: "caseHasNoEligibleTrials" });
  });
});

describe("counts of one case", () => {
  it("counts each status as the specification says", () => {
    const trials: EvalTrialObservation[] = [
      pass,
      fail,
      broken,
      { status: "pending" },
      { status: "running" },
      { status: "failed" },
      { status: "cancelled" },
      { status: "timed_out" },
      { status: "setup_failed" },
      { status: "skipped" },
    ];
    const row = aggregateEvalCaseVerdict(testCase(trials, { configuredTrials: 12 }));
    expect(row).toMatchObject({
      configuredTrials: 12,
      attemptedTrials: 7,
      eligibleTrials: 2,
      passedTrials: 1,
      failedTrials: 1,
      mixedVerdict: true,
    });
    expect(row.passRate).toEqual({
      state: "measured",
      value: 0.5,
      numerator: 1,
      denominator: 2,
      exclusions: {
        notTerminal: 4,
        skipped: 1,
        setupFailed: 1,
        cancelled: 1,
        timedOut: 1,
        executionFailed: 1,
        evaluatorError: 1,
      },
    });
    expect(row.completionRate).toEqual({
      state: "measured",
      value: 3 / 7,
      numerator: 3,
      denominator: 7,
      exclusions: { notTerminal: 3, skipped: 1, cancelled: 1 },
    });
    expect(evalCaseVerdictAggregationSchema.safeParse(row).error).toBeUndefined();
  });

  it("an all-failed case is perfectly stable, which is no quality", () => {
    const row = aggregateEvalCaseVerdict(testCase(times(3, fail), { effectivePassThreshold: 0 }));
    expect(row.observedStability).toMatchObject({ value: 1, numerator: 3, denominator: 3 });
    expect(row).toMatchObject({ mixedVerdict: false, verdict: "passed" });
  });

  it("a verdict without completion does not count", () => {
    const trials: EvalTrialObservation[] = [{ status: "timed_out", taskVerdict: "passed" }];
    expect(aggregateEvalCaseVerdict(testCase(trials))).toMatchObject({
      eligibleTrials: 0,
      verdict: "inconclusive",
    });
  });
});

describe("identity", () => {
  it("joins with NUL, and no variant key equals a key without one", () => {
    expect(evalCaseAggregationKey({ caseId: "c" })).toBe("c\u0000");
    expect(evalCaseAggregationKey({ caseId: "c", executionVariant: { model: "m" } })).toBe("c\u0000\u0000m");
    expect(evalCaseAggregationKey({ caseId: "c", executionVariant: { model: "m", provider: "p" } })).toBe(
      "c\u0000p\u0000m",
    );
  });

  it("one case under two models is two rows", () => {
    const variant = (model: string) => testCase([pass], { executionVariant: { provider: "p", model } });
    expect(decide([variant("m1"), variant("m2")]).cases.map((row) => row.executionVariant?.model)).toEqual([
      "m1",
      "m2",
    ]);
  });
});

describe("refusals", () => {
  const codeOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof ChainError) return error.code;
      throw error;
    }
    return undefined;
  };
  const variant = { executionVariant: { model: "m" } };

  it.each([
    ["emptyDecision", []],
    ["duplicateCase", [testCase([pass]), testCase([pass])]],
    ["mixedVariants", [testCase([pass]), testCase([pass], variant)]],
    ["invalidCaseId", [testCase([pass], { caseId: "a b" })]],
    ["invalidVariant", [testCase([pass], { executionVariant: { model: "" } })]],
    ["invalidConfiguredTrials", [testCase([], { configuredTrials: 0 })]],
    ["invalidConfiguredTrials", [testCase([pass], { configuredTrials: 101 })]],
    ["invalidThreshold", [testCase([pass], { effectivePassThreshold: 80 })]],
    ["invalidThreshold", [testCase([pass], { effectivePassThreshold: Number.NaN })]],
    ["tooManyTrials", [testCase([pass, pass], { configuredTrials: 1 })]],
    ["unknownStatus", [testCase([{ status: "done" as "completed" }])]],
    ["undecidedTrial", [testCase([{ status: "completed" }])]],
    ["unknownTaskVerdict", [testCase([{ status: "completed", taskVerdict: "maybe" as "passed" }])]],
    ["tooManyCases", Array.from({ length: 501 }, (_, index) => testCase([pass], { caseId: `c${index}` }))],
  ] as [string, EvalCaseVerdictInput[]][])("%s", (code, cases) => {
    expect(codeOf(() => decide(cases))).toBe(code);
  });

  it("of a malformed policy", () => {
    expect(codeOf(() => resolveEvalValidityPolicy({ minCompletionRate: 80 }))).toBe("invalidPolicy");
    expect(codeOf(() => resolveEvalValidityPolicy({ minEligibleTrials: 0 }))).toBe("invalidPolicy");
    expect(codeOf(() => resolveEvalValidityPolicy({ minimum: 1 } as EvalValidity))).toBe("invalidPolicy");
    const policy = { ...resolveEvalValidityPolicy(), maxEvaluatorErrorRate: 2 };
    expect(codeOf(() => aggregateEvalRunVerdict({ policy, cases: [testCase([pass])] }))).toBe(
      "invalidPolicy",
    );
  });

  it("quote the value and name the next step", () => {
    expect(() => decide([testCase([pass], { caseId: "a b" })])).toThrow(
      'Case id "a b" is not an opaque id. Use 1 to 128 characters of A-Z a-z 0-9 _ -.',
    );
  });
});

describe("policy", () => {
  it("resolves its defaults and keeps what was authored", () => {
    expect(resolveEvalValidityPolicy()).toEqual({
      coverage: { kind: "allConfiguredTrialsAttempted", minGradeableTrials: 1 },
      minCompletionRate: 0.8,
      maxEvaluatorErrorRate: 0.1,
    });
    expect(
      resolveEvalValidityPolicy({ minEligibleTrials: 3, minCompletionRate: 0, maxEvaluatorErrorRate: 1 }),
    ).toEqual({
      coverage: { kind: "minEligibleTrials", minEligibleTrials: 3 },
      minCompletionRate: 0,
      maxEvaluatorErrorRate: 1,
    });
  });

  it("has exclusive coverage rules", () => {
    const both = {
      coverage: { kind: "minEligibleTrials", minEligibleTrials: 1, minGradeableTrials: 1 },
      minCompletionRate: 0.8,
      maxEvaluatorErrorRate: 0.1,
    };
    expect(resolvedEvalValidityPolicySchema.safeParse(both).success).toBe(false);
  });

  it("takes a case's own threshold first, 0 included", () => {
    expect([effectivePassThreshold(0, 0.5), effectivePassThreshold(undefined, 0.5)]).toEqual([0, 0.5]);
  });

  it("is version 2 only when it says so", () => {
    expect([2, "2", undefined, null, 1].map(isEvalVerdictPolicyV2)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("evalVerdictDecisionSchema", () => {
  const valid = (): EvalVerdictDecision =>
    structuredClone(
      decide([testCase([...times(4, pass), fail]), testCase([pass, broken, fail], { caseId: "c_b" })]),
    );

  /** Every number, text and flag of the decision, one at a time. */
  function* leaves(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
    if (value === null || typeof value !== "object") yield path;
    else for (const [key, entry] of Object.entries(value)) yield* leaves(entry, [...path, key]);
  }

  function tampered(path: readonly (string | number)[]): unknown {
    const decision = valid() as unknown as Record<string | number, unknown>;
    let parent = decision;
    for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
    const key = path.at(-1) as string;
    const old = parent[key];
    if (typeof old === "number") parent[key] = old + 1;
    else if (typeof old === "boolean") parent[key] = !old;
    else parent[key] = `${old}x`;
    return decision;
  }

  it("accepts what the aggregator makes", () => {
    expect(evalVerdictDecisionSchema.safeParse(valid()).error).toBeUndefined();
  });

  it("refuses every deviation in what it can recompute", () => {
    const free = new Set(["caseId"]);
    const paths = [...leaves(valid())].filter((path) => !free.has(String(path.at(-1))));
    expect(paths.length).toBeGreaterThan(60);
    const accepted = paths.filter((path) => evalVerdictDecisionSchema.safeParse(tampered(path)).success);
    expect(accepted.map((path) => path.join("."))).toEqual([]);
  });

  it("refuses reasons in another order, missing or invented", () => {
    const decision = structuredClone(decide([testCase(times(5, { status: "cancelled" }))]));
    const refuses = (reasons: EvalVerdictDecision["reasons"]) =>
      expect(evalVerdictDecisionSchema.safeParse({ ...decision, reasons }).success).toBe(false);
    refuses([...decision.reasons].reverse());
    refuses(decision.reasons.slice(1));
    refuses([...decision.reasons, "casePassRateBelowThreshold"]);
    refuses([]);
  });

  it("refuses an absent or another version, unknown fields and no cases", () => {
    const { verdictPolicyVersion: _version, ...legacy } = valid();
    for (const value of [
      legacy,
      { ...valid(), verdictPolicyVersion: 1 },
      { ...valid(), note: 1 },
      { ...valid(), cases: [] },
    ]) {
      expect(evalVerdictDecisionSchema.safeParse(value).success).toBe(false);
    }
  });
});

describe("evalRateMeasurementSchema", () => {
  it.each([
    [{ state: "measured", value: 1 / 3, numerator: 1, denominator: 3, exclusions: {} }, true],
    [{ state: "measured", value: 0.33, numerator: 1, denominator: 3, exclusions: {} }, false],
    [{ state: "measured", value: 0, numerator: 0, denominator: 0, exclusions: {} }, false],
    [{ state: "measured", value: 1, numerator: 4, denominator: 3, exclusions: {} }, false],
    [{ state: "notMeasured", value: null, numerator: 0, denominator: 0, exclusions: { skipped: 2 } }, true],
    [{ state: "notMeasured", value: 0, numerator: 0, denominator: 0, exclusions: {} }, false],
    [{ state: "notMeasured", value: null, numerator: 0, denominator: 1, exclusions: {} }, false],
    [{ state: "measured", value: 1, numerator: 1, denominator: 1, exclusions: { lost: 1 } }, false],
  ])("%o", (rate, valid) => {
    expect(evalRateMeasurementSchema.safeParse(rate).success).toBe(valid);
  });
});

describe("trial observations", () => {
  const config = (scorer: Record<string, unknown>) => ({
    definitions: [{ scorerId: "s", role: "gating", ...scorer }],
  });
  const errs = (metadata: Record<string, unknown> | undefined) => evalV2IterationHasEvaluatorError(metadata);

  it.each([
    ["no metadata", undefined, false],
    ["failed integrity", { scoreIntegrity: "score_integrity_invalid" }, true],
    [
      "an error under fail",
      { evaluationConfig: config({ onError: "fail" }), scores: [{ scorerId: "s", status: "error" }] },
      true,
    ],
    [
      "an error under ignore",
      { evaluationConfig: config({ onError: "ignore" }), scores: [{ scorerId: "s", status: "error" }] },
      false,
    ],
    [
      "a skip under fail",
      { evaluationConfig: config({ onSkipped: "fail" }), scores: [{ scorerId: "s", status: "skipped" }] },
      true,
    ],
    ["no row", { evaluationConfig: config({}), scores: [] }, true],
    ["no row under ignore", { evaluationConfig: config({ onSkipped: "ignore" }) }, false],
    [
      "a row that does not apply",
      { evaluationConfig: config({}), scores: [{ scorerId: "s", status: "not_applicable" }] },
      false,
    ],
    [
      "an advisory scorer without a row",
      { evaluationConfig: config({ role: "advisory" }), scores: [] },
      false,
    ],
    ["a row without a definition", { scores: [{ scorerId: "x", status: "error" }] }, false],
  ] as [string, Record<string, unknown> | undefined, boolean][])("%s", (_name, metadata, expected) => {
    expect(errs(metadata)).toBe(expected);
  });

  it("take the status verbatim and the verdict of completed trials only", () => {
    expect(evalV2TrialObservation({ status: "timed_out", result: "passed" })).toEqual({
      status: "timed_out",
    });
    expect(evalV2TrialObservation({ status: "completed", result: "failed" })).toEqual(fail);
    expect(
      evalV2TrialObservation({
        status: "completed",
        result: "passed",
        metadata: { scoreIntegrity: "score_integrity_invalid" },
      }),
    ).toEqual(broken);
    expect(() => evalV2TrialObservation({ status: "completed", result: "pending" })).toThrow(ChainError);
  });
});

describe("properties", () => {
  const observation: fc.Arbitrary<EvalTrialObservation> = fc.oneof(
    fc.constantFrom(pass, fail, broken),
    fc.record({
      status: fc.constantFrom(...ITERATION_STATUSES.filter((status) => status !== "completed")),
    }),
  );
  const cases = fc.uniqueArray(
    fc.record({
      caseId: fc.stringMatching(/^[a-z]{1,3}$/),
      trials: fc.array(observation, { maxLength: 6 }),
      extra: fc.nat(2),
      effectivePassThreshold: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { selector: ({ caseId }) => caseId, minLength: 1, maxLength: 4 },
  );
  const validity: fc.Arbitrary<EvalValidity> = fc.record(
    {
      minEligibleTrials: fc.integer({ min: 1, max: 10 }),
      minCompletionRate: fc.double({ min: 0, max: 1, noNaN: true }),
      maxEvaluatorErrorRate: fc.double({ min: 0, max: 1, noNaN: true }),
    },
    { requiredKeys: [] },
  );
  const inputs = fc.tuple(cases, validity).map(([rows, block]) => ({
    policy: resolveEvalValidityPolicy(block),
    cases: rows.map(({ extra, ...row }) => ({
      ...row,
      configuredTrials: Math.max(1, row.trials.length + extra),
    })),
  }));

  it("every decision validates and survives a round trip", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const decision = aggregateEvalRunVerdict(input);
        expect(evalVerdictDecisionSchema.parse(JSON.parse(JSON.stringify(decision)))).toEqual(decision);
      }),
    );
  });

  it("the order of trials changes nothing, byte for byte", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const reversed = input.cases.map((row) => ({ ...row, trials: [...row.trials].reverse() }));
        expect(JSON.stringify(aggregateEvalRunVerdict({ ...input, cases: reversed }))).toBe(
          JSON.stringify(aggregateEvalRunVerdict(input)),
        );
      }),
    );
  });
});
