import type { DefectType, JsonValue, SurfaceTool } from "@gradable/contract";
import { readTools } from "@gradable/intent";
import { describe, expect, it } from "vitest";
import { suggestedText } from "../../src/builtin/rewrite/suggested-text.js";
import { NO_PARAMETERS, takes } from "../support.js";

const ORDERS: SurfaceTool = {
  name: "list_orders",
  description: "List orders",
  inputSchema: takes({ status: "" }),
};

function text(
  tool: Partial<SurfaceTool>,
  types: readonly DefectType[],
  rest: { readonly unexplained?: readonly string[]; readonly neighbours?: readonly SurfaceTool[] } = {},
): string {
  const whole: SurfaceTool = { name: "update_order", inputSchema: NO_PARAMETERS, ...tool };
  const [intent] = readTools({ tools: [whole] });
  return suggestedText({
    tool: whole,
    intent: intent as NonNullable<typeof intent>,
    types: new Set(types),
    unexplained: rest.unexplained ?? [],
    neighbours: rest.neighbours ?? [],
  });
}
const schema = (properties: Record<string, JsonValue>): JsonValue => ({ type: "object", properties });

describe("what only the author can know", () => {
  it.each([
    ["name_restates_behavior", {}, "[when to use this: …]"],
    ["no_return_description", { name: "get_order" }, "[returns: …]"],
    ["params_unexplained", {}, "[parameters that the input schema should declare: …]"],
  ] as const)("is a blank: %s %#", (type, tool, expected) => {
    expect(text(tool, [type])).toBe(expected);
  });

  it("is asked for each unexplained parameter, and against each neighbour", () => {
    expect(text({}, ["params_unexplained"], { unexplained: ["q", "evil] (x)"] })).toBe("[what `q` takes: …]");
    expect(text({ name: "get_order" }, ["name_restates_behavior"], { neighbours: [ORDERS] })).toBe(
      "[when to use this instead of `list_orders`: …] `list_orders` requires `status`; this does not.",
    );
  });
});

describe("what the declaration holds", () => {
  it("is told of parameters: values, defaults, limits", () => {
    const inputSchema = schema({
      state: { type: "string", enum: ["open", "closed"], default: "open" },
      limit: { type: "integer", minimum: 1, maximum: 50 },
      note: { type: "string", maxLength: 200 },
      free: { type: "string" },
    });
    expect(text({ inputSchema }, ["no_return_description"])).toBe(
      "[returns: …] `state`: one of `open`, `closed`, `open` unless given; `limit`: 1 to 50; `note`: at most 200 characters.",
    );
  });

  it("is not told again where the description says it", () => {
    const inputSchema = schema({ limit: { type: "integer", maximum: 50 } });
    expect(
      text({ description: "Update; limit is 50.", inputSchema }, ["no_return_description"]),
    ).not.toContain("50");
  });

  it("is what annotations and name say of the effect, where the description doesn't", () => {
    expect(text({ annotations: { destructiveHint: true } }, ["no_return_description"])).toContain(
      "It may delete or overwrite what exists.",
    );
    expect(text({ name: "delete_order" }, ["no_return_description"])).toContain(
      "It deletes what it is given.",
    );
    expect(
      text({ name: "delete_order", description: "Delete an order" }, ["no_return_description"]),
    ).not.toContain("It deletes");
  });

  it("is what the inputs of neighbours tell apart", () => {
    const tool = { name: "get_order", inputSchema: takes({ order_id: "" }) };
    expect(text(tool, ["no_return_description"], { neighbours: [ORDERS] })).toContain(
      "It requires `order_id`; `list_orders` requires `status`.",
    );
  });
});

it("says nothing where nothing was found, and never a sentence that fits any tool", () => {
  expect(text({}, [])).toBe("");
  expect(text({}, ["name_restates_behavior", "no_return_description"])).not.toMatch(/presumably|use it/i);
});
