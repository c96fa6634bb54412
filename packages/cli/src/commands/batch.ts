import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BatchProgress, BatchSummary } from "@gradable/run";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { last, namedValues, wholeNumber } from "../flags.js";
import type { CliIo } from "../io.js";
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
}

interface BatchValues {
  source: string;
  out: string;
  concurrency: string;
  budget: string;
  timeout: string;
  "install-timeout": string;
  env?: string[];
  resume: boolean;
  shard?: string;
  "changed-only": boolean;
  "tasks-per-tool": string;
  "max-tasks"?: string;
  trials: string;
  rewrite: boolean;
  format: "text" | "json";
  quiet: boolean;
}

export const batchCommand: Command<BatchValues> = {
  name: "batch <source>",
  summary: "scan many servers, each under its own budget, resumable at any moment",
  options: (builder) =>
    builder
      .positional("source", {
        type: "string",
        demandOption: true,
        describe: "a list of servers (JSON), an mcpServers file, or a folder of captured surfaces",
      })
      .option("out", {
        alias: "o",
        type: "string",
        default: "gradable",
        describe: "folder for the results, one folder per server",
      })
      .option("concurrency", { alias: "c", type: "string", default: "2", describe: "servers at once" })
      .option("budget", {
        type: "string",
        default: "900",
        describe: "most seconds for one server, installation included",
      })
      .option("timeout", {
        type: "string",
        default: "30",
        describe: "seconds for starting, handshake and listing",
      })
      .option("install-timeout", {
        type: "string",
        default: "300",
        describe: "seconds for installing an npm: target",
      })
      .option("env", {
        type: "string",
        array: true,
        describe: "variable for every server, NAME=VALUE (repeatable); never printed",
      })
      .option("resume", {
        type: "boolean",
        default: false,
        describe: "go on with a batch that was interrupted",
      })
      .option("shard", { type: "string", describe: "only part i of n of the servers, for example 2/4" })
      .option("changed-only", {
        type: "boolean",
        default: false,
        describe: "leave a server alone whose surface, tasks, judge and methodology equal its report's",
      })
      .option("tasks-per-tool", { type: "string", default: "2", describe: "tasks to write for each tool" })
      .option("max-tasks", { type: "string", describe: "most tasks over a whole surface, sampled evenly" })
      .option("trials", { type: "string", default: "1", describe: "how often each task is asked" })
      .option("rewrite", { type: "boolean", default: true, describe: "judge the suggested descriptions too" })
      .option("format", {
        choices: ["text", "json"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
      })
      .option("quiet", {
        alias: "q",
        type: "boolean",
        default: false,
        describe: "no progress on stderr",
      }) as never,
  run: runBatch,
};

async function runBatch(values: BatchValues, io: CliIo): Promise<number> {
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
        : wholeNumber("--max-tasks", last(values["max-tasks"]), { min: 1, max: 10_000 }),
    trials: wholeNumber("--trials", last(values.trials), { min: 1, max: 100 }),
    rewrite: values.rewrite,
    changedOnly: values["changed-only"],
  };
  const budgetMs = wholeNumber("--budget", last(values.budget), { min: 1, max: 86_400 }) * 1000;
  const { batch, ensureWritable, readBatchSource, shardOf } = await import("@gradable/run");
  const out = resolve(io.cwd, last(values.out) ?? "gradable");
  await ensureWritable(out);
  const all = await readBatchSource(resolve(io.cwd, values.source));
  const shard = shardFlag(last(values.shard));
  const entries = shard === undefined ? all : shardOf(all, shard.index, shard.count);
  const progress = progressOf(io, values.quiet);
  const summary = await batch<BatchSettings>({
    entries,
    out,
    concurrency,
    budgetMs,
    resume: values.resume,
    settings,
    workerFile: fileURLToPath(new URL("../batch-worker.js", import.meta.url)),
    now: io.now,
    signal: io.signal,
    onProgress: progress.show,
  }).finally(progress.clear);
  io.stdout.write(
    values.format === "json" ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary, out),
  );
  if (summary.outcomes.scored + summary.outcomes.unchanged > 0) return EXIT.done;
  return summary.failuresByOwner.judge === summary.servers ? EXIT.judgeFailed : EXIT.notScanned;
}

function shardFlag(value: string | undefined): { index: number; count: number } | undefined {
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

function summaryText(summary: BatchSummary, out: string): string {
  const lines = [
    `${summary.servers} servers: ${summary.outcomes.scored} scored, ${summary.outcomes.unchanged} unchanged, ${summary.outcomes.failed} failed`,
  ];
  if (summary.resumed > 0)
    lines.push(`${summary.resumed} of them were finished before and were not repeated`);
  for (const [owner, count] of Object.entries(summary.failuresByOwner))
    lines.push(`  ${count} failed by the ${owner}`);
  for (const result of summary.results) {
    if (result.outcome === "failed") lines.push(`  ${result.slug}: ${result.code} (${result.owner})`);
  }
  lines.push(`Written: ${join(out, "summary.json")}; next: gradable leaderboard ${out}`);
  return `${lines.join("\n")}\n`;
}
