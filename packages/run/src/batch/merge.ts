import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { GradableError, jsonText, plainText } from "@gradable/contract";
import { readJsonFile, removeFile, writeFileAtomically } from "@gradable/host";
import { type BatchSummary, batchSummarySchema, summaryOf } from "./summary.js";

/** Files of one result. The report is copied last, as a scan writes it last: a report on disk is a whole result. */
const RESULT_FILES = [
  "gradable.annotations.json",
  "fix.md",
  "surface.json",
  "failed.json",
  "report.json",
] as const;

/**
 * Joins the finished shards of one batch, wherever they were run, into `out`: every result folder, and one summary. The outcome
 * depends on the shards alone, not on the order of `folders` or on which finished last. `out` may be one of the folders, or the only
 * one when the shards shared it. Throws `GradableError` (usage): `merge-none`, `merge-mixed` (shards of different batches),
 * `merge-twice`, `merge-missing`.
 */
export async function mergeShards(folders: readonly string[], out: string): Promise<BatchSummary> {
  const shards = await readShards([...new Set(folders.map((folder) => resolve(folder)))]);
  const summary = joined(shards);
  for (const { folder, summary: shard } of shards) {
    if (folder === resolve(out)) continue;
    for (const { slug } of shard.results) await copyResult(join(folder, slug), join(out, slug));
  }
  await writeFileAtomically(join(out, "summary.json"), jsonText(summary));
  return summary;
}

interface FinishedShard {
  readonly folder: string;
  readonly file: string;
  readonly summary: BatchSummary & { shard: NonNullable<BatchSummary["shard"]> };
}

async function readShards(folders: readonly string[]): Promise<FinishedShard[]> {
  const shards: FinishedShard[] = [];
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => {
      throw problem("merge-none", `${plainText(folder)} is not a folder of results.`);
    });
    for (const name of names.filter((name) => /^summary-\d+-of-\d+\.json$/.test(name))) {
      const file = join(folder, name);
      const parsed = batchSummarySchema.safeParse(await readJsonFile(file));
      const shard = parsed.data?.shard;
      if (!parsed.success || !shard)
        throw problem("merge-mixed", `${plainText(file)} is not the summary of a shard.`);
      shards.push({ folder, file, summary: { ...parsed.data, shard } });
    }
  }
  return shards.sort((a, b) => a.summary.shard.index - b.summary.shard.index);
}

function joined(shards: readonly FinishedShard[]): BatchSummary {
  const [first] = shards;
  if (first === undefined) {
    throw problem("merge-none", "No summary of a finished shard (summary-<i>-of-<n>.json) was found.");
  }
  const { shard, serversSha256 } = first.summary;
  const other = shards.find(
    ({ summary }) => summary.shard.count !== shard.count || summary.serversSha256 !== serversSha256,
  );
  if (other !== undefined) {
    throw problem(
      "merge-mixed",
      `${plainText(first.file)} and ${plainText(other.file)} are shards of different batches: another number of shards, or other servers.`,
    );
  }
  for (let index = 1; index <= shard.count; index++) {
    const found = shards.filter(({ summary }) => summary.shard.index === index);
    if (found.length === 0) {
      throw problem(
        "merge-missing",
        `Shard ${index}/${shard.count} has no summary: it has not finished, or its folder was not given.`,
      );
    }
    if (found.length > 1) {
      throw problem(
        "merge-twice",
        `Shard ${index}/${shard.count} was found twice: ${found.map(({ file }) => plainText(file)).join(" and ")}.`,
      );
    }
  }
  const summaries = shards.map(({ summary }) => summary);
  return summaryOf({
    shard: null,
    serversSha256,
    startedAt: summaries.map(({ startedAt }) => startedAt).sort()[0] as string,
    finishedAt: summaries
      .map(({ finishedAt }) => finishedAt)
      .sort()
      .at(-1) as string,
    resumed: summaries.reduce((sum, { resumed }) => sum + resumed, 0),
    results: summaries.flatMap(({ results }) => results),
  });
}

async function copyResult(from: string, to: string): Promise<void> {
  for (const name of RESULT_FILES) {
    const text = await readFile(join(from, name), "utf8").catch(() => undefined);
    if (text === undefined) await removeFile(join(to, name));
    else await writeFileAtomically(join(to, name), text);
  }
}

function problem(code: string, message: string): GradableError {
  return new GradableError({
    code,
    owner: "usage",
    message,
    hint: "Run every shard with the same source and --shard i/n, then give the folder of each with --merge.",
  });
}
