import type { SurfaceTool } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { surfaceEvidence } from "../../src/builtin/evidence.js";
import { candidatePairs } from "../../src/builtin/pairs/candidates.js";
import { confusablePairs } from "../../src/builtin/pairs/confusable-pairs.js";
import { readings } from "../../src/builtin/pairs/reading.js";
import { NO_PARAMETERS, surfaceOf, takes } from "../support.js";

const tool = (name: string, description?: string, parameters: Record<string, string> = {}): SurfaceTool => ({
  name,
  ...(description === undefined ? {} : { description }),
  inputSchema: takes(parameters),
});
const pairs = (...tools: SurfaceTool[]) =>
  confusablePairs(surfaceEvidence(surfaceOf(tools))).map(
    ({ tools: [a, b], severity }) => `${a} ${b} ${severity}`,
  );

const SHOP = [
  tool("list_orders", "List orders of the shop, newest first, filtered by status and date.", { status: "" }),
  tool("search_orders", "Search orders of the shop by words in the customer's name or address.", {
    query: "",
  }),
  tool("cancel_order", "Cancel an order that has not been shipped and refund the customer.", {
    order_id: "",
  }),
  tool("get_weather", "Forecast of temperature and rain for a place.", { city: "" }),
];

describe("confusable pairs", () => {
  it("finds two ways to look up the same things and leaves unrelated tools alone", () => {
    const found = pairs(...SHOP);
    expect(found.some((one) => one.startsWith("list_orders search_orders"))).toBe(true);
    expect(found.some((one) => one.includes("get_weather"))).toBe(false);
    expect(found.some((one) => one.includes("cancel_order"))).toBe(false);
  });

  it("calls tools of one name high, whatever they say", () => {
    expect(pairs(tool("run", "Bake a cake"), tool("run", "Translate Latin"))).toEqual(["run run high"]);
    expect(pairs(tool("", "Bake a cake"), tool("", "Translate Latin"))).toEqual(["  high"]);
  });

  it("calls the same text and parameters high under different names, and only medium when the action differs", () => {
    const text = "Draws the distribution of values among several categories as a picture.";
    expect(pairs(tool("draw_violin", text, { data: "" }), tool("draw_box", text, { data: "" }))).toEqual([
      "draw_violin draw_box high",
    ]);
    expect(pairs(tool("get_box", text, { data: "" }), tool("delete_box", text, { data: "" }))).toEqual([
      "get_box delete_box medium",
    ]);
  });

  it("does not call opposites confusable", () => {
    expect(
      pairs(
        tool("mute_host", "Mute a host", { host: "" }),
        tool("unmute_host", "Unmute a host", { host: "" }),
        tool("go_back", "Go back one page"),
        tool("go_forward", "Go forward one page"),
      ),
    ).toEqual([]);
  });

  it("counts repeated filler once", () => {
    const [a, b, c, d] = SHOP as [SurfaceTool, SurfaceTool, SurfaceTool, SurfaceTool];
    const tripled = { ...a, description: `${a.description} ${a.description} ${a.description}` };
    expect(pairs(tripled, b, c, d)).toEqual(pairs(a, b, c, d));
  });

  it("says nothing of one tool, of none, and of tools that have nothing", () => {
    expect(pairs()).toEqual([]);
    expect(pairs(tool("a"))).toEqual([]);
    expect(pairs(tool("alpha"), tool("beta"))).toEqual([]);
  });

  it("compares unspaced scripts by pairs of characters", () => {
    const found = pairs(
      tool("list_bounties", "浏览赏金任务列表"),
      tool("query_bounty", "查询赏金任务列表"),
      tool("register_agent", "注册新的代理并获取密钥"),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^list_bounties query_bounty/);
  });

  it("doubts between few: two pairs of one tool at most", () => {
    const charts = Array.from({ length: 20 }, (_, i) =>
      tool(
        `draw_chart_${"abcdefghijklmnopqrst"[i]}`,
        `Draws a chart of kind ${"abcdefghijklmnopqrst"[i]} for data about item ${i}.`,
      ),
    );
    const found = confusablePairs(surfaceEvidence(surfaceOf(charts)));
    expect(found.filter(({ severity }) => severity !== "high").length).toBeLessThanOrEqual(charts.length);
  });

  const issues = tool("list_issues", "List issues of the tracker by label, state and date.", { state: "" });
  const search = "Search issues of the tracker by label, state and date.";

  it.each([
    ["nothing but the search", "search_issues", search, { query: "" }, 1],
    ["another object plainly named", "search_users", "Search people by their name.", { query: "" }, 0],
    ["one by its identifier", "get_issue", "Get an issue by its number.", { issue_number: "" }, 0],
    [
      "a word of when to use the other",
      "search_issues",
      `${search} Use list_issues instead when no text is given.`,
      { query: "" },
      0,
    ],
  ])("%s tells a search from a list: %#", (_, name, description, parameters, count) => {
    expect(
      pairs(issues, tool(name, description, parameters as unknown as Record<string, string>)),
    ).toHaveLength(count);
  });

  it("is not settled by a blank that is still to be filled in", () => {
    const blank = `${search}\n\n[when to use this instead of \`list_issues\`: …]`;
    expect(pairs(issues, tool("search_issues", blank, { query: "" }))).toEqual(
      pairs(issues, tool("search_issues", search, { query: "" })),
    );
  });

  it("orders indexes, sorts by them, and tells why in a sentence", () => {
    const found = confusablePairs(surfaceEvidence(surfaceOf(SHOP)));
    const keys = found.map(({ toolIndexes: [a, b] }) => a * 1_000 + b);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    for (const { toolIndexes, evidence } of found) {
      expect(toolIndexes[0]).toBeLessThan(toolIndexes[1]);
      expect(evidence).toMatch(/^A request for one may be taken for the other: .+\.$/);
    }
  });
});

describe("candidates on a large surface", () => {
  const large = Array.from({ length: 600 }, (_, i) =>
    tool(
      `get_thing_${i}`,
      `Reads record number ${i} of the archive${i % 100 === 0 ? " of antique zithers" : ""}.`,
    ),
  );
  const all = readings(surfaceEvidence(surfaceOf([...large, { name: "x", inputSchema: NO_PARAMETERS }])));

  it("stay few per tool and hold the pairs that share a rare word", () => {
    const candidates = candidatePairs(all);
    expect(candidates.length).toBeLessThanOrEqual(24 * 601);
    const keys = new Set(candidates.map(([a, b]) => `${a} ${b}`));
    expect(keys.has("0 100")).toBe(true);
    expect(keys.has("400 500")).toBe(true);
  });
});
