import type { JsonValue } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { paramsUnexplained } from "../../src/builtin/defects/params_unexplained.js";
import { NO_PARAMETERS, takes } from "../support.js";
import { checkFirst } from "./support.js";

const check = (name: string, description: string, inputSchema: JsonValue | undefined) =>
  checkFirst(paramsUnexplained, {
    name,
    description,
    ...(inputSchema === undefined ? {} : { inputSchema }),
  });
const open = { type: "object", properties: {}, additionalProperties: true };

describe("params_unexplained", () => {
  it.each([
    ["an opaque name", "search_code", "Search for code", takes({ q: "" }), ["q"]],
    [
      "a word that says nothing alone",
      "schedule_downtime",
      "Schedule a downtime",
      takes({ scope: "" }),
      ["scope"],
    ],
    [
      "an object whose promised members are nowhere",
      "create_task",
      "Create a task",
      takes({ metadata: { ...open, description: "Metadata specific to the type" } }),
      ["metadata"],
    ],
    [
      "a list of such objects",
      "create_table",
      "Create a table",
      takes({
        fields: { type: "array", items: { type: "object" }, description: "Array of field definitions" },
      }),
      ["fields"],
    ],
    [
      "an object whose members are bare",
      "search_things",
      "Search",
      takes({
        filter: {
          type: "object",
          description: "What to filter by",
          properties: { select: { type: "string" }, order: { type: "string" } },
        },
      }),
      ["filter"],
    ],
    [
      "a list of objects of no shape",
      "update_form",
      "Update a form",
      takes({ fields: { type: "array", items: { type: "object" } } }),
      ["fields"],
    ],
    ["a closed set that is not told", "measure", "Measure it", takes({ from: "Source unit" }), ["from"]],
    ["a description that repeats the name", "do_it", "Does something", takes({ flux: "flux" }), ["flux"]],
  ])("finds %s", (_, name, description, schema, parameters) => {
    expect(check(name, description, schema)?.parameters).toEqual(parameters);
  });

  it.each([
    ["its own text", takes({ scope: "Host or tag the downtime is for" })],
    ["an enum", takes({ scope: { type: "string", enum: ["host", "tag"] } })],
    ["a format", takes({ scope: { type: "string", format: "date" } })],
    ["a bound", takes({ scope: { type: "integer", minimum: 0 } })],
    ["an example of the closed set", takes({ scope: 'Kind of scope, such as "host"' })],
    ["true or false", takes({ scope: { type: "boolean" } })],
    [
      "members that are named",
      takes({ scope: { type: "object", properties: { host: { type: "string" } } } }),
    ],
    ["a plain name", takes({ path: "", title: "", issue_number: "" })],
    [
      "a map of the caller's own keys",
      takes({ fields: { ...open, description: "The fields of the record" } }),
    ],
  ])("is cleared by %s", (_, schema) => {
    expect(check("update_issue", "Update an issue", schema)).toBeNull();
  });

  it("is cleared when the description names the parameter or shows the shape", () => {
    expect(check("mute", "Mute alerts; `scope` is a host or a tag.", takes({ scope: "" }))).toBeNull();
    expect(
      check(
        "patch",
        "Patch it. Body: { values: [[1]] }",
        takes({ body: { ...open, description: "Request body" } }),
      ),
    ).toBeNull();
  });

  it("is not cleared by a blank that is still to be filled in", () => {
    expect(check("mute", "Mute alerts. [what `scope` takes: …]", takes({ scope: "" }))).not.toBeNull();
  });

  it("does not take a verb in a text for a closed set", () => {
    expect(check("type_text", "Type text", takes({ text: "The text to type" }))).toBeNull();
  });

  it("ignores optional parameters", () => {
    const schema = { type: "object", properties: { q: { type: "string" } } };
    expect(check("search_code", "Search code", schema)).toBeNull();
  });

  it("finds a schema that was never filled in, and believes an explicit empty one", () => {
    expect(check("create_issue", "Create an issue", {})).not.toBeNull();
    expect(check("create_issue", "Create an issue", undefined)).not.toBeNull();
    expect(check("create_session", "Create a session", NO_PARAMETERS)).toBeNull();
    expect(check("list_bases", "List all bases", {})).toBeNull();
    expect(check("list_files", "Lists the files of a given directory", NO_PARAMETERS)).not.toBeNull();
    expect(check("get_user", "Get a user by ID", NO_PARAMETERS)).not.toBeNull();
  });

  it("concludes nothing from a composition or from a schema that is not an object", () => {
    expect(check("create_issue", "Create an issue", { anyOf: [{}, {}] })).toBeNull();
    expect(check("create_issue", "Create an issue", "nonsense")).toBeNull();
  });

  it("follows references, also ones that never end", () => {
    const schema = {
      type: "object",
      $defs: { scope: { type: "string", description: "A host or a tag" }, loop: { $ref: "#/$defs/loop" } },
      properties: { scope: { $ref: "#/$defs/scope" }, flux: { $ref: "#/$defs/loop" } },
      required: ["scope", "flux"],
    };
    expect(check("mute", "Mutes", schema)?.parameters ?? []).not.toContain("scope");
  });

  it("names at most twenty parameters", () => {
    const names = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`flux${"abcdefgh"[i % 8]}q${i}`, ""]),
    );
    const found = check("do_it", "Does something", takes(names));
    expect(found?.parameters).toHaveLength(20);
    expect(found?.evidence.length).toBeLessThanOrEqual(500);
  });
});
