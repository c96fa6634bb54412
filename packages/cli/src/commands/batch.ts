import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FailureOwner } from "@gradable/contract";
import type { BatchProgress, BatchSummary, Shard } from "@gradable/run";
import type { CalibrationReference } from "@gradable/run/prompted";
import { shownProgress } from "../batch/batch-progress.js";
import { summaryText } from "../batch/batch-text.js";
import { builtModule } from "../built-module.js";
import { checkJudge } from "../check-judge.js";
import type { Command } from "../command.js";
import { EXIT, isOfJudge } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { type CalibrationValues, calibrationOf, calibrationOption } from "../options/calibration-option.js";
import { last, namedValues, wholeNumber } from "../options/flags.js";
import { type JudgeFlags, type JudgeValues, judgeFlags, judgeOptions } from "../options/judge-options.js";
import {
  type AskingValues,
  askingOptions,
  type RequestValues,
  requestLimits,
  requestOptions,
  trialsOf,
} from "../options/request-options.js";
import { UsageError } from "../usage-error.js";

/** What every worker of a batch is told; plain data, since it crosses to another process. */
export interface BatchSettings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly installTimeoutMs: number;
  readonly tasksPerTool: number;
  readonly maxTasks: number | null;
  readonly trials: number;
  readonly rewrite: boolean;
  readonly changedOnly: boolean;
  readonly judge: JudgeFlags;
  readonly calibration?: CalibrationReference;
}

interface BatchValues extends JudgeValues, RequestValues, AskingValues, CalibrationValues {
  source?: string[];
  out: string;
  concurrency: string;
  budget: string;
  timeout: string;
  "install-timeout": string;
  env?: string[];
  resume: boolean;
  "retry-failed"?: string | string[];
  shard?: string;
  merge?: string[];
  "changed-only": boolean;
  format: "text" | "json";
  quiet: boolean;
}

/** Whose failures `--retry-failed` can be told; a test holds it to the contract's list. */
export const RETRY_OWNERS = ["server", "judge", "environment", "gradable"] as const satisfies FailureOwner[];

