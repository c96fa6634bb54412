import { readdir, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { defined, GradableError, plainText, sha256Text } from "@gradable/contract";
import { readJsonFile } from "@gradable/host";
import { describeTarget, parseTarget, slugify } from "@gradable/scan";
import { z } from "zod";

/** One server of a batch: where its result goes, and how it is reached. */
export interface BatchEntry {
  readonly slug: string;
  readonly target: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Folder to start the server in, absolute. */
  readonly cwd?: string;
  readonly allowInstallScripts?: boolean;
}

const stringRecord = z.record(z.string(), z.string());

/** An entry of a servers file: either a target as `scan` takes it, or an npm package with the bin to start. */
const serverSchema = z.union([
  z.looseObject({
    slug: z.string().optional(),
    target: z.string().min(1),
    env: stringRecord.optional(),
    headers: stringRecord.optional(),
    cwd: z.string().optional(),
  }),
  z.looseObject({
    slug: z.string().optional(),
    package: z.string().min(1),
    version: z.string().min(1),
    bin: z.string().optional(),
    binArgs: z.array(z.string()).optional(),
    env: stringRecord.optional(),
    runsInstallScripts: z.boolean().optional(),
  }),
]);

/**
 * The servers a batch is about, in the order of their slugs, from a folder of captured surfaces (`*.json`), an `mcpServers` file, or a
 * servers file: an array (or `{servers: […]}`) of `{slug?, target, env?, headers?, cwd?}` or `{slug?, package, version, bin?,
 * binArgs?, env?}`. Targets start from `cwd`, by default the folder of the file. A server without a slug gets one from its target as it may be
 * published, since a target may hold a key. Throws `GradableError` (usage) for a source that is none of these, that is empty, or that
 * names one slug twice.
 */
export async function readBatchSource(
  path: string,
  cwd: string = dirname(resolve(path)),
): Promise<BatchEntry[]> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) {
    throw sourceError("batch-source-missing", `${plainText(path)} does not exist.`);
  }
  const entries = entry.isDirectory()
    ? await surfaceFiles(path)
    : fromDocument(await readJsonFile(path), path, cwd);
  if (entries.length === 0) throw sourceError("batch-source-empty", `${plainText(path)} names no server.`);
  const bySlug = new Map<string, BatchEntry>();
  for (const candidate of entries) {
    const earlier = bySlug.get(candidate.slug);
    if (earlier !== undefined) {
      throw sourceError(
        "batch-slug-twice",
        `Two servers have the slug ${candidate.slug}: ${shown(earlier.target, cwd)} and ${shown(candidate.target, cwd)}.`,
        "Give one of them another slug, or another name.",
      );
    }
    bySlug.set(candidate.slug, candidate);
  }
  return [...bySlug.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

async function surfaceFiles(folder: string): Promise<BatchEntry[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  return files.map((name) => ({ slug: slugFrom(basename(name, ".json")), target: resolve(folder, name) }));
}

function fromDocument(document: unknown, path: string, cwd: string): BatchEntry[] {
  if (isObject(document) && isObject(document.mcpServers)) {
    return Object.keys(document.mcpServers).map((name) => ({
      slug: slugFrom(name),
      target: `${resolve(path)}#${name}`,
    }));
  }
  const list = Array.isArray(document) ? document : isObject(document) ? document.servers : undefined;
  if (!Array.isArray(list)) {
    throw sourceError(
      "batch-source-invalid",
      `${plainText(path)} is neither a list of servers nor an mcpServers file.`,
    );
  }
  return list.map((value, index) => {
    const parsed = serverSchema.safeParse(value);
    if (!parsed.success) {
      throw sourceError(
        "batch-source-invalid",
        `Server ${index} of ${plainText(path)} has neither a target nor a package with a version; it ${said(value)}.`,
      );
    }
    return fromServer(parsed.data, dirname(resolve(path)), cwd);
  });
}

/** What an entry holds that can't be used, without its values: some are secrets. */
function said(value: unknown): string {
  if (!isObject(value))
    return `is ${Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`}`;
  const names = Object.keys(value).map((name) => plainText(name, { maxChars: 40 }));
  return names.length === 0 ? "is empty" : `has ${names.slice(0, 8).join(", ")}`;
}

function fromServer(server: z.infer<typeof serverSchema>, folder: string, base: string): BatchEntry {
  const env = server.env === undefined ? {} : { env: server.env };
  if ("target" in server && typeof server.target === "string") {
    const { cwd, headers } = server as { cwd?: string; headers?: Record<string, string> };
    return {
      slug: slugFrom(server.slug ?? published(server.target, base) ?? "", server.target),
      target: server.target,
      ...env,
      ...defined({ headers }),
      ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }),
    };
  }
  const {
    package: name,
    version,
    bin,
    binArgs,
    runsInstallScripts,
  } = server as {
    package: string;
    version: string;
    bin?: string;
    binArgs?: string[];
    runsInstallScripts?: boolean;
  };
  return {
    slug: slugFrom(server.slug ?? name),
    target: [
      `npm:${name}@${version}${bin === undefined ? "" : `#${bin}`}`,
      ...(binArgs ?? []).map(quoted),
    ].join(" "),
    ...env,
    ...(runsInstallScripts ? { allowInstallScripts: true } : {}),
  };
}

/** An argument as the target grammar reads it back. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** Any text as a folder name: never empty, never a path. Where nothing of it can stay, a hash of what it is of keeps names apart. */
function slugFrom(text: string, of: string = text): string {
  return slugify(text) || `server-${sha256Text(of).slice(0, 8)}`;
}

/** The label of a target, its secrets left out; `undefined` for one that can't be read, since what can't be read can't be redacted. */
function published(target: string, cwd: string): string | undefined {
  try {
    return describeTarget(parseTarget(target, { cwd })).label;
  } catch {
    // A path or a name alone holds no secret.
    return /^[\w@./-]+$/.test(target) ? target : undefined;
  }
}

function shown(target: string, cwd: string): string {
  return published(target, cwd) ?? "a target that can't be read";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sourceError(code: string, message: string, hint?: string): GradableError {
  return new GradableError({
    code,
    owner: "usage",
    message,
    hint: hint ?? "Give a folder of captured surfaces, an mcpServers file, or a JSON list of {slug, target}.",
  });
}
