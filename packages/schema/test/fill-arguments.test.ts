import type { JsonValue } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { fillArguments } from "../src/fill/fill-arguments.js";
import { TIGHT_SCHEMAS } from "./tight-schemas.js";

const one = (name: string, schema: JsonValue, required = true): JsonValue => ({
  type: "object",
  properties: { [name]: schema },
  ...(required ? { required: [name] } : {}),
});

describe("fillArguments", () => {
  it.each(TIGHT_SCHEMAS)("%s of %j is %j", (name, schema, value, said) => {
    expect(fillArguments(said, one(name, schema))).toEqual({ arguments: { [name]: value }, unfilled: [] });
  });

  it.each<[string, JsonValue, JsonValue]>([
    [
      "Get from Wellington to Nelson by bike",
      {
        properties: {
          origin: { type: "string" },
          destination: { type: "string" },
          mode: { enum: ["bike", "car"] },
        },
        required: ["origin", "destination", "mode"],
      },
      { origin: "Wellington", destination: "Nelson", mode: "bike" },
    ],
    [
      "What is the weather at 38.7223, -9.1393?",
      { properties: { lat: { type: "number" }, lon: { type: "number" } }, required: ["lat", "lon"] },
      { lat: 38.7223, lon: -9.1393 },
    ],
    [
      "Show me three of the closed pull requests",
      {
        properties: { count: { type: "integer" }, kind: { enum: ["issue", "pull_request"] } },
        required: ["kind"],
      },
      { kind: "pull_request" },
    ],
    ["Book two seats", { properties: { seats: { type: "integer" } }, required: ["seats"] }, { seats: 2 }],
    [
      "Create the user named Ada with age 36",
      {
        properties: {
          user: {
            type: "object",
            properties: { name: { type: "string" }, age: { type: "integer" } },
            required: ["name", "age"],
          },
        },
        required: ["user"],
      },
      { user: { name: "Ada", age: 36 } },
    ],
    [
      "Pay the invoice inv_12 by card 4242",
      {
        properties: {
          invoice: { type: "string" },
          by: {
            oneOf: [
              {
                type: "object",
                required: ["iban"],
                properties: { iban: { type: "string", pattern: "^[A-Z]{2}\\d+$" } },
              },
              { type: "object", required: ["card"], properties: { card: { type: "string" } } },
            ],
          },
        },
        required: ["invoice", "by"],
      },
      { invoice: "inv_12", by: { card: "4242" } },
    ],
    [
      'Put {"a": [1, 2]} into the cache',
      { properties: { value: { type: "object" } }, required: ["value"] },
      { value: { a: [1, 2] } },
    ],
    [
      "List the files without hidden ones",
      { properties: { hidden: { type: "boolean" } } },
      { hidden: false },
    ],
    [
      "Check out branch main",
      { properties: { branch: { type: "string" } }, required: ["branch"] },
      { branch: "main" },
    ],
    [
      "Show page 3, no more than 20 of them",
      { properties: { page: { type: "integer" }, limit: { type: "integer" } } },
      { page: 3 },
    ],
    [
      "Open the ticket",
      { properties: { kind: { const: "ticket" } }, required: ["kind"] },
      { kind: "ticket" },
    ],
  ])("reads %j", (text, schema, args) => {
    expect(fillArguments(text, schema)).toEqual({ arguments: args, unfilled: [] });
  });

  it("gives what a condition asks for", () => {
    const schema = JSON.parse(
      '{"properties": {"kind": {"enum": ["mail", "none"]}, "to": {"type": "string", "format": "email"}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "mail"}}}, "then": {"required": ["to"]}}',
    );
    expect(fillArguments("Set the alert kind mail, ada@example.com gets it", schema)).toEqual({
      arguments: { kind: "mail", to: "ada@example.com" },
      unfilled: [],
    });
  });

  it.each<[string, JsonValue, string]>([
    [
      "Get the ticket",
      { type: "string", pattern: "^[A-Z]{3}-\\d{4}$", description: "Key such as ABC-1234" },
      "absent",
    ],
    [
      "Get ticket 12",
      { type: "string", pattern: "^[A-Z]{3}-\\d{4}$", description: "Key such as ABC-1234" },
      "unfit",
    ],
    ["Get ticket 12", { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" }, "unstated"],
    ["Get ticket 12", { type: "string", format: "uuid" }, "unfit"],
  ])("%j has no value for %j: %s", (text, schema, why) => {
    expect(fillArguments(text, one("key", schema))).toEqual({
      arguments: {},
      unfilled: [{ pointer: "/key", why }],
    });
  });

  it("leaves optional parameters alone that the text does not name", () => {
    expect(fillArguments("Get ABC-1234 on 2026-04-14", one("note", { type: "string" }, false))).toEqual({
      arguments: {},
      unfilled: [],
    });
  });

  it("takes prototype names for ordinary parameters, and hostile texts for text", () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "integer"}, "constructor": {"type": "string"}}, "required": ["__proto__", "constructor"]}',
    );
    const { arguments: args } = fillArguments('with __proto__ 4, constructor "x"', schema);
    expect(JSON.stringify(args)).toBe('{"__proto__":4,"constructor":"x"}');
    const startedAt = performance.now();
    for (const text of [
      "[".repeat(20_000),
      "a-".repeat(10_000),
      "1,".repeat(10_000),
      "'".repeat(20_000),
      "a.b".repeat(7000),
    ])
      fillArguments(text, {
        properties: { a: { type: "array", items: { type: "string" } }, b: { type: "number" } },
        required: ["a", "b"],
      });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
