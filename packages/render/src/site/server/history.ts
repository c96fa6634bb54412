import { countText, formatScore } from "@gradable/contract";
import { configurationKey, configurationText, type ScoredEntry } from "@gradable/insight";
import { spreadText } from "../../phrase/cell.js";
import { dayText } from "../../phrase/figures.js";
import { historyChart } from "../charts/history-chart.js";
import { ours, shown } from "../html.js";

/** Scores of one server over time; `null` while there is only one. */
export function historyView(history: readonly ScoredEntry[]) {
  const newest = history.at(-1);
  if (history.length < 2 || newest === undefined) return null;
  const key = configurationKey(newest.configuration);
  return {
    chart: historyChart(history),
    mixed: history.some((entry) => configurationKey(entry.configuration) !== key),
    // Newest first, as a reader looks for it.
    rows: [...history].reverse().map((entry, index, rows) => {
      const before = rows[index + 1];
      return {
        day: ours(dayText(entry.scannedAt)),
        grade: ours(entry.grade),
        score: ours(formatScore(entry.composite.exact)),
        safety: entry.categories.safety.measured,
        interval: ours(spreadText(entry.ci95, "no interval")),
        tools: ours(countText(entry.toolCount)),
        surface: ours(
          before === undefined
            ? ""
            : before.surfaceSha256 === entry.surfaceSha256
              ? "same surface"
              : "surface changed",
        ),
        judge: shown(configurationText(entry.configuration), { maxChars: 200 }),
        comparable: configurationKey(entry.configuration) === key,
      };
    }),
  };
}
