import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promptedAnalysis } from "@gradable/analyze/prompted";
import type { Surface, SurfaceTool, Task } from "@gradable/contract";
import { judge } from "@gradable/judge";
import { promptedSelector } from "@gradable/judge/prompted";
import { type AnalysedTool, cachedModel, nonceFrom, priceUsd } from "@gradable/model";
import { loadTokenizer } from "@gradable/model/tokens";
import { promptedTaskWriter } from "@gradable/tasks/prompted";
import { expect, test } from "vitest";
import { type FakeModel, fakeModel } from "../../model/test/fake-model.js";
import { fencedLines, fixtureReply, NOTES, stageOf, surfaceOf } from "../../model/test/fixture-judge.js";
import { type EstimateInput, estimateJudge } from "../src/estimate.js";

const nonce = nonceFrom(Buffer.alloc(32, 7));
const visible = (surface: Surface): AnalysedTool[] =>
  surface.tools.map((tool, index) => ({
    index,
    name: tool.name,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  }));

/** 30 tools of ordinary size, of which every third says nothing. */
const OFFICE = surfaceOf(
  Array.from(
    { length: 30 },
    (_, index): SurfaceTool => ({
      name: `handle_matter_${index}`,
      description:
        index % 3 === 0
          ? "Handles."
          : `Works on matter number ${index} of the office, keeps its file in order and returns the state it is in afterwards.`,
      inputSchema: {
        type: "object",
        properties: { ref: { type: "string", description: "Reference of the file" } },
        required: ["ref"],
      },
    }),
  ),
);

function officeReply(prompt: string): string {
  const names = fencedLines(prompt, "TOOLS").map((line) => (JSON.parse(line) as { name: string }).name);
  switch (stageOf(prompt)) {
    case "tasks":
      return JSON.stringify({
        tasks: names.flatMap((tool) =>
          [1, 2].map((n) => ({
            tool,
            request: `Could you please see what there is to be done about AB${tool.slice(14)}${n} before the end of the week, thanks?`,
            arguments: { ref: `AB${tool.slice(14)}${n}` },
          })),
        ),
      });
    case "defects":
      return JSON.stringify({
        tools: names.map((tool, n) => ({
          tool,
          defects: n % 3 === 0 ? [{ type: "name_restates_behavior", evidence: "It says nothing." }] : [],
        })),
      });
    case "pairs":
      return '{"pairs":[]}';
    case "rewrite":
      return JSON.stringify({
        description: `${"Works on one matter of the office and returns its state. ".repeat(7)}`,
      });
    default:
      return `{"action":"call","calls":[{"tool":"${names[0]}","arguments":{"ref":"x"}}]}`;
  }
}

/** A whole scan by a model, as the run package composes it. */
async function realRun(surface: Surface, model: FakeModel, trials: number) {
  const asker = { model, nonce };
  const tokenizer = await loadTokenizer("o200k_base");
  const written = await promptedTaskWriter(asker).write(surface, {
    wanted: surface.tools.map((_, toolIndex) => ({ toolIndex, count: 2 })),
  });
  const tasks = written.drafts.map(
    ({ toolIndex, prompt }, n): Task => ({
      id: `t${n}`,
      tool: surface.tools[toolIndex]?.name ?? "",
      prompt,
      expectedArguments: {},
      destructive: false,
      origin: "prompted",
    }),
  );
  const run = (over: Surface) =>
    judge({ surface: over, tasks, kind: "baseline", selector: promptedSelector(asker), tokenizer, trials });
  await run(surface);
  const questions = promptedAnalysis(asker);
  const { defects } = await questions.defects(visible(surface));
  await questions.pairs(visible(surface));
  const defective = [...new Set(defects.map(({ toolIndex }) => toolIndex))];
  const { rewritings } = await questions.rewrite(
    visible(surface).filter(({ index }) => defective.includes(index)),
  );
  const described = new Map(rewritings.map(({ index, description }) => [index, description]));
  await run({
    ...surface,
    tools: surface.tools.map((tool, index) => ({
      ...tool,
      description: described.get(index) ?? tool.description ?? "",
    })),
  });
  return {
    tasks,
    defective,
    promptTokens: model.asked.reduce((sum, { prompt }) => sum + tokenizer.count(prompt), 0),
    calls: model.asked.length,
  };
}

