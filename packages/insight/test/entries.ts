import type { Report } from "@gradable/contract";
import { type LeaderboardEntry, leaderboardEntry } from "@gradable/insight";
import { builtin, type MadeScan, makeReport } from "./make-report.js";

/** A made-up scan of `tasks` requests, of which the first `missed` went to another tool; with a delete tool or without. */
export function scanOf(
  slug: string,
  {
    tasks = 20,
    missed = 0,
    tokens = 100,
    destructive = true,
    ...more
  }: { tasks?: number; missed?: number; tokens?: number; destructive?: boolean } & Omit<
    Partial<MadeScan>,
    "tasks" | "destructive"
  > = {},
): MadeScan {
  return {
    slug,
    serverName: slug,
    tools: { read: tokens, write: 50, ...(destructive && { delete: 50 }) },
    destructive: destructive ? ["delete"] : [],
    tasks: Array.from({ length: tasks }, (_, index) =>
      destructive && index % 5 === 4
        ? { tool: "delete", prompt: `delete ${index}`, confirmed: true }
        : { tool: "read", prompt: `read ${index}`, ...(index < missed && { picked: ["write"] }) },
    ),
    ...more,
  };
}

export const reportOf = (slug: string, options?: Parameters<typeof scanOf>[1]): Report =>
  makeReport(scanOf(slug, options));

export const entryOf = (report: Report, file = `${report.slug}/report.json`): LeaderboardEntry =>
  leaderboardEntry({ file, document: report });

/** The identities of a scan whose every stage another judge answered. */
export const judgedBy = (cli: string, model: string, prompt = "v1"): NonNullable<MadeScan["stages"]> =>
  Object.fromEntries(
    (["tasks", "selection", "defects", "pairs"] as const).map((stage) => [
      stage,
      { ...builtin(`${stage}-${prompt}`), cli, model },
    ]),
  );
