import { observationSchema, surfaceSha256, surfaceToolSchema } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseToolsList } from "../src/list/tools-list.js";

const ids = (entries: unknown) => parseToolsList(entries).observations.map(({ id }) => id);
const named = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: "object" } }));

describe("entries of tools/list as data", () => {
  it("never throws, keeps every entry in order, and gives what the contract takes", () => {
    const member = fc.constantFrom(
      "name",
      "title",
      "description",
      "inputSchema",
      "outputSchema",
      "annotations",
      "_meta",
      "x",
      "__proto__",
    );
    const entry = fc.oneof(fc.jsonValue(), fc.dictionary(member, fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const list: unknown[] = JSON.parse(JSON.stringify(entries));
        const { tools, observations } = parseToolsList(list);
        expect(tools).toHaveLength(list.length);
        z.array(surfaceToolSchema).parse(tools);
        z.array(observationSchema).parse(observations);
        expect(surfaceSha256(tools)).toMatch(/^[0-9a-f]{64}$/);
        // Reading what was read changes nothing.
        expect(parseToolsList(tools).tools).toEqual(tools);
      }),
    );
  });

  it.each([undefined, null, {}, "tools", 7])("takes %j for an empty list", (raw) => {
    expect(parseToolsList(raw)).toEqual({ tools: [], observations: [] });
  });

  it("names at most 20 tools and counts all", () => {
    const { observations } = parseToolsList(
      Array.from({ length: 30 }, (_, index) => ({ name: `t${index}` })),
    );
    expect(observations).toHaveLength(1);
    expect(observations[0]).toMatchObject({ id: "input-schema-missing", count: 30 });
    expect(observations[0]?.tools).toHaveLength(20);
  });

  it("keeps a name as declared and quotes it cut", () => {
    const name = "x".repeat(100_000);
    const { tools, observations } = parseToolsList(named(name));
    expect(tools[0]?.name).toBe(name);
    expect(observations[0]?.tools?.[0]).toHaveLength(256);
  });

  it("takes time in proportion to the list", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `same name ${index % 5000}`);
    const started = performance.now();
    expect(parseToolsList(named(...names)).observations[0]).toMatchObject({ count: 10_000 });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it("does not call a name that every provider takes irregular", () => {
    expect(ids(named("read_note", "Read-Note2", "_x", "x".repeat(64)))).toEqual([]);
    expect(ids(named("x".repeat(65)))).toEqual(["tool-name-too-long"]);
    expect(ids(named("2x", "-x", "a.b", "a b"))).toEqual(["tool-name-irregular"]);
  });
});

describe("gateways", () => {
  it.each([
    "load_toolset",
    "search_tools",
    "callTool",
    "list_available_tools",
    "enable-toolset",
    "get_tool_schema",
  ])("%s", (name) => {
    expect(ids(named(name, "x"))).toContain("gateway-surface");
  });
  it.each([
    "category_search_tool",
    "list_notes",
    "get_toolbar",
    "tool",
    "search_power_tools_catalog",
    "run_query_tool",
  ])("not %s", (name) => {
    expect(ids(named(name, "x"))).not.toContain("gateway-surface");
  });
  it("by description", () => {
    const described = (description: string) => [{ name: "x", description, inputSchema: {} }];
    expect(ids(described("Activates a group and makes additional tools available."))).toContain(
      "gateway-surface",
    );
    expect(ids(described("More tools appear once you load a category."))).toContain("gateway-surface");
    expect(ids(described("Use this to discover names before calling other tools."))).not.toContain(
      "gateway-surface",
    );
    expect(ids(described("Loads more rows. Additional notes on tooling."))).not.toContain("gateway-surface");
  });
});
