import { taskSetSha256 } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { tasks } from "../src/tasks.js";
import { surfaceOf } from "./shared.js";

const surface = surfaceOf([
  { name: "read_page", description: "Read one page." },
  { name: "list_pages", description: "List pages." },
]);

describe("tasks", () => {
  it("gives at least forty requests, in order of their ids, and their hash", async () => {
    const set = await tasks(surface);
    const ids = set.tasks.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(ids.filter((id) => id.startsWith("list-pages-")).length).toBeGreaterThan(14);
    expect(ids.filter((id) => id.startsWith("read-page-")).length).toBeGreaterThan(14);
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
