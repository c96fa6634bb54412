import { countText, nounText } from "@gradable/contract";
import { expect, test } from "vitest";
import { gainText, intervalText, percentText, ratioText } from "../src/phrase/figures.js";

test("gains are rounded down, and small is not nothing", () => {
  expect(gainText("38/5")).toBe("7.60");
  expect(gainText("1/3")).toBe("0.33");
  expect(gainText("1/1000")).toBe("under 0.01");
  expect(gainText("0")).toBe("0.00");
});

const interval = (low: number, high: number) => ({
  state: "measured" as const,
  low,
  high,
  level: 0.95 as const,
  method: "percentile-bootstrap-over-tasks" as const,
  resamples: 2000,
  seed: "0".repeat(64),
});

test("an interval is rounded outwards", () => {
  expect(intervalText(interval(71.27, 93.01))).toBe("95 % interval 71.2 to 93.1");
});

test("neither a missing interval nor one without width reads as certainty", () => {
  expect(intervalText({ state: "notMeasured", reason: "tooFewTasks" })).toBe(
    "no interval: too few tasks to resample",
  );
  expect(intervalText(interval(100, 100))).toBe(
    "no interval: all requests went alike, so resampling them shows no spread",
  );
});

test("only a whole is 100 %", () => {
  expect(percentText("1")).toBe("100 %");
  expect(percentText("9999/10000")).toBe("99.9 %");
});

test("a ratio without a denominator is not measured", () => {
  expect(ratioText({ state: "measured", value: 0.875, exact: "7/8", numerator: 7, denominator: 8 })).toBe(
    "7 of 8 (87.5 %)",
  );
  expect(
    ratioText({
      state: "notMeasured",
      value: null,
      exact: null,
      numerator: 0,
      denominator: 0,
      reason: "noGradeableTrial",
    }),
  ).toBeNull();
});

test("counts have separators and their nouns agree", () => {
  expect(countText(1_234_567)).toBe("1,234,567");
  expect(nounText(1, "query", "queries")).toBe("1 query");
  expect(nounText(2, "query", "queries")).toBe("2 queries");
});
