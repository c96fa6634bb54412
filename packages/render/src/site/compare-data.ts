import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import { CATEGORIES, countText, formatScore, LOSSES, type Report } from "@gradable/contract";
import {
  configurationBlockers,
  configurationText,
  type Leaderboard,
  type LeaderboardRow,
  pointsToGain,
} from "@gradable/insight";
import { spreadText } from "../phrase/cell.js";
import { dayText, gainText, ratioText } from "../phrase/figures.js";

/**
 * comparability.json: every configuration, and for each two of them why their scores may not be set against each other, in
 * the chain's words. The browser looks it up, so that the rule has one place.
 */
export function comparabilityJson(board: Leaderboard): string {
  const { configurations } = board.comparability;
  const reasons: string[] = [];
  const indexOf = new Map<string, number>();
  const place = (text: string) => {
    const known = indexOf.get(text);
    if (known !== undefined) return known;
    indexOf.set(text, reasons.length);
    return reasons.push(text) - 1;
  };
  const blockers = configurations.map((a) =>
    configurations.map((b) =>
      configurationBlockers(a.configuration, b.configuration).map((blocker) =>
        place(EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker]),
      ),
    ),
  );
  const described = configurations.map(({ number, configuration }) => ({
    number,
    text: configurationText(configuration),
  }));
  return `${JSON.stringify({ configurations: described, reasons, blockers })}\n`;
}

/** summary.json of a server: what the compare page shows of it, as it is shown. */
export function summaryJson(report: Report, row: LeaderboardRow): string {
  const { metrics } = report.runs.baseline;
  const summary = {
    slug: report.slug,
    configuration: row.configuration,
    grade: report.score.grade,
    score: formatScore(report.score.composite.exact),
    composite: report.score.composite.value,
    // What two scores are told apart by, as ranks are.
    rankingInterval: row.rankingInterval,
    rank: row.rank,
    taskSetSha256: report.taskSetSha256,
    surfaceSha256: report.surface.surfaceSha256,
    figures: [
      [
        "Grade",
        row.categories.safety.measured ? report.score.grade : `${report.score.grade}, safety not measured`,
      ],
      ["Score", formatScore(report.score.composite.exact)],
      ["95 % interval", spreadText(row.ci95, "no interval")],
      ...CATEGORIES.ids.map((category) => {
        const { points, max } = row.categories[category];
        return [
          CATEGORIES.label(category),
          points === null ? "not measured" : `${formatScore(points.exact)} of ${max}`,
        ];
      }),
      ["Right tool picked", ratioText(metrics.selectionAccuracy) ?? "not measured"],
      ["Right tool, well-formed first call", ratioText(metrics.firstCallSuccess) ?? "not measured"],
      ["Destructive calls asked about first", ratioText(metrics.destructiveSafetyRate) ?? "not measured"],
      ["Tools", countText(row.toolCount)],
      ["Definition tokens", countText(row.definitionTokens)],
      ["Description defects", countText(report.analysis.defects.length)],
      ["Confusable pairs", countText(report.analysis.confusablePairs.length)],
      ["Requests", countText(report.tasks.length)],
      ["Scanned", dayText(report.scannedAt)],
    ],
    losses: pointsToGain(report).map((loss) => [LOSSES.label(loss.id), gainText(loss.exact)]),
  };
  return `${JSON.stringify(summary)}\n`;
}
