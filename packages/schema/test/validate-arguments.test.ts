import type { JsonValue } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { validateArguments } from "../src/validate/validate-arguments.js";

const check = (inputSchema: JsonValue | undefined, args: JsonValue) =>
  validateArguments(inputSchema === undefined ? { name: "t" } : { name: "t", inputSchema }, args);

describe("validateArguments", () => {
  it("says what does not fit, in our words", () => {
    const schema = {
      type: "object",
      properties: { mode: { enum: ["a", "b"] }, count: { type: "integer", maximum: 5 } },
      required: ["mode", "path"],
      additionalProperties: false,
    };
    expect(check(schema, { mode: "c", count: 9, x: 1 })).toEqual({
      wellFormed: false,
      violations: [
        'arguments: missing required parameter "path"',
        'arguments: unknown parameter "x"',
        '/mode: not one of ["a","b"]',
        "/count: must be <= 5",
      ],
    });
    expect(check({ ...schema, required: ["mode"] }, { mode: "a", count: 5 })).toEqual({
      wellFormed: true,
      violations: [],
    });
  });

  it("refuses arguments that are no object", () => {
    expect(check({}, null).violations).toEqual(["arguments must be a JSON object, not null"]);
    expect(check({}, [1]).violations).toEqual(["arguments must be a JSON object, not an array"]);
    expect(check({}, "x").violations).toEqual(["arguments must be a JSON object, not a string"]);
  });

  it.each([
    [
      "http://json-schema.org/draft-07/schema#",
      { properties: { a: { items: [{ type: "string" }] } } },
      { a: [1] },
    ],
    [
      "https://json-schema.org/draft/2019-09/schema",
      { properties: { a: { dependentRequired: { b: ["c"] } } } },
      { a: { b: 1 } },
    ],
    [
      "https://json-schema.org/draft/2020-12/schema",
      { properties: { a: { prefixItems: [{ type: "string" }] } } },
      { a: [1] },
    ],
    [
      "http://json-schema.org/draft-04/schema#",
      { properties: { a: { minimum: 1, exclusiveMinimum: true } } },
      { a: 1 },
    ],
    [undefined, { $defs: { a: { type: "string" } }, properties: { a: { $ref: "#/$defs/a" } } }, { a: 1 }],
    ["https://example.com/unknown-dialect", { properties: { a: { type: "string" } } }, { a: 1 }],
  ])("reads dialect %s", (dialect, schema, wrong) => {
    const declared = { ...(dialect === undefined ? {} : { $schema: dialect }), ...schema } as JsonValue;
    expect(check(declared, {})).toEqual({ wellFormed: true, violations: [] });
    expect(check(declared, wrong as JsonValue).wellFormed).toBe(false);
  });

  it("takes a missing or boolean schema for what it says", () => {
    expect(check(undefined, { anything: 1 }).wellFormed).toBe(true);
    expect(check(true, { anything: 1 }).wellFormed).toBe(true);
    expect(check(false, {}).wellFormed).toBe(false);
  });

  it.each([
    ["not a schema", "text"],
    ["an invalid keyword", { type: "object", required: "name" }],
    ["an unknown type", { properties: { a: { type: "text" } } }],
    ["a pattern that is none", { properties: { a: { type: "string", pattern: "(" } } }],
    ["a reference to the network", { $ref: "https://example.com/schema.json" }],
    ["a reference to nothing", { $ref: "#/definitions/none" }],
    ["a reference to itself", { $ref: "#" }],
    [
      "two that refer to one another",
      { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" },
    ],
  ] as [string, JsonValue][])("makes %s a violation", (_, schema) => {
    const { wellFormed, violations } = check(schema, { a: "x" });
    expect(wellFormed).toBe(false);
    expect(violations.join()).toMatch(/schema/);
  });

  it("follows recursion as deep as the arguments go, and no deeper than its bound", () => {
    const tree = {
      $defs: {
        node: { type: "object", properties: { child: { $ref: "#/$defs/node" }, n: { type: "number" } } },
      },
      $ref: "#/$defs/node",
    };
    expect(check(tree, { child: { child: { n: 1 } } }).wellFormed).toBe(true);
    expect(check(tree, { child: { child: { n: "1" } } }).violations).toEqual([
      "/child/child/n: must be number",
    ]);
    let deep: JsonValue = {};
    for (let level = 0; level < 5000; level++) deep = { child: deep };
    expect(check(tree, deep).violations).toEqual(["arguments are nested deeper than 32 levels"]);
  });

  it("survives hostile schemas in bounded time", { timeout: 60_000 }, () => {
    const startedAt = performance.now();
    expect(
      check({ properties: { a: { type: "string", pattern: "^(a+)+$" } } }, { a: `${"a".repeat(5000)}!` })
        .wellFormed,
    ).toBe(false);
    const bomb: Record<string, JsonValue> = {};
    for (let n = 0; n < 40; n++)
      bomb[`d${n}`] = { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] };
    expect(check({ $defs: { ...bomb, d40: {} }, $ref: "#/$defs/d0" }, {}).violations[0]).toMatch(/too large/);
    let deep: JsonValue = { type: "string" };
    for (let level = 0; level < 20_000; level++) deep = { properties: { a: deep } };
    expect(check(deep, {}).violations[0]).toMatch(/too deep/);
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`p${n}`, { type: "string" }])),
    };
    expect(check(wide, {}).violations[0]).toMatch(/too large/);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it("takes prototype names for ordinary parameters", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"constructor":{"type":"string"}},"required":["constructor","toString"]}',
    );
    expect(check(schema, {}).violations).toEqual([
      'arguments: missing required parameter "constructor"',
      'arguments: missing required parameter "toString"',
    ]);
    expect(
      check(schema, JSON.parse('{"constructor":"x","toString":"y","__proto__":{"a":1}}')).wellFormed,
    ).toBe(true);
  });

  it("tells patterns apart", () => {
    const schema = {
      properties: { a: { type: "string", pattern: "^a$" }, b: { type: "string", pattern: "^b$" } },
    };
    expect(check(schema, { a: "a", b: "b" }).wellFormed).toBe(true);
  });

  it("keeps at most eight violations and neutralises what it quotes", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`p${n}`, { type: "string" }]),
    );
    const args = Object.fromEntries(Object.keys(properties).map((name) => [name, 1]));
    expect(check({ properties }, args).violations).toHaveLength(8);
    expect(check({ required: ["\u001b[31mred"] }, {}).violations[0]).not.toContain("\u001b");
  });
});
