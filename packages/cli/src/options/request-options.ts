import type { Argv } from "yargs";
import { last, wholeNumber } from "./flags.js";

/** The flags of every command that writes requests for a surface. */
export interface RequestValues {
  "tasks-per-tool": string;
  "max-tasks"?: string;
}

/** Declares {@link RequestValues}. */
export function requestOptions<Values>(builder: Argv<Values>): Argv<Values & RequestValues> {
  return builder
    .option("tasks-per-tool", {
      type: "string",
      default: "2",
      describe: "requests to write for each tool",
      group: "Requests",
      takes: "number",
    })
    .option("max-tasks", {
      type: "string",
      describe: "most requests over the whole surface, sampled evenly",
      group: "Requests",
      takes: "number",
    }) as never;
}

/** Reads {@link RequestValues}; `maxTasks` is undefined where the default of the task set holds. Throws a usage error for values that can't be. */
export function requestLimits(values: RequestValues): {
  readonly tasksPerTool: number;
  readonly maxTasks: number | undefined;
} {
  const maxTasks = last(values["max-tasks"]);
  return {
    tasksPerTool: wholeNumber("--tasks-per-tool", last(values["tasks-per-tool"]), { min: 1, max: 20 }),
    maxTasks: maxTasks === undefined ? undefined : wholeNumber("--max-tasks", maxTasks, { min: 1, max: 500 }),
  };
}

/** The flags of every command that scans: how its requests are asked. */
export interface AskingValues {
  trials: string;
  rewrite: boolean;
}

/** Declares {@link AskingValues}. */
export function askingOptions<Values>(builder: Argv<Values>): Argv<Values & AskingValues> {
  return builder
    .option("trials", {
      type: "string",
      default: "1",
      describe: "how often each request is asked",
      group: "Requests",
      takes: "number",
    })
    .option("rewrite", {
      type: "boolean",
      default: true,
      describe: "do not ask again with the suggested descriptions",
      group: "Judge",
    }) as never;
}

/** Reads `--trials`. Throws a usage error for a value that can't be. */
export function trialsOf(values: Pick<AskingValues, "trials">): number {
  return wholeNumber("--trials", last(values.trials), { min: 1, max: 100 });
}
