import { describe, expect, it } from "vitest";
import { exactSchema, formatScore, ratioSchema, roundDown } from "../src/quantity.js";

describe("exact rationals", () => {
  it.each(["0", "7", "-3", "5/6", "-5/6", "69317/900", "100000000000000000000000000001/7"])(
    "take %s",
    (text) => {
      expect(exactSchema.safeParse(text).success).toBe(true);
    },
  );

  it.each(["", "1.5", "01", "1/0", "1/02", "+1", "1e3", " 1", "1/2/3", "NaN"])("refuse %j", (text) => {
    expect(exactSchema.safeParse(text).success).toBe(false);
  });
});

describe("roundDown", () => {
  it.each([
    ["899999/10000", 1, "89.9"],
    ["90", 1, "90.0"],
    ["1/3", 3, "0.333"],
    ["2/3", 0, "0"],
    ["-1/3", 1, "-0.4"],
    ["-1/2", 0, "-1"],
    ["-2", 1, "-2.0"],
    ["1/1000", 2, "0.00"],
    ["123456789012345678901234567890", 1, "123456789012345678901234567890.0"],
  ])("of %s with %i decimals is %s", (exact, decimals, text) => {
    expect(roundDown(exact, decimals)).toBe(text);
  });

  it("refuses what is not an exact rational", () => {
    expect(() => roundDown("89.97", 1)).toThrow(RangeError);
  });

  it("is how a score is shown", () => {
    expect(formatScore("8999/100")).toBe("89.9");
  });
});

describe("ratios", () => {
  const measured = { state: "measured", value: 0.5, exact: "1/2", numerator: 1, denominator: 2 };
  const notMeasured = {
    state: "notMeasured",
    value: null,
    exact: null,
    numerator: 0,
    denominator: 0,
    reason: "noDestructiveCandidates",
  };

  it("are measured with numbers or not measured with a reason", () => {
    expect(ratioSchema.safeParse(measured).success).toBe(true);
    expect(ratioSchema.safeParse(notMeasured).success).toBe(true);
  });

  it.each([
    ["a zero for what was not measured", { ...notMeasured, value: 0 }],
    ["no reason", { ...notMeasured, reason: undefined }],
    ["an unknown reason", { ...notMeasured, reason: "because" }],
    ["a measured zero denominator", { ...measured, denominator: 0 }],
    ["a count that is no integer", { ...measured, numerator: 0.5 }],
    ["a measured ratio with a reason", { ...measured, reason: "noGradeableTrial" }],
    ["NaN", { ...measured, value: Number.NaN }],
  ])("refuse %s", (_what, ratio) => {
    expect(ratioSchema.safeParse(ratio).success).toBe(false);
  });
});
