import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argMatch } from "../src/match/arg-match.js";
import { MATCH_OPTIONS_DEFAULTS, resolveMatchOptions } from "../src/match/match-options.js";
import { evaluateToolCalls, summarizeTurn } from "../src/match/match-tool-calls.js";
import {
  matchAnyToolCall,
  matchNoToolCalls,
  matchToolArgument,
  matchToolArgumentWith,
  matchToolCallCount,
  matchToolCalls,
  matchToolCallsSubset,
  matchToolCallWithArgs,
  matchToolCallWithPartialArgs,
} from "../src/match/validators.js";

const names = (text: string) => [...text].map((toolName) => ({ toolName }));
const orders = ["ignore", "superset", "strict"] as const;
const verdicts = (expected: string, actual: string, maxExtraToolCalls: number | null = null) =>
  orders.filter(
    (toolCallOrder) =>
      evaluateToolCalls(names(expected), names(actual), { toolCallOrder, maxExtraToolCalls }).passed,
  );

describe("evaluateToolCalls", () => {
  it.each([
    ["ABC", "ABC", null, ["ignore", "superset", "strict"]],
    ["ABC", "AXBC", null, ["ignore", "superset"]],
    ["ABC", "CBA", null, ["ignore"]],
    ["ABC", "AB", null, []],
    ["ABC", "AABC", 0, []],
    ["ABC", "AABC", 1, ["ignore", "superset"]],
    ["AAB", "BAA", null, ["ignore"]],
    ["", "", null, []],
    ["", "A", null, ["ignore", "superset", "strict"]],
    ["", "A", 0, []],
  ] as const)("expected %s, actual %s, cap %s: %j", (expected, actual, cap, passing) => {
    expect(verdicts(expected, actual, cap)).toEqual(passing);
  });
  it("expects nothing of a negative test and reads no expectations there", () => {
    const result = evaluateToolCalls(names("A"), names("AB"), { isNegativeTest: true });
    expect(result).toEqual({
      missing: [],
      extra: names("AB"),
      outOfOrder: [],
      argumentMismatches: [],
      passed: false,
    });
    expect(evaluateToolCalls(names("A"), [], { isNegativeTest: true }).passed).toBe(true);
  });
  it("explains a call with the wrong arguments as a mismatch, consuming both", () => {
    const result = evaluateToolCalls(
      [{ toolName: "add", arguments: { a: 1 } }, { toolName: "save" }],
      [{ toolName: "add", arguments: { a: 2 } }, { toolName: "log" }],
    );
    expect(result.argumentMismatches).toEqual([
      { toolName: "add", expectedArgs: { a: 1 }, actualArgs: { a: 2 } },
    ]);
    expect(result.missing).toEqual([{ toolName: "save" }]);
    expect(result.extra).toEqual([{ toolName: "log" }]);
    expect(result.passed).toBe(false);
  });
  it("searches a mismatch only where its mode allows", () => {
    const expected = [{ toolName: "a", arguments: { x: 1 } }, { toolName: "b" }];
    const actual = [{ toolName: "b" }, { toolName: "a", arguments: { x: 2 } }];
    expect(evaluateToolCalls(expected, actual, { toolCallOrder: "strict" }).missing).toHaveLength(2);
    expect(evaluateToolCalls(expected, actual).argumentMismatches).toHaveLength(1);
    const superset = evaluateToolCalls(expected, actual, { toolCallOrder: "superset" });
    // "a" was searched from the start and left the cursor at the end: "b" stays missing, its call extra.
    expect(superset.argumentMismatches).toHaveLength(1);
    expect(superset.missing).toEqual([{ toolName: "b" }]);
  });
  it("takes non-arrays as empty and missing arguments as {}", () => {
    expect(evaluateToolCalls(undefined as never, null as never).passed).toBe(false);
    expect(
      evaluateToolCalls([{ toolName: "a" }], [{ toolName: "a" }], { argumentMatching: "exact" }).passed,
    ).toBe(true);
  });
  it("accounts for every call exactly once, in every mode", () => {
    const call = fc.record({
      toolName: fc.constantFrom("a", "b", "c"),
      arguments: fc.record({ x: fc.integer({ min: 0, max: 2 }) }),
    });
    fc.assert(
      fc.property(
        fc.array(call, { maxLength: 8 }),
        fc.array(call, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...orders),
        (expected, actual, toolCallOrder) => {
          const r = evaluateToolCalls(expected, actual, { toolCallOrder });
          const paired = expected.length - r.missing.length;
          expect(actual.length - r.extra.length).toBe(paired);
          expect(r.argumentMismatches.length).toBeLessThanOrEqual(paired);
          expect(r.passed).toBe(r.missing.length === 0 && r.argumentMismatches.length === 0);
          const strict = evaluateToolCalls(expected, actual, { toolCallOrder: "strict" });
          if (strict.passed) expect(r.passed).toBe(true);
        },
      ),
    );
  });
  it("summarizes a turn for the chain", () => {
    expect(summarizeTurn(2, [], names("A"))).toEqual({
      promptIndex: 2,
      expectedToolCalls: [],
      missing: [],
      unexpected: [],
      argumentMismatches: [],
      passed: true,
    });
    expect(summarizeTurn(0, names("A"), names("AB")).unexpected).toEqual(names("B"));
    expect(summarizeTurn(0, [], names("A"), { isNegativeTest: true })).toMatchObject({
      unexpected: names("A"),
      passed: false,
    });
  });
});

