import { describe, expect, test } from "vitest";
import { newcombeInterval } from "../../src/stats/newcombe.js";

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
