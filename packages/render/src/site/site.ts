import { GradableError, jsonText, REPORT_SCHEMA_VERSION, type Report, readReport } from "@gradable/contract";
import {
  compareReports,
  type LeaderboardEntry,
  type LeaderboardRow,
  leaderboard,
  serverStandings,
  unrankedServers,
} from "@gradable/insight";
import { leaderboardFile, pageRows, SERVER_FILES, serverFile } from "./addresses.js";
import { ASSET_NAMES, asset } from "./assets.js";
import { badgeJson, badgeSvg, noScoreBadge, rowBadge } from "./badge.js";
import { serverKey } from "./build-key.js";
import { changesPage } from "./changes-page.js";
import { comparabilityJson, summaryJson } from "./compare-data.js";
import { comparePage } from "./compare-page.js";
import { excludedPage, noScorePage } from "./excluded-page.js";
import { ours } from "./html.js";
import { leaderboardFiles, type MadeFile, type SiteFile } from "./leaderboard-page.js";
import { methodPage } from "./method-page.js";
import type { Standing } from "./server/context.js";
import { serverPage } from "./server/server-page.js";

/** One result: its entry, as `leaderboardEntries()` gives it, and its text, read again when its page is made. */
export interface SiteResult {
  readonly entry: LeaderboardEntry;
  read(): Promise<string>;
}

/** What a site is made from. */
export interface SiteInput {
  readonly results: readonly SiteResult[];
  /** The text of METHODOLOGY.md. */
  readonly methodology: string;
  /**
   * Whether the files of a server are there already, made from what `key` stands for: they are then not made again. `built.json`,
   * the last file of a site, has the key of every server. Default: none are.
   */
  readonly isBuilt?: (slug: string, key: string) => boolean;
}

/** built.json: by slug, the key of what a server's files were made from. */
export type BuiltKeys = Readonly<Record<string, string>>;

/**
 * The files of the site, one at a time: what the leaderboard needs first, then server by server. The same input gives the
 * same files to the byte, in whatever order the results are given. Nothing is kept of a report once its files are given
 * away. Throws `GradableError` `report-changed` when a file is no longer what its entry was made from.
 */
export async function* site({
  results,
  methodology,
  isBuilt = () => false,
}: SiteInput): AsyncGenerator<SiteFile> {
  const board = leaderboard(results.map(({ entry }) => entry));
  for (const name of ASSET_NAMES) yield { path: `assets/${name}`, text: asset(name) };
  yield* leaderboardFiles(board);
  yield { path: "excluded.html", text: excludedPage(board) };
  yield { path: "compare.html", text: comparePage() };
  yield { path: "comparability.json", text: comparabilityJson(board) };
  yield { path: "servers.json", text: `${JSON.stringify(board.rows.map(({ slug }) => slug).sort())}\n` };
  yield { path: "method.html", text: methodPage(methodology) };
  yield { path: "leaderboard.json", text: jsonText(board) };

  const reads = new Map<string, SiteResult>();
  for (const result of results)
    if (result.entry.kind === "scored") reads.set(result.entry.reportSha256, result);
  const built: Record<string, string> = {};
  const entries = results.map(({ entry }) => entry);
  for (const [slug, { configuration, place, ...stands }] of serverStandings(board, entries)) {
    const page = Math.floor(place / pageRows(configuration.rows)) + 1;
    const leaderboardPage = ours(`../../${leaderboardFile(configuration, page)}`);
    const standing = { ...stands, leaderboard: leaderboardPage, majority: configuration.majority };
    const key = serverKey(standing);
    built[slug] = key;
    if (isBuilt(slug, key))
      yield* SERVER_FILES.filter((name) => name !== "changes.html" || standing.history.length > 1).map(
        (name) => ({ path: serverFile(slug, name), text: null }),
      );
    else yield* serverFiles(slug, standing, reads);
  }
  for (const [slug, entry] of unrankedServers(board)) {
    yield* badgeFiles(slug, noScoreBadge(entry.reason));
    yield { path: serverFile(slug, "index.html"), text: noScorePage(slug, entry) };
  }
  // Last, so that a build that broke off claims nothing.
  yield { path: "built.json", text: `${JSON.stringify(built)}\n` };
}

/** The files of a ranked server; with an earlier score, what changed since is a page too. */
async function* serverFiles(
  slug: string,
  standing: Standing,
  reads: ReadonlyMap<string, SiteResult>,
): AsyncGenerator<MadeFile> {
  const { text, report } = await rankedReport(standing.row, reads);
  yield* badgeFiles(slug, rowBadge(standing.row));
  yield { path: serverFile(slug, "report.json"), text };
  yield { path: serverFile(slug, "summary.json"), text: summaryJson(report, standing.row) };
  yield { path: serverFile(slug, "index.html"), text: serverPage(report, standing) };
  const before = standing.history.at(-2);
  if (before === undefined) return;
  const earlier = (await rankedReport(before, reads)).report;
  const comparison = compareReports(
    { file: `report of ${before.scannedAt.slice(0, 10)}`, report: earlier },
    { file: "report.json", report },
  );
  yield { path: serverFile(slug, "changes.html"), text: changesPage(comparison) };
}

function* badgeFiles(slug: string, badge: Parameters<typeof badgeSvg>[0]): Generator<MadeFile> {
  yield { path: serverFile(slug, "badge.svg"), text: badgeSvg(badge) };
  yield { path: serverFile(slug, "badge.json"), text: badgeJson(badge) };
}

/** The report that a row or an entry was made from. */
async function rankedReport(
  row: Pick<LeaderboardRow, "reportSha256" | "file">,
  reads: ReadonlyMap<string, SiteResult>,
): Promise<{ text: string; report: Report }> {
  const text = (await reads.get(row.reportSha256)?.read()) ?? "";
  const document = parsed(text) as { reportSha256?: unknown } | null;
  if (document?.reportSha256 !== row.reportSha256) {
    throw new GradableError({
      code: "report-changed",
      owner: "environment",
      message: `${row.file} is no longer the report that was ranked a moment ago (reportSha256 ${row.reportSha256}).`,
      hint: "Let the scans that write to this folder finish, then build the site again.",
    });
  }
  // Its entry was made from a report that was read and verified, so a present one is not read through the schema again.
  const current = (document as Report).schemaVersion === REPORT_SCHEMA_VERSION;
  return { text, report: current ? (document as Report) : readReport(document).report };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