describe("match options", () => {
  it("layer field by field, undefined inherits", () => {
    expect(resolveMatchOptions()).toEqual(MATCH_OPTIONS_DEFAULTS);
    expect(
      resolveMatchOptions(
        { toolCallOrder: "strict", maxExtraToolCalls: 2 },
        { toolCallOrder: undefined, argumentMatching: "exact" },
        { maxExtraToolCalls: null },
      ),
    ).toEqual({ toolCallOrder: "strict", argumentMatching: "exact", maxExtraToolCalls: null });
    expect(resolveMatchOptions({ allowExtraToolCalls: false }).maxExtraToolCalls).toBe(0);
    expect(
      resolveMatchOptions({ maxExtraToolCalls: 3 }, { allowExtraToolCalls: true }).maxExtraToolCalls,
    ).toBeNull();
    expect(resolveMatchOptions({ allowExtraToolCalls: false, maxExtraToolCalls: 4 }).maxExtraToolCalls).toBe(
      4,
    );
    expect(
      resolveMatchOptions({ allowExtraToolCalls: false, maxExtraToolCalls: null }).maxExtraToolCalls,
    ).toBeNull();
  });
  it.each([
    { toolCallOrder: "loose" },
    { argumentMatching: "PARTIAL" },
    { maxExtraToolCalls: -1 },
    { maxExtraToolCalls: 1.5 },
    { maxExtraToolCalls: Number.POSITIVE_INFINITY },
    { maxExtraToolCalls: Number.NaN },
    { maxExtraToolCalls: "3" },
  ])("refuse %j, naming it", (options) => {
    expect(() => resolveMatchOptions(options as never)).toThrow(Object.keys(options)[0]);
  });
});

describe("argMatch", () => {
  it.each([
    ["any", 0, true],
    ["any", undefined, false],
    ["STRING", "x", true],
    ["string", 1, false],
    [" number ", 1, true],
    ["boolean", false, true],
    ["object", {}, true],
    ["object", [], false],
    ["object", null, false],
    ["array", [], true],
    ["null", null, true],
    ["null", undefined, false],
    ["nullable", "nullable", true],
  ])("placeholder %s against %j: %s", (placeholder, actual, expected) => {
    expect(argMatch({ args: { k: placeholder } }, actual === undefined ? {} : { k: actual })).toBe(expected);
  });
  it("takes nested words as literals, and every word as a literal in exact mode", () => {
    expect(argMatch({ args: { k: { n: "number" } } }, { k: { n: 1 } })).toBe(false);
    expect(argMatch({ args: { k: "number" }, argumentMatching: "exact" }, { k: 1 })).toBe(false);
    expect(argMatch({ args: { k: "number" }, argumentMatching: "exact" }, { k: "number" })).toBe(true);
  });
  it("compares deeply: key order free, array order not", () => {
    expect(
      argMatch({ args: { k: { a: 1, b: [1, { c: 2, d: 3 }] } } }, { k: { b: [1, { d: 3, c: 2 }], a: 1 } }),
    ).toBe(true);
    expect(argMatch({ args: { k: [1, 2] } }, { k: [2, 1] })).toBe(false);
    expect(argMatch({ args: {}, argumentMatching: "exact" }, { a: 1 })).toBe(false);
    expect(argMatch({ args: {} }, { a: 1 })).toBe(true);
    expect(argMatch({ args: { toString: "any" } }, {})).toBe(false);
  });
  it("survives depth and cycles", () => {
    const deep = (n: number) => Array.from({ length: n }).reduce<unknown>((inner) => [inner], 1);
    expect(argMatch({ args: { k: deep(50_000) } }, { k: deep(50_000) })).toBe(true);
    const left: Record<string, unknown> = {};
    left.self = left;
    const right: Record<string, unknown> = {};
    right.self = right;
    expect(argMatch({ args: { k: left } }, { k: right })).toBe(true);
  });
});

describe("validators", () => {
  const made = [
    { toolName: "add", arguments: { a: 1, b: { c: 2 } } },
    { toolName: "add", arguments: {} },
  ];
  it("nine of them, exact and case-sensitive", () => {
    expect(matchToolCalls(["a", "b"], ["a", "b"])).toBe(true);
    expect(matchToolCalls(["a", "b"], ["b", "a"])).toBe(false);
    expect(matchToolCalls(["a"], ["a", "a"])).toBe(false);
    expect(matchToolCallsSubset(["a", "a"], ["b", "a"])).toBe(true);
    expect(matchToolCallsSubset([], [])).toBe(true);
    expect(matchAnyToolCall([], ["a"])).toBe(false);
    expect(matchAnyToolCall(["x", "a"], ["a"])).toBe(true);
    expect(matchToolCallCount("a", ["a", "A", "a"], 2)).toBe(true);
    expect(matchNoToolCalls([])).toBe(true);
    expect(matchToolCallWithArgs("add", { b: { c: 2 }, a: 1 }, made)).toBe(true);
    expect(matchToolCallWithArgs("add", { a: 1 }, made)).toBe(false);
    expect(matchToolCallWithPartialArgs("add", { b: { c: 2 } }, made)).toBe(true);
    expect(matchToolCallWithPartialArgs("add", { a: "number" }, made)).toBe(false);
    expect(matchToolCallWithPartialArgs("add", { toString: Object.prototype.toString }, made)).toBe(false);
    expect(matchToolArgument("add", "a", 1, made)).toBe(true);
    expect(matchToolArgument("add", "z", undefined, made)).toBe(false);
    expect(matchToolArgumentWith("add", "a", (value) => (value as number) > 0, made)).toBe(true);
    expect(matchToolArgumentWith("add", "constructor", () => true, made)).toBe(false);
    expect(() =>
      matchToolArgumentWith(
        "add",
        "a",
        () => {
          throw new Error("mine");
        },
        made,
      ),
    ).toThrow("mine");
  });
});
