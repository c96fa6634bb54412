import { type JsonValue, type SurfaceTool, type Task, taskListSchema } from "@gradable/contract";
import { isDestructive, operationParameter, wordsOf } from "@gradable/intent";
import { parametersOf, validateArguments } from "@gradable/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinTaskGenerator } from "../../src/builtin/builtin-generator.js";
import { corpusSurfaces, surfaceOf } from "../shared.js";

const generate = (tools: readonly SurfaceTool[], perTool = 2, maxTasks = 400) =>
  builtinTaskGenerator().generate(surfaceOf(tools), { perTool, maxTasks });

const SHELF: readonly SurfaceTool[] = [
  {
    name: "shelf_move_box",
    description: "Move a box from one shelf to another and return its new place in the warehouse.",
    inputSchema: {
      type: "object",
      properties: { box_id: { type: "string" }, to_shelf: { type: "string" }, fast: { type: "boolean" } },
      required: ["box_id", "to_shelf"],
    },
  },
  {
    name: "shelf_list_boxes",
    description: "List boxes.",
    inputSchema: { type: "object", properties: { limit: { type: "integer", minimum: 1, maximum: 9 } } },
  },
  {
    name: "shelf_delete_box",
    description: "Delete a box for good.",
    inputSchema: {
      type: "object",
      properties: { box_id: { type: "string", pattern: "^BX-\\d{2,6}$" } },
      required: ["box_id"],
    },
  },
  {
    name: "shelf_create_label",
    inputSchema: {
      type: "object",
      properties: {
        label: {
          type: "object",
          properties: {
            title: { type: "string" },
            size: { enum: ["small", "large"] },
            tags: { type: "array", items: { type: "string" }, minItems: 2 },
          },
          required: ["title", "size", "tags"],
        },
      },
      required: ["label"],
    },
  },
];

/** Texts that a request must contain for these arguments to follow from it. */
function leaves(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  if (typeof value === "boolean") return [value ? "on" : "off"];
  return [String(value)];
}

const has = (words: readonly string[], run: readonly string[]) =>
  words.some((_, start) => run.every((word, offset) => words[start + offset] === word));

/** What every generated task keeps to. */
function expectSound(task: Task, tool: SurfaceTool) {
  const words = wordsOf(task.prompt);
  const named = wordsOf(tool.name, 60);
  expect(named.length > 1 && has(words, named), `names its tool: ${task.prompt}`).toBe(false);
  const described = wordsOf(tool.description ?? "", 20_000);
  const runs = new Set(described.map((_, start) => described.slice(start, start + 7).join(" ")));
  const copied = words.some(
    (_, start) => start + 7 <= words.length && runs.has(words.slice(start, start + 7).join(" ")),
  );
  expect(copied, `copies the description: ${task.prompt}`).toBe(false);
  for (const { name, required } of parametersOf(tool)) {
    if (required)
      expect(Object.hasOwn(task.expectedArguments, name), `${tool.name} lacks ${name}`).toBe(true);
  }
  // Which operation is meant follows from what is to be done.
  const operation = operationParameter(tool)?.name;
  const said = Object.fromEntries(
    Object.entries(task.expectedArguments).filter(([name]) => name !== operation),
  );
  for (const text of leaves(said)) {
    expect(task.prompt.replace(/\s+/g, " ").replaceAll('"', "'"), `does not say ${text}`).toContain(
      text.replace(/\s+/g, " ").replaceAll('"', "'").trim(),
    );
  }
  expect(task.destructive).toBe(isDestructive(tool));
}

