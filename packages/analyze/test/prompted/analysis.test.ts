import { type AnalysedTool, nonceFrom } from "@gradable/model";
import { expect, test } from "vitest";
import { fakeModel } from "../../../model/test/fake-model.js";
import { fencedLines, fixtureReply, NOTES } from "../../../model/test/fixture-judge.js";
import { promptedAnalysis } from "../../src/prompted/analysis.js";

const nonce = nonceFrom(Buffer.alloc(32, 7));
const seen = (tools = NOTES.tools): AnalysedTool[] =>
  tools.map((tool, index) => ({
    index,
    name: tool.name,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  }));
const analysis = (reply: (prompt: string, n: number) => string) => {
  const model = fakeModel(({ prompt }, n) => reply(prompt, n));
  return { model, questions: promptedAnalysis({ model, nonce }) };
};

test("defects come back by tool and type, with who judged", async () => {
  const { questions } = analysis(fixtureReply);
  const { defects, identity } = await questions.defects(seen());
  expect(defects).toEqual([
    {
      tool: "sync",
      toolIndex: 3,
      type: "name_restates_behavior",
      evidence: "It says nothing beyond the name.",
    },
    {
      tool: "sync",
      toolIndex: 3,
      type: "params_unexplained",
      evidence: "The modes are not named.",
      parameters: ["mode"],
    },
  ]);
  expect(identity.version).toBe("defects-v1");
});

test("the judge sees name, description and schemas: no title, no annotation, no server instructions", async () => {
  const { model, questions } = analysis(fixtureReply);
  await questions.defects(seen());
  await questions.pairs(seen());
  await questions.rewrite(seen().slice(3));
  const prompts = model.asked.map(({ prompt }) => prompt).join("\n");
  expect(prompts).not.toContain("destructiveHint");
  expect(
    fencedLines(model.asked[2]?.prompt ?? "", "TOOL").map((line) => Object.keys(JSON.parse(line))),
  ).toEqual([["name", "description", "inputSchema"]]);
});

const listing = (...tools: unknown[]) => JSON.stringify({ tools });
const clean = (...names: string[]) => names.map((tool) => ({ tool, defects: [] }));
test.each([
  ["a tool is missing", listing(...clean("read_note", "find_notes", "delete_note"))],
  [
    "a tool stands there twice",
    listing(...clean("read_note", "read_note", "find_notes", "delete_note", "sync")),
  ],
  ["an unknown tool", listing(...clean("read_note", "find_notes", "delete_note", "sync", "other"))],
  [
    "an unknown defect",
    listing(...clean("read_note", "find_notes", "delete_note"), {
      tool: "sync",
      defects: [{ type: "ugly", evidence: "x" }],
    }),
  ],
  [
    "a defect without evidence",
    listing(...clean("read_note", "find_notes", "delete_note"), {
      tool: "sync",
      defects: [{ type: "no_return_description" }],
    }),
  ],
])("an unusable list of defects is repaired, then asked in halves, then fails: %s", async (_, bad) => {
  const once = analysis((prompt, n) => (n === 1 ? bad : fixtureReply(prompt)));
  expect((await once.questions.defects(seen())).defects).toHaveLength(2);
  expect(once.model.asked).toHaveLength(2);

  const halves = analysis((prompt) => (fencedLines(prompt, "TOOLS").length > 2 ? bad : fixtureReply(prompt)));
  expect((await halves.questions.defects(seen())).defects).toHaveLength(2);

  const never = analysis(() => "no");
  await expect(never.questions.defects(seen())).rejects.toMatchObject({
    code: "judge-reply-unusable",
    owner: "judge",
  });
});

test("parameters a model made up do not reach a report", async () => {
  const reply = listing(...clean("read_note", "find_notes", "delete_note"), {
    tool: "sync",
    defects: [
      { type: "params_unexplained", evidence: "e", parameters: ["mode", "made_up", "constructor", 7] },
    ],
  });
  const { defects } = await analysis(() => reply).questions.defects(seen());
  expect(defects[0]?.parameters).toEqual(["mode"]);
});

test("many tools are asked in batches, and every tool is asked about once", async () => {
  const tools = Array.from({ length: 40 }, (_, index) => ({ name: `t${index}`, description: "Does it." }));
  const { model, questions } = analysis(fixtureReply);
  await questions.defects(seen(tools));
  const asked = model.asked.flatMap(({ prompt }) =>
    fencedLines(prompt, "TOOLS").map((line) => JSON.parse(line).name),
  );
  expect(asked.sort()).toEqual(tools.map(({ name }) => name).sort());
  expect(model.asked).toHaveLength(3);
});

test("pairs are read in either order, sorted, with text that is safe to show", async () => {
  const reply = JSON.stringify({
    pairs: [
      { tools: ["sync", "read_note"], severity: "low", evidence: "both\u001b[31m are short" },
      { tools: ["read_note", "find_notes"], severity: "high", evidence: "x".repeat(900) },
    ],
  });
  const { pairs, identity } = await analysis(() => reply).questions.pairs(seen());
  expect(pairs.map(({ toolIndexes, severity }) => [toolIndexes, severity])).toEqual([
    [[0, 1], "high"],
    [[0, 3], "low"],
  ]);
  expect(pairs[1]).toMatchObject({ tools: ["read_note", "sync"], evidence: "both\\u{1b}[31m are short" });
  expect(pairs[0]?.evidence).toHaveLength(300);
  expect(identity.version).toBe("pairs-v1");
});

test.each([
  ["one tool twice", [{ tools: ["sync", "sync"], severity: "low", evidence: "e" }]],
  ["an unknown severity", [{ tools: ["sync", "read_note"], severity: "huge", evidence: "e" }]],
  [
    "the same pair twice",
    [0, 1].map(() => ({ tools: ["sync", "read_note"], severity: "low", evidence: "e" })),
  ],
  ["an unknown tool", [{ tools: ["sync", "x"], severity: "low", evidence: "e" }]],
])("unusable pairs: %s", async (_, pairs) => {
  await expect(analysis(() => JSON.stringify({ pairs })).questions.pairs(seen())).rejects.toMatchObject({
    code: "judge-reply-unusable",
  });
});

test("rewrites are asked one tool at a time; one that stays unusable is counted", async () => {
  const { model, questions } = analysis((prompt) =>
    prompt.includes('"name":"sync"') ? '{"description":""}' : '{"description":" Returns\\none note. "}',
  );
  const { rewritings, notWritten, identity } = await questions.rewrite(
    seen().filter(({ index }) => index !== 1),
  );
  expect(rewritings).toEqual([
    { index: 0, description: "Returns\none note." },
    { index: 2, description: "Returns\none note." },
  ]);
  expect(notWritten.map(({ index }) => index)).toEqual([3]);
  expect(identity?.version).toBe("rewrite-v1");
  expect(model.asked.every(({ prompt }) => fencedLines(prompt, "TOOL").length === 1)).toBe(true);
});

test("another failure than an unusable reply stops the analysis", async () => {
  const model = fakeModel(() => new Error("down"));
  const questions = promptedAnalysis({ model, nonce });
  await expect(questions.rewrite(seen())).rejects.toThrow("down");
  await expect(questions.pairs(seen())).rejects.toThrow("down");
});
