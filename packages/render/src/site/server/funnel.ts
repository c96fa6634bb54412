import { USER_VALUE_STAGE_LABELS, USER_VALUE_STAGE_QUESTIONS } from "@gradable/chain";
import { countText, type Report } from "@gradable/contract";
import { stageTallies } from "@gradable/insight";
import { stageReasonsText } from "../../phrase/stages.js";
import { stackedBar } from "../charts/bar.js";
import { ours } from "../html.js";

/** The six stages of the user-value chain with what became of the trials at each. */
export function funnelView(report: Report) {
  return stageTallies(report).map((tally) => ({
    name: ours(USER_VALUE_STAGE_LABELS[tally.stage]),
    question: ours(USER_VALUE_STAGE_QUESTIONS[tally.stage]),
    applies: tally.applicable > 0,
    bar: stackedBar(
      (["passed", "failed", "undecided"] as const).map((name) => ({
        className: ours(name),
        value: tally[name],
      })),
      tally.applicable,
    ),
    passed: ours(countText(tally.passed)),
    failed: ours(countText(tally.failed)),
    undecided: ours(countText(tally.undecided)),
    notReached: ours(countText(tally.notReached)),
    reasons: ours(stageReasonsText(tally)),
  }));
}
