import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import { countText, nounText, ROW_FLAGS } from "@gradable/contract";
import {
  COLUMNS,
  type Column,
  type ConfigurationRow,
  configurationText,
  EMBEDDED_JUDGE_CLI,
  type Leaderboard,
  type LeaderboardRow,
  rowsOf,
} from "@gradable/insight";
import { dayText } from "../phrase/figures.js";
import { EMBEDDED_JUDGE_STATEMENT } from "../phrase/subject.js";
import { leaderboardFile, pageRows, rowsFile } from "./addresses.js";
import { siteFrame } from "./head.js";
import { code, ours, shown } from "./html.js";
import { fill } from "./page.js";
import { headingViews, rowData, rowHtml, tableData } from "./row.js";

/** A file of the site: its path from the site's folder, `/` between names, and its text; `null`: as it already is. */
export interface SiteFile {
  readonly path: string;
  readonly text: string | null;
}

/** A file that was made. */
export interface MadeFile extends SiteFile {
  readonly text: string;
}

/** The pages of every configuration, {@link pageRows} rows each, and the rows for the browser. */
export function* leaderboardFiles(board: Leaderboard): Generator<MadeFile> {
  const { configurations } = board.comparability;
  const legend = flagLegend(board);
  if (configurations.length === 0) {
    yield { path: "index.html", text: leaderboardPage(board, legend, null, [], 1, 1) };
    return;
  }
  for (const configuration of configurations) {
    const rows = rowsOf(board, configuration);
    const size = pageRows(rows.length);
    const pages = Math.max(1, Math.ceil(rows.length / size));
    for (let page = 1; page <= pages; page++) {
      const part = rows.slice((page - 1) * size, page * size);
      yield {
        path: leaderboardFile(configuration, page),
        text: leaderboardPage(board, legend, configuration, part, page, pages),
      };
    }
    yield { path: rowsFile(configuration), text: rowsJson(rows) };
  }
}

/** The rows of one configuration as the browser's table reads them. */
function rowsJson(rows: readonly LeaderboardRow[]): string {
  // One row a line: a changed row is a changed line.
  const lines = rows.map((row) => JSON.stringify(rowData(row))).join(",\n");
  return `${JSON.stringify(tableData(rows)).slice(0, -1)},"rows":[\n${lines}\n]}\n`;
}

/** The flags that some row has, in words. Read off the rows once, not for each of a hundred pages. */
function flagLegend({ rows }: Leaderboard) {
  const found = new Set(rows.flatMap((row) => row.flags));
  return ROW_FLAGS.ids
    .filter((flag) => found.has(flag))
    .map((flag) => ({
      name: ours(ROW_FLAGS.label(flag)),
      meaning: ours(ROW_FLAGS.meaning(flag)),
    }));
}

