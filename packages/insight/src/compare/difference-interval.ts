import type { DifferenceReading } from "@gradable/contract";
import { wilsonInterval } from "@gradable/score";
import type { Interval } from "../rank/ranking-interval.js";

/** A figure with its 95 % interval. */
export interface Estimate extends Interval {
  readonly value: number;
}

/**
 * 95 % interval of `b − a` from the intervals of the two, by the method of variance estimates recovery (Zou and Donner 2008):
 * from d − √((b − lowB)² + (highA − a)²) to d + √((highB − b)² + (a − lowA)²). The rank ranges of the leaderboard
 * tell two scores apart by the same rule. Takes the two as independent.
 */
export function differenceInterval(a: Estimate, b: Estimate): Interval {
  const difference = b.value - a.value;
  return {
    low: difference - Math.hypot(b.value - b.low, a.high - a.value),
    high: difference + Math.hypot(b.high - b.value, a.value - a.low),
  };
}

/**
 * Newcombe's hybrid score interval at 95 % of the difference of two rates, as a fraction (Newcombe 1998, method 10): the
 * Wilson interval of each, joined as in {@link differenceInterval}. `units` is on how many independent requests a rate
 * stands. `null` where one stands on none.
 */
export function newcombeInterval(
  a: { readonly rate: number; readonly units: number },
  b: { readonly rate: number; readonly units: number },
): Interval | null {
  if (a.units === 0 || b.units === 0) return null;
  const estimate = ({ rate, units }: typeof a): Estimate => ({
    value: rate,
    ...wilsonInterval(rate * units, units),
  });
  return differenceInterval(estimate(a), estimate(b));
}

/** How a difference reads beside its interval. */
export function readingOf(difference: number, interval: Interval | null): DifferenceReading {
  if (difference === 0) return "noDifference";
  if (interval === null) return "notMeasured";
  return interval.low > 0 || interval.high < 0 ? "beyondNoise" : "insideNoise";
}
