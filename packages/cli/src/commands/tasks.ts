import { resolve } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { last, wholeNumber } from "../flags.js";
import type { CliIo } from "../io.js";
import { SERVER_HELP, scanOptions, type TargetValues, targetOf, targetOptions } from "../target-options.js";

interface TasksValues extends TargetValues {
  server?: string;
  out?: string;
  "tasks-per-tool": string;
  "max-tasks"?: string;
}

export const tasksCommand: Command<TasksValues> = {
  name: "tasks [server]",
  summary: "write the requests a scan would ask, for reading or for --tasks-from",
  options: (builder) =>
    targetOptions(
      builder
        .positional("server", { type: "string", describe: SERVER_HELP })
        .option("out", {
          alias: "o",
          type: "string",
          describe: "file to write instead of stdout",
          group: "Output",
          takes: "file",
        })
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
        }),
    ) as never,
  async run(values, io: CliIo) {
    const perTool = wholeNumber("--tasks-per-tool", last(values["tasks-per-tool"]), { min: 1, max: 20 });
    const maxTasks =
      values["max-tasks"] === undefined
        ? undefined
        : wholeNumber("--max-tasks", last(values["max-tasks"]), { min: 1, max: 500 });
    const { jsonText } = await import("@gradable/contract");
    const { scan } = await import("@gradable/scan");
    const { tasks } = await import("@gradable/tasks");
    const { writeFileAtomically } = await import("@gradable/run");
    const scanned = await scan(targetOf(values), scanOptions(values, io));
    const closing = scanned.close();
    const set = await tasks(scanned.surface, { perTool, ...(maxTasks === undefined ? {} : { maxTasks }) });
    await closing;
    const text = jsonText({ schemaVersion: 1, tasks: set.tasks });
    if (values.out === undefined) io.stdout.write(text);
    else await writeFileAtomically(resolve(io.cwd, values.out), text);
    return EXIT.done;
  },
};
