import type { Estimate, Interval } from "./interval.js";

/**
 * 95 % interval of `b − a` from the intervals of the two, by the method of variance estimates recovery: G. Y. Zou and A. Donner,
 * "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008), 1693–1702.
 * It reaches from d − √((b − lowB)² + (highA − a)²) to d + √((highB − b)² + (a − lowA)²), and so keeps the asymmetry of each
 * interval. Takes the two as independent.
 */
export function differenceInterval(a: Estimate, b: Estimate): Interval {
  const difference = b.value - a.value;
  return {
    low: difference - Math.hypot(b.value - b.low, a.high - a.value),
    high: difference + Math.hypot(b.high - b.value, a.value - a.low),
  };
}
