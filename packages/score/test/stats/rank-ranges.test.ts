import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankRanges } from "../../src/stats/rank-ranges.js";

const row = (value: number, low: number, high: number) => ({ value, interval: { low, high } });

describe("rankRanges [M4.5]", () => {
  test("far apart: a strict order", () => {
    expect(rankRanges([row(90, 88, 92), row(50, 48, 52), row(70, 68, 72)])).toEqual([
      { low: 1, high: 1 },
      { low: 3, high: 3 },
      { low: 2, high: 2 },
    ]);
  });

  test("close together: one range for all", () => {
    expect(rankRanges([row(80, 70, 90), row(82, 72, 92), row(84, 74, 94)])).toEqual([
      { low: 1, high: 3 },
      { low: 1, high: 3 },
      { low: 1, high: 3 },
    ]);
  });

  test("a chain: neighbours are tied, the ends are not", () => {
    // Each step is 8 wide; a neighbour's interval of the difference is 8 ± 8.5, the ends' 16 ± 8.5.
    expect(rankRanges([row(90, 84, 96), row(82, 76, 88), row(74, 68, 80)])).toEqual([
      { low: 1, high: 2 },
      { low: 1, high: 3 },
      { low: 2, high: 3 },
    ]);
  });

  test("intervals that overlap a little may still be told apart: 10 > √(6² + 6²)", () => {
    expect(rankRanges([row(80, 74, 86), row(70, 64, 76)])).toEqual([
      { low: 1, high: 1 },
      { low: 2, high: 2 },
    ]);
  });

  test("exactly at the edge is not told apart: 10 = √(6² + 8²)", () => {
    expect(rankRanges([row(80, 74, 86), row(70, 62, 78)])).toEqual([
      { low: 1, high: 2 },
      { low: 1, high: 2 },
    ]);
  });

  test("the side that faces the other row counts", () => {
    // The upper row reaches far up and hardly down, the lower far down and hardly up.
    expect(rankRanges([row(80, 78, 100), row(70, 40, 72)])).toEqual([
      { low: 1, high: 1 },
      { low: 2, high: 2 },
    ]);
  });

  test("equal scores without any width are tied", () => {
    expect(rankRanges([row(80, 80, 80), row(80, 80, 80)])).toEqual([
      { low: 1, high: 2 },
      { low: 1, high: 2 },
    ]);
  });

  test("without an interval nothing is told apart", () => {
    expect(rankRanges([row(90, 89, 91), { value: 10, interval: null }])).toEqual([
      { low: 1, high: 2 },
      { low: 1, high: 2 },
    ]);
  });

  test("no rows, no ranks", () => {
    expect(rankRanges([])).toEqual([]);
  });

  test("a range is within the table, holds the row's own place, and does not depend on the order given", () => {
    const rows = fc.array(
      fc
        .tuple(
          fc.integer({ min: 0, max: 100 }),
          fc.integer({ min: 0, max: 30 }),
          fc.integer({ min: 0, max: 30 }),
        )
        .map(([value, below, above]) => row(value, value - below, value + above)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(rows, (given) => {
        const ranges = rankRanges(given);
        ranges.forEach((range, index) => {
          const better = given.filter((other) => other.value > (given[index]?.value ?? 0)).length;
          const notWorse = given.filter((other) => other.value >= (given[index]?.value ?? 0)).length;
          expect(range.low).toBeGreaterThanOrEqual(1);
          expect(range.high).toBeLessThanOrEqual(given.length);
          expect(range.low).toBeLessThanOrEqual(better + 1);
          expect(range.high).toBeGreaterThanOrEqual(notWorse);
        });
        expect(rankRanges([...given].reverse())).toEqual([...ranges].reverse());
      }),
    );
  });
});
