import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { GradableError, Report } from "@gradable/contract";
import type { Command } from "../command.js";
import { comparisonText } from "../comparison-text.js";
import { contestTargets } from "../contest-targets.js";
import { EXIT, exitCodeOf } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { type CalibrationValues, calibrationOf, calibrationOption } from "../options/calibration-option.js";
import { last } from "../options/flags.js";
import {
  BUILTIN_JUDGE,
  type JudgeValues,
  judgeFlags,
  judgeOptions,
  openJudge,
} from "../options/judge-options.js";
import { scanOptions, type TargetValues, targetOptions } from "../options/target-options.js";
import { progressLine } from "../progress.js";
import { UsageError } from "../usage-error.js";

interface ContestValues extends TargetValues, JudgeValues, CalibrationValues {
  report: string;
  tasks?: string;
  responses?: string;
  out?: string;
  format: "text" | "json" | "markdown";
}

/** Names the two reports are attached under. */
const PUBLISHED = "published.json";
const AGAIN = "report.json";

export const contestCommand: Command<ContestValues> = {
  name: "contest <report>",
  summary:
    "dispute a published score: check its arithmetic, ask the same requests again, write an issue text",
  options: (builder) =>
    calibrationOption(judgeOptions(targetOptions(builder)))
      .positional("report", { type: "string", demandOption: true, describe: "the published report.json" })
      .option("tasks", {
        type: "string",
        describe: "ask the requests of this report or task file; default those of the published report",
        group: "Requests",
        takes: "file",
      })
      .option("responses", {
        type: "string",
        describe: "JSON file of recorded tool responses, where the published report used some",
        group: "Requests",
        takes: "file",
      })
      .option("out", {
        alias: "o",
        type: "string",
        describe: "folder to write to; default gradable/contest-<slug>",
        group: "Output",
        takes: "folder",
      })
      .option("format", {
        choices: ["text", "json", "markdown"] as const,
        default: "text" as const,
        describe: "what to print on stdout: the comparison, as text or JSON, or the issue text",
        group: "Output",
        takes: "format",
      }) as never,
  run: runContest,
};

async function runContest(values: ContestValues, io: CliIo): Promise<number> {
  const { jsonText, plainText } = await import("@gradable/contract");
  const { ensureWritable, readJsonFile, removeFile, writeFileAtomically } = await import("@gradable/host");
  const { readReportFile } = await import("@gradable/run");
  const { compareReports } = await import("@gradable/insight");
  const { renderContest } = await import("@gradable/render");
  const { verify } = await import("@gradable/score");
  const flags = judgeFlags(values);
  const file = resolve(io.cwd, values.report);
  const { document, report: published } = await readReportFile(file);
  const tasksFile = last(values.tasks);
  const responses = last(values.responses);
  const tasksFrom = tasksFile === undefined ? document : await readJsonFile(resolve(io.cwd, tasksFile));
  const calibration = await calibrationOf(values, io);
  const capturedBeside = await captured(dirname(file), io.cwd);
  const targets = contestTargets(published, { given: last(values.target), capturedBeside });
  const sound = verify(published).length === 0;
  if (targets.length === 0 && sound) throw unreachable(published);

  const out = resolve(io.cwd, last(values.out) ?? join("gradable", `contest-${published.slug}`));
  await ensureWritable(out);
  const issue = join(out, "contest.md");
  // A text of an earlier attempt must not be filed with the reports of this one.
  for (const name of ["contest.md", PUBLISHED, AGAIN, "fix.md"]) await removeFile(join(out, name));

  const other = otherJudge(published, flags, plainText);
  if (other !== null && !values.quiet) io.stderr.write(`gradable: ${other}\n`);

  const unreached: string[] = [];
  let failure: GradableError | undefined;
  let again: Report | undefined;
  for (const { target, captured: fromFile } of targets) {
    const progress = progressLine(io, values.quiet);
    const { scanAndWrite } = await import("../scan-and-write.js");
    const judge = await openJudge(flags, io, progress.judge);
    const written = await scanAndWrite({
      target,
      judge: judge.parts,
      ...(calibration === undefined ? {} : { calibration }),
      concurrency: judge.concurrency,
      scan: scanOptions(values, io),
      directory: () => out,
      slug: published.slug,
      tasksFrom,
      undeclared: "leave-out",
      trials: published.trialsPerTask,
      tokenizer: published.economics.tokenizer === "o200k_base" ? "o200k_base" : "estimate",
      ...(responses === undefined ? {} : { responses: await readJsonFile(resolve(io.cwd, responses)) }),
      rewrite: published.runs.after_rewrite !== undefined,
      saveSurface: false,
      now: io.now,
      signal: io.signal,
      onProgress: progress.show,
    }).finally(() => {
      progress.clear();
      return judge.close();
    });
    if (written.kind !== "failed") {
      again = written.report;
      break;
    }
    failure = written.error;
    const { stage, code, message } = written.failed;
    unreached.push(`${fromFile ? "The captured surface" : "The server"}: ${message} (${stage}, ${code})`);
    io.stderr.write(`gradable: ${message}\n`);
  }
  if (again === undefined && failure !== undefined && sound) {
    const variables = (published.target.envNames ?? []).map((name) => plainText(name, { maxChars: 60 }));
    io.stderr.write(
      `gradable: nothing to contest with: the arithmetic of the published report holds, and it could not be measured again\n  ${
        variables.length > 0
          ? `The published scan gave the server ${variables.join(", ")}; give them with --env. `
          : ""
      }Without the server, give a captured surface or a tools/list result: --target surface.json\n`,
    );
    return exitCodeOf(failure);
  }

  const a = { file: PUBLISHED, report: published };
  const b = again === undefined ? null : { file: AGAIN, report: again };
  const text = renderContest({ published: a, again: b, unreached });
  const attachment = join(out, PUBLISHED);
  await writeFileAtomically(attachment, jsonText(document));
  await writeFileAtomically(issue, text);
  const comparison = compareReports(a, b ?? a);
  if (values.format === "json") io.stdout.write(jsonText(comparison));
  else if (values.format === "markdown") io.stdout.write(text);
  else {
    const attach = [attachment, ...(b === null ? [] : [join(out, AGAIN)])].join(" and ");
    io.stdout.write(
      `${await comparisonText(comparison, io)}\n  Issue text    ${issue}\n  Attach        ${attach}\n`,
    );
  }
  return EXIT.done;
}

/** That another judge is about to answer than the published one, and how to ask that one; `null` when it is the same. */
function otherJudge(
  { judge }: Report,
  flags: { readonly cli: string; readonly model?: string },
  shown: (text: string) => string,
): string | null {
  const same = judge.cli === flags.cli && (flags.model === undefined || judge.model === flags.model);
  if (same) return null;
  const add =
    judge.cli === BUILTIN_JUDGE
      ? "leave --judge-cli out"
      : `add --judge-cli ${shown(judge.cli)} --judge-model ${shown(judge.model)}`;
  return `the published score was judged by ${shown(judge.cli)}, ${shown(judge.model)}, and this will be another judge; to ask the same one, ${add}`;
}

function unreachable({ target }: Report): UsageError {
  return new UsageError(
    `The published report is of a ${target.kind} target that can't be reached from its text alone.`,
    'Say how to reach it: --target "<command line>", or a captured surface or tools/list result: --target surface.json',
  );
}

/** The surface that was captured beside a report, by its path from here. */
async function captured(folder: string, cwd: string): Promise<string | undefined> {
  const file = join(folder, "surface.json");
  return (await stat(file).catch(() => undefined))?.isFile() ? relative(cwd, file) : undefined;
}
