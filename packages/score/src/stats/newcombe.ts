import type { Estimate, Interval } from "./interval.js";
import { differenceInterval } from "./mover.js";
import { wilsonInterval } from "./wilson.js";

/** A rate, a fraction 0–1, and on how many independent requests it stands. */
export interface Rate {
  readonly rate: number;
  readonly units: number;
}

/**
 * 95 % interval of the difference of two independent rates, as fractions: R. G. Newcombe, "Interval estimation for the difference
 * between independent proportions", Statistics in Medicine 17 (1998), 873–890, method 10: the Wilson interval of each, joined
 * as in {@link differenceInterval}. `null` where a rate stands on nothing.
 */
export function newcombeInterval(a: Rate, b: Rate): Interval | null {
  if (a.units === 0 || b.units === 0) return null;
  const estimate = ({ rate, units }: Rate): Estimate => ({
    value: rate,
    ...wilsonInterval(rate * units, units),
  });
  return differenceInterval(estimate(a), estimate(b));
}
