import { describe, expect, it } from "vitest";
import { readTaskSet } from "../src/read-task-set.js";
import { tasks } from "../src/tasks.js";
import { surfaceOf } from "./shared.js";

const surface = surfaceOf([
  { name: "read_page", description: "Read one page." },
  { name: "delete_page", description: "Delete one page." },
]);

describe("readTaskSet", () => {
  it("gives back a task file to the byte", async () => {
    const { tasks: written, taskSetSha256 } = await tasks(surface);
    const read = readTaskSet(JSON.parse(JSON.stringify({ schemaVersion: 1, tasks: written })), surface);
    expect(read).toMatchObject({ tasks: written, taskSetSha256, notGenerated: [] });
    expect(read.identity.cli).toBe("supplied");
  });

  it("takes the generator's identity from a report", () => {
    const stage = { cli: "claude", cliVersion: "2", model: "m", version: "tasks-v1" };
    const task = {
      id: "a",
      tool: "read_page",
      prompt: "p",
      expectedArguments: {},
      destructive: false,
      origin: "prompted",
    };
    expect(readTaskSet({ judge: { stages: { tasks: stage } }, tasks: [task] }, surface)).toMatchObject({
      identity: stage,
      tasks: [task],
    });
  });

  it("completes tasks that are only labels", () => {
    const { tasks: read } = readTaskSet(
      {
        tasks: [
          { id: "one", tool: "delete_page", prompt: "Throw page 4 out" },
          {
            id: "not fit!",
            tool: "read_page",
            prompt: "What is on page 4?",
            expectedArguments: { page: 4 },
            destructive: false,
            note: "x",
          },
        ],
      },
      surface,
    );
    expect(read[0]).toEqual({
      id: "one",
      tool: "delete_page",
      prompt: "Throw page 4 out",
      expectedArguments: {},
      destructive: true,
      origin: "supplied",
    });
    expect(read[1]).toMatchObject({
      id: expect.stringMatching(/^supplied-2-[0-9a-f]{8}$/),
      expectedArguments: { page: 4 },
      origin: "supplied",
    });
  });

  it("names the tools that are not on the surface", () => {
    expect(() =>
      readTaskSet(
        {
          tasks: [
            { tool: "fly", prompt: "p" },
            { tool: "read_page", prompt: "p" },
          ],
        },
        surface,
      ),
    ).toThrowError(
      expect.objectContaining({
        code: "tasks-tool-unknown",
        owner: "usage",
        message: "1 of the given tasks name a tool that the server does not declare: fly.",
      }),
    );
  });

  it.each([
    [null, "it has no array named tasks"],
    [{ tasks: {} }, "it has no array named tasks"],
    [{ tasks: [] }, "its list is empty"],
    [{ tasks: [1] }, "entry 0 is not an object"],
    [{ tasks: [{ prompt: "p" }] }, "entry 0 has no tool"],
    [{ tasks: [{ tool: "read_page", prompt: " " }] }, "entry 0 has no prompt"],
    [
      { tasks: [{ tool: "read_page", prompt: "p", expectedArguments: [] }] },
      "expectedArguments of entry 0 is not an object",
    ],
    [
      { tasks: [{ tool: "read_page", prompt: "p", destructive: "no" }] },
      "destructive of entry 0 is neither true nor false",
    ],
    [
      {
        tasks: [
          { id: "a", tool: "read_page", prompt: "p" },
          { id: "a", tool: "read_page", prompt: "q" },
        ],
      },
      "an id is used twice",
    ],
    [
      { tasks: Array.from({ length: 501 }, () => ({ tool: "read_page", prompt: "p" })) },
      "it holds 501 tasks, and a run takes 500",
    ],
  ])("refuses %j", (document, problem) => {
    expect(() => readTaskSet(document, surface)).toThrowError(
      expect.objectContaining({
        code: "tasks-file-invalid",
        owner: "usage",
        message: `This is not a list of tasks: ${problem}.`,
      }),
    );
  });
});
