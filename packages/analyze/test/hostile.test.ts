import type { JsonValue, SurfaceTool } from "@gradable/contract";
import { estimateTokenizer } from "@gradable/model/tokens";
import { describe, expect, it } from "vitest";
import { analyze } from "../src/analyze.js";
import { NO_PARAMETERS, surfaceOf } from "./support.js";

const seconds = async (tools: SurfaceTool[]) => {
  const from = performance.now();
  await analyze(surfaceOf(tools), { tokenizer: estimateTokenizer });
  return (performance.now() - from) / 1000;
};
const described = (description: string): SurfaceTool[] =>
  Array.from({ length: 5 }, (_, i) => ({ name: `tool_${i}`, description, inputSchema: NO_PARAMETERS }));

describe("hostile input", () => {
  it.each([
    ["one letter", "a".repeat(1_000_000)],
    ["open brackets", "[".repeat(300_000)],
    ["nested links", "[a](".repeat(100_000)],
    ["tags that never close", "<a ".repeat(100_000)],
    ["underscores", "a_".repeat(300_000)],
    ["dots", "a.".repeat(300_000)],
    ["case changes", "aB".repeat(300_000)],
    ["ideographs", "图".repeat(500_000)],
    ["white space", " \n\t".repeat(300_000)],
    ["lone surrogates", "\ud800".repeat(300_000)],
    ["hyphens", "A-B".repeat(200_000)],
    ["ampersands", "&#".repeat(300_000)],
    ["URLs", "http://".repeat(100_000)],
  ])("is read in bounded time: %s", async (_, text) => {
    expect(await seconds(described(text))).toBeLessThan(60);
  });

  it("reads names, parameters and schemas of any size and shape", async () => {
    let deep: JsonValue = { type: "string" };
    for (let i = 0; i < 20_000; i++) deep = { type: "array", items: deep };
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { type: "string" }]));
    const loop = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
    const schemas: JsonValue[] = [
      { type: "object", properties: { deep }, required: ["deep"] },
      { type: "object", properties: wide, required: Object.keys(wide) },
      loop,
      { properties: { a: loop, b: null, c: 7, d: [] }, required: ["a", "b", "c", "d", 5, null, "absent"] },
      JSON.parse(
        '{"type": ["object", 3], "properties": {"__proto__": {}}, "required": ["__proto__", "constructor"]}',
      ),
      null,
      [],
      "text",
      7,
    ];
    const tools = schemas.map((inputSchema, i) => ({
      name: i % 2 === 0 ? "x".repeat(100_000) : "a_".repeat(50_000),
      description: "Do the thing",
      inputSchema,
      outputSchema: inputSchema,
    }));
    expect(await seconds(tools)).toBeLessThan(60);
  });
});
