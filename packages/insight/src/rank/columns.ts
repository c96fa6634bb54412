import { CATEGORIES, GRADES, type Grade, type Quantity, type RowFlag } from "@gradable/contract";
import { type Interval, RUBRIC } from "@gradable/score";
import type { LeaderboardRow } from "./schema.js";

/** What a column holds, by kind; each kind is worded once, whatever the output. */
export interface CellValues {
  readonly text: string;
  readonly count: { readonly count: number; readonly estimated?: boolean };
  /** Points of `max`; `null`: not measured. */
  readonly points: { readonly points: Quantity | null; readonly max: number };
  readonly places: { readonly low: number; readonly high: number };
  readonly interval: Interval | null;
  readonly grade: { readonly grade: Grade; readonly safetyMeasured: boolean };
  readonly server: { readonly slug: string; readonly name: string };
  readonly categories: LeaderboardRow["categories"];
  readonly day: string;
  readonly flags: readonly RowFlag[];
}

interface ColumnOf<Kind extends keyof CellValues> {
  /** Also its name in the address of a sorted page and in the rows that the browser reads. */
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  value(row: LeaderboardRow): CellValues[Kind];
  /** Its heading in each output it stands in. */
  readonly headings: { readonly markdown?: string; readonly page?: string };
  /** How it is read, for the legend of the page, and where the method says more. */
  readonly explanation?: {
    readonly text: string;
    readonly method?: { readonly anchor: string; readonly text: string };
  };
  /** The page sorts by it: which way first, and its name among the choices (default: its label in lower case). */
  readonly sort?: { readonly first: "ascending" | "descending"; readonly label?: string };
  /** The page filters by it: by equal text, or by a range of counts written "11-50" or "101-". */
  readonly filter?: {
    readonly id: string;
    readonly label: string;
    readonly choices: readonly { readonly value: string; readonly label: string }[];
  };
}

/** A column of the leaderboard. */
export type Column = { [Kind in keyof CellValues]: ColumnOf<Kind> }[keyof CellValues];

/** How ranks are given, in the words every output uses. */
export const RANKING_STATEMENT =
  "A rank is the range of places the data allows: two scores are told apart only where the 95 % interval of their difference leaves out zero. Where all requests of a server went alike, its interval is widened to what so few requests can show. The order of rows within a range means nothing. Pairs are tested one by one, so among many pairs some are told apart by chance.";

/**
 * The columns of the leaderboard in their order: the tables in Markdown and on the page, its sorting, filters and legend, and the rows
 * that the browser reads are all made from them, so that another column is one more entry.
 */
export const COLUMNS: readonly Column[] = [
  {
    id: "rank",
    label: "Rank",
    kind: "places",
    value: ({ rank }) => rank,
    headings: { markdown: "Rank", page: "Rank" },
    explanation: { text: RANKING_STATEMENT },
    sort: { first: "ascending" },
  },
  {
    id: "slug",
    label: "Server",
    kind: "server",
    value: ({ slug, name }) => ({ slug, name }),
    headings: { markdown: "Server", page: "Server" },
    sort: { first: "ascending", label: "name" },
  },
  // In Markdown the score stands before the grade; on the page behind it, with its interval drawn.
  {
    id: "score",
    label: "Score",
    kind: "points",
    value: ({ composite }) => ({ points: composite, max: 100 }),
    headings: { markdown: "Score" },
  },
  {
    id: "interval",
    label: "Interval",
    kind: "interval",
    value: ({ ci95 }) => ci95,
    headings: { markdown: "95 % interval" },
  },
  {
    id: "grade",
    label: "Grade",
    kind: "grade",
    value: ({ grade, categories }) => ({ grade, safetyMeasured: categories.safety.measured }),
    headings: { markdown: "Grade", page: "Grade" },
    filter: {
      id: "grade",
      label: "Grade",
      choices: GRADES.map((grade) => ({ value: grade, label: grade })),
    },
  },
  {
    id: "composite",
    label: "Score",
    kind: "points",
    value: ({ composite }) => ({ points: composite, max: 100 }),
    headings: { page: "Score, with 95 % interval" },
    explanation: {
      text: "Of 100, with the range that another choice of requests might have given. “No spread”: all requests went alike, so choosing among them anew shows no range; the rank still allows for how few they were.",
      method: { anchor: "M2.10", text: "Interval" },
    },
    sort: { first: "descending" },
  },
  ...CATEGORIES.ids.map(
    (category): Column => ({
      id: category,
      label: CATEGORIES.label(category),
      kind: "points",
      value: ({ categories }) => categories[category],
      headings: { markdown: `${CATEGORIES.label(category)} (${RUBRIC.points[category]})` },
      sort: { first: "descending" },
    }),
  ),
  {
    id: "categories",
    label: "Categories",
    kind: "categories",
    value: ({ categories }) => categories,
    headings: { page: "Categories" },
    explanation: {
      text: "Four bars from top to bottom: safety, legibility, economics, discoverability. A thin line: not measured.",
      method: { anchor: "2-the-score", text: "Formulas" },
    },
  },
  {
    id: "tools",
    label: "Tools",
    kind: "count",
    value: ({ toolCount }) => ({ count: toolCount }),
    headings: { markdown: "Tools", page: "Tools" },
    sort: { first: "ascending" },
    filter: {
      id: "size",
      label: "Size",
      choices: [
        { value: "1-10", label: "1–10 tools" },
        { value: "11-50", label: "11–50 tools" },
        { value: "51-100", label: "51–100 tools" },
        { value: "101-", label: "over 100 tools" },
      ],
    },
  },
  {
    id: "tokens",
    label: "Tokens",
    kind: "count",
    value: ({ definitionTokens, definitionTokensSource }) => ({
      count: definitionTokens,
      estimated: definitionTokensSource === "estimated",
    }),
    headings: { markdown: "Definition tokens", page: "Tokens" },
    explanation: {
      text: "What a model reads before it can use the server: all definitions together.",
      method: { anchor: "M1.12", text: "Counted how" },
    },
    sort: { first: "ascending" },
  },
  {
    id: "scanned",
    label: "Scanned",
    kind: "day",
    value: ({ scannedAt }) => scannedAt,
    headings: { markdown: "Scanned" },
  },
  {
    id: "flags",
    label: "Flags",
    kind: "flags",
    value: ({ flags }) => flags,
    headings: { markdown: "Flags", page: "Flags" },
  },
];

/** A value with its kind. */
export type Cell = {
  [Kind in keyof CellValues]: { readonly kind: Kind; readonly value: CellValues[Kind] };
}[keyof CellValues];

/** What a row has in a column. */
export function cellOf(column: Column, row: LeaderboardRow): Cell {
  return { kind: column.kind, value: column.value(row) } as Cell;
}

/** What a cell sorts by: a number or a text; `null` where nothing was measured. Points sort by their share of the maximum, 0–100. */
export function sortKey({ kind, value }: Cell): number | string | null {
  switch (kind) {
    case "count":
      return value.count;
    case "points":
      return value.points === null ? null : (value.points.value / value.max) * 100;
    case "places":
      return value.low;
    case "grade":
      return value.grade;
    case "server":
      return value.slug;
    case "text":
    case "day":
      return value;
    default:
      return null;
  }
}
