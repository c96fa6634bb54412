import { type Surface, type SurfaceTool, surfaceSha256, taskListSchema } from "@gradable/contract";
import { expect, test } from "vitest";
import { promptedTaskGenerator } from "../../src/prompted/prompted-generator.js";
import type { TaskWriter } from "../../src/prompted/task-writer.js";
import { tasks } from "../../src/tasks.js";

const identity = { cli: "fake", cliVersion: "1.0.0", model: "m", version: "tasks-v1" };

function surfaceOf(tools: SurfaceTool[]): Surface {
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "fixture.json" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools,
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [tools.length], attempts: 1 },
    observations: [],
  };
}

/** Writes what is wanted, but nothing for the tools in `mute`. */
function writer(mute: number[] = []): TaskWriter & { wanted: number[][] } {
  const wanted: number[][] = [];
  return {
    wanted,
    async write(_, options) {
      wanted.push(...options.wanted.map(({ toolIndex, count }) => [toolIndex, count]));
      const drafts = options.wanted.flatMap(({ toolIndex, count }) =>
        mute.includes(toolIndex)
          ? []
          : Array.from({ length: count }, (__, n) => ({
              toolIndex,
              prompt: `Request ${toolIndex} ${n}`,
              expectedArguments: { n },
            })),
      );
      const notWritten = mute.map((toolIndex) => ({ toolIndex, missing: 2, reason: "it names its tool" }));
      return { drafts, notWritten, identity };
    },
  };
}

const SURFACE = surfaceOf([
  { name: "read_note", description: "Returns a note." },
  { name: "delete_note", description: "Deletes a note for good.", annotations: { destructiveHint: true } },
  { name: "read_note", description: "A second tool of that name." },
  { name: "", description: "No name." },
]);

test("written requests become tasks with stable ids, who wrote them, and what is destructive by the one rule", async () => {
  const set = await tasks(SURFACE, { generator: promptedTaskGenerator(writer()) });
  expect(taskListSchema.parse(set.tasks)).toEqual(set.tasks);
  expect(
    set.tasks.map(({ tool, prompt, destructive, origin }) => [tool, prompt, destructive, origin]),
  ).toEqual([
    ["delete_note", "Request 1 0", true, "prompted"],
    ["delete_note", "Request 1 1", true, "prompted"],
    ["read_note", "Request 0 0", false, "prompted"],
    ["read_note", "Request 0 1", false, "prompted"],
  ]);
  expect(set.identity).toEqual(identity);
  const again = await tasks(SURFACE, { generator: promptedTaskGenerator(writer()) });
  expect(again.taskSetSha256).toBe(set.taskSetSha256);
});

test("tools no client can call, and tools nothing usable was written for, are counted with the reason", async () => {
  const { notGenerated } = await promptedTaskGenerator(writer([1])).generate(SURFACE, {
    perTool: 2,
    maxTasks: 10,
  });
  expect(notGenerated).toEqual([
    { tool: "read_note", reason: "an earlier tool has the same name" },
    { tool: "", reason: "it has no name" },
    { tool: "delete_note", reason: "it names its tool" },
  ]);
});

test("a large surface is sampled as for the embedded generator", async () => {
  const tools = Array.from({ length: 30 }, (_, index) => ({
    name: `tool_${index}`,
    description: "Does it.",
  }));
  const model = writer();
  const set = await tasks(surfaceOf(tools), { maxTasks: 12, generator: promptedTaskGenerator(model) });
  expect(set.tasks).toHaveLength(12);
  expect(model.wanted).toHaveLength(12);
  expect(new Set(model.wanted.map(([, count]) => count))).toEqual(new Set([1]));
});
