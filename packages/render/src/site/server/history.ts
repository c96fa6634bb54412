import { countText, formatScore } from "@gradable/contract";
import { configurationText, pastScores, type ScoredEntry } from "@gradable/insight";
import { spreadText } from "../../phrase/cell.js";
import { dayText } from "../../phrase/figures.js";
import { historyChart } from "../charts/history-chart.js";
import { ours, shown } from "../html.js";

/** Scores of one server over time; `null` while there is only one. */
export function historyView(history: readonly ScoredEntry[]) {
  if (history.length < 2) return null;
  const scores = pastScores(history);
  return {
    chart: historyChart(history),
    mixed: scores.some(({ comparable }) => !comparable),
    // Newest first, as a reader looks for it.
    rows: scores.reverse().map(({ entry, comparable, sameSurface }) => ({
      day: ours(dayText(entry.scannedAt)),
      grade: ours(entry.grade),
      score: ours(formatScore(entry.composite.exact)),
      safety: entry.categories.safety.measured,
      interval: ours(spreadText(entry.ci95, "no interval")),
      tools: ours(countText(entry.toolCount)),
      surface: ours(sameSurface === null ? "" : sameSurface ? "same surface" : "surface changed"),
      judge: shown(configurationText(entry.configuration), { maxChars: 200 }),
      comparable,
    })),
  };
}
