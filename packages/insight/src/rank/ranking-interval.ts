import type { Report } from "@gradable/contract";
import { wilsonInterval } from "@gradable/score";
import { measuredTasks } from "./measured-tasks.js";

/** An interval on the scale of the composite. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval a report is ranked by, on the scale of the composite: at each end, the wider of two.
 *
 * One is the report's own bootstrap interval. Alone it would claim too much: where every request went the same way all
 * resamples are alike, and two requests out of two would count as certain as two hundred. The other is made from the
 * Wilson intervals of the rates in the score, each times its weight in the composite: selection and first-call success
 * are added, because they come from the same answers and go wrong together; safety is joined as an independent part,
 * by the root of the sum of squares. A rate counts once per task, not per trial: repeats of a task are no independent
 * evidence. `null` where the report has no interval.
 */
export function rankingInterval(report: Report): Interval | null {
  const { ci95, composite, categories } = report.score;
  if (ci95.state === "notMeasured") return null;
  const { legibility, discoverability } = report.rubric;
  const measuredMax = Object.values(categories)
    .filter((category) => category.measured)
    .reduce((sum, category) => sum + category.max, 0);
  const scale = 100 / measuredMax;
  const tasks = measuredTasks(report);
  const { selectionAccuracy, firstCallSuccess, destructiveSafetyRate } = report.runs.baseline.metrics;
  const selection = reach(selectionAccuracy.value, tasks.all.size);
  const firstCall = reach(firstCallSuccess.value, tasks.all.size);
  const safety = reach(
    categories.safety.measured ? destructiveSafetyRate.value : null,
    tasks.destructive.size,
  );
  const selectionWeight =
    scale *
    (categories.legibility.max * Number(legibility.selection) +
      categories.discoverability.max * Number(discoverability.selection));
  const firstCallWeight = scale * categories.discoverability.max * Number(discoverability.firstCall);
  const safetyWeight = scale * categories.safety.max;
  const joined = (end: "below" | "above") =>
    Math.sqrt(
      (selectionWeight * selection[end] + firstCallWeight * firstCall[end]) ** 2 +
        (safetyWeight * safety[end]) ** 2,
    );
  return {
    low: Math.max(0, Math.min(ci95.low, composite.value - joined("below"))),
    high: Math.min(100, Math.max(ci95.high, composite.value + joined("above"))),
  };
}

/** How far the Wilson interval of a rate over `tasks` reaches below and above it; nothing where nothing was measured. */
function reach(rate: number | null, tasks: number): { below: number; above: number } {
  if (rate === null || tasks === 0) return { below: 0, above: 0 };
  const { low, high } = wilsonInterval(rate * tasks, tasks);
  return { below: rate - low, above: high - rate };
}
