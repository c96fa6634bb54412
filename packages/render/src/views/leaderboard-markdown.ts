import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import { EXCLUSION_REASONS, FAILURE_OWNERS, nounText, ROW_FLAGS, SCAN_STAGES } from "@gradable/contract";
import {
  COLUMNS,
  type Column,
  type ConfigurationRow,
  cellOf,
  configurationText,
  type Leaderboard,
  type LeaderboardRow,
  rowsOf,
} from "@gradable/insight";
import { cellText } from "../phrase/cell.js";
import { dayText } from "../phrase/figures.js";
import { joinMarkdown, type Markdown, markdownCode, markdownText, md, ours } from "../phrase/markdown.js";
import { fillTemplate } from "../phrase/template.js";

/** Options of {@link renderLeaderboardMarkdown}. */
export interface LeaderboardMarkdownOptions {
  /**
   * Address a row's name links to, a URL relative to the page, percent-encoded where it must be; `null` for no link. Default:
   * `<slug>/fix.md`, as `reports/` is laid out.
   */
  readonly link?: (row: LeaderboardRow) => string | null;
}

/** leaderboard.md: the same leaderboard as tables. Text of servers appears only neutralised. */
export function renderLeaderboardMarkdown(
  board: Leaderboard,
  options: LeaderboardMarkdownOptions = {},
): string {
  const link = options.link ?? ((row) => `${row.slug}/fix.md`);
  const columns = COLUMNS.filter(({ headings }) => headings.markdown !== undefined);
  const flagged = ROW_FLAGS.ids.filter((flag) => board.rows.some((row) => row.flags.includes(flag)));
  return fillTemplate(new URL("../../templates/leaderboard.md.hbs", import.meta.url), {
    day: board.generatedAt === null ? null : ours(dayText(board.generatedAt)),
    rowsText: ours(nounText(board.counts.rows, "server")),
    excludedText: ours(
      `${nounText(board.counts.excluded, "result")} ${board.counts.excluded === 1 ? "has" : "have"}`,
    ),
    statement: markdownText(board.comparability.statement, { maxChars: 1000 }),
    ranking: ours(board.ranking.statement),
    split: board.comparability.configurations.length > 1,
    columns: columns.map(({ headings, kind }) => ({
      heading: ours(headings.markdown ?? ""),
      rule: ours(RIGHT.has(kind) ? "---:" : "---"),
    })),
    groups: board.comparability.configurations.map((configuration) => ({
      ...configurationView(configuration),
      rows: rowsOf(board, configuration).map((row) =>
        columns.map((column) => cellMarkdown(column, row, link)),
      ),
    })),
    flags: flagged.map((flag) => ({
      name: ours(ROW_FLAGS.label(flag)),
      meaning: ours(ROW_FLAGS.meaning(flag)),
    })),
    excluded: EXCLUSION_REASONS.ids
      .map((reason) => ({
        reason: ours(EXCLUSION_REASONS.label(reason)),
        entries: board.excluded.filter((entry) => entry.reason === reason).map(excludedView),
      }))
      .filter((group) => group.entries.length > 0),
  });
}

function configurationView({
  number,
  configuration,
  cliVersions,
  rows,
  majority,
  blockers,
  differs,
}: ConfigurationRow) {
  return {
    number,
    majority,
    text: markdownText(configurationText(configuration), { maxChars: 400 }),
    cliVersions: joinMarkdown(
      cliVersions.map((version) => markdownCode(version, { maxChars: 40 })),
      ", ",
    ),
    count: ours(nounText(rows, "row")),
    blockers: ours(blockers.map((blocker) => EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker]).join("; ")),
    differs: differs.map(({ field, here, majority: there }) => ({
      field: markdownCode(field, { cell: true }),
      here: markdownCode(here, { maxChars: 120, cell: true }),
      majority: markdownCode(there, { maxChars: 120, cell: true }),
    })),
  };
}

/** Kinds of values that are read from their last digit. */
const RIGHT: ReadonlySet<Column["kind"]> = new Set(["places", "points", "count"]);

function cellMarkdown(
  column: Column,
  row: LeaderboardRow,
  link: (row: LeaderboardRow) => string | null,
): Markdown {
  if (column.kind !== "server") return ours(cellText(cellOf(column, row)));
  // The slug is what reports are filed under; the name is the server's own claim, so it is never the link's text.
  const { slug, name } = column.value(row);
  const address = link(row);
  const linked =
    address === null ? markdownText(slug) : md`[${markdownText(slug)}](${ours(linkTarget(address))})`;
  return name === slug ? linked : md`${linked} ${markdownText(name, { maxChars: 80 })}`;
}

/** What would end a link's target early; `%` stays, since an address is encoded already. */
function linkTarget(address: string): string {
  return address.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function excludedView(entry: Leaderboard["excluded"][number]) {
  const { failure } = entry;
  return {
    name: entry.slug === null ? markdownCode(entry.file, { maxChars: 200 }) : markdownText(entry.slug),
    detail: markdownText(entry.detail, { maxChars: 600 }),
    failure: ours(
      failure === undefined
        ? ""
        : // A message that ends with what a program wrote does not always end as a sentence.
          `${/[.!?…]\s*$/.test(entry.detail) ? "" : "."} Stopped while ${SCAN_STAGES.label(failure.stage)}; a failure of ${FAILURE_OWNERS.label(failure.owner)}.`,
    ),
    day: entry.at === null ? ours("") : ours(`, ${dayText(entry.at)}`),
  };
}
