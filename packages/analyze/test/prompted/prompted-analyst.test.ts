import { analysisSchema, type Surface, type SurfaceTool, surfaceSha256 } from "@gradable/contract";
import type { AnalysedTool } from "@gradable/model";
import { estimateTokenizer } from "@gradable/model/tokens";
import { expect, test } from "vitest";
import { analyze } from "../../src/analyze.js";
import type { AnalysisQuestions } from "../../src/prompted/analysis.js";
import { promptedAnalyst } from "../../src/prompted/prompted-analyst.js";

const TOOLS: SurfaceTool[] = [
  { name: "a", title: "Secret title", description: "A.", annotations: { destructiveHint: true } },
  { name: "b", description: "B is described in a long sentence that says very much." },
];
const SURFACE: Surface = {
  schemaVersion: 1,
  target: { kind: "file", label: "fixture.json" },
  serverInfo: null,
  protocolVersion: null,
  capabilities: null,
  instructions: "Secret instructions",
  tools: TOOLS,
  surfaceSha256: surfaceSha256(TOOLS),
  listing: { pageSizes: [2], attempts: 1 },
  observations: [],
};
const identity = (version: string) => ({ cli: "fake", cliVersion: "1.0.0", model: "m", version });

/** Finds a defect in every tool, and rewrites all but the second. */
function questions(seen: AnalysedTool[][]): AnalysisQuestions {
  return {
    async defects(tools) {
      seen.push([...tools]);
      const defects = tools.map(({ name, index }) => ({
        tool: name,
        toolIndex: index,
        type: "no_return_description" as const,
        evidence: "e",
      }));
      return { defects, identity: identity("defects-v1") };
    },
    async pairs(tools) {
      seen.push([...tools]);
      return {
        pairs: [{ tools: ["a", "b"], toolIndexes: [0, 1], severity: "low", evidence: "e" }],
        identity: identity("pairs-v1"),
      };
    },
    async rewrite(tools) {
      seen.push([...tools]);
      return {
        rewritings: [{ index: 0, description: "Returns A." }],
        notWritten: [{ index: 1, reason: "cut" }],
        identity: identity("rewrite-v1"),
      };
    },
  };
}

test("a model's findings become an analysis, each stage with who answered it", async () => {
  const analyzed = await analyze(SURFACE, {
    analyst: promptedAnalyst(questions([])),
    tokenizer: estimateTokenizer,
  });
  expect(analysisSchema.parse(analyzed.analysis)).toEqual(analyzed.analysis);
  expect(analyzed.analysis.defects.map(({ tool }) => tool)).toEqual(["a", "b"]);
  expect(analyzed.analysis.suggestions).toEqual([
    { tool: "a", toolIndex: 0, mode: "replace", text: "Returns A.", addedTokens: 2 },
  ]);
  expect(Object.values(analyzed.identities).map((stage) => stage?.version)).toEqual([
    "defects-v1",
    "pairs-v1",
    "rewrite-v1",
  ]);
});

test("the model sees name, description and schemas, and nothing else of the server", async () => {
  const seen: AnalysedTool[][] = [];
  await analyze(SURFACE, { analyst: promptedAnalyst(questions(seen)), tokenizer: estimateTokenizer });
  expect(seen).toHaveLength(3);
  for (const tool of seen.flat())
    expect(Object.keys(tool).sort()).toEqual(["description", "index", "inputSchema", "name", "outputSchema"]);
  expect(JSON.stringify(seen)).not.toContain("Secret");
});
