import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type EntryCache, LEADERBOARD_ENTRY_VERSION, type LeaderboardEntry } from "@gradable/leaderboard";
import { writeFileAtomically } from "@gradable/run";

/**
 * What {@link EntryCache} keeps between runs: one line per report, by the hash of its text, in a file named for this build and the
 * version of the entries. A missing or damaged file is an empty cache, and a cache that can't be written is given up silently: it
 * only saves time.
 */
export async function openEntryCache(
  directory: string,
  build: string,
): Promise<EntryCache & { save(): Promise<void> }> {
  const file = join(directory, `leaderboard-${build}-v${LEADERBOARD_ENTRY_VERSION}.jsonl`);
  const known = new Map<string, LeaderboardEntry>();
  for (const line of (await readFile(file, "utf8").catch(() => "")).split("\n")) {
    if (line === "") continue;
    try {
      const [sha256, entry] = JSON.parse(line) as [string, LeaderboardEntry];
      known.set(sha256, entry);
    } catch {
      // A line that a crash cut: the report is read again.
    }
  }
  const used = new Map<string, LeaderboardEntry>();
  let changed = false;
  return {
    get(sha256) {
      const entry = known.get(sha256);
      if (entry !== undefined) used.set(sha256, entry);
      return entry;
    },
    set(sha256, entry) {
      changed = true;
      used.set(sha256, entry);
    },
    async save() {
      if (!changed) return;
      await mkdir(dirname(file), { recursive: true }).catch(() => undefined);
      const lines = [...new Map([...known, ...used])]
        .slice(-50_000)
        .map((pair) => `${JSON.stringify(pair)}\n`);
      await writeFileAtomically(file, lines.join("")).catch(() => undefined);
    },
  };
}
