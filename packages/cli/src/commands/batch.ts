import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FailureOwner } from "@gradable/contract";
import type { BatchProgress, BatchSummary, Shard } from "@gradable/run";
import { builtModule } from "../built-module.js";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { last, namedValues, wholeNumber } from "../flags.js";
import type { CliIo } from "../io.js";
import { type JudgeFlags, type JudgeValues, judgeFlags, judgeOptions } from "../judge-options.js";
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
}

interface BatchValues extends JudgeValues {
  source?: string;
  out: string;
  concurrency: string;
  budget: string;
  timeout: string;
  "install-timeout": string;
  env?: string[];
  resume: boolean;
  shard?: string;
  merge?: string[];
  "changed-only": boolean;
  "tasks-per-tool": string;
  "max-tasks"?: string;
  trials: string;
  rewrite: boolean;
  format: "text" | "json";
  quiet: boolean;
}

export const batchCommand: Command<BatchValues> = {
  name: "batch [source]",
  summary: "scan many servers, each under its own budget, resumable at any moment",
  options: (builder) =>
    judgeOptions(builder)
      .positional("source", {
        type: "string",
        describe: "a list of servers (JSON), an mcpServers file, or a folder of captured surfaces",
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
      .option("tasks-per-tool", {
        type: "string",
        default: "2",
        describe: "requests to write for each tool",
        group: "Requests",
        takes: "number",
      })
      .option("max-tasks", {
        type: "string",
        describe: "most requests over a whole surface, sampled evenly",
        group: "Requests",
        takes: "number",
      })
      .option("trials", {
        type: "string",
        default: "1",
        describe: "how often each request is asked",
        group: "Requests",
        takes: "number",
      })
      .option("rewrite", {
        type: "boolean",
        default: true,
        describe: "do not ask again with the suggested descriptions",
        group: "Judge",
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
  io.stdout.write(values.format === "json" ? jsonText(summary) : await summaryText(summary, out));
  return batchExitCode(summary);
}

/**
 * What a batch ends with. A server that fails is what a batch is for, so it is done (0) once something was scored or found
 * unchanged. It is not when a judge failed (4): those servers have no score through no fault of theirs. Nor when no server at all
 * could be scanned (3).
 */
function batchExitCode(summary: BatchSummary): number {
  if ((summary.failuresByOwner.judge ?? 0) > 0) return EXIT.judgeFailed;
  const { scored, unchanged } = summary.outcomes;
  return summary.servers > 0 && scored + unchanged === 0 ? EXIT.notScanned : EXIT.done;
}

async function merge(values: BatchValues, out: string, io: CliIo): Promise<BatchSummary> {
  if (values.source !== undefined || values.shard !== undefined || values.resume) {
    throw new UsageError(
      "--merge joins results that are there already; it takes no source, --shard or --resume.",
      "For example: gradable batch --merge machine-1 --merge machine-2 --out gradable",
    );
  }
  const { ensureWritable, mergeShards } = await import("@gradable/run");
  await ensureWritable(out);
  return mergeShards(
    (values.merge ?? []).map((folder) => resolve(io.cwd, folder)),
    out,
  );
}

async function scanAll(values: BatchValues, out: string, io: CliIo): Promise<BatchSummary> {
  if (values.source === undefined) {
    throw new UsageError(
      "No source was given: a list of servers (JSON), an mcpServers file, or a folder of captured surfaces.",
      "For example: gradable batch servers.json --out gradable",
    );
  }
  const concurrency = wholeNumber("--concurrency", last(values.concurrency), { min: 1, max: 64 });
  const settings: BatchSettings = {
    cwd: io.cwd,
    env: namedValues("--env", values.env, "="),
    timeoutMs: wholeNumber("--timeout", last(values.timeout), { min: 1, max: 3600 }) * 1000,
    installTimeoutMs:
      wholeNumber("--install-timeout", last(values["install-timeout"]), { min: 1, max: 7200 }) * 1000,
    tasksPerTool: wholeNumber("--tasks-per-tool", last(values["tasks-per-tool"]), { min: 1, max: 20 }),
    maxTasks:
      values["max-tasks"] === undefined
        ? null
        : wholeNumber("--max-tasks", last(values["max-tasks"]), { min: 1, max: 500 }),
    trials: wholeNumber("--trials", last(values.trials), { min: 1, max: 100 }),
    rewrite: values.rewrite,
    changedOnly: values["changed-only"],
    judge: judgeFlags(values),
  };
  const budgetMs = wholeNumber("--budget", last(values.budget), { min: 1, max: 86_400 }) * 1000;
  const shard = shardFlag(last(values.shard));
  const { batch, ensureWritable, readBatchSource } = await import("@gradable/run");
  const entries = await readBatchSource(resolve(io.cwd, values.source));
  await ensureWritable(out);
  const progress = progressOf(io, values.quiet);
  return batch<BatchSettings>({
    entries,
    ...(shard === undefined ? {} : { shard }),
    cwd: io.cwd,
    out,
    concurrency,
    budgetMs,
    resume: values.resume,
    settings,
    workerFile: fileURLToPath(builtModule("batch-worker.js")),
    now: io.now,
    signal: io.signal,
    onProgress: progress.show,
  }).finally(progress.clear);
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

function progressOf(io: CliIo, quiet: boolean): { show(progress: BatchProgress): void; clear(): void } {
  if (quiet) return { show: () => undefined, clear: () => undefined };
  const live = io.stderr.isTTY === true && io.env.TERM !== "dumb";
  return {
    show({ done, failed, left, perMinute, etaMs, last: result }) {
      const text = `${done} done, ${failed} failed, ${left} left, ${perMinute.toFixed(1)}/min${etaMs === null || left === 0 ? "" : `, about ${duration(etaMs)} to go`}`;
      if (live) io.stderr.write(`\r\u001b[2K${text.slice(0, (io.stderr.columns ?? 80) - 1)}`);
      else if (result)
        io.stderr.write(
          `gradable: ${result.slug}: ${result.outcome}${result.grade ? ` ${result.grade}` : ""}${result.code ? ` (${result.code})` : ""}; ${text}\n`,
        );
    },
    clear() {
      if (live) io.stderr.write("\r\u001b[2K");
    },
  };
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

async function summaryText(summary: BatchSummary, out: string): Promise<string> {
  const { shardFile } = await import("@gradable/run");
  const { OWNER_LABELS } = await import("@gradable/render");
  const lines = [
    `${summary.servers} ${summary.servers === 1 ? "server" : "servers"}: ${summary.outcomes.scored} scored, ${summary.outcomes.unchanged} unchanged, ${summary.outcomes.failed} failed`,
  ];
  if (summary.shard !== null) lines[0] = `Shard ${summary.shard.index}/${summary.shard.count}: ${lines[0]}`;
  if (summary.resumed > 0)
    lines.push(`${summary.resumed} of them were finished before and were not repeated`);
  for (const [owner, count] of Object.entries(summary.failuresByOwner))
    lines.push(`  ${count} failed through ${OWNER_LABELS[owner as FailureOwner]}`);
  for (const result of summary.results) {
    if (result.outcome === "failed") lines.push(`  ${result.slug}: ${result.code} (${result.owner})`);
  }
  const next =
    summary.shard === null
      ? `npx gradable leaderboard ${out}`
      : `npx gradable batch --merge ${out}, with the folders of the other shards`;
  lines.push(
    `Written: ${join(out, shardFile("summary", ".json", summary.shard ?? undefined))}; next: ${next}`,
  );
  return `${lines.join("\n")}\n`;
}
