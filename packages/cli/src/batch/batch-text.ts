import { join } from "node:path";
import type { FailureOwner } from "@gradable/contract";
import type { BatchSummary } from "@gradable/run";

/** The summary of a batch for a terminal, with what to run next; `merged` when nothing was scanned here. */
export async function summaryText(summary: BatchSummary, out: string, merged: boolean): Promise<string> {
  const { shardFile } = await import("@gradable/run");
  const { shellWord } = await import("@gradable/render");
  const { FAILURE_OWNERS, nounText } = await import("@gradable/contract");
  const lines = [
    `${nounText(summary.servers, "server")}: ${summary.outcomes.scored} scored, ${summary.outcomes.unchanged} unchanged, ${summary.outcomes.failed} failed`,
  ];
  if (summary.shard !== null) lines[0] = `Shard ${summary.shard.index}/${summary.shard.count}: ${lines[0]}`;
  if (summary.resumed > 0) lines.push(`${summary.resumed} of them finished before and not repeated`);
  for (const [owner, count] of Object.entries(summary.failuresByOwner))
    lines.push(`  ${count} failed through ${FAILURE_OWNERS.label(owner as FailureOwner)}`);
  for (const result of summary.results) {
    if (result.outcome === "failed") lines.push(`  ${result.slug}: ${result.code} (${result.owner})`);
  }
  if (summary.outcomes.failed > 0) {
    const again = merged ? "" : "; the same command with --retry-failed scans them again";
    lines.push(`Why each failed: ${join(out, "<slug>", "failed.json")}${again}`);
  }
  const next =
    summary.shard === null
      ? `npx gradable leaderboard ${shellWord(out)}`
      : `npx gradable batch --merge ${shellWord(out)}, with the folders of the other shards`;
  lines.push(
    `Written: ${join(out, shardFile("summary", ".json", summary.shard ?? undefined))}; next: ${next}`,
  );
  return `${lines.join("\n")}\n`;
}
