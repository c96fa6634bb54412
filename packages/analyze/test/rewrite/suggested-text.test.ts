import type { JsonValue } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { surfaceEvidence } from "../../src/builtin/evidence.js";
import { suggestedText } from "../../src/builtin/rewrite/suggested-text.js";
import { NO_PARAMETERS, surfaceOf, takes } from "../support.js";

const NUMBERS = takes({ a: { type: "number" }, b: { type: "number" } });

/** The sentences for one tool that has only these defects. */
function text(
  name: string,
  types: Parameters<typeof suggestedText>[1] extends ReadonlySet<infer Type> ? Type[] : never,
  inputSchema: JsonValue = NO_PARAMETERS,
): string {
  const [own] = surfaceEvidence(surfaceOf([{ name, description: "x", inputSchema }])).tools;
  if (own === undefined) throw new Error("no tool");
  return suggestedText(
    own,
    new Set(types),
    own.parameters.list.map((parameter) => parameter.name),
  );
}

const usage = (name: string, schema?: JsonValue) => text(name, ["name_restates_behavior"], schema);
const result = (name: string, schema?: JsonValue) => text(name, ["no_return_description"], schema);

describe("what a suggestion says of one thing and of several", () => {
  it.each([
    ["create_invoice", "Use it only when a new invoice is wanted, not to change one that already exists."],
    ["create_entities", "Use it only when new entities are wanted, not to change those that already exist."],
    [
      "list_session",
      "Use it to see which sessions there are, for instance before choosing what to act on; it should leave everything unchanged.",
    ],
    [
      "list_history",
      "Use it to see which history there is, for instance before choosing what to act on; it should leave everything unchanged.",
    ],
    [
      "list_repository",
      "Use it to see which repositories there are, for instance before choosing what to act on; it should leave everything unchanged.",
    ],
    [
      "update_status",
      "Use it when the status should be different afterwards; look at how it is now before changing anything.",
    ],
    [
      "set_labels",
      "Use it when the labels should be different afterwards; look at how they are now before changing anything.",
    ],
  ])("%s", (name, expected) => expect(usage(name)).toBe(expected));

  it.each([
    ["add_tags", "Presumably returns what was added, or a confirmation."],
    ["create_tags", "Presumably returns the new tags, or their identifiers."],
    ["create_child", "Presumably returns the new child, or its identifier."],
    ["update_labels", "Presumably returns the labels as they are after the change, or a confirmation."],
    ["search_code", "Presumably returns the code found, possibly none."],
    ["find_workitem", "Presumably returns the workitems found, possibly none."],
    ["get_children", "Presumably returns the children asked for."],
  ])("%s returns", (name, expected) => expect(result(name)).toBe(expected));
});

describe("what a suggestion does not claim", () => {
  it("is that something is added, where numbers are", () => {
    for (const name of ["add", "add_numbers"])
      expect(usage(name, NUMBERS)).toBe(
        `Use it when the outcome of “${name.replace("_", " ")}” is needed for a next step; it should leave everything unchanged.`,
      );
    expect(result("add_numbers", NUMBERS)).toBe(
      "Presumably returns the outcome, or an error that says why there is none.",
    );
  });

  it.each([
    "generate_invoice_number",
    "write_query",
    "build_status",
    "create_or_update_file",
    "quota",
    "upsert_page",
  ])("is an effect of %s, whose name settles none", (name) => {
    expect(usage(name)).toBe(
      `Use it only when the request really asks for “${name.replaceAll("_", " ")}”, not for something merely similar.`,
    );
    expect(result(name)).toBe("Presumably returns the outcome, or an error that says why there is none.");
  });

  it("is a verb that only looks like one", () => {
    expect(usage("locations_delete_field")).toContain(
      "“locations delete field” is explicitly wanted, and confirm first",
    );
    expect(usage("arrange_component_set")).not.toContain("different afterwards");
    expect(result("web_search")).toBe("Presumably returns what was found, possibly nothing.");
  });

  it("is that something can't be undone, where it is only stopped", () => {
    expect(usage("pause_campaign")).toBe(
      "Use it only when “pause campaign” is explicitly wanted; when in doubt, ask first.",
    );
    expect(usage("delete_campaign")).toContain("may be impossible to undo");
  });
});

describe("the object of a name", () => {
  it.each([
    ["create_price_for_product", "new price is"],
    ["create_project_or_folder", "new project or folder is"],
    ["create_a_new_page", "new page is"],
    ["mb_card_create", "new card is"],
    ["voice_create_agent", "new agent is"],
    ["create", "something new is"],
  ])("%s", (name, expected) => expect(usage(name)).toContain(expected));

  it("is quoted whole or not at all", () => {
    expect(usage("remove_contact_from_every_campaign")).toContain("“remove contact from every campaign”");
    expect(usage(`remove_${"very_".repeat(15)}long`)).toContain("only when exactly what its name says is");
  });

  it("is not looked up by a secret", () => {
    expect(usage("get_weather", takes({ api_key: "" }))).toContain("look at the weather");
    expect(usage("get_issue", takes({ issue_number: "" }))).toContain("when `issue_number` is already known");
  });
});

describe("what a parameter takes", () => {
  it("counts in words", () => {
    const schema = takes({ flux: { type: "array", minItems: 1, maxItems: 2, items: { type: "string" } } });
    expect(text("create_invoice", ["params_unexplained"], schema)).toBe(
      "Parameters: `flux` (a list, at least 1 entry, at most 2 entries; presumably the flux of the invoice).",
    );
  });

  it("is said once when the name repeats the object", () => {
    expect(text("create_invoice", ["params_unexplained"], takes({ invoiceFlux: "" }))).toBe(
      "Parameters: `invoiceFlux` (text; presumably the invoice flux).",
    );
  });
});
