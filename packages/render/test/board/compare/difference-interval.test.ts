import { differenceInterval, newcombeInterval, rankRanges, readingOf } from "@gradable/insight";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("newcombeInterval [M6.5]", () => {
  test.each([
    // Newcombe 1998, table II, method 10: 56/70 against 48/80, 9/10 against 3/10, 10/10 against 0/20, 10/10 against 0/10.
    [48, 80, 56, 70, 0.0524, 0.3339],
    [3, 10, 9, 10, 0.1705, 0.809],
    [0, 20, 10, 10, 0.6791, 1],
    [0, 10, 10, 10, 0.6075, 1],
    [5, 56, 0, 29, -0.1926, 0.0381],
  ])("%i of %i against %i of %i, as published", (x, m, y, n, low, high) => {
    const interval = newcombeInterval({ rate: x / m, units: m }, { rate: y / n, units: n });
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test("of a rate that stands on nothing there is none", () => {
    expect(newcombeInterval({ rate: 0, units: 0 }, { rate: 1, units: 5 })).toBeNull();
  });
});

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
        const ranks = rankRanges(
          [a, b].map(({ value, low, high }) => ({ composite: value, interval: { low, high } })),
        );
        const told = ranks[0]?.high === ranks[0]?.low;
        if (a.value !== b.value) expect(readingOf(b.value - a.value, there) === "beyondNoise").toBe(told);
      }),
    );
  });
});

test("a difference reads by its interval", () => {
  expect(readingOf(0, null)).toBe("noDifference");
  expect(readingOf(1, null)).toBe("notMeasured");
  expect(readingOf(1, { low: 0, high: 2 })).toBe("insideNoise");
  expect(readingOf(1, { low: 0.1, high: 2 })).toBe("beyondNoise");
  expect(readingOf(-1, { low: -2, high: -0.1 })).toBe("beyondNoise");
});
