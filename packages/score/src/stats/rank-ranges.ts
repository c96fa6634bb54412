import type { Interval } from "./interval.js";

/** A figure with the interval it is ranked by; `interval` null: nothing tells it apart. */
export interface Ranked {
  readonly value: number;
  readonly interval: Interval | null;
}

/** The ranks a row may have: `low` is the best and `high` the worst that the data allows. */
export interface RankRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The rank range of every row among all of them, in the given order: one worse than the number of rows that are better
 * beyond doubt, up to the number of rows that are not worse beyond doubt.
 *
 * Two rows are told apart when the 95 % interval of the difference of their figures leaves out zero, as
 * `differenceInterval` gives it; that is sharper than asking whether the two overlap, which is no 95 % test. Each pair is
 * tested on its own, so among many pairs some will be told apart by chance.
 *
 * Quadratic in the number of rows: 50 million comparisons for 10,000, about a tenth of a second.
 */
export function rankRanges(rows: readonly Ranked[]): RankRange[] {
  const order = rows.map((_, index) => index).sort((a, b) => at(rows, b).value - at(rows, a).value);
  const count = rows.length;
  const value = new Float64Array(count);
  const belowSquared = new Float64Array(count);
  const aboveSquared = new Float64Array(count);
  order.forEach((index, place) => {
    const row = at(rows, index);
    value[place] = row.value;
    belowSquared[place] =
      row.interval === null ? Number.POSITIVE_INFINITY : (row.value - row.interval.low) ** 2;
    aboveSquared[place] =
      row.interval === null ? Number.POSITIVE_INFINITY : (row.interval.high - row.value) ** 2;
  });
  const better = new Uint32Array(count);
  const worse = new Uint32Array(count);
  for (let upper = 0; upper < count; upper++) {
    const upperValue = value[upper] as number;
    const upperBelow = belowSquared[upper] as number;
    for (let lower = upper + 1; lower < count; lower++) {
      const difference = upperValue - (value[lower] as number);
      if (difference * difference > upperBelow + (aboveSquared[lower] as number)) {
        better[lower] = (better[lower] as number) + 1;
        worse[upper] = (worse[upper] as number) + 1;
      }
    }
  }
  const ranges = new Array<RankRange>(count);
  order.forEach((index, place) => {
    ranges[index] = { low: 1 + (better[place] as number), high: count - (worse[place] as number) };
  });
  return ranges;
}

function at(rows: readonly Ranked[], index: number): Ranked {
  return rows[index] as Ranked;
}
