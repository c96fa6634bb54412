import { about } from "@gradable/chain";
import { z } from "zod";
import { NOT_MEASURED_REASONS } from "./vocabulary/score.js";

/** An exact rational in lowest terms: an integer ("7", "-3") or "p/q" with q ≥ 2. */
export const exactSchema = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\/[1-9]\d*)?$/, 'expected an exact rational such as "7" or "5/6"');

/** A derived number: `exact` decides, `value` is the double nearest to it. */
export const quantitySchema = z.strictObject({
  value: z.number().register(...about("a figure as a decimal, for reading; exact is the one that counts")),
  exact: exactSchema.describe(
    "a figure as an exact fraction or decimal; for tokens: counted by the tokenizer",
  ),
});
export type Quantity = z.infer<typeof quantitySchema>;

/**
 * An exact rational as decimal text with `decimals` places, rounded down (towards minus infinity). Scores are shown
 * this way, so that a composite of 89.99 never reads 90.0 beside a B. Throws `RangeError` for text that is not one.
 */
export function roundDown(exact: string, decimals: number): string {
  if (!exactSchema.safeParse(exact).success) {
    throw new RangeError(`Expected an exact rational such as "5/6", found ${JSON.stringify(exact)}.`);
  }
  const [numerator = "0", denominator = "1"] = exact.split("/");
  const scaled = BigInt(numerator) * 10n ** BigInt(decimals);
  const divisor = BigInt(denominator);
  // BigInt division truncates; below zero, rounding down is one step further.
  const floor = scaled / divisor - (scaled < 0n && scaled % divisor !== 0n ? 1n : 0n);
  const digits = (floor < 0n ? -floor : floor).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${floor < 0n ? "-" : ""}${whole}${decimals === 0 ? "" : `.${digits.slice(-decimals)}`}`;
}

/** A score or points as shown: one decimal, rounded down ("89.9"). */
export function formatScore(exact: string): string {
  return roundDown(exact, 1);
}

/**
 * A ratio of two stored counts. Measured: `exact` is numerator/denominator in lowest terms. A denominator of zero
 * is not measured: value and exact are `null` and `reason` says why; it is never 0 and never 1.
 */
export const ratioSchema = z.discriminatedUnion("state", [
  z.strictObject({
    state: z
      .literal("measured")
      .register(
        ...about(
          "whether a stage passed, failed, was not reached, or was not measured; of a figure, whether it was measured",
        ),
      ),
    value: z.number(),
    exact: exactSchema,
    numerator: z
      .int()
      .min(0)
      .register(...about("upper count of a ratio")),
    denominator: z
      .int()
      .min(1)
      .register(...about("lower count of a ratio")),
  }),
  z.strictObject({
    state: z.literal("notMeasured"),
    value: z.null(),
    exact: z.null(),
    numerator: z.int().min(0),
    denominator: z.literal(0),
    reason: z.enum(NOT_MEASURED_REASONS.ids).register(...about("why, as one of a closed list")),
  }),
]);
export type Ratio = z.infer<typeof ratioSchema>;
