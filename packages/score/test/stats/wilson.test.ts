import { describe, expect, test } from "vitest";
import { wilsonInterval } from "../../src/stats/wilson.js";

describe("wilsonInterval", () => {
  // Newcombe 1998, table I, method 3 (score without continuity correction).
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i", (successes, total, low, high) => {
    const interval = wilsonInterval(successes, total);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("all of a few leaves room below, and none above", () => {
    expect(wilsonInterval(4, 4).high).toBe(1);
    expect(wilsonInterval(4, 4).low).toBeCloseTo(0.5101, 4);
  });

  test("a proportion of nothing is refused", () => {
    expect(() => wilsonInterval(0, 0)).toThrow(RangeError);
  });
});
