import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { BatchResult } from "../../src/batch/journal.js";
import { mergeShards } from "../../src/batch/merge.js";
import { type Shard, shardFile, shardOf } from "../../src/batch/shard.js";
import { batchSummarySchema, serversSha256, summaryOf } from "../../src/batch/summary.js";

const SERVERS = ["ash", "birch", "cedar", "douglas", "elm"].map((slug) => ({ slug }));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-merge-"));
});

const resultOf = (slug: string): BatchResult =>
  slug === "cedar"
    ? { slug, outcome: "failed", owner: "server", code: "no-tools", durationMs: 5 }
    : { slug, outcome: "scored", grade: "B", composite: 85, durationMs: 7 };

/** What `gradable batch --shard` leaves behind. */
async function shard(name: string, part: Shard, servers = SERVERS): Promise<string> {
  const out = join(folder, name);
  const results = shardOf(servers, part).map(({ slug }) => resultOf(slug));
  for (const { slug, outcome } of results) {
    await mkdir(join(out, slug), { recursive: true });
    await writeFile(join(out, slug, outcome === "failed" ? "failed.json" : "report.json"), `"${slug}"`);
  }
  const summary = summaryOf({
    shard: part,
    serversSha256: serversSha256(servers),
    startedAt: `2026-01-31T12:00:0${part.index}.000Z`,
    finishedAt: `2026-01-31T13:00:0${part.index}.000Z`,
    resumed: 1,
    results,
  });
  await writeFile(join(out, shardFile("summary", ".json", part)), JSON.stringify(summary));
  return out;
}

describe("shardOf", () => {
  it("splits without loss or overlap", () => {
    const all = Array.from({ length: 11 }, (_, index) => index);
    const shards = [1, 2, 3].map((index) => shardOf(all, { index, count: 3 }));
    expect(shards.flat().sort((a, b) => a - b)).toEqual(all);
    expect(shards.map((part) => part.length)).toEqual([4, 4, 3]);
  });
});

describe("mergeShards", () => {
  it("joins shards into one folder and one summary, the same bytes whichever is named first", async () => {
    const one = await shard("one", { index: 1, count: 2 });
    const two = await shard("two", { index: 2, count: 2 });
    const there = join(folder, "there");
    const back = join(folder, "back");
    const summary = await mergeShards([one, two], there);
    await mergeShards([two, one], back);
    const text = await readFile(join(there, "summary.json"), "utf8");
    expect(await readFile(join(back, "summary.json"), "utf8")).toBe(text);
    expect(batchSummarySchema.parse(JSON.parse(text))).toEqual(summary);
    expect(summary).toMatchObject({
      shard: null,
      startedAt: "2026-01-31T12:00:01.000Z",
      finishedAt: "2026-01-31T13:00:02.000Z",
      servers: 5,
      resumed: 2,
      outcomes: { scored: 4, failed: 1, unchanged: 0 },
      failuresByOwner: { server: 1 },
      failuresByCode: { "no-tools": 1 },
    });
    expect(summary.results.map(({ slug }) => slug)).toEqual(["ash", "birch", "cedar", "douglas", "elm"]);
    expect((await readdir(there)).sort()).toEqual([
      "ash",
      "birch",
      "cedar",
      "douglas",
      "elm",
      "summary.json",
    ]);
    expect(await readdir(join(there, "cedar"))).toEqual(["failed.json"]);
    expect(await readFile(join(there, "elm", "report.json"), "utf8")).toBe('"elm"');
  });

  it("joins shards that shared a folder, and lets a result replace what an earlier merge left", async () => {
    const one = await shard("shared", { index: 1, count: 2 });
    await shard("shared", { index: 2, count: 2 });
    await mkdir(join(folder, "out", "ash"), { recursive: true });
    await writeFile(join(folder, "out", "ash", "failed.json"), "{}");
    expect((await mergeShards([one], one)).servers).toBe(5);
    await mergeShards([one], join(folder, "out"));
    expect(await readdir(join(folder, "out", "ash"))).toEqual(["report.json"]);
  });

  it("refuses what does not make up one batch, each with its reason, and writes nothing", async () => {
    const out = join(folder, "out");
    const one = await shard("one", { index: 1, count: 2 });
    const two = await shard("two", { index: 2, count: 2 });
    await cp(one, join(folder, "copy"), { recursive: true });
    const other = await shard("other", { index: 2, count: 2 }, [...SERVERS, { slug: "fir" }]);
    const thirds = await shard("thirds", { index: 3, count: 3 });
    await mkdir(join(folder, "empty"));
    await mkdir(join(folder, "broken"));
    await writeFile(join(folder, "broken", "summary-2-of-2.json"), "{}");
    for (const [folders, code] of [
      [[join(folder, "none")], "merge-none"],
      [[join(folder, "empty")], "merge-none"],
      [[one], "merge-missing"],
      [[one, join(folder, "copy"), two], "merge-twice"],
      [[one, other], "merge-mixed"],
      [[one, thirds], "merge-mixed"],
      [[one, join(folder, "broken")], "merge-mixed"],
    ] as const) {
      await expect(mergeShards(folders, out)).rejects.toMatchObject({ code, owner: "usage" });
    }
    expect(await readdir(folder)).not.toContain("out");
  });
});