function leaderboardPage(
  board: Leaderboard,
  flags: ReturnType<typeof flagLegend>,
  configuration: ConfigurationRow | null,
  rows: readonly LeaderboardRow[],
  page: number,
  pages: number,
): string {
  const { configurations, comparable } = board.comparability;
  const of = configuration === null ? "" : `, judged by ${configuration.configuration.cli}`;
  return fill("leaderboard", {
    frame: siteFrame({
      title: shown(
        `MCP servers by how legible they are to a model${of}${page === 1 ? "" : `, page ${page}`}`,
      ),
      description: ours(
        "Scores of MCP servers from what they declare, ranked only where they may be compared.",
      ),
      root: "",
      scripts: ["table-core.js", "leaderboard.js"],
      section: "leaderboard",
    }),
    majority:
      configurations[0] === undefined ? null : majorityView(configurations[0], configurations.length, board),
    comparable,
    embedded: configuration?.configuration.cli === EMBEDDED_JUDGE_CLI ? ours(EMBEDDED_JUDGE_STATEMENT) : null,
    day: board.generatedAt === null ? null : ours(dayText(board.generatedAt)),
    servers: ours(nounText(board.counts.rows, "server")),
    excluded: ours(
      `${nounText(board.counts.excluded, "result")} ${board.counts.excluded === 1 ? "has" : "have"}`,
    ),
    configurations:
      configurations.length < 2
        ? []
        : configurations.map((other) => ({
            file: ours(leaderboardFile(other)),
            name: shown(`${other.configuration.cli} / ${other.configuration.model}`, { maxChars: 60 }),
            rows: ours(countText(other.rows)),
            current: other.number === configuration?.number,
          })),
    configuration:
      configuration === null
        ? null
        : {
            text: shown(configurationText(configuration.configuration), { maxChars: 400 }),
            cliVersions: shown(configuration.cliVersions.join(", "), { maxChars: 200 }),
            majority: configuration.majority,
            blockers: configuration.blockers.map((blocker) =>
              ours(EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker]),
            ),
            differs: configuration.differs.map(({ field, here, majority }) => ({
              field: code(field),
              here: code(here, { maxChars: 120 }),
              majority: code(majority, { maxChars: 120 }),
            })),
            rows: ours(nounText(configuration.rows, "server")),
            data: ours(rowsFile(configuration)),
          },
    columns: headingViews(),
    sorts: COLUMNS.flatMap(({ id, label, sort }) =>
      sort ? [{ id: ours(id), label: ours(sort.label ?? label.toLowerCase()) }] : [],
    ),
    filters: COLUMNS.flatMap(({ filter }) => (filter ? [filterView(filter)] : [])),
    explanations: COLUMNS.flatMap(({ label, explanation }) =>
      explanation ? [explanationView(label, explanation)] : [],
    ),
    rows: rows.map(rowHtml),
    pages:
      configuration === null || pages < 2
        ? []
        : Array.from({ length: pages }, (_, index) => ({
            number: index + 1,
            file: ours(leaderboardFile(configuration, index + 1)),
            current: index + 1 === page,
          })),
    pageRows: pageRows(configuration?.rows ?? 0),
    flags,
    blank: rowHtml(BLANK_ROW),
  });
}

/** Which configuration the ranks are of, for the statement above the table. */
function majorityView({ configuration, rows }: ConfigurationRow, count: number, board: Leaderboard) {
  return {
    configuration: shown(configurationText(configuration), { maxChars: 400 }),
    count: ours(countText(count)),
    rows: ours(countText(rows)),
    all: ours(nounText(board.counts.rows, "server")),
  };
}

function filterView({ id, label, choices }: NonNullable<Column["filter"]>) {
  return {
    id: ours(id),
    label: ours(label),
    choices: choices.map((choice) => ({
      value: choice.value === choice.label ? null : ours(choice.value),
      label: ours(choice.label),
    })),
  };
}

function explanationView(label: string, { text, method }: NonNullable<Column["explanation"]>) {
  return {
    label: ours(label),
    text: ours(text),
    method: method === undefined ? null : { anchor: ours(method.anchor), text: ours(method.text) },
  };
}

const NOUGHT = { value: 0, exact: "0" };
const BLANK_CATEGORY = { points: NOUGHT, max: 1, measured: true };

/** What the script in the browser makes new rows from. */
const BLANK_ROW: LeaderboardRow = {
  file: "",
  slug: "s",
  name: "n",
  target: "",
  scannedAt: "1970-01-01T00:00:00.000Z",
  gradableVersion: "",
  composite: NOUGHT,
  grade: "A",
  ci95: { low: 0, high: 1 },
  rankingInterval: null,
  categories: {
    safety: BLANK_CATEGORY,
    legibility: BLANK_CATEGORY,
    economics: BLANK_CATEGORY,
    discoverability: BLANK_CATEGORY,
  },
  toolCount: 0,
  definitionTokens: 0,
  definitionTokensSource: "exact",
  tasks: 0,
  trials: { configured: 0, gradeable: 0 },
  cliVersion: "",
  provenance: "uniform",
  surfaceSha256: "",
  reportSha256: "",
  flags: [],
  annotations: { count: 0, expired: 0 },
  configuration: 1,
  rank: { low: 1, high: 1, of: 1 },
};
