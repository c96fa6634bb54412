import { join, resolve } from "node:path";
import type { Report } from "@gradable/contract";
import { annotationsOption } from "../annotations-option.js";
import type { Command } from "../command.js";
import { EXIT, exitCodeOf } from "../exit-code.js";
import { last, numberInRange, wholeNumber } from "../flags.js";
import { installedJudges } from "../installed-judges.js";
import { type CliIo, textWidth, useColor } from "../io.js";
import { progressLine } from "../progress.js";
import { stackOf } from "../stack.js";
import { scanOptions, TARGET_HELP, type TargetValues, targetOf, targetOptions } from "../target-options.js";
import { UsageError } from "../usage-error.js";

const FORMATS = ["text", "json", "markdown"] as const;
const GRADE_ORDER = ["A", "B", "C", "D", "F"] as const;

interface ScanValues extends TargetValues {
  verbose: boolean;
  server?: string;
  out?: string;
  slug?: string;
  format: (typeof FORMATS)[number];
  "tasks-per-tool": string;
  "max-tasks"?: string;
  "tasks-from"?: string;
  trials: string;
  tokenizer: "o200k_base" | "estimate";
  responses?: string;
  annotations?: string;
  rewrite: boolean;
  "save-surface": boolean;
  "fail-under"?: string;
  "min-grade"?: string;
}

export const scanCommand: Command<ScanValues> = {
  name: "scan [server]",
  summary: "score one server: connect, list its tools, judge them, write report.json and fix.md",
  options: (builder) =>
    targetOptions(
      builder
        .positional("server", { type: "string", describe: TARGET_HELP })
        .option("out", {
          alias: "o",
          type: "string",
          describe: "folder for the result files; default gradable/<slug>",
        })
        .option("slug", { type: "string", describe: "name of the result; default made from the target" })
        .option("format", { choices: FORMATS, default: "text" as const, describe: "what to print on stdout" })
        .option("tasks-per-tool", { type: "string", default: "2", describe: "tasks to write for each tool" })
        .option("max-tasks", {
          type: "string",
          describe: "most tasks over the whole surface, sampled evenly",
        })
        .option("tasks-from", {
          type: "string",
          describe: "replay the task set of a report or task file exactly",
        })
        .option("trials", { type: "string", default: "1", describe: "how often each task is asked" })
        .option("tokenizer", {
          choices: ["o200k_base", "estimate"] as const,
          default: "o200k_base" as const,
          describe: "how tokens are counted",
        })
        .option("responses", {
          type: "string",
          describe: "JSON file of recorded tool responses, for response efficiency",
        })
        .option("annotations", {
          type: "string",
          describe:
            "file of a maintainer's remarks on findings; default gradable.annotations.json in the result's folder, or where the server is started",
        })
        .option("rewrite", {
          type: "boolean",
          default: true,
          describe: "judge the suggested descriptions too",
        })
        .option("save-surface", {
          type: "boolean",
          default: false,
          describe: "write surface.json too (the server's own texts)",
        })
        .option("fail-under", { type: "string", describe: "exit with 1 when the score is lower than this" })
        .option("min-grade", { type: "string", describe: "exit with 1 when the grade is worse than this" }),
    ) as never,
  run: runScan,
};

async function runScan(values: ScanValues, io: CliIo): Promise<number> {
  const target = targetOf(values);
  const failUnder =
    values["fail-under"] === undefined
      ? undefined
      : numberInRange("--fail-under", last(values["fail-under"]), { min: 0, max: 100 });
  const minGrade = gradeFlag(last(values["min-grade"]));
  const tasksPerTool = wholeNumber("--tasks-per-tool", last(values["tasks-per-tool"]), { min: 1, max: 20 });
  const maxTasks =
    values["max-tasks"] === undefined
      ? undefined
      : wholeNumber("--max-tasks", last(values["max-tasks"]), { min: 1, max: 500 });
  const trials = wholeNumber("--trials", last(values.trials), { min: 1, max: 100 });

  const { ensureWritable, readJsonFile } = await import("@gradable/run");
  const out = last(values.out);
  const directory = (made: string) =>
    out === undefined ? join(io.cwd, "gradable", made) : resolve(io.cwd, out);
  const annotations = await annotationsOption(
    { given: last(values.annotations), target, serverCwd: last(values.cwd), directory, quiet: values.quiet },
    io,
  );
  if (out !== undefined) await ensureWritable(resolve(io.cwd, out));
  const slug = last(values.slug);
  const tasksFrom = last(values["tasks-from"]);
  const responses = last(values.responses);
  const progress = progressLine(io, values.quiet);
  const { scanAndWrite } = await import("../scan-and-write.js");
  const written = await scanAndWrite({
    target,
    scan: scanOptions(values, io),
    directory,
    annotations,
    ...(slug === undefined ? {} : { slug }),
    tasksPerTool,
    ...(maxTasks === undefined ? {} : { maxTasks }),
    ...(tasksFrom === undefined ? {} : { tasksFrom: await readJsonFile(resolve(io.cwd, tasksFrom)) }),
    ...(responses === undefined ? {} : { responses: await readJsonFile(resolve(io.cwd, responses)) }),
    trials,
    tokenizer: values.tokenizer,
    rewrite: values.rewrite,
    saveSurface: values["save-surface"],
    now: io.now,
    signal: io.signal,
    onProgress: progress.show,
  }).finally(progress.clear);

  const { renderFailed, renderMarkdown, renderText } = await import("@gradable/render");
  if (written.kind === "failed") {
    if (values.format === "json") io.stdout.write(`${JSON.stringify(written.failed, null, 2)}\n`);
    io.stderr.write(
      `${renderFailed(written.failed, { color: useColor(io.stderr, io.env) })}\nWritten: ${written.files.failed}\n`,
    );
    if (values.verbose) io.stderr.write(`${stackOf(written.error)}\n`);
    return exitCodeOf(written.error);
  }
  const { report, files } = written;
  if (values.format === "json") io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else if (values.format === "markdown") io.stdout.write(renderMarkdown(report));
  else {
    const text = renderText(report, {
      color: useColor(io.stdout, io.env),
      width: textWidth(io.stdout),
      installedJudges: await installedJudges(io.env),
      files,
    });
    io.stdout.write(`${text}\n`);
  }
  return gate(report, { failUnder, minGrade }, io);
}

/** Compares the exact score with the thresholds that were asked for, and says in words what was not met. */
function gate(
  report: Report,
  asked: { failUnder: number | undefined; minGrade: (typeof GRADE_ORDER)[number] | undefined },
  io: CliIo,
): number {
  let code: number = EXIT.done;
  if (asked.failUnder !== undefined && report.score.composite.value < asked.failUnder) {
    io.stderr.write(`gradable: the score is below --fail-under ${asked.failUnder}\n`);
    code = EXIT.notMet;
  }
  if (
    asked.minGrade !== undefined &&
    GRADE_ORDER.indexOf(report.score.grade) > GRADE_ORDER.indexOf(asked.minGrade)
  ) {
    io.stderr.write(`gradable: grade ${report.score.grade} is worse than --min-grade ${asked.minGrade}\n`);
    code = EXIT.notMet;
  }
  return code;
}

function gradeFlag(value: string | undefined): (typeof GRADE_ORDER)[number] | undefined {
  if (value === undefined) return undefined;
  const grade = GRADE_ORDER.find((candidate) => candidate === value.toUpperCase());
  if (grade) return grade;
  throw new UsageError(
    `--min-grade ${JSON.stringify(value)}: expected one of ${GRADE_ORDER.join(", ")}.`,
    "For example: --min-grade B",
  );
}
