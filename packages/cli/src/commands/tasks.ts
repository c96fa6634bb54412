import { resolve } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { type RequestValues, requestLimits, requestOptions } from "../options/request-options.js";
import {
  SERVER_HELP,
  scanOptions,
  type TargetValues,
  targetOf,
  targetOptions,
} from "../options/target-options.js";

interface TasksValues extends TargetValues, RequestValues {
  server?: string;
  out?: string;
}

export const tasksCommand: Command<TasksValues> = {
  name: "tasks [server]",
  summary: "write the requests a scan would ask, for reading or for --tasks-from",
  options: (builder) =>
    requestOptions(targetOptions(builder))
      .positional("server", { type: "string", describe: SERVER_HELP })
      .option("out", {
        alias: "o",
        type: "string",
        describe: "file to write instead of stdout",
        group: "Output",
        takes: "file",
      }) as never,
  async run(values, io: CliIo) {
    const { tasksPerTool: perTool, maxTasks } = requestLimits(values);
    const { jsonText } = await import("@gradable/contract");
    const { scan } = await import("@gradable/scan");
    const { tasks } = await import("@gradable/tasks");
    const { writeFileAtomically } = await import("@gradable/host");
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
