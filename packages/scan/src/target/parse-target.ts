import path from "node:path";
import type { GradableError } from "@gradable/contract";
import { redactShapes, statQuietly } from "@gradable/host";
import { gradableError, ScanFailure } from "../errors.js";
import { splitCommandLine } from "./command-line.js";
import { type NpmSpec, parseNpmSpec } from "./npm-spec.js";

interface Common {
  /** The target as given. May hold secrets; see `describeTarget`. */
  readonly text: string;
}
/** A command line on this machine. */
export interface StdioTarget extends Common {
  readonly kind: "stdio";
  readonly assignments: Readonly<Record<string, string>>;
  readonly command: string;
  readonly args: readonly string[];
}
/** A package to install and start. */
export interface NpmTarget extends Common {
  readonly kind: "npm";
  readonly spec: NpmSpec;
  readonly args: readonly string[];
}
/** A server that is already running. */
export interface HttpTarget extends Common {
  readonly kind: "http";
  readonly url: URL;
}
/** A file that holds a surface; `path` as given, `file` absolute. */
export interface FileTarget extends Common {
  readonly kind: "file";
  readonly path: string;
  readonly file: string;
}
/** A server configured in an `mcpServers` file. */
export interface ConfigTarget extends Common {
  readonly kind: "config";
  readonly path: string;
  readonly file: string;
  readonly name: string;
}
export type ParsedTarget = StdioTarget | NpmTarget | HttpTarget | FileTarget | ConfigTarget;

/**
 * Reads what was given as `--target`. Looks at the file system only to tell a path with spaces from a command line,
 * and to refuse a folder.
 *
 * @param options.cwd absolute folder that relative paths start from
 * @throws GradableError (stage target): `target-empty`, `target-shell-syntax`, `target-scheme-unsupported`,
 *   `target-url-invalid`, `target-is-directory`, `npm-spec-invalid`, `file-not-found`
 */
export function parseTarget(text: string, options: { readonly cwd: string }): ParsedTarget {
  try {
    return parse(text.trim(), options.cwd);
  } catch (error) {
    throw shown(error);
  }
}

function parse(text: string, cwd: string): ParsedTarget {
  if (text === "") throw new ScanFailure("target-empty");
  if (/^npm:/i.test(text)) return npmTarget(text, cwd);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) return httpTarget(text, scheme);

  const config = /^(.*?\.json)#(.+)$/is.exec(text);
  if (config) {
    const [, given = "", name = ""] = config;
    const file = path.resolve(cwd, given);
    if (!/\s/.test(given) || kindOf(file) === "file")
      return { kind: "config", text, path: given, file, name };
  }
  const resolved = path.resolve(cwd, text);
  const kind = kindOf(resolved);
  if (kind === "directory") throw new ScanFailure("target-is-directory", { path: text });
  if (/\.json$/i.test(text)) {
    if (kind === "file") return { kind: "file", text, path: text, file: resolved };
    if (!/\s/.test(text)) throw new ScanFailure("file-not-found", { path: text, resolved });
  }
  // A path with spaces that exists is one program, not a command with arguments.
  if (kind === "file" && /\s/.test(text)) {
    return { kind: "stdio", text, assignments: {}, command: resolved, args: [] };
  }
  const { assignments, words } = splitCommandLine(text, process.platform === "win32" ? "literal" : "escape");
  const [command, ...args] = words;
  if (command === undefined || command === "") throw new ScanFailure("target-empty");
  return { kind: "stdio", text, assignments, command, args };
}

function npmTarget(text: string, cwd: string): NpmTarget {
  const { words } = splitCommandLine(text.slice(4));
  const [spec = "", ...args] = words;
  return { kind: "npm", text, spec: parseNpmSpec(spec, cwd), args };
}

function httpTarget(text: string, scheme: string): HttpTarget {
  if (scheme !== "http" && scheme !== "https") {
    throw new ScanFailure("target-scheme-unsupported", { scheme });
  }
  if (/\s/.test(text) || !URL.canParse(text)) throw new ScanFailure("target-url-invalid");
  return { kind: "http", text, url: new URL(text) };
}

function kindOf(file: string): "file" | "directory" | "other" | null {
  const found = statQuietly(file);
  if (!found) return null;
  return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
}

function shown(error: unknown): GradableError | unknown {
  return error instanceof ScanFailure ? gradableError(error, redactShapes) : error;
}
