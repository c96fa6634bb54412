import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_VARIABLES } from "@gradable/host";
import { ScanFailure } from "../errors.js";
import type { Settings } from "../options.js";
import { ByteTail } from "../process/byte-tail.js";
import { resolveCommand } from "../process/resolve-command.js";
import { type Exit, ServerProcess } from "../process/server-process.js";
import type { NpmSpec } from "../target/npm-spec.js";

const QUIET = ["--no-audit", "--no-fund", "--no-update-notifier", "--no-progress", "--loglevel=error"];
const STDOUT_BYTES = 1024 * 1024;

/**
 * Asks the registry which version an inexact spec means now.
 *
 * @throws ScanFailure `npm-package-unknown`, `npm-install-failed`, `npm-install-timeout`, `npm-unavailable`
 */
export async function resolveVersion(spec: NpmSpec, settings: Settings): Promise<string> {
  const args = ["view", spec.text, "version", "--json", ...QUIET];
  const { exit, stdout, stderr } = await runNpm(args, os.tmpdir(), {
    spec,
    settings,
    withScripts: false,
    timeoutMs: settings.installTimeoutMs,
  });
  if (exit.code !== 0) throw npmFailure(spec, exit, stderr);
  let found: unknown;
  try {
    found = JSON.parse(stdout);
  } catch {
    // No output: the package exists and nothing matches.
  }
  // A range has several versions, in ascending order.
  const version = Array.isArray(found) ? found.at(-1) : found;
  if (typeof version !== "string") throw new ScanFailure("npm-package-unknown", { spec: spec.text });
  return version;
}

/**
 * Installs a package into a folder that has a package.json.
 *
 * @throws ScanFailure like `resolveVersion`
 */
export async function installStep(
  what: string,
  folder: string,
  job: {
    readonly spec: NpmSpec;
    readonly withScripts: boolean;
    readonly settings: Settings;
    readonly until: number;
  },
): Promise<void> {
  const scripts = job.withScripts ? "--no-ignore-scripts" : "--ignore-scripts";
  const args = [
    "install",
    scripts,
    "--omit=dev",
    "--no-package-lock",
    "--no-workspaces",
    "--no-global",
    `--prefix=${folder}`,
  ];
  const timeoutMs = Math.max(1, Math.ceil(job.until - performance.now()));
  const { exit, stderr } = await runNpm([...args, ...QUIET, "--", what], folder, { ...job, timeoutMs });
  if (exit.code !== 0) throw npmFailure(job.spec, exit, stderr);
}

async function runNpm(
  args: readonly string[],
  cwd: string,
  job: { spec: NpmSpec; settings: Settings; withScripts: boolean; timeoutMs: number },
): Promise<{ exit: Exit; stdout: string; stderr: string }> {
  const env = npmEnvironment(job.settings.callerEnv, job.withScripts);
  const npm = await ServerProcess.start({ command: npmPath(cwd, env), args, cwd, env });
  npm.stdin.end();
  const stdout = new ByteTail(STDOUT_BYTES);
  npm.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, job.settings.signal]);
  try {
    const exit = await Promise.race([
      npm.drained(1000),
      sleep(job.timeoutMs, null, { signal }).catch(() => null),
    ]);
    job.settings.signal.throwIfAborted();
    if (exit === null) {
      const budgetMs = job.settings.installTimeoutMs;
      throw new ScanFailure("npm-install-timeout", { spec: job.spec.text, budgetMs });
    }
    return { exit, stdout: stdout.text(), stderr: npm.stderrTail };
  } finally {
    done.abort();
    await npm.stop(true);
  }
}

/**
 * Without scripts only npm itself runs, and its configuration may refer to any variable. With scripts, strangers' code
 * runs too: it gets the base, and what configures npm.
 */
function npmEnvironment(callerEnv: Settings["callerEnv"], withScripts: boolean): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(callerEnv)) {
    if (value === undefined) continue;
    if (withScripts && !BASE_VARIABLES.includes(name) && !/^npm_config_/i.test(name)) continue;
    env[name] = value;
  }
  return env;
}

function npmPath(cwd: string, env: Record<string, string>): string {
  try {
    return resolveCommand("npm", cwd, env);
  } catch (error) {
    throw new ScanFailure("npm-unavailable", {}, { cause: error });
  }
}

function npmFailure(spec: NpmSpec, exit: Exit, stderr: string): ScanFailure {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(stderr)?.[1] ?? "";
  if (["E404", "ETARGET", "ENOVERSIONS"].includes(code))
    return new ScanFailure("npm-package-unknown", { spec: spec.text });
  const output = stderr
    .split("\n")
    .filter((line) => line.trim() !== "" && !/A complete log of this run|_logs/.test(line))
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, ""))
    .join(" | ")
    .slice(0, 400);
  const exitText = exit.signal !== null ? `was killed by ${exit.signal}` : `exit code ${exit.code}`;
  return new ScanFailure("npm-install-failed", {
    spec: spec.text,
    exit: exitText,
    npmCode: code || null,
    output: output || "no output",
  });
}
