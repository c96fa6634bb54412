import { FAILURE_OWNERS, type FailureOwner, sha256Json, utcTimeSchema } from "@gradable/contract";
import { z } from "zod";
import { BATCH_OUTCOMES, batchResultSchema } from "./journal.js";

const count = z.int().min(0);

/**
 * The outcome of a batch or of one shard, results in slug order. `resumed` counts the results found finished from before;
 * `serversSha256` is over the slugs of the whole batch, equal in all its shards.
 */
export const batchSummarySchema = z.strictObject({
  schemaVersion: z.literal(1),
  shard: z.strictObject({ index: z.int().min(1), count: z.int().min(1) }).nullable(),
  serversSha256: z.string(),
  startedAt: utcTimeSchema,
  finishedAt: utcTimeSchema,
  servers: count,
  resumed: count,
  outcomes: z.record(z.enum(BATCH_OUTCOMES), count),
  failuresByOwner: z.partialRecord(z.enum(FAILURE_OWNERS.ids), count),
  failuresByCode: z.record(z.string(), count),
  results: z.array(batchResultSchema),
});
export type BatchSummary = z.infer<typeof batchSummarySchema>;

/** Identity of the servers of a batch: by slug only, since a path differs from machine to machine. */
export function serversSha256(entries: readonly { readonly slug: string }[]): string {
  return sha256Json(entries.map(({ slug }) => slug));
}

/** Counts the results of a batch by outcome, owner and code. Same results in any order, same summary. */
export function summaryOf(
  batch: Pick<BatchSummary, "shard" | "serversSha256" | "startedAt" | "finishedAt" | "resumed" | "results">,
): BatchSummary {
  const results = [...batch.results].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const outcomes = { scored: 0, failed: 0, unchanged: 0 };
  const owners = new Map<FailureOwner, number>();
  const codes = new Map<string, number>();
  for (const { outcome, owner, code } of results) {
    outcomes[outcome]++;
    if (owner !== undefined) owners.set(owner, (owners.get(owner) ?? 0) + 1);
    if (code !== undefined) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return {
    schemaVersion: 1,
    shard: batch.shard,
    serversSha256: batch.serversSha256,
    startedAt: batch.startedAt,
    finishedAt: batch.finishedAt,
    servers: results.length,
    resumed: batch.resumed,
    outcomes,
    failuresByOwner: Object.fromEntries(
      FAILURE_OWNERS.ids.flatMap((owner) => (owners.has(owner) ? [[owner, owners.get(owner)]] : [])),
    ),
    failuresByCode: Object.fromEntries([...codes].sort(([a], [b]) => (a < b ? -1 : 1))),
    results,
  };
}
