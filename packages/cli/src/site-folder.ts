import { existsSync } from "node:fs";
import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "@gradable/host";
import { type BuiltKeys, SERVER_FILES, type SiteFile } from "@gradable/render/site";

/** What writing a site came to. */
export interface SiteWritten {
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
}

/** Names a site writes beside the start page that come and go with the configurations. */
const LISTING_FILE = /^((judge-[0-9a-f]{8}(-page-\d+)?|page-\d+)\.html|rows-[0-9a-f]{8}\.json)$/;

/**
 * Writes the files of a site as they come, only those that differ from what is there, and removes pages of servers and
 * configurations that are gone. A file is replaced whole. It is not flushed to the disk one by one as a report is: a site can be
 * built again.
 */
export async function writeSite(directory: string, files: AsyncIterable<SiteFile>): Promise<SiteWritten> {
  const kept = new Set<string>();
  let changed = 0;
  for await (const { path, text } of files) {
    kept.add(path);
    if (text !== null && (await writeIfChanged(join(directory, path), text))) changed++;
  }
  return { files: kept.size, changed, removed: await removeStale(directory, kept) };
}

/** What is known of a site that was built before: a test for `isBuilt`. A folder without its record has nothing built. */
export async function builtServers(directory: string): Promise<(slug: string, key: string) => boolean> {
  const text = await readFile(join(directory, "built.json"), "utf8").catch(() => "{}");
  let keys: BuiltKeys = {};
  try {
    keys = JSON.parse(text) as BuiltKeys;
  } catch {
    // Damaged: everything is made again.
  }
  return (slug, key) => keys[slug] === key && existsSync(join(directory, "servers", slug, "index.html"));
}

async function writeIfChanged(path: string, text: string): Promise<boolean> {
  const there = await readFile(path).catch(() => undefined);
  if (there?.equals(Buffer.from(text, "utf8"))) return false;
  await writeFileAtomically(path, text, { flush: false });
  return true;
}

async function removeStale(directory: string, kept: ReadonlySet<string>): Promise<number> {
  const stale = (await readdir(directory)).filter((name) => LISTING_FILE.test(name) && !kept.has(name));
  const servers = join(directory, "servers");
  const slugs = await readdir(servers, { withFileTypes: true }).catch(() => []);
  for (const slug of slugs) {
    if (!slug.isDirectory()) continue;
    const names = await readdir(join(servers, slug.name));
    const paths = names
      .filter((name) => (SERVER_FILES as readonly string[]).includes(name))
      .map((name) => `servers/${slug.name}/${name}`)
      .filter((path) => !kept.has(path));
    stale.push(...paths);
  }
  for (const path of stale) await rm(join(directory, path));
  // A folder that holds something of somebody else's stays.
  const emptied = new Set(stale.filter((path) => path.includes("/")).map((path) => dirname(path)));
  for (const folder of emptied) await rmdir(join(directory, folder)).catch(() => undefined);
  return stale.length;
}
