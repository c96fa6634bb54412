import { resolve } from "node:path";
import type { Command } from "../command.js";
import { comparisonText } from "../comparison-text.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";

interface CompareValues {
  a: string;
  b: string;
  format: "text" | "json" | "markdown";
  "require-comparable": boolean;
}

export const compareCommand: Command<CompareValues> = {
  name: "compare <a> <b>",
  summary: "set two reports side by side: what was the same, what differs, and whether it is more than noise",
  options: (builder) =>
    builder
      .positional("a", { type: "string", demandOption: true, describe: "a report.json, the one before" })
      .positional("b", { type: "string", demandOption: true, describe: "a report.json, the one after" })
      .option("format", {
        choices: ["text", "json", "markdown"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
        takes: "format",
      })
      .option("require-comparable", {
        type: "boolean",
        default: false,
        describe: "exit with 1 when the two may not be compared, and say why",
      }) as never,
  async run(values, io: CliIo) {
    const { jsonText } = await import("@gradable/contract");
    const { readReportFile } = await import("@gradable/run");
    const { blockersText, renderComparisonMarkdown } = await import("@gradable/render");
    const { compareReports } = await import("@gradable/insight");
    const named = async (file: string) => ({
      file,
      report: (await readReportFile(resolve(io.cwd, file))).report,
    });
    const comparison = compareReports(await named(values.a), await named(values.b));
    if (values.format === "json") io.stdout.write(jsonText(comparison));
    else if (values.format === "markdown") io.stdout.write(renderComparisonMarkdown(comparison));
    else io.stdout.write(await comparisonText(comparison, io));
    if (!values["require-comparable"] || comparison.comparable) return EXIT.done;
    io.stderr.write(`gradable: the two reports may not be compared: ${blockersText(comparison)}\n`);
    return EXIT.notMet;
  },
};
