import { z } from "zod";
import {
  countSchema,
  type EvalTrialExclusions,
  evalFractionSchema,
  evalRateMeasurementSchema,
} from "../analytics/rate.js";
import { about } from "../json/about.js";
import { opaqueIdSchema } from "../json/opaque-id.js";
import {
  EVAL_TRIAL_EXCLUSION_REASONS,
  EVAL_VERDICT_DECISION_REASONS,
  type EvalValidityDecisionReason,
  type EvalVerdictDecisionReason,
  evalVerdictDecisionReasonSchema,
} from "../vocabulary/decision.js";
import { type EvalRunVerdict, evalRunVerdictSchema } from "../vocabulary/verdict.js";
import {
  evalVerdictPolicyVersionSchema,
  type ResolvedEvalValidityPolicy,
  resolvedEvalValidityPolicySchema,
} from "./policy.js";

// Limits of spec §3.1.

/** Trials one case variant may configure. */
export const MAX_CONFIGURED_TRIALS = 100;
/** Distinct cases one suite may hold. */
export const MAX_SUITE_CASES = 500;
/** Case rows one decision may hold: every case times every configurable repetition. */
export const MAX_EVAL_CASE_AGGREGATIONS = 50_000;
/** Characters of a provider or model name. Source: the public contract's title limit. */
const maxNameChars = 200;

/** The provider and model one row's trials ran under. Absent when the run did not fan out. */
export const evalExecutionVariantSchema = z.strictObject({
  model: z.string().min(1).max(maxNameChars),
  provider: z
    .string()
    .min(1)
    .max(maxNameChars)
    .optional()
    .register(...about("program that answered, where counts are divided by judge")),
});
/** A provider and model pair. */
export type EvalExecutionVariant = z.infer<typeof evalExecutionVariantSchema>;

/** The separator inside an aggregation key: NUL, which no id or name contains. */
const EVAL_CASE_AGGREGATION_KEY_SEPARATOR = "\u0000";

/**
 * The identity of one case row. A row without a variant gets a key that no variant row can equal, because a variant
 * key always has one separator more.
 */
export function evalCaseAggregationKey(entry: {
  caseId: string;
  executionVariant?: EvalExecutionVariant | undefined;
}): string {
  const separator = EVAL_CASE_AGGREGATION_KEY_SEPARATOR;
  const variant = entry.executionVariant;
  return variant === undefined
    ? `${entry.caseId}${separator}`
    : [entry.caseId, variant.provider ?? "", variant.model].join(separator);
}

const caseShape = z.strictObject({
  caseId: opaqueIdSchema.describe("id of the request"),
  executionVariant: evalExecutionVariantSchema.optional(),
  configuredTrials: z.number().int().min(1).max(MAX_CONFIGURED_TRIALS),
  attemptedTrials: countSchema,
  eligibleTrials: countSchema.describe("trials that count for the verdict"),
  passedTrials: countSchema.describe("trials that picked the right tool with a well-formed first call"),
  failedTrials: countSchema.describe("trials that did not"),
  effectivePassThreshold: evalFractionSchema.describe("share of trials that must pass for a request to pass"),
  passRate: evalRateMeasurementSchema.describe("share of trials that passed"),
  completionRate: evalRateMeasurementSchema.describe("share of trials that completed"),
  observedStability: evalRateMeasurementSchema.describe("share of trials that agree with the majority"),
  mixedVerdict: z.boolean().register(...about("some trials of a request passed and some failed")),
  verdict: evalRunVerdictSchema.describe("passed, failed or inconclusive"),
  reason: evalVerdictDecisionReasonSchema,
});

/** The verdict and reason that follow from one case's counts. Meeting the threshold exactly passes. */
export function caseVerdict(
  passedTrials: number,
  eligibleTrials: number,
  threshold: number,
): { verdict: EvalRunVerdict; reason: EvalVerdictDecisionReason } {
  if (eligibleTrials === 0) return { verdict: "inconclusive", reason: "caseHasNoEligibleTrials" };
  return passedTrials / eligibleTrials >= threshold
    ? { verdict: "passed", reason: "casePassRateMetThreshold" }
    : { verdict: "failed", reason: "casePassRateBelowThreshold" };
}

