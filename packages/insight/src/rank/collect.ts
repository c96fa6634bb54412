import { sha256Bytes, sha256Text } from "@gradable/contract";
import { leaderboardEntry } from "./entry.js";
import type { LeaderboardEntry } from "./schema.js";

/**
 * Version of what {@link leaderboardEntry} makes of a file. A cache is good for one version: raise it when an entry of the
 * same file would come out differently.
 */
export const LEADERBOARD_ENTRY_VERSION = 2;

/** A file as read from disk; with its bytes, a file the cache knows is not even decoded. */
export interface ResultText {
  readonly file: string;
  readonly text: string;
  readonly bytes?: Uint8Array;
}

/** Entries of files met before, by the sha256 of their text; the caller keeps it wherever it likes. */
export interface EntryCache {
  get(contentSha256: string): LeaderboardEntry | undefined;
  set(contentSha256: string, entry: LeaderboardEntry): unknown;
}

/** How {@link leaderboardEntries} makes an entry; it never rejects for what a file holds. */
type MakeEntry = (file: ResultText) => LeaderboardEntry | Promise<LeaderboardEntry>;

/** Options of {@link leaderboardEntries}. */
export interface CollectOptions {
  /** Default {@link entryOfText}, here and now. */
  readonly make?: MakeEntry;
  /** Files that may be under way at once, for a `make` that works elsewhere; default 1. */
  readonly atOnce?: number;
}

/**
 * Turns files into entries in their order, so that memory holds the files under way and small entries only. A file that is not
 * JSON becomes an unreadable entry; a file the cache knows is not read again.
 */
export async function* leaderboardEntries(
  files: AsyncIterable<ResultText> | Iterable<ResultText>,
  cache?: EntryCache,
  { make = entryOfText, atOnce = 1 }: CollectOptions = {},
): AsyncGenerator<LeaderboardEntry> {
  const underWay: Promise<LeaderboardEntry>[] = [];
  for await (const file of files) {
    const entry = entryFor(file, cache, make);
    // It is awaited in its turn; until then a failure is not unhandled.
    entry.catch(() => undefined);
    underWay.push(entry);
    if (underWay.length >= atOnce) yield await (underWay.shift() as Promise<LeaderboardEntry>);
  }
  for (const entry of underWay) yield await entry;
}

async function entryFor(
  file: ResultText,
  cache: EntryCache | undefined,
  make: MakeEntry,
): Promise<LeaderboardEntry> {
  if (cache === undefined) return make(file);
  const contentSha256 = file.bytes === undefined ? sha256Text(file.text) : sha256Bytes(file.bytes);
  const known = cache.get(contentSha256);
  if (known !== undefined) return { ...known, file: file.file };
  const entry = await make(file);
  cache.set(contentSha256, entry);
  return entry;
}

/** The entry of one file's text. */
export function entryOfText({ file, text }: ResultText): LeaderboardEntry {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return leaderboardEntry({ file, problem: "It is not JSON." });
  }
  return leaderboardEntry({ file, document });
}
