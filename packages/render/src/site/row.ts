import { CATEGORIES, countText, formatScore, ROW_FLAGS } from "@gradable/contract";
import type { LeaderboardRow } from "@gradable/insight";
import { intervalEnds } from "../phrase/figures.js";
import { rankText } from "../views/leaderboard-markdown.js";
import { at } from "./charts/figure.js";
import { rowBars, rowInterval } from "./charts/row-figures.js";
import { ours, shown } from "./html.js";

/** A row as the page has it. */
export function rowView(row: LeaderboardRow) {
  const figures = rowFigures(row);
  return {
    slug: ours(row.slug),
    // The name is the server's own claim, so it never is the link.
    name: shown(figures.name, { maxChars: 80 }),
    named: figures.name !== "",
    grade: ours(row.grade),
    safetyMeasured: row.categories.safety.measured,
    rank: ours(figures.rank),
    score: ours(figures.score),
    intervalText: ours(figures.intervalText),
    interval: rowInterval(row),
    bars: rowBars(row.categories),
    tools: ours(countText(row.toolCount)),
    tokens: ours(figures.tokens),
    flags: ours(figures.flags),
  };
}

/** The same row as the script in the browser gets it, in the order of {@link ROW_FIELDS}. */
export function rowData(row: LeaderboardRow): readonly unknown[] {
  const figures = rowFigures(row);
  return [
    row.slug,
    figures.name,
    row.target,
    row.grade,
    figures.rank,
    row.rank.low,
    figures.score,
    at(row.composite.value),
    figures.intervalText,
    row.ci95 === null ? null : [at(row.ci95.low), at(row.ci95.high)],
    CATEGORIES.ids.map((category) => {
      const { points, max } = row.categories[category];
      return points === null ? null : [formatScore(points.exact), at((points.value / max) * 100)];
    }),
    row.toolCount,
    row.definitionTokens,
    figures.tokens,
    figures.flags,
  ];
}

/** Names of the members of a row in rows-….json. */
export const ROW_FIELDS = [
  "slug",
  "name",
  "target",
  "grade",
  "rank",
  "rankLow",
  "score",
  "composite",
  "intervalText",
  "interval",
  "categories",
  "tools",
  "tokens",
  "tokensText",
  "flags",
] as const;

/** The interval beside a score. Equal ends are an artefact of resampling like answers, not certainty. */
export function rowIntervalText({ ci95 }: Pick<LeaderboardRow, "ci95">): string {
  if (ci95 === null) return "no interval";
  return ci95.low === ci95.high ? "no spread" : intervalEnds(ci95);
}

function rowFigures(row: LeaderboardRow) {
  return {
    name: row.name === row.slug ? "" : row.name,
    rank: String(rankText(row)),
    score: formatScore(row.composite.exact),
    intervalText: rowIntervalText(row),
    tokens: `${row.definitionTokensSource === "estimated" ? "about " : ""}${countText(row.definitionTokens)}`,
    // What the grade says itself is not said twice.
    flags: row.flags
      .filter((flag) => flag !== "safetyNotMeasured")
      .map((flag) => ROW_FLAGS.label(flag))
      .join(", "),
  };
}
