import { describe, expect, test } from "vitest";
import { pairedDifference } from "../../src/stats/paired-difference.js";

describe("pairedDifference", () => {
  // The papers give first minus second; ours is second minus first, so the ends change sign and place.
  test.each([
    // Newcombe 1998 (paired), table III, method 10.
    ["Newcombe, 36 12 2 0", { both: 36, onlyFirst: 12, onlySecond: 2, neither: 0 }, -0.3404, -0.0569],
    // Fagerland, Lydersen, Laake 2014: airway hyper-responsiveness (Bentur 2009) and complete response (Cavo 2012).
    ["Bentur, 1 1 7 12", { both: 1, onlyFirst: 1, onlySecond: 7, neither: 12 }, 0.0256, 0.5069],
    ["Cavo, 59 6 16 80", { both: 59, onlyFirst: 6, onlySecond: 16, neither: 80 }, 0.0046, 0.1186],
  ])("%s", (_source, counts, low, high) => {
    const interval = pairedDifference(counts);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("is turned round with the two sides", () => {
    const one = pairedDifference({ both: 20, onlyFirst: 12, onlySecond: 2, neither: 16 });
    const other = pairedDifference({ both: 20, onlyFirst: 2, onlySecond: 12, neither: 16 });
    expect(other.difference).toBeCloseTo(-one.difference, 12);
    expect(other.low).toBeCloseTo(-one.high, 12);
    expect(other.high).toBeCloseTo(-one.low, 12);
  });

  test("keeps a width when nothing moved, for a few cases show little", () => {
    const { difference, low, high } = pairedDifference({ both: 4, onlyFirst: 0, onlySecond: 0, neither: 0 });
    expect(difference).toBe(0);
    expect(low).toBeLessThan(-0.4);
    expect(high).toBeGreaterThan(0.4);
  });

  test("stays within −1 and 1", () => {
    const all = pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 3, neither: 0 });
    expect(all).toMatchObject({ difference: 1, high: 1 });
    expect(all.low).toBeGreaterThan(0);
  });

  test("no cases have no difference", () => {
    expect(() => pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })).toThrow(RangeError);
  });
});
