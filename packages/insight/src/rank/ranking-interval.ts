import type { Report } from "@gradable/contract";
import { type Interval, rankingInterval } from "@gradable/score";
import { independentRequests } from "../report/independent-requests.js";
import { measuredPoints } from "../report/points-to-gain.js";

/**
 * The interval a report is ranked by, on the scale of the composite: its own, widened by the rates in the score, each over as many
 * requests as it independently stands on. `null` where the report has no interval.
 */
export function rankingIntervalOf(report: Report): Interval | null {
  const { ci95, composite, categories } = report.score;
  if (ci95.state === "notMeasured") return null;
  const { legibility, discoverability } = report.rubric;
  const scale = 100 / measuredPoints(report);
  const { all, destructive } = independentRequests(report);
  const { selectionAccuracy, firstCallSuccess, destructiveSafetyRate } = report.runs.baseline.metrics;
  const rate = (value: number | null, units: number) => (value === null ? null : { rate: value, units });
  return rankingInterval({ value: composite.value, low: ci95.low, high: ci95.high }, [
    [
      {
        rate: rate(selectionAccuracy.value, all),
        points:
          scale *
          (categories.legibility.max * Number(legibility.selection) +
            categories.discoverability.max * Number(discoverability.selection)),
      },
      {
        rate: rate(firstCallSuccess.value, all),
        points: scale * categories.discoverability.max * Number(discoverability.firstCall),
      },
    ],
    [
      {
        rate: rate(categories.safety.measured ? destructiveSafetyRate.value : null, destructive),
        points: scale * categories.safety.max,
      },
    ],
  ]);
}
