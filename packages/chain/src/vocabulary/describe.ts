import type { SuspectedConditionVerdict } from "../friction/condition.js";
import type { EvalTrialFrictionSignals, FrictionSignal } from "../friction/signals.js";
import type { StageResultRow } from "../stages/derivation.js";
import type { EvalRunDecisionCounts, EvalRunDecisionDiagnostics } from "../verdict/summary.js";
import {
  SUSPECTED_CONDITION_CONFIDENCE_LABELS,
  SUSPECTED_CONDITION_LABELS,
  SUSPECTED_CONDITION_SKIP_REASON_LABELS,
  SUSPECTED_CONDITION_VERDICT_STATUS_LABELS,
} from "./condition.js";
import { EVAL_RATE_MEASUREMENT_STATE_LABELS, measurementUnitLabel } from "./decision.js";
import {
  FRICTION_NOT_MEASURED_REASON_LABELS,
  FRICTION_SIGNAL_BENIGN_READINGS,
  FRICTION_SIGNAL_LABELS,
} from "./friction.js";
import { STAGE_REASON_LABELS } from "./reason.js";
import { STAGE_STATE_LABELS, USER_VALUE_STAGE_LABELS } from "./stage.js";

// One sentence per fact, in labels only. Renderers use these so that no two surfaces word a fact differently, and so
// that no absence reads as a zero, no bucket as a cause and no suspicion as a finding.

/** "Selection: failed, because an expected tool call was never made". */
export function describeStageRow(row: Pick<StageResultRow, "stage" | "state" | "reason">): string {
  const because = row.reason === undefined ? "" : `, because ${STAGE_REASON_LABELS[row.reason]}`;
  return `${USER_VALUE_STAGE_LABELS[row.stage]}: ${STAGE_STATE_LABELS[row.state]}${because}`;
}

/** "3 of 4 (75 %)", or "not measured". The percentage is rounded down, so that only all of them read as 100 %. */
export function describeRate(rate: {
  readonly state: "measured" | "notMeasured";
  readonly numerator: number;
  readonly denominator: number;
}): string {
  if (rate.state === "notMeasured" || rate.denominator <= 0) {
    return EVAL_RATE_MEASUREMENT_STATE_LABELS.notMeasured;
  }
  const percent = Math.floor((rate.numerator * 100) / rate.denominator);
  return `${rate.numerator} of ${rate.denominator} (${percent} %)`;
}

/** "2 passed, 1 failed of 3 case variants". A count that was not stored is not named. */
export function describeCounts(counts: EvalRunDecisionCounts): string {
  const { total } = counts;
  const outcomes = (["passed", "failed", "inconclusive"] as const).flatMap((outcome) => {
    const count = outcome in counts ? counts[outcome as "passed"] : undefined;
    return count === undefined ? [] : [`${count} ${outcome}`];
  });
  if (total === undefined)
    return `${outcomes.join(", ")} (${measurementUnitLabel(counts.measurementUnit, 2)})`;
  const unit = `${total} ${measurementUnitLabel(counts.measurementUnit, total)}`;
  return outcomes.length === 0 ? unit : `${outcomes.join(", ")} of ${unit}`;
}

/** What a page of diagnostics amounts to. An empty page means nothing failed only when it was the whole run. */
export function describeDiagnostics(page: EvalRunDecisionDiagnostics): string {
  const scanned = `${page.scannedIterations} ${measurementUnitLabel("trial", page.scannedIterations)}`;
  if (page.items.length === 0) {
    return page.complete
      ? `nothing failed in all ${scanned}`
      : `nothing failed in ${scanned}, and the run was not fully looked at`;
  }
  const failing = `${page.items.length} ${measurementUnitLabel("trial", page.items.length)} without a pass`;
  return page.complete
    ? `${failing} in all ${scanned}`
    : `${failing} in ${scanned}, and the run was not fully looked at`;
}

/** The label of a signal with the benign reading that always stands beside it. */
export function describeFrictionSignal(signal: Pick<FrictionSignal, "kind">): string {
  return `${FRICTION_SIGNAL_LABELS[signal.kind]} (may be benign: ${FRICTION_SIGNAL_BENIGN_READINGS[signal.kind]})`;
}

/** What a trial's friction amounts to: never measured, not measured and why, or what was found. */
export function describeFriction(document: EvalTrialFrictionSignals | undefined): string {
  if (document === undefined) return "friction was never measured";
  if (document.state === "notMeasured") {
    const reason = document.notMeasuredReason;
    return reason === undefined
      ? "friction was not measured"
      : `friction was not measured: ${FRICTION_NOT_MEASURED_REASON_LABELS[reason]}`;
  }
  const found =
    document.signals.length === 0
      ? "looked for friction and found none"
      : document.signals.map(describeFrictionSignal).join("; ");
  return document.identifierSignals.state === "measured"
    ? found
    : `${found} (identifiers were not looked at: ${FRICTION_NOT_MEASURED_REASON_LABELS[document.identifierSignals.reason]})`;
}

/** A judge's opinion, with the word "suspected" that every rendering carries. */
export function describeSuspectedCondition(verdict: SuspectedConditionVerdict): string {
  switch (verdict.status) {
    case "scored":
      return `suspected: ${SUSPECTED_CONDITION_LABELS[verdict.condition]} (${SUSPECTED_CONDITION_CONFIDENCE_LABELS[verdict.confidence]})`;
    case "skipped":
      return `suspected condition ${SUSPECTED_CONDITION_VERDICT_STATUS_LABELS.skipped}: ${SUSPECTED_CONDITION_SKIP_REASON_LABELS[verdict.reason]}`;
    case "error":
      return `suspected condition unknown: ${SUSPECTED_CONDITION_VERDICT_STATUS_LABELS.error}`;
  }
}
