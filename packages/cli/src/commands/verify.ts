import { resolve } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { type CliIo, useColor } from "../io.js";

interface VerifyValues {
  reports: string[];
  format: "text" | "json";
}

export const verifyCommand: Command<VerifyValues> = {
  name: "verify <reports..>",
  summary: "recompute everything in a report from its own evidence, offline",
  options: (builder) =>
    builder
      .positional("reports", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "report.json files",
      })
      .option("format", {
        choices: ["text", "json"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
        takes: "format",
      }) as never,
  async run(values, io: CliIo) {
    const { jsonText } = await import("@gradable/contract");
    const { readReportFile } = await import("@gradable/run");
    const { verify } = await import("@gradable/score");
    const { renderMismatches } = await import("@gradable/render");
    const results = [];
    for (const file of values.reports) {
      const { report } = await readReportFile(resolve(io.cwd, file));
      const mismatches = verify(report);
      results.push({ file, mismatches });
      if (values.format === "text")
        io.stdout.write(renderMismatches(report, mismatches, { file, color: useColor(io.stdout, io.env) }));
    }
    if (values.format === "json") io.stdout.write(jsonText(results));
    return results.some((result) => result.mismatches.length > 0) ? EXIT.notMet : EXIT.done;
  },
};
