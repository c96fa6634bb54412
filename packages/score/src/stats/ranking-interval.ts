import type { Estimate, Interval } from "./interval.js";
import type { Rate } from "./newcombe.js";
import { wilsonInterval } from "./wilson.js";

/** A rate and the points of the composite that it moves from 0 to 1; `null`: it was not measured. */
export interface WeightedRate {
  readonly rate: Rate | null;
  readonly points: number;
}

/**
 * The interval a composite is ranked by, on its scale of 0–100: at each end, the wider of two.
 *
 * One is its own bootstrap interval. Alone it would claim too much: where every request went the same way all resamples are alike,
 * and two requests out of two would count as certain as two hundred. The other is made from the Wilson intervals of the rates
 * in it, each times its points. The rates of one part are added, because they come from the same answers and go wrong
 * together; the parts are joined as independent ones, by the root of the sum of squares (Zou and Donner 2008, for a sum).
 */
export function rankingInterval(composite: Estimate, parts: readonly (readonly WeightedRate[])[]): Interval {
  const joined = (end: "below" | "above") =>
    Math.sqrt(
      parts
        .map((part) => part.reduce((sum, { rate, points }) => sum + points * reach(rate)[end], 0))
        .reduce((sum, reached) => sum + reached ** 2, 0),
    );
  return {
    low: Math.max(0, Math.min(composite.low, composite.value - joined("below"))),
    high: Math.min(100, Math.max(composite.high, composite.value + joined("above"))),
  };
}

/** How far the Wilson interval of a rate reaches below and above it; nothing where nothing was measured. */
function reach(rate: Rate | null): { readonly below: number; readonly above: number } {
  if (rate === null || rate.units === 0) return { below: 0, above: 0 };
  const { low, high } = wilsonInterval(rate.rate * rate.units, rate.units);
  return { below: rate.rate - low, above: high - rate.rate };
}
