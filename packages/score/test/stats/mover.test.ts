import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceInterval } from "../../src/stats/mover.js";
import { rankRanges } from "../../src/stats/rank-ranges.js";

describe("differenceInterval", () => {
  test("by hand: 70 (60 to 75) and 80 (77 to 90) differ by 10 − √(3² + 5²) to 10 + √(10² + 10²)", () => {
    const { low, high } = differenceInterval(
      { value: 70, low: 60, high: 75 },
      { value: 80, low: 77, high: 90 },
    );
    expect(low).toBeCloseTo(10 - Math.sqrt(34), 12);
    expect(high).toBeCloseTo(10 + Math.sqrt(200), 12);
  });

  test("turns round with its sides, and tells apart what the ranks tell apart", () => {
    const estimate = fc
      .tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 30 }),
      )
      .map(([value, below, above]) => ({ value, low: value - below, high: value + above }));
    fc.assert(
      fc.property(estimate, estimate, (a, b) => {
        const there = differenceInterval(a, b);
        const back = differenceInterval(b, a);
        expect(back.low).toBeCloseTo(-there.high, 9);
        const ranks = rankRanges([a, b].map(({ value, low, high }) => ({ value, interval: { low, high } })));
        const told = ranks[0]?.high === ranks[0]?.low;
        if (a.value !== b.value) expect(there.low > 0 || there.high < 0).toBe(told);
      }),
    );
  });
});
