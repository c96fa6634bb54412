import { CATEGORIES, formatScore, nounText, type Quantity } from "@gradable/contract";
import type { Rescored, ScoreSummary } from "@gradable/insight";
import { markdownCode, markdownText, ours } from "../phrase/markdown.js";
import { fillTemplate } from "../phrase/template.js";
import { padToWidth, terminalText, visibleWidth } from "../phrase/terminal.js";

type Changed = Extract<Rescored, { readonly before: ScoreSummary }>;

/** How many files there were and what became of them, in a sentence. */
function rescoreCounts(results: readonly Rescored[]): string {
  const count = (outcome: Rescored["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  return [
    `${nounText(results.length, "report")}: ${count("moved")} moved`,
    `${count("same") + count("recomputed")} did not`,
    ...(count("withdrawn") > 0 ? [`${count("withdrawn")} can no longer be scored`] : []),
    ...(count("refused") > 0 ? [`${count("refused")} could not be rescored`] : []),
  ].join(", ");
}

/** The diff for a terminal: a line per server that moved, with the categories it moved in; then what else there is to say. */
export function renderRescoreText(results: readonly Rescored[]): string {
  const moved = changed(results);
  const width = Math.min(40, Math.max(0, ...moved.map(({ slug }) => visibleWidth(slug))));
  return [
    rescoreCounts(results),
    ...moved.map((result) => `  ${padToWidth(result.slug, width)}  ${scoreText(result)}`),
    ...results.flatMap((result) => {
      if (result.outcome === "refused") return [`  ${terminalText(result.file)}: ${result.problem}`];
      return result.outcome === "recomputed"
        ? [`  ${result.slug}: the same score, other ${result.fields.join(", ")}`]
        : [];
    }),
  ].join("\n");
}

/** The diff as Markdown, for a change log or a pull request. */
export function renderRescoreMarkdown(results: readonly Rescored[]): string {
  return fillTemplate(new URL("../../templates/rescore.md.hbs", import.meta.url), {
    counts: ours(rescoreCounts(results)),
    moved: changed(results).map((result) => ({
      slug: markdownText(result.slug),
      before: ours(`${formatScore(result.before.composite.exact)} ${result.before.grade}`),
      after: ours(
        result.outcome === "moved"
          ? `${formatScore(result.after.composite.exact)} ${result.after.grade}`
          : "no score",
      ),
      why:
        result.outcome === "moved" ? ours(movedIn(result)) : markdownText(result.problem, { maxChars: 300 }),
    })),
    refused: results.flatMap((result) =>
      result.outcome === "refused"
        ? [
            {
              file: markdownCode(result.file, { maxChars: 200 }),
              problem: markdownText(result.problem, { maxChars: 400 }),
            },
          ]
        : [],
    ),
    recomputed: results.flatMap((result) =>
      result.outcome === "recomputed"
        ? [
            {
              slug: markdownText(result.slug),
              fields: ours(result.fields.map((field) => `\`${field}\``).join(", ")),
            },
          ]
        : [],
    ),
  });
}

/** Those whose score moved or went, the largest move first, then by slug. */
function changed(results: readonly Rescored[]): Changed[] {
  const size = (result: Changed) =>
    result.outcome === "moved"
      ? Math.abs(result.after.composite.value - result.before.composite.value)
      : Number.POSITIVE_INFINITY;
  return results
    .filter((result) => result.outcome === "moved" || result.outcome === "withdrawn")
    .sort((a, b) => (size(b) === size(a) ? (a.slug < b.slug ? -1 : 1) : size(b) - size(a)));
}

function scoreText(result: Changed): string {
  const before = formatScore(result.before.composite.exact);
  if (result.outcome === "withdrawn") return `${before} ${result.before.grade} → no score: ${result.problem}`;
  const grade =
    result.before.grade === result.after.grade
      ? `grade ${result.after.grade}`
      : `grade ${result.before.grade} → ${result.after.grade}`;
  return `${before} → ${formatScore(result.after.composite.exact)}, ${grade}: ${movedIn(result)}`;
}

/** The categories that moved: "Economics 19.6 → 20.0". */
function movedIn({ before, after }: Extract<Rescored, { outcome: "moved" }>): string {
  const points = (quantity: Quantity | null) =>
    quantity === null ? "not measured" : formatScore(quantity.exact);
  const parts = CATEGORIES.ids
    .filter((name) => before.points[name]?.exact !== after.points[name]?.exact)
    .map(
      (name) => `${CATEGORIES.label(name)} ${points(before.points[name])} → ${points(after.points[name])}`,
    );
  return parts.length === 0 ? "only in how the categories are put together" : parts.join(", ");
}
