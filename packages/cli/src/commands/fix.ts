import { resolve } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";

interface FixValues {
  report: string;
  out?: string;
}

export const fixCommand: Command<FixValues> = {
  name: "fix <report>",
  summary: "print the fix brief of a report",
  options: (builder) =>
    builder
      .positional("report", { type: "string", demandOption: true, describe: "a report.json" })
      .option("out", {
        alias: "o",
        type: "string",
        describe: "file to write instead of stdout",
        takes: "file",
      }) as never,
  async run(values, io: CliIo) {
    const { readReportFile } = await import("@gradable/run");
    const { writeFileAtomically } = await import("@gradable/host");
    const { renderFix } = await import("@gradable/render");
    const { report } = await readReportFile(resolve(io.cwd, values.report));
    const text = renderFix(report);
    if (values.out === undefined) io.stdout.write(text);
    else await writeFileAtomically(resolve(io.cwd, values.out), text);
    return EXIT.done;
  },
};
