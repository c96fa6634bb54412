import { join, resolve } from "node:path";
import { type FormatId, formatIds } from "@gradable/render/formats";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { type GateValues, gateOptions, readGate } from "../gate.js";
import type { CliIo } from "../io.js";
import { annotationsOption } from "../options/annotations-option.js";
import { type CalibrationValues, calibrationOf, calibrationOption } from "../options/calibration-option.js";
import { last } from "../options/flags.js";
import {
  type JudgeValues,
  judgeFlags,
  judgeOptions,
  type OpenJudge,
  openJudge,
} from "../options/judge-options.js";
import {
  type AskingValues,
  askingOptions,
  type RequestValues,
  requestLimits,
  requestOptions,
  trialsOf,
} from "../options/request-options.js";
import {
  SERVER_HELP,
  scanOptions,
  type TargetValues,
  targetOf,
  targetOptions,
} from "../options/target-options.js";
import { progressLine } from "../progress.js";
import { guardWorkflowLog, printScan } from "../scan-output.js";
import { stackOf } from "../stack.js";
import { UsageError } from "../usage-error.js";

interface ScanValues
  extends TargetValues,
    GateValues,
    JudgeValues,
    RequestValues,
    AskingValues,
    CalibrationValues {
  verbose: boolean;
  server?: string;
  out?: string;
  slug?: string;
  format: FormatId;
  "tasks-from"?: string;
  tokenizer: "o200k_base" | "estimate";
  responses?: string;
  annotations?: string;
  "save-surface": boolean;
  html: boolean;
  "dry-run": boolean;
}

export const scanCommand: Command<ScanValues> = {
  name: "scan [server]",
  summary: "score one server: connect, list its tools, judge them, write report.json and fix.md",
  options: (builder) =>
    calibrationOption(askingOptions(requestOptions(gateOptions(judgeOptions(targetOptions(builder))))))
      .positional("server", { type: "string", describe: SERVER_HELP })
      .option("out", {
        alias: "o",
        type: "string",
        describe: "folder for the result files; default gradable/<slug>",
        group: "Output",
        takes: "folder",
      })
      .option("slug", {
        type: "string",
        describe: "name of the result; default made from the target",
        group: "Output",
        takes: "name",
      })
      .option("format", {
        choices: formatIds(),
        default: "text" as const,
        describe: "what to print on stdout",
        group: "Output",
        takes: "format",
      })
      .option("tasks-from", {
        type: "string",
        describe: "ask exactly the requests of a report or task file",
        group: "Requests",
        takes: "file",
      })
      .option("tokenizer", {
        choices: ["o200k_base", "estimate"] as const,
        default: "o200k_base" as const,
        describe: "how tokens are counted",
        group: "Judge",
        takes: "name",
      })
      .option("responses", {
        type: "string",
        describe: "JSON file of recorded tool responses, for response efficiency",
        group: "Requests",
        takes: "file",
      })
      .option("annotations", {
        type: "string",
        describe:
          "file of a maintainer's remarks on findings; default gradable.annotations.json in the result's folder, or where the server is started",
        group: "Output",
        takes: "file",
      })
      .option("save-surface", {
        type: "boolean",
        default: false,
        describe: "write surface.json too (the server's own texts)",
        group: "Output",
      })
      .option("html", {
        type: "boolean",
        default: false,
        describe: "write report.html too, the report as a page, and method.html, which it links to",
        group: "Output",
      })
      .option("dry-run", {
        type: "boolean",
        default: false,
        describe: "say what the judge would be asked and what it would cost; nobody is asked",
        group: "Judge",
      })
      .alias("judge-concurrency", "concurrency") as never,
  run: runScan,
};

async function runScan(values: ScanValues, given: CliIo): Promise<number> {
  const target = targetOf(values);
  const io = await guardWorkflowLog(given, values.format);
  const { tasksPerTool, maxTasks } = requestLimits(values);
  const flags = judgeFlags(values);
  const trials = trialsOf(values);

  const gate = await readGate(values, io);

  const { ensureWritable, readJsonFile } = await import("@gradable/host");
  const out = last(values.out);
  if (out?.trim() === "") throw new UsageError("--out is empty.", "Give a folder, or leave it out.");
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
  const calibration = await calibrationOf(values, io);
  const judge = await openJudge(flags, io, progress.judge);
  if (values["dry-run"]) {
    const { dryRun, estimateText } = await import("../dry-run.js");
    const { jsonText } = await import("@gradable/contract");
    const estimate = await dryRun(
      target,
      {
        scan: scanOptions(values, io),
        flags,
        judge,
        tasksPerTool,
        maxTasks,
        tasksFrom: tasksFrom === undefined ? undefined : await readJsonFile(resolve(io.cwd, tasksFrom)),
        trials,
        rewrite: values.rewrite,
      },
      io,
    ).finally(judge.close);
    io.stdout.write(
      values.format === "json"
        ? jsonText(estimate)
        : estimate === null
          ? "Dry run: the embedded judge is part of gradable; it asks nobody and costs nothing.\n"
          : estimateText(estimate),
    );
    return EXIT.done;
  }
  const { scanAndWrite } = await import("../scan-and-write.js");
  const written = await scanAndWrite({
    target,
    judge: judge.parts,
    ...(calibration === undefined ? {} : { calibration }),
    concurrency: judge.concurrency,
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
  }).finally(() => {
    progress.clear();
    if (io.signal.aborted) io.stderr.write(keptText(judge.prompted, flags.cache));
    return judge.close();
  });

  if (written.kind === "failed" && values.verbose) io.stderr.write(`${stackOf(written.error)}\n`);
  if (values.html && written.kind !== "failed") {
    const { writeReportPage } = await import("../report-page.js");
    const page = await writeReportPage(written.report, written.files.report);
    if (!values.quiet) io.stderr.write(`gradable: wrote ${page}\n`);
  }
  return printScan(written, values.format, gate, io);
}

/** What an interrupted scan by a prompted judge leaves for the next one; nothing where nothing was answered. */
function keptText(judge: OpenJudge["prompted"], cache: boolean): string {
  if (judge === null) return "";
  const { answered, cached } = judge.meter.progress().calls;
  if (answered + cached === 0) return "";
  return cache
    ? `gradable: run the same command again: ${answered + cached} answers are kept, and only what is missing is asked\n`
    : `gradable: ${answered} answers are lost, because --no-cache keeps none\n`;
}