/** One case variant's trials, counted. The validator recomputes every derived field from the counts. */
export const evalCaseVerdictAggregationSchema = caseShape.superRefine((row, context) => {
  const expect = expecter(context);
  const { verdict, reason } = caseVerdict(row.passedTrials, row.eligibleTrials, row.effectivePassThreshold);
  if (row.attemptedTrials > row.configuredTrials) {
    expect(["attemptedTrials"], row.attemptedTrials, `at most configuredTrials ${row.configuredTrials}`);
  }
  if (row.eligibleTrials > row.completionRate.numerator) {
    expect(["eligibleTrials"], row.eligibleTrials, `at most the ${row.completionRate.numerator} completed`);
  }
  same(expect, ["eligibleTrials"], row.eligibleTrials, row.passedTrials + row.failedTrials);
  same(expect, ["mixedVerdict"], row.mixedVerdict, row.passedTrials > 0 && row.failedTrials > 0);
  same(expect, ["passRate", "numerator"], row.passRate.numerator, row.passedTrials);
  same(expect, ["passRate", "denominator"], row.passRate.denominator, row.eligibleTrials);
  same(expect, ["completionRate", "denominator"], row.completionRate.denominator, row.attemptedTrials);
  same(
    expect,
    ["observedStability", "numerator"],
    row.observedStability.numerator,
    Math.max(row.passedTrials, row.failedTrials),
  );
  same(expect, ["observedStability", "denominator"], row.observedStability.denominator, row.eligibleTrials);
  same(expect, ["verdict"], row.verdict, verdict);
  same(expect, ["reason"], row.reason, reason);
  const ungraded = row.configuredTrials - row.eligibleTrials;
  same(expect, ["passRate", "exclusions"], excludedTrials(row.passRate.exclusions), ungraded);
  same(
    expect,
    ["observedStability", "exclusions"],
    excludedTrials(row.observedStability.exclusions),
    ungraded,
  );
  same(
    expect,
    ["completionRate", "exclusions"],
    excludedTrials(row.completionRate.exclusions),
    row.configuredTrials - row.attemptedTrials,
  );
});
/** One case variant's trials, counted. */
export type EvalCaseVerdictAggregation = z.infer<typeof caseShape>;

const validityShape = z.strictObject({
  policy: resolvedEvalValidityPolicySchema.describe("what must be measured for a verdict"),
  holds: z.boolean().register(...about("whether what the policy asks for was met")),
  configuredTrials: countSchema,
  attemptedTrials: countSchema,
  eligibleTrials: countSchema,
  completionRate: evalRateMeasurementSchema,
  evaluatorErrorRate: evalRateMeasurementSchema.describe("share of answers that could not be used"),
});
/** The validity phase of a decision: the totals, the two rates, and whether every check passed. */
export type EvalVerdictValidity = z.infer<typeof validityShape>;

/**
 * The validity checks a run fails, in vocabulary order. An empty list means validity holds.
 *
 * A rate that was not measured satisfies neither a floor nor a ceiling.
 */
export function failedValidityChecks(
  validity: Omit<EvalVerdictValidity, "holds">,
  everyCaseMeasured: boolean,
): EvalValidityDecisionReason[] {
  const { policy, completionRate, evaluatorErrorRate } = validity;
  const failed = coverageFailures(policy, validity);
  if (completionRate.state === "notMeasured") failed.push("completionRateNotMeasured");
  else if (completionRate.value < policy.minCompletionRate) failed.push("completionRateBelowMinimum");
  if (evaluatorErrorRate.state === "notMeasured") failed.push("evaluatorErrorRateNotMeasured");
  else if (evaluatorErrorRate.value > policy.maxEvaluatorErrorRate) {
    failed.push("evaluatorErrorRateAboveMaximum");
  }
  if (!everyCaseMeasured) failed.push("caseHasNoEligibleTrials");
  return failed;
}

function coverageFailures(
  policy: ResolvedEvalValidityPolicy,
  totals: { configuredTrials: number; attemptedTrials: number; eligibleTrials: number },
): EvalValidityDecisionReason[] {
  const { coverage } = policy;
  if (coverage.kind === "minEligibleTrials") {
    return totals.eligibleTrials < coverage.minEligibleTrials ? ["eligibleTrialsBelowMinimum"] : [];
  }
  const failed: EvalValidityDecisionReason[] = [];
  if (totals.attemptedTrials !== totals.configuredTrials) failed.push("configuredTrialsNotAttempted");
  if (totals.eligibleTrials < coverage.minGradeableTrials) failed.push("noGradeableTrials");
  return failed;
}

/** The verdict and reasons of a run whose validity checks are known. */
export function runVerdict(
  failedChecks: readonly EvalValidityDecisionReason[],
  cases: readonly { verdict: EvalRunVerdict }[],
): { verdict: EvalRunVerdict; reasons: EvalVerdictDecisionReason[] } {
  if (failedChecks.length > 0) return { verdict: "inconclusive", reasons: [...failedChecks] };
  return cases.some((row) => row.verdict === "failed")
    ? { verdict: "failed", reasons: ["casePassRateBelowThreshold"] }
    : { verdict: "passed", reasons: ["allMeasuredCasesMetThreshold"] };
}

const decisionShape = z.strictObject({
  verdictPolicyVersion: evalVerdictPolicyVersionSchema.describe("version of the rules for the verdict"),
  verdict: evalRunVerdictSchema,
  reasons: z
    .array(evalVerdictDecisionReasonSchema)
    .min(1)
    .max(EVAL_VERDICT_DECISION_REASONS.length)
    .register(...about("why, as words of a closed list")),
  validity: validityShape,
  cases: z
    .array(evalCaseVerdictAggregationSchema)
    .min(1)
    .max(MAX_EVAL_CASE_AGGREGATIONS)
    .register(...about("each request with its own verdict")),
});

