import {
  EVAL_RUN_DECISION_VERDICT_LABELS,
  EVAL_VERDICT_DECISION_REASON_LABELS,
  STAGE_REASON_LABELS,
} from "@gradable/chain";
import { countText, type Report } from "@gradable/contract";
import type { StageTally } from "@gradable/insight";

/** Why trials stopped at a stage, each reason with its count. */
export function stageReasonsText({ reasons }: StageTally): string {
  return reasons
    .map(({ reason, count }) => `${STAGE_REASON_LABELS[reason]} (${countText(count)})`)
    .join("; ");
}

/** The decision of a run under the chain's policy, and why, in the chain's labels. */
export function decisionWords({ chain }: Report): { readonly verdict: string; readonly reasons: string } {
  const { verdict, reasons } = chain.decision;
  return {
    verdict: EVAL_RUN_DECISION_VERDICT_LABELS[verdict],
    reasons: reasons.map((reason) => EVAL_VERDICT_DECISION_REASON_LABELS[reason]).join("; "),
  };
}
