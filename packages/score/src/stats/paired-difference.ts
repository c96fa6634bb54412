import type { Interval } from "./interval.js";
import { wilsonInterval } from "./wilson.js";

/**
 * The same cases tried twice: how many succeeded both times, only the first time, only the second time, and neither time. May be
 * fractional, where a case was tried several times.
 */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/** Second rate minus first, with the ends of its interval, as fractions from −1 to 1. */
export interface PairedDifference extends Interval {
  readonly difference: number;
}

/**
 * 95 % interval of the difference of two paired proportions: R. G. Newcombe, "Improved confidence intervals for the difference
 * between binomial proportions based on paired data", Statistics in Medicine 17 (1998), 2635–2650, method 10. The Wilson
 * intervals of the two rates are joined by their correlation φ, whose numerator is lessened by half the number of cases where
 * it is positive; φ is 0 where a rate is 0 or 1. Throws `RangeError` when there are no cases.
 */
export function pairedDifference({ both, onlyFirst, onlySecond, neither }: PairedCounts): PairedDifference {
  const cases = both + onlyFirst + onlySecond + neither;
  const [first, second] = [both + onlyFirst, both + onlySecond];
  const [firstEnds, secondEnds] = [wilsonInterval(first, cases), wilsonInterval(second, cases)];
  const [rate1, rate2] = [first / cases, second / cases];
  const margins = first * (cases - first) * second * (cases - second);
  const product = both * neither - onlyFirst * onlySecond;
  const corrected = product > 0 ? Math.max(0, product - cases / 2) : product;
  // Fractional counts leave rounding where a margin is empty.
  const phi = margins > 1e-9 ? corrected / Math.sqrt(margins) : 0;
  const joined = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const difference = (onlySecond - onlyFirst) / cases;
  return {
    difference,
    low: Math.max(-1, difference - joined(rate2 - secondEnds.low, firstEnds.high - rate1)),
    high: Math.min(1, difference + joined(secondEnds.high - rate2, rate1 - firstEnds.low)),
  };
}
