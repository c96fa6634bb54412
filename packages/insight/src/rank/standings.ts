import { groupBy } from "../group-by.js";
import { compareText } from "./leaderboard.js";
import type {
  ConfigurationRow,
  ExcludedEntry,
  Leaderboard,
  LeaderboardEntry,
  LeaderboardRow,
  ScoredEntry,
} from "./schema.js";

/** Where a ranked server stands among those of its configuration, and all of its scores. */
export interface ServerStanding {
  readonly row: LeaderboardRow;
  readonly configuration: ConfigurationRow;
  /** Its place among the rows of its configuration as they are listed, from 0. */
  readonly place: number;
  /** Every score of the server, oldest first. The same report given twice is one score. */
  readonly history: readonly ScoredEntry[];
}

/** Every ranked server by its slug, in the order of the leaderboard. */
export function serverStandings(
  { comparability, rows }: Leaderboard,
  entries: readonly LeaderboardEntry[],
): Map<string, ServerStanding> {
  const scored = groupBy(
    entries.filter((entry) => entry.kind === "scored"),
    (entry) => entry.slug,
  );
  const standings = new Map<string, ServerStanding>();
  for (const configuration of comparability.configurations) {
    for (const [place, row] of rowsOf({ rows }, configuration).entries()) {
      const reports = new Map((scored.get(row.slug) ?? []).map((entry) => [entry.reportSha256, entry]));
      const history = [...reports.values()].sort(
        (a, b) => compareText(a.scannedAt, b.scannedAt) || compareText(a.reportSha256, b.reportSha256),
      );
      standings.set(row.slug, { row, configuration, place, history });
    }
  }
  return standings;
}

/** The rows of one configuration, in their order. */
export function rowsOf(
  { rows }: Pick<Leaderboard, "rows">,
  { number }: Pick<ConfigurationRow, "number">,
): LeaderboardRow[] {
  return rows.filter((row) => row.configuration === number);
}

/** An entry without a rank, as the leaderboard keeps it. */
export type Unranked = Omit<ExcludedEntry, "kind">;

/** The servers of which no result is ranked, each with its newest entry. */
export function unrankedServers({ rows, excluded }: Leaderboard): Map<string, Unranked> {
  const ranked = new Set(rows.map(({ slug }) => slug));
  const newest = new Map<string, Unranked>();
  for (const entry of excluded) {
    if (entry.slug === null || ranked.has(entry.slug)) continue;
    const known = newest.get(entry.slug);
    if (known === undefined || (entry.at ?? "") > (known.at ?? "")) newest.set(entry.slug, entry);
  }
  return newest;
}
