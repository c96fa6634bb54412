import { resolve } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";

const ACTIONS = ["show", "junit"] as const;

interface EvalsValues {
  action: (typeof ACTIONS)[number];
  run: string;
}

export const evalsCommand: Command<EvalsValues> = {
  name: "evals <action> <run>",
  summary: "show a run that @gradable/evals wrote, in words or as JUnit XML",
  options: (builder) =>
    builder
      .positional("action", {
        choices: ACTIONS,
        demandOption: true,
        describe: "show: in words; junit: as JUnit XML",
      })
      .positional("run", { type: "string", demandOption: true, describe: "the run's JSON file" }) as never,
  async run(values, io: CliIo) {
    const { readJsonFile } = await import("@gradable/host");
    const { junitXml, readEvalRun, showEvalRun } = await import("@gradable/evals");
    const run = readEvalRun(await readJsonFile(resolve(io.cwd, values.run)));
    io.stdout.write(values.action === "junit" ? junitXml(run) : showEvalRun(run));
    return EXIT.done;
  },
};
