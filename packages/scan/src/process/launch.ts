import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { childEnvironment, hideSecrets, publicUrl, Secrets, secretValues, statQuietly } from "@gradable/host";
import { ScanFailure } from "../errors.js";
import { type InstalledPackage, installPackage } from "../npm/npm-package.js";
import type { ScanOptions, Settings } from "../options.js";
import { type ConfiguredServer, readConfiguredServer } from "../target/config-file.js";
import { collectSecrets, type TargetContext } from "../target/describe-target.js";
import type { ConfigTarget, HttpTarget, NpmTarget, StdioTarget } from "../target/parse-target.js";
import { resolveCommand } from "./resolve-command.js";
import type { ProcessLaunch } from "./server-process.js";

/** A target made ready: what to start or to reach, and how to speak of it. */
export type Launch = (ProcessStart | HttpStart) & {
  readonly context: TargetContext;
};
interface ProcessStart {
  readonly kind: "process";
  readonly launch: ProcessLaunch;
  /** The command as given, for advice. */
  readonly command: string;
  readonly args: readonly string[];
  readonly installed: InstalledPackage | null;
  /** Removes what was made for the server. */
  cleanUp(): Promise<void>;
}
interface HttpStart {
  readonly kind: "http";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Only the older transport is to be tried. */
  readonly sse: boolean;
}

/** Stands for an existing empty folder in an argument, so that one target text works on every machine. */
const FOLDER_PLACEHOLDER = "{dir}";

/**
 * Makes a target ready: reads its configuration, installs its package, finds its command, puts its environment together.
 *
 * @param secrets gets what the target itself and its configuration hold that must not be shown, before anything can fail that would
 * @throws ScanFailure of the stages target, install and start
 */
export async function prepareLaunch(
  target: StdioTarget | NpmTarget | HttpTarget | ConfigTarget,
  settings: Settings,
  secrets: Secrets,
  withInstallScripts = false,
): Promise<Launch> {
  collectSecrets(target, secrets);
  switch (target.kind) {
    case "http":
      checkHeaders(settings.headers);
      return { kind: "http", url: target.url, headers: settings.headers, sse: false, context: {} };
    case "stdio": {
      const words = { command: target.command, args: target.args };
      return processLaunch(
        words,
        { ...target.assignments, ...settings.env },
        workingFolder(settings),
        settings,
      );
    }
    case "config":
      return configLaunch(target, settings, secrets);
    case "npm": {
      const installed = await installPackage(target.spec, settings, withInstallScripts);
      const words = { command: installed.command, args: [...installed.args, ...target.args] };
      const launch = await processLaunch(words, settings.env, workingFolder(settings), settings, installed);
      const { name, version, bin } = installed;
      return { ...launch, context: { ...launch.context, npm: { name, version, bin } } };
    }
  }
}

async function configLaunch(target: ConfigTarget, settings: Settings, secrets: Secrets): Promise<Launch> {
  const variables = { ...settings.callerEnv, ...settings.env };
  const server = await readConfiguredServer(target, variables, settings.limits.maxBytes);
  for (const [name, value] of server.expanded) secrets.addNamed(name, value);
  addNamed(secrets, server.env);
  addHeaders(secrets, server.headers);
  if (server.url) {
    secrets.addHidden(publicUrl(server.url.url));
    const headers = { ...server.headers, ...settings.headers };
    checkHeaders(headers);
    return { kind: "http", url: server.url.url, headers, sse: server.url.sse, context: {} };
  }
  const words = server.command as NonNullable<ConfiguredServer["command"]>;
  secrets.addHidden(hideSecrets([words.command, ...words.args]));
  const folder = workingFolder(settings, server);
  return processLaunch(words, { ...server.env, ...settings.env }, folder, settings);
}

async function processLaunch(
  words: { readonly command: string; readonly args: readonly string[] },
  given: Readonly<Record<string, string>>,
  folder: { readonly cwd: string; readonly asGiven: string | null },
  settings: Settings,
  installed: InstalledPackage | null = null,
): Promise<Extract<Launch, { kind: "process" }>> {
  checkFolder(folder);
  const env = childEnvironment(settings.callerEnv, given, {
    inheritEnv: settings.inheritEnv,
    pathFirst: installed?.binFolder,
  });
  const command = resolveCommand(words.command, folder.cwd, env);
  const made = words.args.some((arg) => arg.includes(FOLDER_PLACEHOLDER))
    ? await mkdtemp(path.join(os.tmpdir(), "gradable-dir-"))
    : null;
  const args = made === null ? words.args : words.args.map((arg) => arg.replaceAll(FOLDER_PLACEHOLDER, made));
  return {
    kind: "process",
    launch: { command, args, cwd: folder.cwd, env },
    command: words.command,
    args: words.args,
    installed,
    cleanUp: async () => {
      if (made !== null) await rm(made, { recursive: true, force: true }).catch(() => {});
    },
    context: { cwd: folder.asGiven ?? undefined, envNames: Object.keys(given) },
  };
}

/** `--cwd` wins, then the config file's own, then the caller's folder. */
function workingFolder(
  settings: Settings,
  server?: ConfiguredServer,
): { cwd: string; asGiven: string | null } {
  if (settings.serverCwd !== null) {
    return { cwd: path.resolve(settings.cwd, settings.serverCwd), asGiven: settings.serverCwd };
  }
  return server ? { cwd: server.cwd, asGiven: server.cwdAsGiven } : { cwd: settings.cwd, asGiven: null };
}

function checkFolder({ cwd, asGiven }: { cwd: string; asGiven: string | null }): void {
  const found = statQuietly(cwd);
  if (found?.isDirectory()) return;
  const problem = found ? "is not a folder" : "does not exist";
  throw new ScanFailure("cwd-not-found", { cwd: asGiven ?? cwd, problem, resolved: cwd });
}

/** Before anything is sent: a header that cannot be is the caller's slip, and no failure of the server. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [header, value] of Object.entries(headers)) {
    const refused = (name: string, content: string): boolean => {
      try {
        new Headers([[name, content]]);
        return false;
      } catch {
        return true;
      }
    };
    if (refused(header, "x")) throw new ScanFailure("header-invalid", { header, part: "name" });
    if (refused("x", value)) throw new ScanFailure("header-invalid", { header, part: "value" });
  }
}

/**
 * What a scan must not show before it has read anything: the values of variables and headers, and those of an inherited environment
 * that are named as secrets. They are added to `options.secrets`, where there are any.
 */
export function givenSecrets(options: ScanOptions): Secrets {
  const secrets = options.secrets ?? new Secrets();
  addNamed(secrets, options.env ?? {});
  addHeaders(secrets, options.headers ?? {});
  if (options.inheritEnv) for (const value of secretValues(options.callerEnv)) secrets.addCredential(value);
  return secrets;
}

function addNamed(secrets: Secrets, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) secrets.addNamed(name, value);
}

/** A header's value, and what follows the scheme in one like `Bearer <token>`. */
function addHeaders(secrets: Secrets, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    secrets.addNamed(name, value);
    secrets.addNamed(name, value.replace(/^\S+\s+/, ""));
  }
}
