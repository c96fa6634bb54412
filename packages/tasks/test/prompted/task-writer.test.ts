import { nonceFrom } from "@gradable/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fakeModel } from "../../../model/test/fake-model.js";
import { fencedLines, fixtureReply, NOTES, REQUESTS, surfaceOf } from "../../../model/test/fixture-judge.js";
import { TaskDraftRules } from "../../src/prompted/task-draft.js";
import { promptedTaskWriter } from "../../src/prompted/task-writer.js";

const nonce = nonceFrom(Buffer.alloc(32, 7));
const want = (count: number, ...indexes: number[]) => ({
  wanted: indexes.map((toolIndex) => ({ toolIndex, count })),
});
const all = want(2, 0, 1, 2, 3);
const tasksReply = (...tasks: unknown[]) => JSON.stringify({ tasks });

test("writes what is wanted, for each tool, with who wrote it", async () => {
  const model = fakeModel(({ prompt }) => fixtureReply(prompt));
  const written = await promptedTaskWriter({ model, nonce }).write(NOTES, all);
  expect(written.drafts.map(({ toolIndex, prompt }) => [toolIndex, prompt])).toEqual(
    NOTES.tools.flatMap(({ name }, index) => REQUESTS[name]?.map(({ request }) => [index, request]) ?? []),
  );
  expect(written.drafts[0]?.expectedArguments).toEqual({ id: "n-17" });
  expect(written.notWritten).toEqual([]);
  expect(written.identity).toEqual({
    cli: "fake",
    cliVersion: "1.0.0",
    model: "fake-model",
    version: "tasks-v1",
  });
  expect(model.asked).toHaveLength(1);
});

test("a leaking request is asked for once more with the reason; what still leaks is counted, not used [M8.5]", async () => {
  const model = fakeModel(({ prompt }) => {
    const repair = fencedLines(prompt, "REJECTED").map((line) => JSON.parse(line));
    const tools = fencedLines(prompt, "TOOLS").map((line) => (JSON.parse(line) as { name: string }).name);
    if (repair.length === 0) {
      return tasksReply(
        { tool: "read_note", request: "Use read_note on n-1", arguments: { id: "n-1" } },
        { tool: "find_notes", request: "Where did I mention bread?", arguments: { phrase: "bread" } },
      );
    }
    expect(tools).toEqual(["read_note"]);
    expect(repair).toEqual([
      { tool: "read_note", request: "Use read_note on n-1", reason: "it names its tool" },
    ]);
    return tasksReply({ tool: "read_note", request: "Please read note n-1", arguments: { id: "n-1" } });
  });
  const written = await promptedTaskWriter({ model, nonce }).write(NOTES, want(1, 0, 1));
  expect(written.drafts.map(({ toolIndex }) => toolIndex)).toEqual([1]);
  expect(written.notWritten).toEqual([{ toolIndex: 0, missing: 1, reason: "it names its tool" }]);
  expect(model.asked).toHaveLength(2);
});

test("a repaired request is used", async () => {
  let n = 0;
  const model = fakeModel(() =>
    tasksReply({
      tool: "read_note",
      request: n++ === 0 ? "read_note n-1" : "What is in n-1?",
      arguments: { id: "n-1" },
    }),
  );
  const written = await promptedTaskWriter({ model, nonce }).write(NOTES, want(1, 0));
  expect(written.drafts.map(({ prompt }) => prompt)).toEqual(["What is in n-1?"]);
  expect(written.notWritten).toEqual([]);
});

test("the same request for two tools stays with the first", async () => {
  const model = fakeModel(() =>
    tasksReply(
      { tool: "delete_note", request: "Do it with n-1!", arguments: { id: "n-1" } },
      { tool: "read_note", request: "do it with N-1", arguments: { id: "n-1" } },
    ),
  );
  const written = await promptedTaskWriter({ model, nonce }).write(NOTES, want(1, 0, 2));
  expect(written.drafts.map(({ toolIndex }) => toolIndex)).toEqual([0]);
  expect(written.notWritten).toEqual([
    { toolIndex: 2, missing: 1, reason: "the same request is there already" },
  ]);
});

