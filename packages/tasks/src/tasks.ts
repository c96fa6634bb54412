import {
  defined,
  MAX_TASKS,
  type StageIdentity,
  type Surface,
  type Task,
  taskSetSha256,
} from "@gradable/contract";
import { builtinTaskGenerator } from "./builtin/builtin-generator.js";
import { tasksError } from "./errors.js";
import type { NotGenerated, TaskGenerator } from "./task-generator.js";

/** Tasks per tool when nothing is asked: two phrasings of one need, so that one unlucky wording does not decide. */
const DEFAULT_TASKS_PER_TOOL = 2;
/** Most tasks when nothing is asked; larger surfaces are sampled evenly. */
export const DEFAULT_MAX_TASKS = 400;

/** Options of {@link tasks}. */
export interface TasksOptions {
  /** ≥ 1; default {@link DEFAULT_TASKS_PER_TOOL}. */
  readonly perTool?: number;
  /** ≥ 1; default {@link DEFAULT_MAX_TASKS}; a report holds at most 500 (contract `MAX_TASKS`), more is cut to that. */
  readonly maxTasks?: number;
  /** Who writes; default the embedded generator. */
  readonly generator?: TaskGenerator;
  readonly signal?: AbortSignal;
}

/** The tasks of a surface, in order of their ids, and what could not be asked. */
export interface TaskSet {
  readonly tasks: Task[];
  readonly taskSetSha256: string;
  readonly identity: StageIdentity;
  readonly notGenerated: readonly NotGenerated[];
}

/**
 * Writes the tasks of a surface. The same surface gives the same tasks, whatever the order of its tools. Throws
 * `tasks-option-invalid` (owner usage) and `no-task-possible` (owner server).
 */
export async function tasks(surface: Surface, options: TasksOptions = {}): Promise<TaskSet> {
  const perTool = wholeNumber("tasks per tool", options.perTool ?? DEFAULT_TASKS_PER_TOOL);
  const maxTasks = Math.min(MAX_TASKS, wholeNumber("max tasks", options.maxTasks ?? DEFAULT_MAX_TASKS));
  const generator = options.generator ?? builtinTaskGenerator();
  const generated = await generator.generate(surface, {
    perTool,
    maxTasks,
    ...defined({ signal: options.signal }),
  });
  if (generated.tasks.length === 0) {
    throw tasksError("no-task-possible", {
      tools: surface.tools.length,
      reason: generated.notGenerated[0]?.reason ?? "there are no tools",
    });
  }
  const sorted = [...generated.tasks].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return {
    tasks: sorted,
    taskSetSha256: taskSetSha256(sorted),
    identity: generated.identity,
    notGenerated: generated.notGenerated,
  };
}

function wholeNumber(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw tasksError("tasks-option-invalid", { option, value: String(value) });
}