async function input(surface: Surface, given: Partial<EstimateInput> = {}): Promise<EstimateInput> {
  return {
    asker: { model: fakeModel(() => new Error("nobody may be asked")), nonce },
    surface,
    tokenizer: await loadTokenizer("o200k_base"),
    tasks: { wanted: surface.tools.map((_, toolIndex) => ({ toolIndex, count: 2 })) },
    trials: 1,
    concurrency: 4,
    visible: visible(surface),
    defective: [],
    askAgain: true,
    cacheDir: null,
    ...given,
  };
}

test.each([
  ["30 tools, two trials", OFFICE, officeReply, 2],
  ["a small surface", NOTES, fixtureReply, 1],
])("the estimate is within 10 %% of a real run's prompt tokens: %s", async (_, surface, reply, trials) => {
  const real = await realRun(
    surface,
    fakeModel(({ prompt }) => reply(prompt)),
    trials,
  );
  const estimate = await estimateJudge(await input(surface, { trials, defective: real.defective }));
  expect(estimate.total.calls).toBe(real.calls);
  expect(Math.abs(estimate.total.promptTokens / real.promptTokens - 1)).toBeLessThan(0.1);
  // Replayed tasks are known to the letter: only what is rewritten is still assumed.
  const replayed = await estimateJudge(
    await input(surface, { trials, tasks: real.tasks, defective: real.defective }),
  );
  expect(replayed.stages.tasks.calls).toBe(0);
  expect(replayed.stages.selection.calls).toBe(real.tasks.length * trials);
});

test("nobody is asked; the bound holds for what the replies really were", async () => {
  const tokenizer = await loadTokenizer("o200k_base");
  let completion = 0;
  const model = fakeModel(({ prompt }) => {
    const reply = officeReply(prompt);
    completion += tokenizer.count(reply);
    return reply;
  });
  const { defective } = await realRun(OFFICE, model, 1);
  const estimate = await estimateJudge(await input(OFFICE, { defective }));
  expect(estimate.total.completionTokensMax).toBeGreaterThan(completion);
});

test("time comes from kept answers where there are some, price from the user's rates alone", async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), "gradable-test-"));
  const before = await estimateJudge(await input(NOTES, { cacheDir }));
  expect(before.latencyMs.source).toBe("assumed");
  expect(before.priceUsd).toBeNull();
  await cachedModel(
    fakeModel(() => "x"),
    cacheDir,
  ).ask({ prompt: "q", trial: 0 });
  const after = await estimateJudge(
    await input(NOTES, { cacheDir, concurrency: 1, rates: { inPerMillion: 2, outPerMillion: 10 } }),
  );
  expect(after.latencyMs).toEqual({ value: 5, source: "observed" });
  expect(after.minutes).toBeCloseTo((after.total.calls * 5) / 60_000);
  expect(after.priceUsd).toBeCloseTo(
    (after.total.promptTokens * 2 + after.total.completionTokensMax * 10) / 1e6,
  );
});

test("a surface that does not fit is said before anybody is asked", async () => {
  const small = { ...fakeModel(() => "x"), maxPromptChars: 500 };
  const { tooLarge } = await estimateJudge(await input(NOTES, { asker: { model: small, nonce } }));
  expect(tooLarge).toMatchObject({ stage: "tasks", limit: 500 });
});

test("a price counts cached input at the full rate and reasoning as output; unreported is not free", () => {
  const rates = { inPerMillion: 1, outPerMillion: 10 };
  expect(
    priceUsd(
      { inputTokens: 500_000, cachedInputTokens: 500_000, outputTokens: 50_000, reasoningTokens: 50_000 },
      rates,
    ),
  ).toBe(2);
  expect(priceUsd({}, rates)).toBeNull();
  expect(priceUsd(undefined, rates)).toBeNull();
});