test("a batch without a usable reply costs its tools, not the rest", async () => {
  const tools = Array.from({ length: 12 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does ${index}.`,
  }));
  const model = fakeModel(({ prompt }) => {
    const names = fencedLines(prompt, "TOOLS").map((line) => (JSON.parse(line) as { name: string }).name);
    if (names.includes("tool_0")) return "no";
    return tasksReply(
      ...names.map((tool) => ({
        tool,
        request: `Please take care of matter ${tool.slice(5)}`,
        arguments: {},
      })),
    );
  });
  const written = await promptedTaskWriter({ model, nonce }).write(
    surfaceOf(tools),
    want(1, ...tools.keys()),
  );
  // The second round asks about half as many at a time.
  expect(written.drafts).toHaveLength(8);
  expect(written.notWritten.map(({ toolIndex }) => toolIndex)).toEqual([0, 1, 2, 3]);
  expect(written.notWritten[0]?.reason).toContain("cannot be used");
});

test("without any usable reply there is no task set and no judge to name", async () => {
  const model = fakeModel(() => "no");
  await expect(promptedTaskWriter({ model, nonce }).write(NOTES, all)).rejects.toMatchObject({
    code: "judge-reply-unusable",
    evaluator: true,
  });
});

test("a surface that cannot be shown whole is refused before anything is asked [M8.3]", async () => {
  const model = fakeModel(({ prompt }) => fixtureReply(prompt), { maxPromptChars: 400 });
  await expect(promptedTaskWriter({ model, nonce }).write(NOTES, all)).rejects.toMatchObject({
    code: "judge-prompt-too-large",
    owner: "environment",
  });
  expect(model.asked).toEqual([]);
});

const rules = () => new TaskDraftRules(NOTES);
test.each([
  ["it names its tool", 0, "Call read_note for n-1", { id: "n-1" }],
  ["it names its tool", 0, "READ NOTE n-1", { id: "n-1" }],
  ["it names its tool", 3, "Please sync in full mode", { mode: "full" }],
  ['it names the tool "find_notes"', 0, "What does n-1 say? Do not use find_notes.", { id: "n-1" }],
  ["it copies 5 words in a row from a description", 0, "Give me the text of one note, n-1", { id: "n-1" }],
  ["it copies 5 words in a row from a description", 0, "The TEXT -- of one, note: given n-1", { id: "n-1" }],
  ['it has no value for the required parameter "id"', 0, "What does n-1 say?", {}],
  ["its arguments do not fit the input schema: /id: must be string", 0, "What does 1 say?", { id: 1 }],
  [
    'its argument "/home/a.txt" stands nowhere in the request',
    0,
    "What does my file say?",
    { id: "/home/a.txt" },
  ],
  ["it has no words", 0, "?!", { id: "n-1" }],
])("%s", (problem, index, request, args) => {
  expect(rules().problem(index, request, args)).toBe(problem);
});

test("a request that keeps the rules: other words, a value that is said differently, a plain word that is another tool's name", () => {
  expect(rules().problem(0, "What did I write in n-1 on the sync?", { id: "n-1" })).toBeUndefined();
  expect(rules().problem(1, "Where do I talk about tomorrow?", { phrase: "2026-12-01" })).toBeUndefined();
});

test("a tool whose schema cannot be checked is not held against its requests; an enum value may be paraphrased", () => {
  const surface = surfaceOf([
    { name: "odd", inputSchema: { type: "nonsense" } },
    {
      name: "order",
      inputSchema: { type: "object", properties: { by: { enum: ["created_at", "size"] } }, required: ["by"] },
    },
    { name: "搜索笔记", description: "在所有笔记中搜索一个短语并返回结果列表", inputSchema: {} },
  ]);
  const odd = new TaskDraftRules(surface);
  expect(odd.problem(0, "Do something", { x: 1 })).toBeUndefined();
  expect(odd.problem(1, "Newest first, please", { by: "created_at" })).toBeUndefined();
  expect(odd.problem(2, "请在所有笔记中搜索一个短语", {})).toBe(
    "it copies 5 words in a row from a description",
  );
  expect(odd.problem(2, "用搜索笔记找一下", {})).not.toBeUndefined();
});

test("any tool name can be looked for, and is found where it stands by itself", () => {
  const names = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("lint-files", "a.b", "x/y", "(*)", "c++", "[a]", "$^"),
  );
  fc.assert(
    fc.property(names, (name) => {
      const anyName = new TaskDraftRules(surfaceOf([{ name }, { name: "other" }]));
      if (name.trim() === "") return;
      expect(anyName.problem(0, `Please use ${name} now`, {})).toBe("it names its tool");
      expect(anyName.problem(0, "Qqq www", {})).toBe(
        /^(qqq|www)$/i.test(name.trim()) ? "it names its tool" : undefined,
      );
    }),
  );
});
