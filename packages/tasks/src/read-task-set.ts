import {
  type JsonValue,
  MAX_TASKS,
  plainText,
  type StageIdentity,
  type Surface,
  sha256Text,
  type Task,
  taskSchema,
  taskSetSha256,
} from "@gradable/contract";
import { isDestructive } from "@gradable/intent";
import { tasksError } from "./errors.js";
import type { TaskSet } from "./tasks.js";

/** Tool names quoted in an error. */
const QUOTED_TOOLS = 10;

/**
 * Reads a task set to replay (`--tasks-from`): a report, a task file, or any object with `tasks: [{tool, prompt,
 * expectedArguments?, id?, destructive?}]`. Tasks of a report or task file are kept as they are, to the byte; others get
 * the origin `supplied`, an id where theirs is missing or unfit, and `destructive` by our rule where it is not said. The generator's identity is
 * taken from a report; otherwise it is `supplied`. Throws `tasks-file-invalid` and `tasks-tool-unknown` (owner usage).
 */
export function readTaskSet(document: unknown, surface: Surface): TaskSet {
  const entries = tasksOf(document);
  const tools = new Map(surface.tools.map((tool) => [tool.name, tool]));
  const unknown = entries.map(({ tool }) => tool).filter((tool) => !tools.has(tool));
  if (unknown.length > 0) {
    const names = [...new Set(unknown)];
    throw tasksError("tasks-tool-unknown", {
      count: unknown.length,
      tools: names.slice(0, QUOTED_TOOLS).map((name) => plainText(name, { maxChars: 60 })),
    });
  }
  const tasks = entries.map((entry, index): Task => {
    const whole = taskSchema.safeParse(entry);
    if (whole.success) return whole.data;
    const tool = tools.get(entry.tool);
    return {
      id: fitId(entry.id, index),
      tool: entry.tool,
      prompt: entry.prompt,
      expectedArguments: entry.expectedArguments ?? {},
      destructive: entry.destructive ?? (tool !== undefined && isDestructive(tool)),
      origin: "supplied",
    };
  });
  const ids = new Set(tasks.map(({ id }) => id));
  if (ids.size < tasks.length) throw invalid("an id is used twice");
  return { tasks, taskSetSha256: taskSetSha256(tasks), identity: identityOf(document), notGenerated: [] };
}

interface Entry {
  readonly id?: string;
  readonly tool: string;
  readonly prompt: string;
  readonly expectedArguments?: { [key: string]: JsonValue };
  readonly destructive?: boolean;
}

function tasksOf(document: unknown): Entry[] {
  const list = isObject(document) ? document.tasks : undefined;
  if (!Array.isArray(list)) throw invalid("it has no array named tasks");
  if (list.length === 0) throw invalid("its list is empty");
  if (list.length > MAX_TASKS) throw invalid(`it holds ${list.length} tasks, and a run takes ${MAX_TASKS}`);
  return list.map((entry: unknown, index) => {
    if (!isObject(entry)) throw invalid(`entry ${index} is not an object`);
    const { tool, prompt, expectedArguments, destructive } = entry;
    if (typeof tool !== "string") throw invalid(`entry ${index} has no tool`);
    if (typeof prompt !== "string" || prompt.trim() === "") throw invalid(`entry ${index} has no prompt`);
    if (expectedArguments !== undefined && !isObject(expectedArguments)) {
      throw invalid(`expectedArguments of entry ${index} is not an object`);
    }
    if (destructive !== undefined && typeof destructive !== "boolean") {
      throw invalid(`destructive of entry ${index} is neither true nor false`);
    }
    return entry as unknown as Entry;
  });
}

/** An id that a report can hold: the given one where it fits, else one made of it. */
function fitId(id: unknown, index: number): string {
  if (taskSchema.shape.id.safeParse(id).success) return id as string;
  return `supplied-${index + 1}-${sha256Text(String(id)).slice(0, 8)}`;
}

/** A report says who wrote its tasks; of any other file nobody knows. */
function identityOf(document: unknown): StageIdentity {
  const judge = isObject(document) ? document.judge : undefined;
  const stages = isObject(judge) ? judge.stages : undefined;
  const tasks = isObject(stages) ? stages.tasks : undefined;
  if (isObject(tasks)) {
    const { cli, cliVersion, model, version } = tasks;
    if ([cli, cliVersion, model, version].every((part) => typeof part === "string" && part !== "")) {
      return { cli, cliVersion, model, version } as StageIdentity;
    }
  }
  return { cli: "supplied", cliVersion: "none", model: "none", version: "supplied-tasks" };
}

function invalid(problem: string) {
  return tasksError("tasks-file-invalid", { problem });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
