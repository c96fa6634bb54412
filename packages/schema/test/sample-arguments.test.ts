import type { JsonValue } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hintsOf } from "../src/sample/description-hints.js";
import { sampleArguments } from "../src/sample/sample-arguments.js";
import { checkSchema } from "../src/validate/schema-check.js";
import { TIGHT_SCHEMAS } from "./tight-schemas.js";

const one = (name: string, schema: JsonValue): JsonValue => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
});

function sampleOf(name: string, schema: JsonValue, seed = "s"): JsonValue {
  const sample = sampleArguments(one(name, schema), { seed });
  if ("problem" in sample) throw new Error(sample.problem);
  return sample.arguments[name] as JsonValue;
}

describe("sampleArguments", () => {
  it.each(TIGHT_SCHEMAS)("%s: %j", (name, schema) => {
    for (let seed = 0; seed < 20; seed++) {
      const value = sampleOf(name, schema, String(seed));
      expect(checkSchema(one(name, schema), { [name]: value })).toEqual({ violations: [] });
    }
  });

  it.each<[string, JsonValue]>([
    [
      "oneOf",
      {
        oneOf: [
          { type: "object", required: ["a"], properties: { a: { const: 1 } } },
          { type: "object", required: ["b"] },
        ],
      },
    ],
    ["allOf", { allOf: [{ minimum: 5, type: "integer" }, { maximum: 7 }, { multipleOf: 3 }] }],
    [
      "$ref",
      {
        type: "array",
        minItems: 1,
        items: { $ref: "#/properties/ref/$defs/n" },
        $defs: { n: { type: "string", pattern: "^n\\d$" } },
      },
    ],
    [
      "if",
      JSON.parse(
        '{"type": "object", "properties": {"kind": {"const": "mail"}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "mail"}}}, "then": {"required": ["to"], "properties": {"to": {"format": "email"}}}}',
      ),
    ],
    [
      "propertyNames",
      {
        type: "object",
        minProperties: 1,
        propertyNames: { pattern: "^[A-Z_]+$" },
        additionalProperties: { type: "integer" },
      },
    ],
    [
      "patternProperties",
      {
        type: "object",
        minProperties: 2,
        patternProperties: { "^x-[a-z]+$": { type: "boolean" } },
        additionalProperties: false,
      },
    ],
    ["contains", { type: "array", contains: { const: "admin" }, items: { type: "string" } }],
    ["not", { type: "string", not: { pattern: "^[a-z]" } }],
    ["long", { type: "string", minLength: 120 }],
    ["lookbehind", { type: "string", pattern: "^[a-z]+(?<!x)\\.tgz$" }],
    ["backreference", { type: "string", pattern: "^([a-z]{2})-\\1$" }],
  ])("%s", (name, schema) => {
    const key = name === "$ref" ? "ref" : name;
    for (let seed = 0; seed < 20; seed++) {
      expect(checkSchema(one(key, schema), { [key]: sampleOf(key, schema, String(seed)) })).toEqual({
        violations: [],
      });
    }
  });

  it.each<[JsonValue, RegExp]>([
    [{ type: "string", pattern: "^(?!.)a$" }, /text that matches/],
    [{ type: "integer", minimum: 3, maximum: 2 }, /number between/],
    [false, /no value/],
    [{ type: "string", pattern: "(" }, /regular expression|text that matches/i],
    [{ type: "array", minItems: 50, items: { type: "string" } }, /50 items/],
    [{ $ref: "https://example.com/x.json" }, /reference/],
  ])("says why %j has no value", (schema, reason) => {
    const sample = sampleArguments(one("value", schema), { seed: "s" });
    expect(sample).toMatchObject({ problem: expect.stringMatching(reason) });
  });

  it("draws the same values for the same seed, others for another", () => {
    expect(sampleOf("title", { type: "string" }, "a")).toBe(sampleOf("title", { type: "string" }, "a"));
    const titles = new Set(
      Array.from({ length: 20 }, (_, seed) => sampleOf("title", { type: "string" }, String(seed))),
    );
    expect(titles.size).toBeGreaterThan(3);
  });

  it("gives what is asked for beside the required, and what that depends on", () => {
    const schema: JsonValue = {
      properties: { a: { type: "integer" }, b: { type: "integer" }, c: { type: "integer" } },
      required: ["a"],
      dependentRequired: { b: ["c"] },
    };
    const names = (optional: string[]) => {
      const sample = sampleArguments(schema, { seed: "s", optional });
      return "problem" in sample ? sample.problem : Object.keys(sample.arguments);
    };
    expect(names([])).toEqual(["a"]);
    expect(names(["b"])).toEqual(["a", "b", "c"]);
    expect(names(["elsewhere"])).toEqual(["a"]);
  });

  it("takes what a description names, and no word of its prose", () => {
    const of = (description: string) => sampleOf("thing", { type: "string", description });
    expect(of("The month, e.g. `2026-04`")).toBe("2026-04");
    expect(["open", "closed"]).toContain(of("One of: open, closed"));
    expect(["asc", "desc"]).toContain(of('Order: "asc" or "desc".'));
    expect(of("Day as YYYY-MM-DD")).toMatch(/^2026-\d\d-\d\d$/);
    expect(of("When, in ISO 8601 format")).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:00Z$/);
    expect(of("Comma separated names")).toMatch(/^[^,]+,[^,]+$/);
    expect(hintsOf("Must be one of the items such as lamps or chairs you like most").examples).toEqual([]);
    expect(hintsOf("One of the options for the user, team, or project").allowed).toEqual([]);
  });

  it("never gives what the schema refuses, whatever the schema", () => {
    const leaf = fc.oneof(
      fc.record({
        type: fc.constant("string"),
        minLength: fc.nat(9),
        maxLength: fc.integer({ min: 5, max: 20 }),
      }),
      fc.record({
        type: fc.constant("integer"),
        minimum: fc.integer({ min: -50, max: 5 }),
        multipleOf: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({
        type: fc.constant("number"),
        exclusiveMinimum: fc.double({ min: -5, max: 5, noNaN: true }),
      }),
      fc.record({
        enum: fc.uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1 }),
      }),
      fc.constantFrom(
        { type: "null" },
        { type: "boolean" },
        { type: "string", format: "date" },
        true,
        false,
        {},
      ),
    );
    const { node } = fc.letrec<{ node: JsonValue }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf as fc.Arbitrary<JsonValue>,
        fc.record({
          type: fc.constant("array"),
          items: tie("node"),
          minItems: fc.nat(3),
          uniqueItems: fc.boolean(),
        }) as fc.Arbitrary<JsonValue>,
        fc.record({
          properties: fc.dictionary(fc.string({ maxLength: 5 }), tie("node"), { maxKeys: 4 }),
        }) as fc.Arbitrary<JsonValue>,
        fc.record({
          anyOf: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
        }) as fc.Arbitrary<JsonValue>,
        fc.record({
          allOf: fc.array(tie("node"), { minLength: 1, maxLength: 2 }),
        }) as fc.Arbitrary<JsonValue>,
      ),
    }));
    fc.assert(
      fc.property(node, (schema) => {
        const tool = one("value", schema);
        const sample = sampleArguments(tool, { seed: "s" });
        if ("arguments" in sample) expect(checkSchema(tool, sample.arguments)).toEqual({ violations: [] });
      }),
      { numRuns: 200 },
    );
  });
});