export const batchCommand: Command<BatchValues> = {
  name: "batch [source..]",
  summary: "scan many servers, each under its own budget, resumable at any moment",
  options: (builder) =>
    calibrationOption(askingOptions(requestOptions(judgeOptions(builder))))
      .positional("source", {
        type: "string",
        array: true,
        describe:
          "a list of servers (JSON), an mcpServers file, or a folder of captured surfaces; with --merge, more folders to join",
      })
      .option("out", {
        alias: "o",
        type: "string",
        default: "gradable",
        describe: "folder for the results, one folder per server",
        group: "Output",
        takes: "folder",
      })
      .option("concurrency", {
        alias: "c",
        type: "string",
        default: "2",
        describe: "servers at once",
        group: "Servers",
        takes: "number",
      })
      .option("budget", {
        type: "string",
        default: "900",
        describe: "most seconds for one server, installation included",
        group: "Servers",
        takes: "seconds",
      })
      .option("timeout", {
        type: "string",
        default: "30",
        describe: "seconds for starting, handshake and listing",
        group: "Target",
        takes: "seconds",
      })
      .option("install-timeout", {
        type: "string",
        default: "300",
        describe: "seconds for installing an npm: target",
        group: "Target",
        takes: "seconds",
      })
      .option("env", {
        type: "string",
        array: true,
        describe: "variable for every server, NAME=VALUE (repeatable); never printed",
        group: "Target",
        takes: "NAME=VALUE",
      })
      .option("resume", {
        type: "boolean",
        default: false,
        describe: "go on with a batch that was interrupted",
        group: "Servers",
      })
      .option("shard", {
        type: "string",
        describe: "only part i of n of the servers, for example 2/4",
        group: "Servers",
        takes: "i/n",
      })
      .option("retry-failed", {
        type: "string",
        describe: `as --resume, and scan again what failed; only through these where named: ${RETRY_OWNERS.join(", ")}`,
        group: "Servers",
        takes: "owner,…",
      })
      .option("merge", {
        type: "string",
        array: true,
        describe: "scan nothing: join the finished shards in these folders into --out (repeatable)",
        group: "Servers",
        takes: "folder",
      })
      .option("changed-only", {
        type: "boolean",
        default: false,
        describe: "leave a server alone whose surface, requests, judge and methodology equal its report's",
        group: "Servers",
      })
      .option("format", {
        choices: ["text", "json"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
        group: "Output",
        takes: "format",
      })
      .option("quiet", {
        alias: "q",
        type: "boolean",
        default: false,
        describe: "no progress on stderr",
        group: "Output",
      }) as never,
  run: runBatch,
};

async function runBatch(values: BatchValues, io: CliIo): Promise<number> {
  const { jsonText } = await import("@gradable/contract");
  const out = resolve(io.cwd, last(values.out) ?? "gradable");
  const summary = values.merge === undefined ? await scanAll(values, out, io) : await merge(values, out, io);
  io.stdout.write(
    values.format === "json"
      ? jsonText(summary)
      : await summaryText(summary, out, values.merge !== undefined),
  );
  return batchExitCode(summary);
}

/**
 * What a batch ends with. A server that fails is what a batch is for, so it is done (0) once something was scored or found
 * unchanged. It is not when a judge failed (4): those servers have no score through no fault of theirs. Nor when no server at all
 * could be scanned (3).
 */
function batchExitCode(summary: BatchSummary): number {
  if (summary.results.some(isOfJudge)) return EXIT.judgeFailed;
  const { scored, unchanged } = summary.outcomes;
  return summary.servers > 0 && scored + unchanged === 0 ? EXIT.notScanned : EXIT.done;
}

async function merge(values: BatchValues, out: string, io: CliIo): Promise<BatchSummary> {
  if (values.shard !== undefined || goesOn(values)) {
    throw new UsageError(
      "--merge joins results that are there already; it takes no --shard, --resume or --retry-failed.",
      "For example: gradable batch --merge machine-1 --merge machine-2 --out gradable",
    );
  }
  const { ensureWritable } = await import("@gradable/host");
  const { mergeShards } = await import("@gradable/run");
  // A shell writes the folders of a pattern one after the other: --merge machine-*
  const folders = [...(values.merge ?? []), ...(values.source ?? [])];
  await ensureWritable(out);
  return mergeShards(
    folders.map((folder) => resolve(io.cwd, folder)),
    out,
  );
}

function goesOn(values: BatchValues): boolean {
  return values.resume || values["retry-failed"] !== undefined;
}

async function scanAll(values: BatchValues, out: string, io: CliIo): Promise<BatchSummary> {
  const retry = retryOwners(values["retry-failed"]);
  const [source, ...more] = values.source ?? [];
  if (source === undefined || more.length > 0) {
    throw new UsageError(
      source === undefined
        ? "No source was given: a list of servers (JSON), an mcpServers file, or a folder of captured surfaces."
        : `One source is expected, and ${1 + more.length} were given: ${[source, ...more].join(", ")}.`,
      "For example: gradable batch servers.json --out gradable",
    );
  }
  const concurrency = wholeNumber("--concurrency", last(values.concurrency), { min: 1, max: 64 });
  const judge = judgeFlags(values);
  const { tasksPerTool, maxTasks } = requestLimits(values);
  const measured = {
    tasksPerTool,
    maxTasks: maxTasks ?? null,
    trials: trialsOf(values),
    rewrite: values.rewrite,
  };
  const settings = {
    cwd: io.cwd,
    env: namedValues("--env", values.env, "="),
    timeoutMs: wholeNumber("--timeout", last(values.timeout), { min: 1, max: 3600 }) * 1000,
    installTimeoutMs:
      wholeNumber("--install-timeout", last(values["install-timeout"]), { min: 1, max: 7200 }) * 1000,
    changedOnly: values["changed-only"],
    judge,
    ...measured,
  };
  const budgetMs = wholeNumber("--budget", last(values.budget), { min: 1, max: 86_400 }) * 1000;
  const shard = shardFlag(last(values.shard));
  const { batch, readBatchSource } = await import("@gradable/run");
  const { ensureWritable } = await import("@gradable/host");
  const entries = await readBatchSource(resolve(io.cwd, source), io.cwd);
  await ensureWritable(out);
  const calibration = await calibrationOf(values, io);
  await checkJudge(judge, calibration, io);
  const { cli, model, args, command, baseUrl } = judge;
  const progress = await shownProgress(io, values.quiet);
  return batch<BatchSettings>({
    entries,
    ...(shard === undefined ? {} : { shard }),
    cwd: io.cwd,
    out,
    concurrency,
    budgetMs,
    resume: goesOn(values),
    retry: ({ owner, code }) =>
      owner !== undefined && (retry.includes(owner) || (retry.includes("judge") && isOfJudge({ code }))),
    settings: { ...settings, ...(calibration === undefined ? {} : { calibration }) },
    // Another budget, timeout or variable may be just what a server lacked; none of them changes what a score means.
    plan: {
      ...measured,
      cwd: io.cwd,
      judge: { cli, model: model ?? null, args, command: command ?? null, baseUrl: baseUrl ?? null },
      calibrationSha256: calibration?.sha256 ?? null,
    },
    workerFile: fileURLToPath(builtModule("batch-worker.js")),
    now: io.now,
    signal: io.signal,
    onBegin: progress.begin,
    onProgress: progress.show,
  }).finally(() => {
    progress.clear();
    if (io.signal.aborted) io.stderr.write(keptText(progress.last()));
  });
}

/** What an interrupted batch leaves for the next run. */
function keptText(at: BatchProgress | undefined): string {
  if (at === undefined) return "";
  return `gradable: ${at.done} of ${at.done + at.left} servers are finished and kept; the same command with --resume scans the others\n`;
}

/** Whose failures are scanned again: everybody's for a bare flag, nobody's without it. */
function retryOwners(given: BatchValues["retry-failed"]): FailureOwner[] {
  if (given === undefined) return [];
  const words = [given].flat().flatMap((value) => value.split(",").map((word) => word.trim()));
  const named = words.filter((word) => word !== "");
  if (named.length === 0) return [...RETRY_OWNERS];
  return named.map((word) => {
    const owner = RETRY_OWNERS.find((known) => known === word);
    if (owner !== undefined) return owner;
    throw new UsageError(
      `--retry-failed ${JSON.stringify(word)}: expected nothing, or whose failures to scan again: ${RETRY_OWNERS.join(", ")}.`,
      "For example: gradable batch servers.json --retry-failed environment,judge (the source comes first)",
    );
  });
}

function shardFlag(value: string | undefined): Shard | undefined {
  if (value === undefined) return undefined;
  const [index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []).slice(1).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new UsageError(
    `--shard ${JSON.stringify(value)}: expected i/n with 1 ≤ i ≤ n.`,
    "For example: --shard 1/4",
  );
}