/**
 * One run's decision under verdict policy v2.
 *
 * The validator recomputes everything that can be recomputed from the case counts and the policy (totals, rates,
 * whether validity holds, the verdict, the reasons and their order) and refuses any deviation.
 */
export const evalVerdictDecisionSchema = decisionShape.superRefine((decision, context) => {
  const expect = expecter(context);
  checkIdentities(decision.cases, expect);
  const { validity } = decision;
  const totals = { configuredTrials: 0, attemptedTrials: 0, eligibleTrials: 0 };
  let completed = 0;
  for (const row of decision.cases) {
    totals.configuredTrials += row.configuredTrials;
    totals.attemptedTrials += row.attemptedTrials;
    totals.eligibleTrials += row.eligibleTrials;
    completed += row.completionRate.numerator;
  }
  for (const field of ["configuredTrials", "attemptedTrials", "eligibleTrials"] as const) {
    same(expect, ["validity", field], validity[field], totals[field]);
  }
  for (const field of ["completionRate", "evaluatorErrorRate"] as const) {
    same(expect, ["validity", field, "denominator"], validity[field].denominator, totals.attemptedTrials);
  }
  same(expect, ["validity", "completionRate", "numerator"], validity.completionRate.numerator, completed);
  // A completed trial is gradeable or an evaluator error, so the two counts explain every completed trial.
  same(
    expect,
    ["validity", "evaluatorErrorRate", "numerator"],
    validity.evaluatorErrorRate.numerator,
    completed - totals.eligibleTrials,
  );
  for (const reason of EVAL_TRIAL_EXCLUSION_REASONS) {
    const excluded = decision.cases.reduce(
      (sum, row) => sum + (row.completionRate.exclusions[reason] ?? 0),
      0,
    );
    for (const field of ["completionRate", "evaluatorErrorRate"] as const) {
      same(
        expect,
        ["validity", field, "exclusions", reason],
        validity[field].exclusions[reason] ?? 0,
        excluded,
      );
    }
  }
  const failed = failedValidityChecks(
    validity,
    decision.cases.every((row) => row.eligibleTrials > 0),
  );
  same(expect, ["validity", "holds"], validity.holds, failed.length === 0);
  const { verdict, reasons } = runVerdict(failed, decision.cases);
  same(expect, ["verdict"], decision.verdict, verdict);
  same(expect, ["reasons"], decision.reasons.join(", "), reasons.join(", "));
});
/** One run's decision under verdict policy v2. */
export type EvalVerdictDecision = z.infer<typeof decisionShape>;

/** How many trials a rate left out, over all reasons. */
function excludedTrials(exclusions: EvalTrialExclusions): number {
  return EVAL_TRIAL_EXCLUSION_REASONS.reduce((sum, reason) => sum + (exclusions[reason] ?? 0), 0);
}

type Expect = (path: PropertyKey[], found: unknown, expected: string) => void;

function expecter(context: z.RefinementCtx): Expect {
  return (path, found, expected) => {
    context.addIssue({ code: "custom", path, message: `found ${String(found)}, expected ${expected}` });
  };
}

function same(expect: Expect, path: PropertyKey[], found: unknown, expected: unknown): void {
  if (found !== expected) expect(path, found, String(expected));
}

function checkIdentities(
  cases: readonly { caseId: string; executionVariant?: EvalExecutionVariant | undefined }[],
  expect: Expect,
): void {
  const problem = identityProblem(cases);
  if (problem !== undefined) expect(["cases"], problem.caseId ?? problem.count, identityRules[problem.code]);
}

const identityRules = {
  duplicateCase: "one row per case and variant",
  mixedVariants: "a variant on every row of a case or on none",
  tooManyCases: `at most ${MAX_SUITE_CASES} distinct cases`,
} as const;

/** The first way a set of case rows breaks the identity rules, or undefined. */
export function identityProblem(
  cases: readonly { caseId: string; executionVariant?: EvalExecutionVariant | undefined }[],
): { code: keyof typeof identityRules; caseId?: string; count?: number } | undefined {
  const keys = new Set<string>();
  const hasVariant = new Map<string, boolean>();
  for (const row of cases) {
    const key = evalCaseAggregationKey(row);
    if (keys.has(key)) return { code: "duplicateCase", caseId: row.caseId };
    keys.add(key);
    const variant = row.executionVariant !== undefined;
    const earlier = hasVariant.get(row.caseId);
    if (earlier !== undefined && earlier !== variant) return { code: "mixedVariants", caseId: row.caseId };
    hasVariant.set(row.caseId, variant);
  }
  return hasVariant.size > MAX_SUITE_CASES ? { code: "tooManyCases", count: hasVariant.size } : undefined;
}
