import type { BatchJob, BatchResult } from "@gradable/run";
import type { BatchSettings } from "./commands/batch.js";
import { cacheDirectory } from "./paths.js";
import { scanAndWrite } from "./scan-and-write.js";

// A worker process of `gradable batch`: scans one server per message and answers with how it ended.

process.on("message", (request: { id: number; job: BatchJob<BatchSettings> }) => {
  const { id, job } = request;
  scanJob(job).then(
    (answer) => process.send?.({ id, answer }),
    (thrown) => process.send?.({ id, problem: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
});
// The parent is gone or has ended us: leave through `exit`, whose hooks end the server that is being scanned.
for (const event of ["disconnect", "SIGTERM", "SIGINT"]) process.on(event, () => process.exit(0));

async function scanJob({ entry, directory, settings }: BatchJob<BatchSettings>): Promise<BatchResult> {
  const started = performance.now();
  const written = await scanAndWrite({
    target: entry.target,
    slug: entry.slug,
    directory: () => directory,
    scan: {
      cwd: settings.cwd,
      ...(entry.cwd === undefined ? {} : { serverCwd: entry.cwd }),
      callerEnv: process.env,
      env: { ...settings.env, ...entry.env },
      headers: { ...entry.headers },
      timeoutMs: settings.timeoutMs,
      installTimeoutMs: settings.installTimeoutMs,
      allowInstallScripts: entry.allowInstallScripts ?? false,
      cacheDir: cacheDirectory(process.env),
    },
    tasksPerTool: settings.tasksPerTool,
    ...(settings.maxTasks === null ? {} : { maxTasks: settings.maxTasks }),
    trials: settings.trials,
    rewrite: settings.rewrite,
    saveSurface: false,
    now: () => new Date(),
  });
  const durationMs = Math.round(performance.now() - started);
  return written.kind === "failed"
    ? {
        slug: entry.slug,
        outcome: "failed",
        owner: written.failed.owner,
        code: written.failed.code,
        durationMs,
      }
    : {
        slug: entry.slug,
        outcome: "scored",
        grade: written.report.score.grade,
        composite: written.report.score.composite.value,
        durationMs,
      };
}
