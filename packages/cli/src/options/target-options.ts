import type { ScanOptions } from "@gradable/scan";
import type { Argv } from "yargs";
import type { CliIo } from "../io.js";
import { cacheDirectory } from "../paths.js";
import { UsageError } from "../usage-error.js";
import { last, namedValues, wholeNumber } from "./flags.js";

/** The flags of every command that reaches a target. */
export interface TargetValues {
  target?: string | string[];
  env?: string[];
  "inherit-env": boolean;
  header?: string[];
  cwd?: string | string[];
  timeout: string;
  "install-timeout": string;
  "allow-install-scripts": boolean;
  quiet: boolean;
}

const TARGET_HELP =
  'what to scan: a command line ("node server.js"), npm:<package>[@version], http(s)://…, a .json file with a captured surface or a tools/list result, or <mcp.json>#<name>';

export const SERVER_HELP = "the same as --target; or give the command line behind --";

/** Declares {@link TargetValues}. */
export function targetOptions<Values>(builder: Argv<Values>): Argv<Values & TargetValues> {
  return builder
    .option("target", { alias: "t", type: "string", describe: TARGET_HELP, group: "Target", takes: "server" })
    .option("env", {
      type: "string",
      array: true,
      describe: "variable for the server, NAME=VALUE (repeatable); never printed",
      group: "Target",
      takes: "NAME=VALUE",
    })
    .option("inherit-env", {
      type: "boolean",
      default: false,
      describe: "give the server this shell's whole environment",
      group: "Target",
    })
    .option("header", {
      type: "string",
      array: true,
      describe: 'header for an HTTP target, "Name: value" (repeatable); never printed',
      group: "Target",
      takes: "name: value",
    })
    .option("cwd", {
      type: "string",
      describe: "folder to start the server in",
      group: "Target",
      takes: "folder",
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
    .option("allow-install-scripts", {
      type: "boolean",
      default: false,
      describe: "run the install scripts of an npm: target",
      group: "Target",
    })
    .option("quiet", {
      alias: "q",
      type: "boolean",
      default: false,
      describe: "no progress on stderr",
      group: "Output",
    }) as never;
}

/** The target named by `--target`, as a positional, or as a command after `--`; throws a usage error without one. */
export function targetOf(values: {
  target?: string | string[] | undefined;
  server?: string | undefined;
  "--"?: readonly (string | number)[] | undefined;
}): string {
  const command = (values["--"] ?? []).map((part) => quoted(String(part))).join(" ");
  const target = command === "" ? (values.server ?? last(values.target)) : command;
  if (target !== undefined && target.trim() !== "") return target;
  throw new UsageError(
    "No target was given.",
    'Say what to scan, for example: --target "node server.js", --target npm:some-mcp-server, or --target https://example.com/mcp',
  );
}

/** A word as the target grammar reads it back unchanged. */
function quoted(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Scan options from the flags. */
export function scanOptions(values: TargetValues, io: CliIo): ScanOptions {
  return {
    cwd: io.cwd,
    ...(values.cwd === undefined ? {} : { serverCwd: last(values.cwd) }),
    callerEnv: io.env,
    env: namedValues("--env", values.env, "="),
    headers: namedValues("--header", values.header, ":"),
    inheritEnv: values["inherit-env"],
    timeoutMs: wholeNumber("--timeout", last(values.timeout), { min: 1, max: 3600 }) * 1000,
    installTimeoutMs:
      wholeNumber("--install-timeout", last(values["install-timeout"]), { min: 1, max: 7200 }) * 1000,
    allowInstallScripts: values["allow-install-scripts"],
    cacheDir: cacheDirectory(io.env),
    signal: io.signal,
    secrets: io.secrets,
  };
}
