import type { Analysis, Surface, SurfaceTool } from "@gradable/contract";
import { estimateTokenizer } from "@gradable/model/tokens";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../src/analyze.js";
import { rewriteSurface } from "../src/rewrite-surface.js";
import { corpusSurface, HAS_SHARED, NO_PARAMETERS, slugs, surfaceOf, takes } from "./support.js";

const analysisOf = async (surface: Surface) =>
  (await analyze(surface, { tokenizer: estimateTokenizer })).analysis;
const withTools = (surface: Surface, change: (tool: SurfaceTool, index: number) => SurfaceTool) =>
  surfaceOf(surface.tools.map(change));
/** Rubric v1: what a pair of each severity weighs. */
const WEIGHTS = { low: 0.25, medium: 0.6, high: 1 };
const pairWeight = ({ confusablePairs }: Analysis) =>
  confusablePairs.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0);

/** Small surfaces of ours for a checkout without the corpus: a shop, and a phone. */
const OURS: [string, Surface][] = [
  [
    "a shop",
    surfaceOf([
      {
        name: "list_orders",
        description: "List orders, newest first, at most 50 a page. Returns id, status and total of each.",
        inputSchema: takes({ status: "Only orders in this state" }),
      },
      {
        name: "get_order",
        description: "Get an order by its ID",
        inputSchema: takes({ orderId: "ID of the order" }),
      },
      { name: "cancel_order", description: "Cancel an order", inputSchema: takes({ orderId: "" }) },
      { name: "search_orders", description: "Search for orders", inputSchema: takes({ q: "" }) },
      {
        name: "update_stock",
        description: "Change how many pieces are in stock.",
        inputSchema: takes({ count: "" }),
      },
    ]),
  ],
  [
    "a phone",
    surfaceOf([
      { name: "take_photo", description: "Take a photo with the back camera", inputSchema: NO_PARAMETERS },
      { name: "take_screenshot", description: "Take a screenshot", inputSchema: NO_PARAMETERS },
      {
        name: "open_app",
        description: "Open an app",
        inputSchema: takes({ app: "Name as shown under its icon" }),
      },
      {
        name: "close_app",
        description: "Close an app",
        inputSchema: takes({ app: "Name as shown under its icon" }),
      },
    ]),
  ],
];
/** Real ones of every kind: short texts, long ones, mark-up, other languages, many tools. */
const REAL = [
  "airtable-mcp-server",
  "browsermcp-mcp",
  "dangahagan-weather-mcp",
  "hubspot-mcp-server",
  "humanagent-mcp",
  "modelcontextprotocol-server-filesystem",
  "modelcontextprotocol-server-github",
  "mongodb-mcp-server",
  "sentry-mcp-server",
  "todoist-mcp",
];
const SURFACES: [string, Surface][] = [
  ...OURS,
  ...(HAS_SHARED ? REAL.map((slug): [string, Surface] => [slug, corpusSurface(slug)]) : []),
];

