import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "@gradable/host";
import { type EntryCache, LEADERBOARD_ENTRY_VERSION, type LeaderboardEntry } from "@gradable/insight";

/** Most entries kept; one of a report with 100 tasks takes about 2 KB. */
const MAX_ENTRIES = 50_000;

/**
 * What {@link EntryCache} keeps between runs: one line per report, by the hash of its text, in a file named for this build and the
 * version of the entries. A missing or damaged file is an empty cache, and a cache that can't be written is given up silently: it
 * only saves time.
 */
export async function openEntryCache(
  directory: string,
  build: string,
): Promise<EntryCache & { save(): Promise<void> }> {
  const file = cacheFile(directory, build);
  const known = new Map<string, LeaderboardEntry>();
  for (const line of (await readFile(file, "utf8").catch(() => "")).split("\n")) {
    if (line === "") continue;
    try {
      const [sha256, entry] = JSON.parse(line) as [string, LeaderboardEntry];
      known.delete(sha256);
      known.set(sha256, entry);
    } catch {
      // A line that a crash cut: the report is read again.
    }
  }
  const added = new Map<string, LeaderboardEntry>();
  return {
    get: (sha256) => known.get(sha256),
    set(sha256, entry) {
      added.set(sha256, entry);
    },
    async save() {
      if (added.size === 0) return;
      const all = [...known, ...added];
      if (all.length <= MAX_ENTRIES) await append(file, [...added]);
      else await writeFileAtomically(file, lines(all.slice(-MAX_ENTRIES / 2))).catch(() => undefined);
    },
  };
}

/** Adds one entry without reading the others: for whoever has just written the report. Several processes may do so at once. */
export async function keepEntry(
  directory: string,
  build: string,
  sha256: string,
  entry: LeaderboardEntry,
): Promise<void> {
  await append(cacheFile(directory, build), [[sha256, entry]]);
}

async function append(
  file: string,
  entries: readonly (readonly [string, LeaderboardEntry])[],
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, lines(entries));
  } catch {
    // It only saves time.
  }
}

function lines(entries: readonly (readonly [string, LeaderboardEntry])[]): string {
  return entries.map((pair) => `${JSON.stringify(pair)}\n`).join("");
}

function cacheFile(directory: string, build: string): string {
  return join(directory, `leaderboard-${build}-v${LEADERBOARD_ENTRY_VERSION}.jsonl`);
}
