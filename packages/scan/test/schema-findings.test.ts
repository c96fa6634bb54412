import type { JsonValue } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputSchemaShape, schemaFindings } from "../src/list/schema-findings.js";

const none = { externalReferences: [], recursive: false, problems: [] };

describe("what reading a schema shows", () => {
  it.each<[string, JsonValue]>([
    [
      "an ordinary object",
      { type: "object", properties: { a: { type: ["string", "null"], enum: ["x"] } }, required: ["a"] },
    ],
    [
      "booleans for schemas",
      { type: "object", additionalProperties: false, properties: { a: true }, items: true },
    ],
    [
      "data that looks like a schema",
      {
        default: { $ref: "http://x" },
        enum: [{ type: "int" }],
        examples: [{ required: true }],
        const: { $ref: "#/no" },
      },
    ],
    [
      "properties named like keywords",
      {
        properties: {
          $ref: { type: "string" },
          type: { type: "string" },
          required: { type: "boolean" },
          properties: { type: "object" },
        },
      },
    ],
    [
      "tuples and dependencies of draft 4",
      { items: [{ type: "string" }], dependencies: { a: ["b"], c: { type: "object" } } },
    ],
    ["every dialect", { $schema: "http://json-schema.org/draft-07/schema#" }],
    ["the newest dialect", { $schema: "https://json-schema.org/draft/2020-12/schema" }],
    [
      "a definition used twice",
      {
        $defs: { p: { type: "string" } },
        properties: { a: { $ref: "#/$defs/p" }, b: { $ref: "#/$defs/p" } },
      },
    ],
    ["an escaped pointer", { $defs: { "a/b~c d": {} }, properties: { a: { $ref: "#/$defs/a~1b~0c%20d" } } }],
    ["an anchor", { $defs: { p: { $anchor: "here" } }, properties: { a: { $ref: "#here" } } }],
    [
      "an embedded schema with an address",
      {
        $id: "https://x.org/root",
        $defs: { p: { $id: "p", $defs: { q: {} }, properties: { a: { $ref: "#/$defs/q" } } } },
        properties: { a: { $ref: "p" }, b: { $ref: "https://x.org/root#/$defs/p" } },
      },
    ],
    ["true", true],
  ])("nothing: %s", (_, schema) => expect(schemaFindings(schema)).toEqual(none));

  it.each<[string, JsonValue]>([
    ["itself", { properties: { a: { $ref: "#" } } }],
    [
      "a node of a tree",
      {
        $defs: { n: { properties: { kids: { items: { $ref: "#/$defs/n" } } } } },
        properties: { root: { $ref: "#/$defs/n" } },
      },
    ],
    [
      "two definitions of each other",
      { $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { not: { $ref: "#/$defs/a" } } } },
    ],
    ["a reference to itself", { $defs: { a: { $ref: "#/$defs/a" } } }],
    ["a dynamic one", { $dynamicAnchor: "n", properties: { a: { $dynamicRef: "#n" } } }],
    ["draft 2019-09", { properties: { a: { $recursiveRef: "#" } } }],
    ["an address of its own", { $id: "https://x.org/a", properties: { a: { $ref: "https://x.org/a" } } }],
  ])("recursion: %s", (_, schema) => expect(schemaFindings(schema)).toEqual({ ...none, recursive: true }));

  it.each<[JsonValue, string[]]>([
    [
      { properties: { a: { $ref: "http://169.254.169.254/latest#/x" } } },
      ["http://169.254.169.254/latest#/x"],
    ],
    [
      { properties: { a: { $ref: "other.json" }, b: { $ref: "file:///etc/passwd" } } },
      ["file:///etc/passwd", "other.json"],
    ],
    [{ $schema: "https://example.org/dialect" }, ["https://example.org/dialect"]],
  ])("addresses outside: %j", (schema, externalReferences) => {
    expect([...schemaFindings(schema).externalReferences].sort()).toEqual(externalReferences);
  });

  it.each<[JsonValue, string[]]>([
    [
      { properties: { a: { type: "int" } } },
      ['#/properties/a/type: expected a type of JSON Schema, found "int"'],
    ],
    [
      { properties: { a: { type: "string", required: true } } },
      ["#/properties/a/required: expected an array of names, found true"],
    ],
    [{ properties: ["a"] }, ["#/properties: expected an object, found an array of 1"]],
    [{ properties: { a: "string" } }, ['#/properties/a: expected a schema, found "string"']],
    [{ anyOf: {} }, ["#/anyOf: expected an array, found an object"]],
    [
      { minimum: "1", maxLength: -1 },
      ['#/minimum: expected a number, found "1"', "#/maxLength: expected a count, found -1"],
    ],
    [{ $ref: "#/$defs/nope" }, ["#: #/$defs/nope leads nowhere"]],
    ["none", ['#: expected a schema, found "none"']],
  ])("problems: %j", (schema, problems) => expect(schemaFindings(schema).problems).toEqual(problems));

  it("never throws, and ends, whatever it is given", () => {
    const keyword = fc.constantFrom(
      "$ref",
      "$id",
      "properties",
      "items",
      "anyOf",
      "$defs",
      "type",
      "not",
      "required",
      "a",
    );
    const address = fc.constantFrom("#", "#/$defs/a", "#/properties/a/items", "a", "#a", "%", "#/%");
    const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        address,
        fc.dictionary(keyword, tie("schema"), { maxKeys: 4 }) as fc.Arbitrary<JsonValue>,
        fc.array(tie("schema"), { maxLength: 2 }) as fc.Arbitrary<JsonValue>,
      ),
    }));
    fc.assert(fc.property(schema, (value) => void schemaFindings(value)));
  });

  it("is bounded on a schema that refers to everything from everywhere", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { $ref: `#/properties/p${(i * 7919) % 20_000}` }]),
    );
    const started = performance.now();
    expect(schemaFindings({ properties }).recursive).toBe(true);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

it.each<[JsonValue | undefined, string]>([
  [undefined, "missing"],
  [null, "notObject"],
  [[], "notObject"],
  [true, "notObject"],
  [{}, "noParameters"],
  [{ type: "object" }, "noParameters"],
  [{ type: "object", properties: {} }, "noParameters"],
  [{ type: ["object", "null"], properties: { a: {} } }, "object"],
  [{ type: "string" }, "notObject"],
  [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, "typeMissing"],
  [{ properties: { a: {} } }, "typeMissing"],
])("the root %j is %s", (schema, shape) => expect(inputSchemaShape(schema)).toBe(shape));