describe.each(SURFACES)("mutations of %s", (_, surface) => {
  it("dropping descriptions adds defects to every tool that was judged", async () => {
    const before = await analysisOf(surface);
    const after = await analysisOf(withTools(surface, ({ description, ...rest }) => rest));
    expect(after.defects.length).toBeGreaterThan(before.defects.length);
    const restated = after.defects.filter(({ type }) => type === "name_restates_behavior");
    expect(restated).toHaveLength(surface.tools.length);
  });

  it("making two tools alike makes a pair of them", async () => {
    const twin = { ...(surface.tools[1] as SurfaceTool), name: `${surface.tools[0]?.name}_too` };
    const found = await analysisOf(withTools(surface, (tool, index) => (index === 0 ? twin : tool)));
    const pair = found.confusablePairs.find(({ toolIndexes: [a, b] }) => a === 0 && b === 1);
    // Without a description only the names and the parameters can be alike.
    if ((twin.description ?? "") !== "") expect(pair?.severity).toMatch(/medium|high/);
    const same = await analysisOf(
      withTools(surface, (tool, index) => (index === 0 ? (surface.tools[1] as SurfaceTool) : tool)),
    );
    expect(same.confusablePairs.find(({ toolIndexes: [a, b] }) => a === 0 && b === 1)?.severity).toBe("high");
  });

  it("tripling a description changes no defect and does not lower the pair weight", async () => {
    const before = await analysisOf(surface);
    const after = await analysisOf(
      withTools(surface, (tool) => ({
        ...tool,
        ...(tool.description === undefined
          ? {}
          : { description: `${tool.description}\n${tool.description}\n${tool.description}` }),
      })),
    );
    // A description longer than what is read is cut at another sentence when it is repeated; none of these is.
    expect(after.defects).toEqual(before.defects);
    expect(pairWeight(after)).toBeGreaterThanOrEqual(pairWeight(before) - 1e-9);
  });

  it("filler on every tool clears no defect and does not lower the pair weight", async () => {
    const filler =
      "This powerful and easy-to-use tool helps users get the best results quickly and efficiently. It is a simple, robust and comprehensive solution.";
    const before = await analysisOf(surface);
    const after = await analysisOf(
      withTools(surface, (tool) => ({ ...tool, description: `${tool.description ?? ""} ${filler}`.trim() })),
    );
    const kept = new Set(after.defects.map(({ toolIndex, type }) => `${toolIndex} ${type}`));
    for (const { toolIndex, type } of before.defects) {
      expect(kept.has(`${toolIndex} ${type}`), `${surface.tools[toolIndex]?.name} ${type}`).toBe(true);
    }
    expect(pairWeight(after)).toBeGreaterThanOrEqual(pairWeight(before) - 0.5);
  });

  it("the tool's own name in the description clears no defect", async () => {
    const before = await analysisOf(surface);
    const after = await analysisOf(
      withTools(surface, (tool) => ({
        ...tool,
        description: `${tool.name}: ${tool.description ?? ""} Use ${tool.name} to ${tool.name.replace(/[_-]/g, " ")}.`,
      })),
    );
    const kept = new Set(after.defects.map(({ toolIndex, type }) => `${toolIndex} ${type}`));
    for (const { toolIndex, type } of before.defects) {
      if (type === "name_restates_behavior") expect(kept.has(`${toolIndex} ${type}`)).toBe(true);
    }
  });

  it("the order of the tools changes nothing but the indexes", async () => {
    const key = (analysis: Analysis) => ({
      defects: analysis.defects.map(({ tool, type, evidence }) => `${tool} ${type} ${evidence}`).sort(),
      suggestions: analysis.suggestions.map(({ tool, text }) => `${tool} ${text}`).sort(),
      pairs: analysis.confusablePairs
        .map(({ tools, severity }) => `${[...tools].sort().join(" ")} ${severity}`)
        .sort(),
    });
    const before = key(await analysisOf(surface));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(surface.tools, {
          minLength: surface.tools.length,
          maxLength: surface.tools.length,
        }),
        async (tools) => {
          expect(key(await analysisOf(surfaceOf(tools)))).toEqual(before);
        },
      ),
      { numRuns: 4, seed: 7 },
    );
  });

  it("the suggestions, pasted with their blanks, clear no defect and move no pair", async () => {
    const before = await analysisOf(surface);
    const after = await analysisOf(rewriteSurface(surface, before.suggestions));
    expect(after.defects).toEqual(before.defects);
    expect(after.confusablePairs).toEqual(before.confusablePairs);
  });

  it("real detail on one tool does not raise the pair weight", async () => {
    const before = pairWeight(await analysisOf(surface));
    for (let at = 0; at < Math.min(5, surface.tools.length); at++) {
      const detailed = withTools(surface, (tool, index) =>
        index === at
          ? {
              ...tool,
              description: `${tool.description ?? ""} Fails with code E17 when the monthly quota of the plan is used up; wait until midnight UTC.`,
            }
          : tool,
      );
      expect(pairWeight(await analysisOf(detailed))).toBeLessThanOrEqual(before + 1e-9);
    }
  });

  it("real detail adds no defect", async () => {
    const before = await analysisOf(surface);
    const after = await analysisOf(
      withTools(surface, (tool, index) => ({
        ...tool,
        description: `${tool.description ?? ""} Fails with code E${index} when the quota of plan ${index} is used up; wait until midnight UTC and retry.`,
      })),
    );
    const had = new Set(before.defects.map(({ toolIndex, type }) => `${toolIndex} ${type}`));
    for (const { toolIndex, type } of after.defects) {
      // A surface in another language becomes readable with an English sentence, so only English ones compare.
      if (
        surface.tools.every(({ description = "" }) => /^[\p{ASCII}\p{P}\p{S}\p{Emoji}]*$/u.test(description))
      ) {
        expect(had.has(`${toolIndex} ${type}`), `${surface.tools[toolIndex]?.name} ${type}`).toBe(true);
      }
    }
  });
});

describe.skipIf(!HAS_SHARED)("every surface of the corpus", () => {
  it("is analyzed without a crash, with evidence and suggestions within bounds", async () => {
    for (const slug of slugs("corpus/surfaces")) {
      const surface = corpusSurface(slug);
      const analysis = await analysisOf(surface);
      expect(analysis.defects.length, slug).toBeLessThanOrEqual(3 * surface.tools.length);
      for (const { text } of analysis.suggestions) expect(text.length, slug).toBeLessThan(1_200);
    }
  }, 120_000);
});