describe("builtinTaskGenerator", () => {
  it("writes the tasks asked for, each of them sound", async () => {
    const { tasks, notGenerated, identity } = await generate(SHELF);
    // Four tools that can be asked for: at least forty requests, so that two small servers can be told apart.
    expect(tasks.length).toBeGreaterThanOrEqual(36);
    expect(notGenerated).toEqual([]);
    expect(identity).toMatchObject({ cli: "builtin", version: "builtin-tasks-v2" });
    expect(() => taskListSchema.parse(tasks)).not.toThrow();
    for (const task of tasks) expectSound(task, SHELF.find(({ name }) => name === task.tool) as SurfaceTool);
    expect(new Set(tasks.map(({ prompt }) => prompt)).size).toBe(tasks.length);
  });

  it("gives arguments that fit the schema", async () => {
    const { tasks } = await generate(SHELF);
    const violations = tasks.flatMap(
      (task) =>
        validateArguments(SHELF.find(({ name }) => name === task.tool) as SurfaceTool, task.expectedArguments)
          .violations,
    );
    expect(violations).toEqual([]);
    expect(tasks.flatMap(({ expectedArguments }) => Object.keys(expectedArguments))).toContain("box_id");
  });

  it("asks nothing where no value fits, and says why", async () => {
    const tool: SurfaceTool = {
      name: "open_box",
      description: "Opens a box of the warehouse so that its content can be counted.",
      inputSchema: { properties: { box: { type: "string", pattern: "^(?!.)a" } }, required: ["box"] },
    };
    const { tasks, notGenerated } = await generate([tool]);
    expect(tasks).toEqual([]);
    expect(notGenerated).toEqual([
      { tool: "open_box", reason: expect.stringMatching(/^no request could be written: .*\^\(\?!\.\)a/) },
    ]);
  });

  it("gives the same tasks again, whatever the order of the tools", async () => {
    const byId = (tasks: readonly Task[]) => [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
    const once = byId((await generate(SHELF)).tasks);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...SHELF], { minLength: SHELF.length }), async (tools) => {
        expect(byId((await generate(tools)).tasks)).toEqual(once);
      }),
      { numRuns: 10 },
    );
  });

  it("samples a large surface evenly and the same way in any order", async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({
      name: `thing_${n}_read`,
      description: `Reads the ${n}th thing.`,
    }));
    expect((await generate(many, 2, 20)).tasks).toHaveLength(20);
    expect(new Set((await generate(many, 2, 20)).tasks.map(({ tool }) => tool)).size).toBe(20);
    const counts = new Map<string, number>();
    for (const { tool } of (await generate(many, 2, 70)).tasks) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    expect([...counts.values()].sort()).toEqual([...Array(30).fill(1), ...Array(20).fill(2)]);
    const ids = (tools: readonly SurfaceTool[]) =>
      generate(tools, 2, 20).then(({ tasks }) => tasks.map(({ id }) => id).sort());
    expect(await ids([...many].reverse())).toEqual(await ids(many));
  });

  it("says what it could not ask, and why", async () => {
    const { tasks, notGenerated } = await generate([
      { name: "", description: "Nameless" },
      { name: "twice", description: "Reads a page." },
      { name: "twice", description: "Reads another page." },
      { name: "工具", description: "查询" },
      { name: "echo" },
    ]);
    expect(new Set(tasks.map(({ tool }) => tool))).toEqual(new Set(["twice"]));
    expect(notGenerated.map(({ tool, reason }) => `${tool}: ${reason}`)).toEqual([
      ": it has no name",
      "twice: an earlier tool has the same name",
      "工具: no request could be written: neither its name nor its description says what it does to what",
      "echo: no request could be written: neither its name nor its description says what it does to what",
    ]);
  });

  it("survives hostile declarations", { timeout: 120_000 }, async () => {
    const startedAt = performance.now();
    const huge = "delete every page of the book ".repeat(35_000);
    let deep: JsonValue = { type: "string" };
    for (let level = 0; level < 3000; level++)
      deep = { type: "object", properties: { a: deep }, required: ["a"] };
    const { tasks } = await generate([
      {
        name: "huge_page",
        description: huge,
        inputSchema: {
          properties: { a: { type: "string", default: huge, description: huge } },
          required: ["a"],
        },
      },
      { name: "deep_page", description: "Reads", inputSchema: deep },
      {
        name: "proto_page",
        description: "Reads",
        inputSchema: JSON.parse(
          '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"a":{"type":"string","format":"toString"},"b":{"type":"string","format":"__proto__"}},"required":["__proto__","constructor","toString","a","b"]}',
        ),
      },
      {
        name: "odd_page",
        description: "Reads \u001b[31m \u202e",
        inputSchema: {
          properties: { a: { enum: ["\u001b[2J", "x"] }, b: { type: "array", minItems: 1e9 } },
          required: ["a", "b"],
        },
      },
      { name: "x".repeat(100_000), description: "Reads a page." },
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: looking for them is the point
    for (const { prompt } of tasks) expect(prompt).not.toMatch(/[\u0000-\u001f\u202e]/);
    // A bound that only a hang can pass.
    expect(performance.now() - startedAt).toBeLessThan(100_000);
  });

  const corpus = corpusSurfaces();
  it.skipIf(corpus.length === 0)(
    "keeps to all of it on every real surface",
    { timeout: 180_000 },
    async () => {
      let written = 0;
      let missing = 0;
      for (const { surface } of corpus) {
        const tools = new Map<string, SurfaceTool>();
        for (const tool of surface.tools) if (!tools.has(tool.name)) tools.set(tool.name, tool);
        const { tasks, notGenerated } = await builtinTaskGenerator().generate(surface, {
          perTool: 1,
          maxTasks: 150,
        });
        for (const task of tasks) expectSound(task, tools.get(task.tool) as SurfaceTool);
        written += tasks.length;
        missing += notGenerated.length;
      }
      // What can't be asked about in a person's words is left out and said, not asked about in others.
      expect(missing / (missing + written)).toBeLessThan(0.15);
    },
  );
});
