import { appendFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  entryOfText,
  LEADERBOARD_ENTRY_VERSION,
  type LeaderboardEntry,
  leaderboardEntries,
} from "@gradable/insight";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { build } from "../../../test/e2e/built-cli.js";
import { keepEntry, openEntryCache } from "../src/cache/entry-cache.js";
import { EntryThreads } from "../src/cache/entry-threads.js";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-entries-"));
});

const entry = (file: string): LeaderboardEntry => entryOfText({ file, text: "{" });

describe("EntryThreads", () => {
  // The threads run what is built.
  beforeAll(() => {
    build();
  }, 240_000);

  it("gives what one thread would, in the order of the files", { timeout: 60_000 }, async () => {
    const { io } = testIo({ cwd: folder });
    const tools = [{ name: "find_parcel", description: "Finds a parcel.", inputSchema: { type: "object" } }];
    await writeFile(join(folder, "surface.json"), JSON.stringify({ tools }));
    expect(await cli(["scan", "surface.json", "--out", "o", "--quiet"], io)).toBe(0);
    const text = await readFile(join(folder, "o", "report.json"), "utf8");
    const files = Array.from({ length: 80 }, (_, index) => ({
      file: `${index}/report.json`,
      text:
        index % 7 === 3
          ? text.slice(0, -10)
          : index % 7 === 5
            ? text.replace(/"grade": "."/, '"grade": "Z"')
            : text,
    }));
    const threads = new EntryThreads();
    const entries: LeaderboardEntry[] = [];
    for await (const made of leaderboardEntries(files, undefined, threads)) entries.push(made);
    await threads.close();
    expect(entries).toEqual(files.map(entryOfText));
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(["scored", "excluded"]));
  });
});

describe("the entry cache", () => {
  it("keeps what one run made for the next, and what a batch adds line by line", async () => {
    const first = await openEntryCache(folder, "1.0.0");
    expect(first.get("a")).toBeUndefined();
    first.set("a", entry("a"));
    await first.save();
    await keepEntry(folder, "1.0.0", "b", entry("b"));
    const second = await openEntryCache(folder, "1.0.0");
    expect([second.get("a"), second.get("b")]).toEqual([entry("a"), entry("b")]);
    expect((await openEntryCache(folder, "1.0.1")).get("a")).toBeUndefined();
  });

  it("takes the later of two entries, and passes over a line that was cut", async () => {
    await keepEntry(folder, "1", "a", entry("old"));
    await keepEntry(folder, "1", "a", entry("new"));
    const cache = await openEntryCache(folder, "1");
    await appendFile(join(folder, `leaderboard-1-v${LEADERBOARD_ENTRY_VERSION}.jsonl`), '["b", {"kind":');
    expect((await openEntryCache(folder, "1")).get("a")).toEqual(entry("new"));
    expect((await openEntryCache(folder, "1")).get("b")).toBeUndefined();
    expect(cache.get("a")).toEqual(entry("new"));
  });

  it("fails nothing where it can't be written", async () => {
    await writeFile(join(folder, "taken"), "");
    await keepEntry(join(folder, "taken"), "1", "a", entry("a"));
    const cache = await openEntryCache(join(folder, "taken"), "1");
    cache.set("a", entry("a"));
    await cache.save();
  });
});
