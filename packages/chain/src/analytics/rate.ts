import { z } from "zod";

/** A rate or threshold: a finite number from 0 to 1, never a percentage. */
export const evalFractionSchema = z.number().min(0).max(1);

/** A count: a whole number of at least 0. */
export const countSchema = z.number().int().min(0);

/** How many trials each reason left out of one rate. A reason that left out none is absent. */
const evalTrialExclusionsSchema = z.strictObject({
  notTerminal: countSchema.optional(),
  skipped: countSchema.optional(),
  setupFailed: countSchema.optional(),
  cancelled: countSchema.optional(),
  timedOut: countSchema.optional(),
  executionFailed: countSchema.optional(),
  evaluatorError: countSchema.optional(),
});
/** Counts by trial exclusion reason. */
export type EvalTrialExclusions = z.infer<typeof evalTrialExclusionsSchema>;

/**
 * One rate with the arithmetic behind it: `value` is exactly numerator / denominator, unrounded. A denominator of 0
 * is `notMeasured` with `value: null`, so 0 / 0 can be read neither as 0 % nor as 100 %.
 */
export const evalRateMeasurementSchema = z
  .discriminatedUnion("state", [
    z.strictObject({
      state: z.literal("measured"),
      value: evalFractionSchema,
      numerator: countSchema,
      denominator: z.number().int().min(1),
      exclusions: evalTrialExclusionsSchema.describe("trials that were left out, by reason"),
    }),
    z.strictObject({
      state: z.literal("notMeasured"),
      value: z.null(),
      numerator: z.literal(0),
      denominator: z.literal(0),
      exclusions: evalTrialExclusionsSchema,
    }),
  ])
  .superRefine((rate, context) => {
    if (rate.state === "notMeasured") return;
    if (rate.numerator > rate.denominator) {
      context.addIssue({
        code: "custom",
        path: ["numerator"],
        message: `numerator ${rate.numerator} exceeds denominator ${rate.denominator}`,
      });
    }
    const quotient = rate.numerator / rate.denominator;
    if (rate.value !== quotient) {
      context.addIssue({
        code: "custom",
        path: ["value"],
        message: `value ${rate.value} is not ${rate.numerator} / ${rate.denominator} = ${quotient}`,
      });
    }
  });
/** One rate with the arithmetic behind it. */
export type EvalRateMeasurement = z.infer<typeof evalRateMeasurementSchema>;

/** Builds a rate; a denominator of 0 is `notMeasured`. */
export function measureRate(
  numerator: number,
  denominator: number,
  exclusions: EvalTrialExclusions,
): EvalRateMeasurement {
  return denominator === 0
    ? { state: "notMeasured", value: null, numerator: 0, denominator: 0, exclusions }
    : { state: "measured", value: numerator / denominator, numerator, denominator, exclusions };
}
