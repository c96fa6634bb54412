import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../src/validate/pattern.js";
import { checkSchema } from "../src/validate/schema-check.js";

const fits = (schema: unknown, value: unknown, formats = true) => {
  const check = checkSchema(schema, value, { formats });
  return "unusable" in check ? check.unusable : check.violations.length === 0;
};

describe("compilePattern", () => {
  it.each([
    ["^(?!admin)[a-z]+$", "carol", true],
    ["^(?!admin)[a-z]+$", "admin", false],
    ["(?<=\\$)\\d+", "cost $12", true],
    ["(?<=\\$)\\d+", "cost 12", false],
    ["(?<!-)\\b\\d{4}$", "a-2026", false],
    ["^(\\w)(\\w)\\2\\1$", "abba", true],
    ["^(\\w)(\\w)\\2\\1$", "abab", false],
    ["^(?=.*\\d)(?=.*[A-Z]).{8,}$", "Passw0rds", true],
    ["^(?=.*\\d)(?=.*[A-Z]).{8,}$", "password1", false],
    ["^[a-z]{1001}$", "a".repeat(1001), true],
    ["^[\\w-.]+$", "a-b.c", true],
    ["^(a+)+$", `${"a".repeat(50_000)}!`, false],
    ["^(?=(a+)+b)", "a".repeat(40), undefined],
  ])("%s on %s", (source, text, found) => {
    expect(compilePattern(source)?.test(text)).toBe(found);
  });

  it("says what is no pattern", () => {
    expect(compilePattern("(")).toBeUndefined();
    expect(compilePattern("(?P<year>a)")).toBeUndefined();
  });

  it("agrees with JavaScript where JavaScript is fast", () => {
    const sources = ["^(?=a)\\w{1,3}(?!c)$", "(?<=b)c|^d(?!e)", "^(.)\\1?(?=b|$)", "(?:a|b)+?(?<!a)$"];
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.stringMatching(/^[abcde]{0,8}$/), (source, text) => {
        expect(compilePattern(source)?.test(text)).toBe(new RegExp(source, "u").test(text));
      }),
    );
  });
});

describe("checkSchema", () => {
  it.each([
    [{ type: "string", pattern: "^(?!x)\\w+$" }, "abc", "xyz"],
    [{ type: "string", pattern: "^(?=(a+)+b)" }, "aaab", "a".repeat(60)],
    [{ format: "duration" }, "P1DT2H", "2 days"],
    [{ format: "time" }, "16:30:00Z", "16:30"],
    [{ format: "ipv4" }, "203.0.113.29", "203.0.113.290"],
    [{ format: "url" }, "https://a.example/x", "a".repeat(60)],
    [{ dependentRequired: { a: ["b"] } }, { a: 1, b: 2 }, { a: 1 }],
    [{ prefixItems: [{ type: "string" }, { type: "integer" }], items: false }, ["a", 1], ["a", 1, 2]],
    [{ type: "object", additionalProperties: { type: "integer" } }, { a: 1 }, { a: "1" }],
    [
      { patternProperties: { "^n_": { type: "integer" } }, additionalProperties: false },
      { n_a: 1 },
      { a: 1 },
    ],
    [{ patternProperties: { "^n_": { type: "integer" } } }, { n_a: 1 }, { n_a: "1" }],
    [{ type: "null" }, null, ""],
    [{ type: ["string", "null"] }, null, 1],
    [{ type: "string", nullable: true }, null, 1],
    [JSON.parse('{"if": {"required": ["a"]}, "then": {"required": ["b"]}}'), { a: 1, b: 1 }, { a: 1 }],
    [{ $dynamicRef: "#n", $defs: { n: { $dynamicAnchor: "n", type: "integer" } } }, 1, "1"],
    [{ $ref: "#/components/schemas/n", components: { schemas: { n: { type: "integer" } } } }, 1, "1"],
    [{ multipleOf: 0.01 }, 19.99, 19.999],
    [{ enum: [1, { a: [1] }] }, { a: [1] }, { a: [2] }],
    [{ unevaluatedProperties: false, allOf: [{ properties: { a: true } }] }, { a: 1 }, { b: 1 }],
  ])("%j takes %j and refuses %j", (schema: unknown, right: unknown, wrong: unknown) => {
    expect(fits(schema, right)).toBe(true);
    expect(fits(schema, wrong)).toBe(false);
  });

  it("names place, keyword and what is wrong", () => {
    const schema = {
      properties: {
        "a b/c": { type: "string", pattern: "^\\d+$" },
        list: { items: { anyOf: [{ type: "integer" }, { const: "x" }] } },
      },
      additionalProperties: false,
    };
    const check = checkSchema(schema, { "a b/c": "x", list: ["y"], "z#": 1 });
    expect(check).toEqual({
      violations: [
        { keyword: "additionalProperties", path: "/z#", message: 'unknown parameter "z#"' },
        { keyword: "pattern", path: "/a b~1c", message: 'must match pattern "^\\d+$"' },
        { keyword: "type", path: "/list/0", message: "must be integer" },
        { keyword: "const", path: "/list/0", message: 'not "x"' },
        { keyword: "anyOf", path: "/list/0", message: "must match a schema in anyOf" },
      ],
    });
  });

  it("takes formats for annotations where told so", () => {
    expect(fits({ format: "date" }, "soon", false)).toBe(true);
    expect(fits({ format: "date", pattern: "^s" }, "soon", false)).toBe(true);
    expect(fits({ format: "date" }, "soon")).toBe(false);
  });

  it.each([["constructor"], ["__proto__"], ["toString"], ["pattern:^a$"], ["made-up"]])(
    "takes the format %s for one it does not know",
    (format) => {
      expect(fits({ format }, "anything")).toBe(true);
    },
  );

  it("stops at references that multiply with the value", () => {
    const node = {
      anyOf: [{ properties: { a: { $ref: "#" } }, required: ["b"] }, { properties: { a: { $ref: "#" } } }],
    };
    let value: unknown = {};
    for (let level = 0; level < 31; level++) value = { a: value };
    expect(fits(node, value)).toMatch(/multiply|end/);
  });
});
