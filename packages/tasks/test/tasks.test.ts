import { taskSetSha256 } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { tasks } from "../src/tasks.js";
import { surfaceOf } from "./shared.js";

const surface = surfaceOf([
  { name: "read_page", description: "Read one page." },
  { name: "list_pages", description: "List pages." },
]);

describe("tasks", () => {
  it("gives two tasks per tool, in order of their ids, and their hash", async () => {
    const set = await tasks(surface);
    expect(set.tasks.map(({ id }) => id.replace(/-[0-9a-f]{8}-/, "-#-"))).toEqual([
      "list-pages-#-1",
      "list-pages-#-2",
      "read-page-#-1",
      "read-page-#-2",
    ]);
    expect(set.taskSetSha256).toBe(taskSetSha256(set.tasks));
  });

  it("asks another generator when given one", async () => {
    const identity = { cli: "x", cliVersion: "1", model: "m", version: "tasks-v9" };
    const generator = {
      generate: async () => ({
        tasks: [
          {
            id: "a",
            tool: "read_page",
            prompt: "p",
            expectedArguments: {},
            destructive: false,
            origin: "prompted" as const,
          },
        ],
        identity,
        notGenerated: [],
      }),
    };
    expect(await tasks(surface, { generator })).toMatchObject({ identity, tasks: [{ id: "a" }] });
  });

  it.each([
    ["perTool", 0, "tasks per tool must be a whole number of at least 1, not 0."],
    ["perTool", 1.5, "tasks per tool must be a whole number of at least 1, not 1.5."],
    ["maxTasks", -1, "max tasks must be a whole number of at least 1, not -1."],
    ["maxTasks", Number.NaN, "max tasks must be a whole number of at least 1, not NaN."],
  ])("refuses %s %s", async (option, value, message) => {
    await expect(tasks(surface, { [option]: value })).rejects.toMatchObject({
      code: "tasks-option-invalid",
      owner: "usage",
      message,
    });
  });

  it("says so when nothing can be asked", async () => {
    await expect(tasks(surfaceOf([{ name: "" }]))).rejects.toMatchObject({
      code: "no-task-possible",
      owner: "server",
      message: "No task could be written for any of the 1 tools: it has no name.",
    });
  });
});
