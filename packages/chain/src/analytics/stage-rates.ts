import { z } from "zod";
import { type EvalStageExclusions, type EvalStageTally, evalStageExclusionsSchema } from "./document.js";
import { countSchema, evalFractionSchema } from "./rate.js";

/** One derived rate with its arithmetic. Never stored. */
const evalStageRateSchema = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.literal("measured"),
    value: evalFractionSchema,
    numerator: countSchema,
    denominator: z.number().int().min(1),
    exclusions: evalStageExclusionsSchema,
  }),
  z.strictObject({
    state: z.literal("notMeasured"),
    value: z.null(),
    numerator: z.literal(0),
    denominator: z.literal(0),
    exclusions: evalStageExclusionsSchema,
  }),
]);
/** One derived rate with its arithmetic. */
export type EvalStageRate = z.infer<typeof evalStageRateSchema>;

/**
 * Builds a rate from counts. A denominator of 0, a value that is no whole number, a negative one, or a numerator above
 * its denominator gives `notMeasured`: render it in words, never as 0 % or 100 %.
 */
export function stageRate(
  numerator: number,
  denominator: number,
  exclusions: EvalStageExclusions = {},
): EvalStageRate {
  const sound =
    Number.isInteger(numerator) &&
    Number.isInteger(denominator) &&
    denominator > 0 &&
    numerator >= 0 &&
    numerator <= denominator;
  return sound
    ? { state: "measured", value: numerator / denominator, numerator, denominator, exclusions }
    : { state: "notMeasured", value: null, numerator: 0, denominator: 0, exclusions };
}

/** Of the trials whose reach is known, the fraction that reached the stage. */
export function reachRate(tally: EvalStageTally): EvalStageRate {
  return stageRate(
    tally.reached,
    tally.reached + tally.notReached,
    withCount(tally, "reachUnknown", tally.reachUnknown),
  );
}

/** Of the trials that reached the stage, the fraction something decided. Read it before the pass rate. */
export function measurementCoverageRate(tally: EvalStageTally): EvalStageRate {
  return stageRate(tally.measured, tally.reached, withCount(tally, "notMeasured", tally.notMeasured));
}

/** Of the trials decided at the stage, the fraction that passed. */
export function measuredPassRate(tally: EvalStageTally): EvalStageRate {
  return stageRate(tally.passed, tally.measured, withCount(tally, "notMeasured", tally.notMeasured));
}

/** Mean latency in milliseconds, or null without samples. */
export function latencyMeanMs(
  latency: { readonly sampleCount: number; readonly totalMs: number } | undefined,
): number | null {
  return latency === undefined || latency.sampleCount <= 0 ? null : latency.totalMs / latency.sampleCount;
}

function withCount(
  tally: EvalStageTally,
  name: "reachUnknown" | "notMeasured",
  count: number,
): EvalStageExclusions {
  return count > 0 ? { ...tally.excluded, [name]: count } : { ...tally.excluded };
}
