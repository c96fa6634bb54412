import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Interval } from "./interval.js";

/** What is drawn, how draws are summed up, and what figure the sum gives. */
export interface Resampling<Case, Sum> {
  /** Cases are drawn with replacement within each stratum, as many as it has; an empty stratum is no stratum. */
  readonly strata: readonly (readonly Case[])[];
  readonly resamples: number;
  /** Hex digits, of which the first eight count. */
  readonly seed: string;
  /** The sum of no case. */
  start(): Sum;
  /** Adds a drawn case to a sum, in place. */
  add(sum: Sum, drawn: Case): void;
  figure(sum: Sum): number;
}

/**
 * 95 % percentile bootstrap interval, seeded and stratified: B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993),
 * chapter 13. The 2.5 % lowest and the 2.5 % highest figures of the resamples are cut off. Like cases give an interval without
 * width: a bootstrap knows nothing of what it was not shown.
 */
export function percentileBootstrap<Case, Sum>(resampling: Resampling<Case, Sum>): Interval {
  const { strata, resamples, seed } = resampling;
  const random = xoroshiro128plus(Number.parseInt(seed.slice(0, 8), 16) | 0);
  const figures = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    const sum = resampling.start();
    for (const stratum of strata) {
      for (let draw = 0; draw < stratum.length; draw++) {
        // The next 32 bits as a fraction of 2^32, times the number of cases: off from uniform by less than one in a million.
        const index = Math.floor(((random.next() >>> 0) / 2 ** 32) * stratum.length);
        resampling.add(sum, stratum[index] as Case);
      }
    }
    figures[resample] = resampling.figure(sum);
  }
  figures.sort();
  const cut = Math.floor(resamples * 0.025);
  return { low: figures[cut] as number, high: figures[resamples - 1 - cut] as number };
}
