import path from "node:path";
import { ScanFailure } from "../errors.js";
import { expandVariables } from "./expand-variables.js";
import { parseJsonText, readBoundedFile } from "./json-file.js";
import type { ConfigTarget } from "./parse-target.js";

/** A configured server with its variables filled in: a command to start, or an address. */
export interface ConfiguredServer {
  readonly command?: { readonly command: string; readonly args: readonly string[] };
  readonly url?: { readonly url: URL; readonly sse: boolean };
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Absolute; the file's own folder where the entry has no cwd. */
  readonly cwd: string;
  /** As written in the file, where it was. */
  readonly cwdAsGiven: string | null;
  /** Every value that came from a variable, with its name. */
  readonly expanded: readonly (readonly [name: string, value: string])[];
}

type JsonObject = Record<string, unknown>;

/**
 * Reads one server of an `mcpServers` file. Also understood: `servers` and `mcp.servers` as editors write them,
 * comments and trailing commas.
 *
 * @param variables what `${NAME}` is taken from
 * @throws ScanFailure of the file (see `json-file.ts`), `config-invalid`, `config-server-unknown`,
 *   `config-variable-unset`, `config-variable-invalid`
 */
export async function readConfiguredServer(
  target: ConfigTarget,
  variables: Readonly<Record<string, string | undefined>>,
  maxBytes: number,
): Promise<ConfiguredServer> {
  const text = await readBoundedFile(target.path, target.file, maxBytes);
  const document = parseJsonText(target.path, withoutComments(text));
  const servers = configuredServers(document);
  if (!servers)
    throw new ScanFailure("config-invalid", { path: target.path, problem: "it has no mcpServers object" });
  const entry = Object.hasOwn(servers, target.name) ? servers[target.name] : undefined;
  if (entry === undefined) {
    throw new ScanFailure("config-server-unknown", {
      path: target.path,
      name: target.name,
      names: Object.keys(servers),
    });
  }
  return readEntry(target, entry, variables);
}

/** The servers of a document, or null when it configures none. */
export function configuredServers(document: unknown): JsonObject | null {
  if (!isObject(document)) return null;
  const nested = isObject(document.mcp) ? document.mcp : {};
  for (const candidate of [document.mcpServers, document.servers, nested.servers]) {
    if (isObject(candidate)) return candidate;
  }
  return null;
}

function readEntry(
  target: ConfigTarget,
  entry: unknown,
  variables: Readonly<Record<string, string | undefined>>,
): ConfiguredServer {
  const invalid = (problem: string): never => {
    throw new ScanFailure("config-invalid", {
      path: target.path,
      problem: `${problem} (server "${target.name}")`,
    });
  };
  if (!isObject(entry)) return invalid("the entry is not an object");
  const expanded: (readonly [string, string])[] = [];
  const text = (value: unknown, place: string): string => {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return invalid(`${place} is ${kindOf(value)}, expected text`);
    }
    const result = expandVariables(String(value), variables, { name: target.name, place });
    expanded.push(...result.values);
    return result.text;
  };
  const record = (value: unknown, place: string): Record<string, string> => {
    if (value === undefined || value === null) return {};
    if (!isObject(value)) return invalid(`${place} is ${kindOf(value)}, expected an object`);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, text(item, `${place}.${key}`)]),
    );
  };

  const folder = path.dirname(target.file);
  const cwdAsGiven = entry.cwd === undefined || entry.cwd === null ? null : text(entry.cwd, "cwd");
  const common = {
    env: record(entry.env, "env"),
    headers: record(entry.headers ?? entry.http_headers, "headers"),
    cwd: path.resolve(folder, cwdAsGiven ?? "."),
    cwdAsGiven,
    expanded,
  };
  const address = entry.url ?? entry.serverUrl ?? entry.httpUrl;
  if (entry.command !== undefined && entry.command !== null) {
    const args = entry.args ?? [];
    if (!Array.isArray(args)) return invalid(`args is ${kindOf(args)}, expected an array`);
    const command = text(entry.command, "command");
    if (command.trim() === "") return invalid("command is empty");
    return {
      ...common,
      command: { command, args: args.map((arg, index) => text(arg, `args[${index}]`)) },
    };
  }
  if (address === undefined) return invalid("the entry has neither command nor url");
  const url = text(address, "url");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return invalid("url is not an http(s) address");
  return { ...common, url: { url: new URL(url), sse: entry.type === "sse" } };
}

/** JSON as editors write it, comments and trailing commas blanked out so that positions stay as they were. */
function withoutComments(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, " ");
  return text
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (m) => (m.startsWith('"') ? m : blank(m)))
    .replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (m) => (m === "," ? " " : m));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `of type ${typeof value}`;
}
