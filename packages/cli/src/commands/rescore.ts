import { dirname, join, resolve } from "node:path";
import type { Rescored } from "@gradable/insight";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";

interface RescoreValues {
  reports: string[];
  format: "text" | "json" | "markdown";
  write: boolean;
  check: boolean;
}

export const rescoreCommand: Command<RescoreValues> = {
  name: "rescore <reports..>",
  summary: "apply the present rubric to recorded evidence, without a judge, and show every server that moves",
  options: (builder) =>
    builder
      .positional("reports", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "folders with reports, or report files",
      })
      .option("write", {
        type: "boolean",
        default: false,
        describe:
          "write the reports that follow, with their fix briefs; takes in a gradable.annotations.json beside a report",
      })
      .option("check", {
        type: "boolean",
        default: false,
        describe: "exit with 1 when a score moves, or a report can't be rescored",
      })
      .option("format", {
        choices: ["text", "json", "markdown"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
        takes: "format",
      }) as never,
  async run(values, io: CliIo) {
    const { jsonText } = await import("@gradable/contract");
    const { findAnnotations, readResultTexts } = await import("@gradable/run");
    const { writeFileAtomically } = await import("@gradable/host");
    const { isMoved, rescore } = await import("@gradable/insight");
    const { renderRescoreMarkdown, renderRescoreText } = await import("@gradable/render");
    const { renderFix } = await import("@gradable/render");
    const results: Rescored[] = [];
    let wrote = 0;
    for await (const { file, path, text } of readResultTexts(
      values.reports.map((given) => resolve(io.cwd, given)),
    )) {
      io.signal.throwIfAborted();
      const document = parsed(text);
      // A failure holds no evidence of a score.
      if (isFailure(document)) continue;
      const { file: found, annotations } = await findAnnotations([dirname(path)]);
      const { result, report } = rescore({ file, document, ...(found === null ? {} : { annotations }) });
      results.push(result);
      if (!values.write || report === null || result.outcome === "same") continue;
      await writeFileAtomically(join(dirname(path), "fix.md"), renderFix(report));
      await writeFileAtomically(path, jsonText(report));
      wrote++;
    }
    if (wrote > 0)
      io.stderr.write(
        `gradable: wrote ${wrote} ${wrote === 1 ? "report with its fix brief" : "reports with their fix briefs"}\n`,
      );
    if (values.format === "json") io.stdout.write(jsonText(results));
    else if (values.format === "markdown") io.stdout.write(renderRescoreMarkdown(results));
    else io.stdout.write(`${renderRescoreText(results)}\n`);
    return values.check && results.some(isMoved) ? EXIT.notMet : EXIT.done;
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFailure(document: unknown): boolean {
  return typeof document === "object" && document !== null && "failedAt" in document;
}
