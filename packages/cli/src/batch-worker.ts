import "./wasm-tiering.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  defined,
  GradableError,
  type Report,
  readReport,
  type ScanStage,
  sha256Text,
} from "@gradable/contract";
import { readJsonFile, Secrets, secretValues } from "@gradable/host";
import { entryOfText } from "@gradable/insight";
import {
  type BatchJob,
  type BatchResult,
  findAnnotations,
  type ScanProgress,
  type WorkerReply,
} from "@gradable/run";
import { keepEntry } from "./cache/entry-cache.js";
import type { BatchSettings } from "./commands/batch.js";
import { openJudge } from "./options/judge-options.js";
import { cacheDirectory } from "./paths.js";
import { scanAndWrite } from "./scan-and-write.js";
import { CLI_VERSION } from "./version.js";

// A worker process of `gradable batch`: scans one server per message and answers with how it ended.

process.on("message", (request: { id: number; job: BatchJob<BatchSettings> }) => {
  const { id, job } = request;
  const send = (reply: WorkerReply<BatchResult>) => process.send?.(reply);
  scanJob(job, (at) => send({ id, at })).then(
    (answer) => send({ id, answer }),
    (thrown) =>
      send({ id, problem: secretsOf(job).redact(thrown instanceof Error ? thrown.message : String(thrown)) }),
  );
});
// The parent is gone or has ended us: leave through `exit`, whose hooks end the server that is being scanned. A terminal sends Ctrl-C
// and its own end to every process; what follows from those is the parent's to say.
for (const event of ["disconnect", "SIGTERM"]) process.on(event, () => process.exit(0));
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);

const STAGES = {
  tasks: "tasks",
  baseline: "selection",
  analyze: "analysis",
  after_rewrite: "rewrite",
  score: "score",
} as const satisfies Partial<Record<ScanProgress["phase"], ScanStage>>;

/** What was given for a server and for the judge. */
function secretsOf({ entry, settings }: BatchJob<BatchSettings>): Secrets {
  const secrets = new Secrets();
  for (const value of secretValues(process.env)) secrets.add(value);
  for (const values of [settings.env, entry.env, entry.headers])
    for (const [name, value] of Object.entries(values ?? {})) secrets.addNamed(name, value);
  return secrets;
}

async function scanJob(
  { entry, directory, settings }: BatchJob<BatchSettings>,
  at: (stage: ScanStage) => void,
): Promise<BatchResult> {
  const started = performance.now();
  let stage: ScanStage | undefined;
  const reach = (next: ScanStage) => {
    if (next !== stage) at(next);
    stage = next;
  };
  const earlier = settings.changedOnly ? await earlierReport(directory) : undefined;
  const result = (rest: Omit<BatchResult, "slug" | "durationMs">): BatchResult => ({
    slug: entry.slug,
    ...rest,
    durationMs: Math.round(performance.now() - started),
  });
  const judge = await openJudge(settings.judge, { env: process.env, signal: new AbortController().signal });
  try {
    const written = await scanAndWrite({
      target: entry.target,
      judge: judge.parts,
      ...defined({ calibration: settings.calibration }),
      concurrency: judge.concurrency,
      slug: entry.slug,
      directory: () => directory,
      scan: {
        cwd: settings.cwd,
        ...defined({ serverCwd: entry.cwd }),
        callerEnv: process.env,
        env: { ...settings.env, ...entry.env },
        headers: { ...entry.headers },
        timeoutMs: settings.timeoutMs,
        installTimeoutMs: settings.installTimeoutMs,
        allowInstallScripts: entry.allowInstallScripts ?? false,
        cacheDir: cacheDirectory(process.env),
        secrets: secretsOf({ entry, directory, settings }),
        onProgress: (progress) => reach(progress.stage),
      },
      tasksPerTool: settings.tasksPerTool,
      ...(settings.maxTasks === null ? {} : { maxTasks: settings.maxTasks }),
      trials: settings.trials,
      rewrite: settings.rewrite,
      saveSurface: false,
      annotations: async () => (await findAnnotations([directory])).annotations,
      ...defined({ unchangedFrom: earlier }),
      // One bad entry of a list is that entry's failure.
      usageErrors: "record",
      now: () => new Date(),
      onProgress: ({ phase }) => {
        if (phase !== "connect") reach(STAGES[phase]);
      },
    });
    if (written.kind === "failed") {
      const { owner, code } = written.failed;
      return result({ outcome: "failed", owner, code });
    }
    if (written.kind === "report") await prepareRow(written.files.report);
    const { grade, composite } = written.report.score;
    return result({
      outcome: written.kind === "unchanged" ? "unchanged" : "scored",
      grade,
      composite: composite.value,
    });
  } catch (error) {
    // Its folder can't be written, so there is no failed.json either.
    if (!(error instanceof GradableError && error.owner === "usage")) throw error;
    return result({ outcome: "failed", owner: "environment", code: error.code });
  } finally {
    await judge.close();
  }
}

/**
 * Checks the report as the leaderboard will, and keeps the outcome where it will look: here that is one report more on a processor that is
 * at work anyway, there it would be thousands at once.
 */
async function prepareRow(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return;
  await keepEntry(cacheDirectory(process.env), CLI_VERSION, sha256Text(text), entryOfText({ file, text }));
}

/** The report of an earlier batch, where there is one that can be read. */
async function earlierReport(directory: string): Promise<Report | undefined> {
  return readJsonFile(join(directory, "report.json")).then(
    (document) => readReport(document).report,
    () => undefined,
  );
}
