import { appendFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { GateCheck } from "@gradable/render";
import { EXIT, exitCodeOf } from "./exit-code.js";
import type { Gate } from "./gate.js";
import { installedJudges } from "./installed-judges.js";
import { type CliIo, type CliStream, textWidth, useColor } from "./io.js";
import type { Written } from "./scan-and-write.js";

/** What `scan` can print. The last three are for CI: each carries the outcome of the gate too. */
export const SCAN_FORMATS = ["text", "json", "markdown", "github", "sarif", "junit"] as const;
export type ScanFormat = (typeof SCAN_FORMATS)[number];
const CI_FORMATS: readonly ScanFormat[] = ["github", "sarif", "junit"];

/** A job summary may have 1 MiB (GitHub's limit for a step), of which this much is ours. */
const MAX_SUMMARY_BYTES = 900_000;

/**
 * Prints what came of a scan and returns its exit code. A gate is checked when a threshold was asked for or the format is one for CI: a
 * machine reads those, and must not take an incomplete run for a good one.
 */
export async function printScan(
  written: Written,
  format: ScanFormat,
  gate: Gate,
  io: CliIo,
): Promise<number> {
  if (written.kind === "failed") return printFailed(written, format, io);
  const render = await import("@gradable/render");
  const { jsonText } = await import("@gradable/contract");
  const { report, files } = written;
  const gated = gate.asked || CI_FORMATS.includes(format);
  const checks = gated ? render.gateChecks(report, gate.thresholds) : [];
  const outcome = { checks, ...(gate.baseline === undefined ? {} : { baseline: gate.baseline }) };
  switch (format) {
    case "json":
      io.stdout.write(jsonText(report));
      break;
    case "markdown":
      io.stdout.write(render.renderMarkdown(report));
      break;
    case "sarif":
      io.stdout.write(
        render.renderSarif(report, { ...outcome, reportUri: relativeUri(io.cwd, files.report) }),
      );
      break;
    case "junit":
      io.stdout.write(render.renderJunit(report, outcome));
      break;
    case "github":
      io.stdout.write(render.renderGithub(report, outcome));
      await addToJobSummary(`${render.renderGateMarkdown(checks)}\n${render.renderMarkdown(report)}`, io);
      break;
    case "text": {
      const text = render.renderText(report, {
        color: useColor(io.stdout, io.env),
        width: textWidth(io.stdout),
        installedJudges: await installedJudges(io.env),
        files,
      });
      io.stdout.write(`${text}\n`);
    }
  }
  tellUnmet(checks, io);
  tellOtherAnalyst(gate, report.judge.stages.defects, io);
  return checks.every(({ met }) => met) ? EXIT.done : EXIT.notMet;
}

async function printFailed(
  written: Extract<Written, { kind: "failed" }>,
  format: ScanFormat,
  io: CliIo,
): Promise<number> {
  const render = await import("@gradable/render");
  const { jsonText } = await import("@gradable/contract");
  const { failed } = written;
  if (format === "json") io.stdout.write(jsonText(failed));
  if (format === "sarif") io.stdout.write(render.renderSarifFailed(failed));
  if (format === "junit") io.stdout.write(render.renderJunitFailed(failed));
  if (format === "github") {
    io.stdout.write(render.renderGithubFailed(failed));
    await addToJobSummary(render.renderFailedMarkdown(failed), io);
  }
  io.stderr.write(
    `${render.renderFailed(failed, { color: useColor(io.stderr, io.env) })}\nWritten: ${written.files.failed}\n`,
  );
  return exitCodeOf(written.error);
}

function tellUnmet(checks: readonly GateCheck[], io: CliIo): void {
  for (const { met, message } of checks) if (!met) io.stderr.write(`gradable: ${message}\n`);
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
export async function guardWorkflowLog(io: CliIo, format: ScanFormat): Promise<CliIo> {
  if (format !== "github" && io.env.GITHUB_ACTIONS !== "true") return io;
  const { workflowLogText } = await import("@gradable/render");
  const guarded = (stream: CliStream): CliStream => ({
    ...(stream.isTTY === undefined ? {} : { isTTY: stream.isTTY }),
    ...(stream.columns === undefined ? {} : { columns: stream.columns }),
    write: (text) => stream.write(workflowLogText(text)),
  });
  const prose = format === "text" || format === "markdown";
  return { ...io, stderr: guarded(io.stderr), ...(prose ? { stdout: guarded(io.stdout) } : {}) };
}
