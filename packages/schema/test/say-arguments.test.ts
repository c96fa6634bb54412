import type { JsonValue } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillArguments } from "../src/fill/fill-arguments.js";
import { sampleArguments } from "../src/sample/sample-arguments.js";
import { joinSaid, sayArguments } from "../src/say/say-arguments.js";
import { sayValue } from "../src/say/say-value.js";
import { checkSchema } from "../src/validate/schema-check.js";
import { TIGHT_SCHEMAS } from "./tight-schemas.js";

const said = (args: { [key: string]: JsonValue }, schema?: JsonValue) => joinSaid(sayArguments(args, schema));

describe("sayValue", () => {
  it.each<[JsonValue, string]>([
    ["ABC-1234", "ABC-1234"],
    ["heat pumps", '"heat pumps"'],
    ['say "hi"', '“say "hi"”'],
    ["Lake Charles", "Lake Charles"],
    [["red fox", "ord_41", 3], '"red fox", ord_41 and 3'],
    [{ apples: 3, pears: 5 }, "apples 3, pears 5"],
    [-9.1393, "-9.1393"],
    [false, "off"],
    [null, "none"],
    [[{ a: [1] }], '[{"a":[1]}]'],
  ])("%j is %s", (value, text) => {
    expect(sayValue(value)).toBe(text);
  });
});

describe("sayArguments", () => {
  it("says what has a connective with it, and the rest by its name", () => {
    expect(
      said({ origin: "Wellington", destination: "Nelson", mode: "bike", priority: "high", page: 3 }),
    ).toBe('from Wellington to Nelson by "bike", with priority "high", page 3');
  });

  it("gives no connective to two parameters", () => {
    const schema = { properties: { title: { type: "string" }, headline: { type: "string" } } };
    expect(said({ title: "A b", headline: "C d" }, schema)).toBe('with title "A b", headline "C d"');
  });

  it("tells members of one name apart", () => {
    const member = { type: "object", properties: { city: { type: "string" } } };
    const schema = { properties: { home: member, office: member } };
    expect(said({ home: { city: "Lisbon" }, office: { city: "Turin" } }, schema)).toBe(
      "with home city Lisbon, office city Turin",
    );
  });

  it.each(TIGHT_SCHEMAS)("is read back: %s of %j", (name, schema) => {
    const tool: JsonValue = { type: "object", properties: { [name]: schema }, required: [name] };
    for (let seed = 0; seed < 10; seed++) {
      const sample = sampleArguments(tool, { seed: String(seed) });
      if ("problem" in sample) throw new Error(sample.problem);
      const text = `Please do it ${said(sample.arguments, tool)}.`;
      expect(fillArguments(text, tool), text).toEqual({ arguments: sample.arguments, unfilled: [] });
    }
  });

  it("is read back to arguments that fit, whatever the parameters", () => {
    const leaf = fc.constantFrom<JsonValue>(
      { type: "string" },
      { type: "integer", minimum: -20 },
      { type: "number" },
      { type: "boolean" },
      { type: "string", format: "date" },
      { type: "string", pattern: "^[A-Z]{2}-\\d{3}$" },
      { enum: ["open", "closed", "merged"] },
      { type: "array", items: { type: "string" }, minItems: 2 },
      { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false, minItems: 2 },
    );
    const name = fc.constantFrom(
      "title",
      "due_date",
      "priority",
      "ticketId",
      "tags",
      "page",
      "owner",
      "state",
      "dryRun",
      "note",
      "path",
    );
    fc.assert(
      fc.property(
        fc.dictionary(name, leaf, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
        fc.nat(),
        (properties, seed) => {
          const tool: JsonValue = {
            type: "object",
            properties,
            required: Object.keys(properties),
            additionalProperties: false,
          };
          const sample = sampleArguments(tool, { seed: String(seed) });
          if ("problem" in sample) throw new Error(sample.problem);
          const filled = fillArguments(`Please do it ${said(sample.arguments, tool)}.`, tool);
          expect(checkSchema(tool, filled.arguments)).toEqual({ violations: [] });
          expect(filled.arguments).toEqual(sample.arguments);
        },
      ),
      { numRuns: 300 },
    );
  });
});
