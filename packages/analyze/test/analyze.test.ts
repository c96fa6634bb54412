import { analysisSchema, type StageIdentity } from "@gradable/contract";
import { estimateTokenizer } from "@gradable/model/tokens";
import { describe, expect, it } from "vitest";
import type { Analyst } from "../src/analyst.js";
import { analyze } from "../src/analyze.js";
import { builtinAnalyst } from "../src/builtin/builtin-analyst.js";
import { visibleTools } from "../src/judge.js";
import { NO_PARAMETERS, surfaceOf, takes } from "./support.js";

const surface = surfaceOf([
  { name: "list_notes", description: "List notes", inputSchema: NO_PARAMETERS },
  { name: "search_notes", description: "Search for notes", inputSchema: takes({ q: "" }) },
  { name: "list_notes", description: "List notes", inputSchema: NO_PARAMETERS },
]);

describe("analyze", () => {
  it("is a valid analysis, the same bytes each time, and says who answered", async () => {
    const first = await analyze(surface, { tokenizer: estimateTokenizer });
    const second = await analyze(structuredClone(surface), { tokenizer: estimateTokenizer });
    expect(analysisSchema.parse(first.analysis)).toEqual(first.analysis);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(Object.values(first.identities).map((one) => [one?.cli, one?.version])).toEqual([
      ["builtin", "builtin-defects-v2"],
      ["builtin", "builtin-pairs-v2"],
      ["builtin", "builtin-rewrite-v3"],
    ]);
  });

  it("keeps findings of tools with one name apart by index", async () => {
    const { analysis } = await analyze(surface, { tokenizer: estimateTokenizer });
    expect(analysis.defects.filter(({ tool }) => tool === "list_notes").map((one) => one.toolIndex)).toEqual([
      0, 2,
    ]);
    expect(analysis.confusablePairs.find(({ severity }) => severity === "high")?.toolIndexes).toEqual([0, 2]);
  });

  it("sorts another analyst's answers and passes its identities on; asks for no rewrite without a defect", async () => {
    const identity: StageIdentity = { cli: "other", cliVersion: "1", model: "m", version: "v1" };
    const defect = { tool: "list_notes", type: "name_restates_behavior", evidence: "e" } as const;
    let asked = 0;
    const analyst: Analyst = {
      defects: async () => ({
        defects: [
          { ...defect, toolIndex: 2 },
          { ...defect, toolIndex: 0, type: "no_return_description" },
          { ...defect, toolIndex: 0 },
        ],
        identity,
      }),
      pairs: async () => ({ pairs: [], identity }),
      rewrite: async () => {
        asked++;
        return { suggestions: [], identity };
      },
    };
    const { analysis, identities } = await analyze(surface, { analyst, tokenizer: estimateTokenizer });
    expect(analysis.defects.map(({ toolIndex, type }) => [toolIndex, type])).toEqual([
      [0, "name_restates_behavior"],
      [0, "no_return_description"],
      [2, "name_restates_behavior"],
    ]);
    expect(identities).toEqual({ defects: identity, pairs: identity, rewrite: identity });
    const clean: Analyst = { ...analyst, defects: async () => ({ defects: [], identity }) };
    expect(
      (await analyze(surface, { analyst: clean, tokenizer: estimateTokenizer })).identities.rewrite,
    ).toBeNull();
    expect(asked).toBe(1);
  });

  it("judges a surface without tools", async () => {
    const empty = await analyze(surfaceOf([]), { tokenizer: estimateTokenizer });
    expect(empty.analysis).toEqual({ defects: [], suggestions: [], confusablePairs: [] });
  });
});

describe("what the judge may see", () => {
  it("is the name, the schemas and the description, and nothing else changes a finding", async () => {
    const [tool] = surface.tools;
    const dressed = surfaceOf([
      {
        ...(tool as (typeof surface.tools)[number]),
        title: "Notes, with a long explanation of everything that the call returns",
        annotations: { title: "Returns everything", readOnlyHint: true },
      },
    ]);
    const bare = surfaceOf([tool as (typeof surface.tools)[number]]);
    expect(visibleTools(dressed)).toEqual(visibleTools(bare));
    const analyst = builtinAnalyst();
    expect((await analyst.defects({ ...dressed, instructions: "Returns the notes." })).defects).toEqual(
      (await analyst.defects(bare)).defects,
    );
  });
});
