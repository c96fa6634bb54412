import { sha256Text } from "@gradable/contract";
import { leaderboardEntry } from "./entry.js";
import type { LeaderboardEntry } from "./schema.js";

/**
 * Version of what {@link leaderboardEntry} makes of a file. A cache is good for one version: raise it when an entry of the
 * same file would come out differently.
 */
export const LEADERBOARD_ENTRY_VERSION = 2;

/** A file as read from disk. */
export interface ResultText {
  readonly file: string;
  readonly text: string;
}

/** Entries of files met before, by the sha256 of their text; the caller keeps it wherever it likes. */
export interface EntryCache {
  get(contentSha256: string): LeaderboardEntry | undefined;
  set(contentSha256: string, entry: LeaderboardEntry): unknown;
}

/**
 * Turns files into entries one at a time, so that memory holds one report and small entries only. A file that is not
 * JSON becomes an unreadable entry; a file the cache knows is not read again.
 */
export async function* leaderboardEntries(
  files: AsyncIterable<ResultText> | Iterable<ResultText>,
  cache?: EntryCache,
): AsyncGenerator<LeaderboardEntry> {
  for await (const { file, text } of files) {
    const contentSha256 = cache === undefined ? "" : sha256Text(text);
    const known = cache?.get(contentSha256);
    if (known !== undefined) {
      yield { ...known, file };
      continue;
    }
    const entry = leaderboardEntry(parsed(file, text));
    cache?.set(contentSha256, entry);
    yield entry;
  }
}

function parsed(file: string, text: string) {
  try {
    return { file, document: JSON.parse(text) as unknown };
  } catch {
    return { file, problem: "It is not JSON." };
  }
}
