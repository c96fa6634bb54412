import { appendFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { GateCheck } from "@gradable/insight";
import { type FormatId, loadFormat } from "@gradable/render/formats";
import { EXIT, exitCodeOf } from "./exit-code.js";
import type { Gate } from "./gate.js";
import { installedJudges } from "./installed-judges.js";
import { type CliIo, type CliStream, textWidth, useColor } from "./io.js";
import type { Written } from "./scan-and-write.js";

/** A job summary may have 1 MiB (GitHub's limit for a step), of which this much is ours. */
const MAX_SUMMARY_BYTES = 900_000;

/**
 * Prints what came of a scan and returns its exit code. A gate is checked when a threshold was asked for or a pipeline reads the
 * format: a machine must not take an incomplete run for a good one.
 */
export async function printScan(written: Written, id: FormatId, gate: Gate, io: CliIo): Promise<number> {
  const format = await loadFormat(id);
  if (written.kind === "failed") {
    const { renderFailed } = await import("@gradable/render");
    const { failed, files } = written;
    io.stdout.write(format.failed(failed));
    if (format.jobSummary) await addToJobSummary(format.jobSummary.failed(failed), io);
    const text = renderFailed(failed, { color: useColor(io.stderr, io.env) });
    io.stderr.write(`${text}\nWritten: ${files.failed}\n`);
    return exitCodeOf(written.error);
  }
  const { gateChecks } = await import("@gradable/insight");
  const { report, files } = written;
  const { thresholds, baseline, asked } = gate;
  const checks = asked || format.reader === "pipeline" ? gateChecks(report, thresholds) : [];
  const context = {
    checks,
    ...(baseline && { baseline }),
    color: useColor(io.stdout, io.env),
    width: textWidth(io.stdout),
    installedJudges: await installedJudges(io.env),
    files,
    reportUri: relativeUri(io.cwd, files.report),
  };
  io.stdout.write(format.scored(report, context));
  if (format.jobSummary) await addToJobSummary(format.jobSummary.scored(report, context), io);
  await tellUnmet(checks, io);
  tellOtherAnalyst(gate, report.judge.stages.defects, io);
  return checks.every(({ met }) => met) ? EXIT.done : EXIT.notMet;
}

async function tellUnmet(checks: readonly GateCheck[], io: CliIo): Promise<void> {
  const { gateText } = await import("@gradable/render");
  for (const check of checks) if (!check.met) io.stderr.write(`gradable: ${gateText(check)}\n`);
}

/** Rules that changed make defects new that the server did not. */
function tellOtherAnalyst({ baseline }: Gate, now: { cli: string; version: string }, io: CliIo): void {
  const then = baseline?.judge.stages.defects;
  if (then === undefined || (then.cli === now.cli && then.version === now.version)) return;
  io.stderr.write(
    `gradable: the baseline's defects were found by ${then.cli} ${then.version}, these by ${now.cli} ${now.version}; some may be new for that reason\n`,
  );
}

/** Appends to the summary of the GitHub job, where there is one. It is for reading, so a failure to write it fails nothing. */
async function addToJobSummary(markdown: string, io: CliIo): Promise<void> {
  const file = io.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  const bytes = Buffer.from(markdown, "utf8");
  const cut = bytes.length > MAX_SUMMARY_BYTES ? bytes.lastIndexOf("\n", MAX_SUMMARY_BYTES) : bytes.length;
  const rest = cut < bytes.length ? "\n\n(cut; fix.md has everything)\n" : "\n";
  try {
    await appendFile(file, `${bytes.subarray(0, cut).toString("utf8")}${rest}`);
  } catch (error) {
    io.stderr.write(
      `gradable: the job summary could not be written (${(error as NodeJS.ErrnoException).code})\n`,
    );
  }
}

/** The report's path as a URI relative to the folder the command runs in, which in CI is the checkout. */
function relativeUri(cwd: string, file: string): string {
  return relative(cwd, file).split(sep).map(encodeURIComponent).join("/");
}

/**
 * Streams for a GitHub job: a runner takes commands from any line a step prints, so whatever a server made us say is broken up on
 * stderr always, and on stdout unless the format is data or commands of ours.
 */
export async function guardWorkflowLog(io: CliIo, format: FormatId): Promise<CliIo> {
  if (format !== "github" && io.env.GITHUB_ACTIONS !== "true") return io;
  const { workflowLogText } = await import("@gradable/render");
  const guarded = (stream: CliStream): CliStream => ({
    ...(stream.isTTY === undefined ? {} : { isTTY: stream.isTTY }),
    ...(stream.columns === undefined ? {} : { columns: stream.columns }),
    write: (text) => stream.write(workflowLogText(text)),
  });
  const prose = (await loadFormat(format)).reader === "people";
  return { ...io, stderr: guarded(io.stderr), ...(prose ? { stdout: guarded(io.stdout) } : {}) };
}
