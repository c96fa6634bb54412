import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { ScanFailure } from "../errors.js";
import type { Settings } from "../options.js";
import { slugify } from "../target/describe-target.js";
import { isExactVersion, type NpmSpec } from "../target/npm-spec.js";
import { whileLocked } from "./install-lock.js";
import { installStep, resolveVersion } from "./npm-command.js";
import { type BinStart, chooseBin, howToStart } from "./package-bin.js";

/** A package on disk and how it is started. */
export interface InstalledPackage extends BinStart {
  readonly name: string;
  readonly version: string;
  readonly bin: string;
  /** Where its dependencies' commands are. */
  readonly binFolder: string;
  /** It, or something it depends on, has install scripts that were not run. */
  readonly skippedScripts: boolean;
}

/** Written last into an installation: without it a folder is not one. */
const MARKER = "gradable-install.json";
/** Left-overs of a killed install are removed once nobody can be working on them any more. */
const STALE_MS = 24 * 60 * 60 * 1000;

/**
 * Installs a package into the cache, or finds it there. An installation appears whole or not at all, several processes may
 * ask for the same one, and install scripts do not run unless `withScripts`. The version of an inexact spec is looked
 * up each time.
 *
 * @throws ScanFailure of the stage install
 */
export async function installPackage(
  spec: NpmSpec,
  settings: Settings,
  withScripts: boolean,
): Promise<InstalledPackage> {
  const until = performance.now() + settings.installTimeoutMs;
  const version =
    spec.file !== null || isExactVersion(spec.version) ? spec.version : await resolveVersion(spec, settings);
  const base = path.join(settings.cacheDir, "npm");
  const folder = path.join(base, await folderName(spec, version, withScripts));
  if (!(await isInstalled(folder))) {
    await writable(base);
    await whileLocked(folder, { until, spec: spec.text, settings }, async () => {
      if (await isInstalled(folder)) return;
      settings.progress("install", `Installing ${spec.text}; the next scan reuses it.`);
      await installInto(folder, base, { spec, version, withScripts, settings, until });
    });
  }
  return describeInstalled(folder, spec, withScripts);
}

async function installInto(
  folder: string,
  base: string,
  job: { spec: NpmSpec; version: string | null; withScripts: boolean; settings: Settings; until: number },
): Promise<void> {
  await removeStale(base);
  const building = await mkdtemp(path.join(base, ".building-"));
  try {
    await writeFile(path.join(building, "package.json"), '{"private":true}\n');
    const what = job.spec.file ?? `${job.spec.name}@${job.version}`;
    await installStep(what, building, job);
    await writeFile(
      path.join(building, MARKER),
      `${JSON.stringify({ spec: what, withScripts: job.withScripts })}\n`,
    );
    // A folder without the marker is the rest of something older and would make the rename fail.
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function describeInstalled(
  folder: string,
  spec: NpmSpec,
  withScripts: boolean,
): Promise<InstalledPackage> {
  const root = await readJson(path.join(folder, "package.json"));
  const name = spec.name ?? Object.keys((root.dependencies as object | undefined) ?? {})[0] ?? "";
  const home = path.join(folder, "node_modules", name);
  const manifest = await readJson(path.join(home, "package.json"));
  const chosen = chooseBin(manifest, spec);
  const lock = await readJson(path.join(folder, "node_modules", ".package-lock.json"));
  const locked = Object.values(
    (lock.packages as Record<string, { hasInstallScript?: boolean }> | undefined) ?? {},
  );
  return {
    name: String(manifest.name ?? name),
    version: String(manifest.version ?? ""),
    bin: chosen.name,
    ...(await howToStart(home, chosen.file, spec)),
    binFolder: path.join(folder, "node_modules", ".bin"),
    skippedScripts: !withScripts && locked.some((entry) => entry?.hasInstallScript === true),
  };
}

/** Readable and unique: native addons differ by platform and Node version, a packed file by its content. */
async function folderName(spec: NpmSpec, version: string | null, withScripts: boolean): Promise<string> {
  const content =
    spec.file === null
      ? null
      : createHash("sha256")
          .update(await packed(spec.file))
          .digest("hex");
  const key = [
    spec.name,
    version,
    content,
    withScripts,
    process.platform,
    process.arch,
    process.versions.modules,
  ];
  const digest = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 16);
  const readable = slugify(`${spec.name ?? path.basename(spec.file ?? "", ".tgz")}-${version ?? ""}`);
  return `${readable.slice(0, 60)}-${digest}`;
}

async function packed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new ScanFailure("file-not-found", { path: file, resolved: file }, { cause: error });
  }
}

async function isInstalled(folder: string): Promise<boolean> {
  return stat(path.join(folder, MARKER)).then(
    () => true,
    () => false,
  );
}

async function writable(base: string): Promise<void> {
  try {
    await mkdir(base, { recursive: true });
    const probe = await mkdtemp(path.join(base, ".building-"));
    await rm(probe, { recursive: true });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ScanFailure("cache-unwritable", { path: base, reason }, { cause: error });
  }
}

async function removeStale(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.startsWith(".building-")) continue;
    const file = path.join(base, name);
    const age = await stat(file).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    );
    if (age > STALE_MS) await rm(file, { recursive: true, force: true });
  }
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
