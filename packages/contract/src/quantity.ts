import { z } from "zod";

/** An exact rational in lowest terms: an integer ("7", "-3") or "p/q" with q ≥ 2. */
export const exactSchema = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\/[1-9]\d*)?$/, 'expected an exact rational such as "7" or "5/6"');

/** A derived number: `exact` decides, `value` is the double nearest to it. */
export const quantitySchema = z.strictObject({ value: z.number(), exact: exactSchema });
export type Quantity = z.infer<typeof quantitySchema>;

/** Why something has no value. Closed; the text is in {@link NOT_MEASURED_LABELS}. */
export const NOT_MEASURED_LABELS = {
  noGradeableTrial: "no trial produced an answer that could be graded",
  noDestructiveCandidates: "no trial proposed a call to a destructive tool",
  noResponseData: "no response sizes were given",
  tooFewTasks: "fewer than two tasks, so nothing can be resampled",
} as const;
export type NotMeasuredReason = keyof typeof NOT_MEASURED_LABELS;
export const NOT_MEASURED_REASONS = Object.keys(NOT_MEASURED_LABELS) as [
  NotMeasuredReason,
  ...NotMeasuredReason[],
];

/**
 * A ratio of two stored counts. Measured: `exact` is numerator/denominator in lowest terms. A denominator of zero
 * is not measured: value and exact are `null` and `reason` says why; it is never 0 and never 1.
 */
export const ratioSchema = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.literal("measured"),
    value: z.number(),
    exact: exactSchema,
    numerator: z.int().min(0),
    denominator: z.int().min(1),
  }),
  z.strictObject({
    state: z.literal("notMeasured"),
    value: z.null(),
    exact: z.null(),
    numerator: z.int().min(0),
    denominator: z.literal(0),
    reason: z.enum(NOT_MEASURED_REASONS),
  }),
]);
export type Ratio = z.infer<typeof ratioSchema>;
