import {
  EVAL_RUN_DECISION_VERDICT_LABELS,
  EVAL_VERDICT_DECISION_REASON_LABELS,
  STAGE_REASON_LABELS,
  USER_VALUE_STAGE_LABELS,
  USER_VALUE_STAGE_QUESTIONS,
} from "@gradable/chain";
import { countText, type Report } from "@gradable/contract";
import { stackedBar } from "../charts/bar.js";
import { ours } from "../html.js";

/** The six stages of the user-value chain with what became of the trials at each. */
export function funnelView(report: Report) {
  const overall = report.chain.analytics.slices.find((row) => row.slice.dimension === "overall");
  return (overall?.stages ?? []).map((tally) => ({
    name: ours(USER_VALUE_STAGE_LABELS[tally.stage]),
    question: ours(USER_VALUE_STAGE_QUESTIONS[tally.stage]),
    applies: tally.applicable > 0,
    bar: stackedBar(
      [
        { className: ours("passed"), value: tally.passed },
        { className: ours("failed"), value: tally.failed },
        { className: ours("undecided"), value: tally.notMeasured + tally.reachUnknown },
      ],
      tally.applicable,
    ),
    passed: ours(countText(tally.passed)),
    failed: ours(countText(tally.failed)),
    undecided: ours(countText(tally.notMeasured + tally.reachUnknown)),
    notReached: ours(countText(tally.notReached)),
    reasons: ours(
      tally.reasons
        .filter(({ reason }) => reason !== "observed")
        .map(({ reason, count }) => `${STAGE_REASON_LABELS[reason]} (${countText(count)})`)
        .join("; "),
    ),
  }));
}

/** The decision of the run under the chain's policy, and why, in the chain's labels. */
export function decisionView(report: Report) {
  const { verdict, reasons } = report.chain.decision;
  return {
    verdict: ours(EVAL_RUN_DECISION_VERDICT_LABELS[verdict]),
    reasons: ours(reasons.map((reason) => EVAL_VERDICT_DECISION_REASON_LABELS[reason]).join("; ")),
  };
}
