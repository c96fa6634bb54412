import type { Interval } from "./interval.js";

/** The 97.5 % quantile of the standard normal distribution: two-sided 95 %. */
const Z = 1.959963984540054;

/**
 * Wilson score interval at 95 % of a proportion, as fractions 0–1: E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", Journal of the American Statistical Association 22 (1927), 209–212. Unlike a bootstrap it keeps a width
 * when all or none succeeded: 4 of 4 is 0.51 to 1. `successes` may be fractional (a rate times a number of tasks).
 * Throws `RangeError` when `total` is not positive: a proportion of nothing is not measured.
 */
export function wilsonInterval(successes: number, total: number): Interval {
  if (!(total > 0)) throw new RangeError(`A proportion needs a positive total, found ${total}.`);
  const rate = Math.min(1, Math.max(0, successes / total));
  const centre = rate + (Z * Z) / (2 * total);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / total + (Z * Z) / (4 * total * total));
  const scale = 1 + (Z * Z) / total;
  // At the ends the two terms cancel up to rounding; the interval touches the end exactly.
  return {
    low: rate === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: rate === 1 ? 1 : Math.min(1, (centre + spread) / scale),
  };
}
