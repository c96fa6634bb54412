import { readdirSync } from "node:fs";
import path from "node:path";
import { findProgram, statQuietly } from "@gradable/host";
import { ScanFailure } from "../errors.js";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The file that a command names, found before anything is started: a spawn error would not say what was looked for.
 *
 * @returns an absolute path
 * @throws ScanFailure `command-not-found`, `command-not-executable`
 */
export function resolveCommand(command: string, cwd: string, env: Env): string {
  const search = findProgram(command, env, { cwd });
  if (search.found !== null) return search.found;
  const { folders, unusable } = search;
  if (unusable !== null) {
    const problem = unusable.problem === "folder" ? "it is a folder" : "the file is not marked as executable";
    throw new ScanFailure("command-not-executable", { command, problem, advice: runnerAdvice(command) });
  }
  const named = path.basename(command) === command;
  throw new ScanFailure("command-not-found", {
    command,
    looked: named
      ? `not found on PATH, ${folders.length} folders`
      : `looked for ${path.resolve(cwd, command)}`,
    advice: missingAdvice(command, folders, cwd),
  });
}

/** Programs that run a file of that kind. */
const RUNNERS: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    ".js": "node",
    ".mjs": "node",
    ".cjs": "node",
    ".ts": "npx tsx",
    ".py": "python3",
    ".jar": "java -jar",
    ".sh": "sh",
  }),
);

/** Where well-known launchers come from. */
const ORIGINS: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    npx: "npx comes with Node.js.",
    uvx: "uvx comes with uv, a Python package manager.",
    uv: "Install uv, a Python package manager.",
    docker: "Install Docker, and make sure its command line is on PATH.",
    bunx: "bunx comes with Bun.",
    bun: "Install Bun.",
    deno: "Install Deno.",
    python: "On many systems the command is python3.",
  }),
);

function runnerAdvice(command: string): string {
  const runner = RUNNERS.get(path.extname(command).toLowerCase());
  return runner
    ? `Write "${runner} ${command}".`
    : "Give the program that runs it first, or make the file executable.";
}

function missingAdvice(command: string, folders: readonly string[], cwd: string): string {
  const origin = ORIGINS.get(command.toLowerCase());
  if (origin) return `${origin} Install it, or give its full path.`;
  if (/^@[\w.-]+\/[\w.-]+/.test(command)) return `For an npm package write npm:${command}.`;
  if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?\//.test(command))
    return `For a server on the web write https://${command}.`;
  if (!command.includes("/") && statQuietly(path.resolve(cwd, command))?.isFile()) {
    const runner = RUNNERS.get(path.extname(command).toLowerCase());
    return runner
      ? `The file is here: write "${runner} ${command}".`
      : `The file is here: write ./${command}.`;
  }
  const near = nearestName(command, folders);
  const windows =
    process.platform === "win32"
      ? " A .cmd shim cannot be started without a shell: start its script with node."
      : "";
  return `${near ? `Did you mean "${near}"? ` : ""}Install it, or give its full path.${windows}`;
}

/** A program on PATH that is one slip of a finger away. */
function nearestName(command: string, folders: readonly string[]): string | null {
  if (command.length < 3 || command.includes("/")) return null;
  for (const folder of folders) {
    let names: string[];
    try {
      names = readdirSync(folder);
    } catch {
      continue;
    }
    const near = names.find((name) => isOneSlipAway(command, name));
    if (near !== undefined) return near;
  }
  return null;
}

/** One letter more, less, other, or two neighbours swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
