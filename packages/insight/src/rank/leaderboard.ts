import { EXCLUSION_REASONS, ROW_FLAGS } from "@gradable/contract";
import { type RankRange, rankRanges } from "@gradable/score";
import Fraction from "fraction.js";
import { RANKING_STATEMENT } from "./columns.js";
import {
  configurationBlockers,
  configurationDifferences,
  configurationKey,
  configurationText,
} from "./configuration.js";
import {
  type Configuration,
  type ConfigurationRow,
  type ExcludedEntry,
  LEADERBOARD_SCHEMA_VERSION,
  type Leaderboard,
  type LeaderboardEntry,
  type LeaderboardRow,
  type ScoredEntry,
} from "./schema.js";

/**
 * The leaderboard of a set of results: ranks within each judge configuration, and every file that has none with its
 * reason. Pure and without a clock: the order of the entries moves no byte.
 */
export function leaderboard(entries: Iterable<LeaderboardEntry>): Leaderboard {
  const all = [...entries];
  const { scored, excluded } = onePerServer(all);
  const groups = configurationGroups(scored);
  const majority = groups[0]?.configuration;
  const configurations = groups.map((group, index) =>
    configurationRow(group, index + 1, majority ?? group.configuration),
  );
  const rows = groups.flatMap((group, index) => rankedRows(group.rows, index + 1));
  return {
    schemaVersion: LEADERBOARD_SCHEMA_VERSION,
    generatedAt:
      rows
        .map((row) => row.scannedAt)
        .sort(compareText)
        .at(-1) ?? null,
    counts: { files: all.length, rows: rows.length, excluded: excluded.length },
    comparability: {
      comparable: groups.length === 1,
      statement: comparabilityStatement(configurations, rows.length),
      configurations,
      outsideMajority: rows.filter((row) => row.configuration !== 1).map((row) => row.slug),
    },
    ranking: { level: 0.95, method: "pairwise-mover", statement: RANKING_STATEMENT },
    rows,
    excluded: excluded
      .sort(
        (a, b) =>
          EXCLUSION_REASONS.ids.indexOf(a.reason) - EXCLUSION_REASONS.ids.indexOf(b.reason) ||
          compareText(a.slug ?? "", b.slug ?? "") ||
          compareText(a.file, b.file),
      )
      .map(({ kind: _kind, ...entry }) => entry),
  };
}

interface Group {
  readonly key: string;
  readonly configuration: Configuration;
  readonly rows: ScoredEntry[];
}

/**
 * One row per slug, the newest. An older result of a server, score or failure, is superseded by a newer score; a failure
 * newer than the score stays listed and is flagged on the row, because a scan that failed says nothing about the
 * score of the one that did not.
 */
function onePerServer(entries: readonly LeaderboardEntry[]): {
  scored: ScoredEntry[];
  excluded: ExcludedEntry[];
} {
  const newest = new Map<string, ScoredEntry>();
  for (const entry of entries) {
    if (entry.kind !== "scored") continue;
    const known = newest.get(entry.slug);
    if (known === undefined || isNewer(entry, known)) newest.set(entry.slug, entry);
  }
  const excluded: ExcludedEntry[] = [];
  const failedLater = new Set<string>();
  for (const entry of entries) {
    const row = entry.slug === null ? undefined : newest.get(entry.slug);
    if (entry.kind === "scored") {
      if (entry !== row) excluded.push(superseded(entry, entry.scannedAt, row as ScoredEntry));
    } else if (row !== undefined && entry.reason === "failedScan" && entry.at !== null) {
      if (entry.at <= row.scannedAt) excluded.push(superseded(entry, entry.at, row));
      else {
        failedLater.add(row.slug);
        excluded.push(entry);
      }
    } else excluded.push(entry);
  }
  const scored = [...newest.values()].map((entry): ScoredEntry => {
    if (!failedLater.has(entry.slug)) return entry;
    const flags = new Set([...entry.flags, "laterScanFailed"]);
    return { ...entry, flags: ROW_FLAGS.ids.filter((flag) => flags.has(flag)) };
  });
  return { scored, excluded };
}

/** Newer by time; of two from the same moment, the one whose file comes later in the alphabet. */
function isNewer(a: ScoredEntry, b: ScoredEntry): boolean {
  return (compareText(a.scannedAt, b.scannedAt) || compareText(a.file, b.file)) > 0;
}

function superseded(entry: LeaderboardEntry, at: string, by: ScoredEntry): ExcludedEntry {
  return {
    kind: "excluded",
    file: entry.file,
    slug: by.slug,
    reason: "superseded",
    detail: `Of ${at}; ${by.file} is of ${by.scannedAt}.`,
    at,
  };
}

/** Rows by configuration, the largest group first; of two equally large, the one whose key comes first. */
function configurationGroups(scored: readonly ScoredEntry[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of scored) {
    const key = configurationKey(entry.configuration);
    const group = groups.get(key);
    if (group) group.rows.push(entry);
    else groups.set(key, { key, configuration: entry.configuration, rows: [entry] });
  }
  return [...groups.values()].sort((a, b) => b.rows.length - a.rows.length || compareText(a.key, b.key));
}

function configurationRow(group: Group, number: number, majority: Configuration): ConfigurationRow {
  return {
    number,
    configuration: group.configuration,
    cliVersions: [...new Set(group.rows.map((row) => row.cliVersion))].sort(compareText),
    rows: group.rows.length,
    majority: number === 1,
    blockers: configurationBlockers(group.configuration, majority),
    differs: configurationDifferences(group.configuration, majority),
  };
}

function rankedRows(entries: readonly ScoredEntry[], configuration: number): LeaderboardRow[] {
  const sorted = entries
    .map((entry) => ({ entry, exact: new Fraction(entry.composite.exact) }))
    .sort((a, b) => b.exact.compare(a.exact) || compareText(a.entry.slug, b.entry.slug))
    .map(({ entry }) => entry);
  const ranges = rankRanges(
    sorted.map((entry) => ({ value: entry.composite.value, interval: entry.rankingInterval })),
  );
  return sorted.map(({ kind: _kind, configuration: _configuration, ...row }, index): LeaderboardRow => {
    const { low, high } = ranges[index] as RankRange;
    return { ...row, configuration, rank: { low, high, of: sorted.length } };
  });
}

function comparabilityStatement(configurations: readonly ConfigurationRow[], rows: number): string {
  const [majority, ...others] = configurations;
  if (majority === undefined) return "There is no row to compare.";
  if (others.length === 0) {
    return `One judge configuration (${configurationText(majority.configuration)}) produced all ${rows} rows, so they may be compared.`;
  }
  return `${configurations.length} judge configurations are present, so the table as a whole makes no claim that its scores compare: ranks hold within one configuration only. The largest (${configurationText(majority.configuration)}) has ${majority.rows} of ${rows} rows; the other ${rows - majority.rows} are listed apart, with what differs.`;
}

/** By UTF-16 code unit, whatever the locale of the machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
