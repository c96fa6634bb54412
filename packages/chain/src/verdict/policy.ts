import { z } from "zod";
import { evalFractionSchema } from "../analytics/rate.js";
import { ChainError } from "../errors.js";
import { about } from "../json/about.js";

/** The verdict policy version, as a literal. An absent version means a legacy run and is never read as 2. */
export const EVAL_VERDICT_POLICY_VERSION = 2;
/** The literal 2. */
export type EvalVerdictPolicyVersion = typeof EVAL_VERDICT_POLICY_VERSION;

/** Accepts exactly the number 2. */
export const evalVerdictPolicyVersionSchema = z.literal(EVAL_VERDICT_POLICY_VERSION);

/** True only for the number 2 itself. */
export function isEvalVerdictPolicyV2(value: unknown): value is EvalVerdictPolicyVersion {
  return value === EVAL_VERDICT_POLICY_VERSION;
}

/** Completed / attempted trials a run needs at least when its suite names no floor (spec §3.1). */
const DEFAULT_MIN_COMPLETION_RATE = 0.8;
/** Evaluator errors / attempted trials a run may have at most when its suite names no ceiling (spec §3.1). */
const DEFAULT_MAX_EVALUATOR_ERROR_RATE = 0.1;

/** The `validity` block of a suite as its author writes it. Every member is optional; none is filled in. */
export const evalValiditySchema = z.strictObject({
  minEligibleTrials: z.number().int().min(1).optional(),
  minCompletionRate: evalFractionSchema.optional(),
  maxEvaluatorErrorRate: evalFractionSchema.optional(),
});
/** The `validity` block of a suite. */
export type EvalValidity = z.infer<typeof evalValiditySchema>;

/**
 * How much of a run must have been looked at. The two rules exclude each other: a floor on gradeable trials
 * replaces the rule that every configured trial was attempted.
 */
const evalValidityCoverageSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("allConfiguredTrialsAttempted"),
    minGradeableTrials: z.literal(1).register(...about("fewest gradeable trials for a verdict")),
  }),
  z.strictObject({ kind: z.literal("minEligibleTrials"), minEligibleTrials: z.number().int().min(1) }),
]);

/** A validity block with its defaults resolved: what a run is decided against. */
export const resolvedEvalValidityPolicySchema = z.strictObject({
  coverage: evalValidityCoverageSchema.describe("how many trials must be there for a verdict"),
  minCompletionRate: evalFractionSchema,
  maxEvaluatorErrorRate: evalFractionSchema,
});
/** A resolved validity policy. */
export type ResolvedEvalValidityPolicy = z.infer<typeof resolvedEvalValidityPolicySchema>;

/**
 * Resolves a suite's validity block.
 *
 * @param validity the authored block; absent means every default
 * @throws {ChainError} `invalidPolicy` for an unknown field or a value out of range
 */
export function resolveEvalValidityPolicy(validity: EvalValidity = {}): ResolvedEvalValidityPolicy {
  const parsed = evalValiditySchema.safeParse(validity);
  if (!parsed.success) throw new ChainError("invalidPolicy", { problem: z.prettifyError(parsed.error) });
  const { minEligibleTrials, minCompletionRate, maxEvaluatorErrorRate } = parsed.data;
  return {
    coverage:
      minEligibleTrials === undefined
        ? { kind: "allConfiguredTrialsAttempted", minGradeableTrials: 1 }
        : { kind: "minEligibleTrials", minEligibleTrials },
    minCompletionRate: minCompletionRate ?? DEFAULT_MIN_COMPLETION_RATE,
    maxEvaluatorErrorRate: maxEvaluatorErrorRate ?? DEFAULT_MAX_EVALUATOR_ERROR_RATE,
  };
}

/** The threshold a case is held to: its own, else the suite's. Both are fractions from 0 to 1. */
export function effectivePassThreshold(ownThreshold: number | undefined, suiteThreshold: number): number {
  return ownThreshold ?? suiteThreshold;
}
