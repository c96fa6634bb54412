import { STAGE_ANALYZER_VERSION, type StageResultRow } from "../stages/derivation.js";
import { STAGE_MEASUREMENTS_SCHEMA_VERSION, type StageMeasurementRow } from "../stages/measurements.js";
import type { EvalStageCoverageDetailKey, EvalStageExclusionClass } from "../vocabulary/analytics.js";
import type { FailureCategory } from "../vocabulary/trial.js";

/** The measurements of a trial as stored: the schema version may be one this reader does not know. */
interface StageAnalyticsMeasurements {
  readonly schemaVersion: number;
  readonly stageAnalyzerVersion: number;
  readonly rows: readonly StageMeasurementRow[];
}

/**
 * One trial as stored. The two `verified` marks are the verdicts of whoever wrote the trial down; an absent mark is
 * not a verification.
 */
export interface StageAnalyticsTrialInput {
  /** The distinct identity of the trial. */
  readonly trialKey: string;
  readonly status: string;
  readonly stageResults?: readonly StageResultRow[] | undefined;
  readonly stageAnalyzerVersion?: number | undefined;
  readonly failureCategory?: FailureCategory | undefined;
  readonly chainVerified?: boolean | undefined;
  readonly measurements?: StageAnalyticsMeasurements | undefined;
  readonly measurementsVerified?: boolean | undefined;
  readonly evaluatorErrored?: boolean | undefined;
  /** Trimmed before it keys a slice; absent, null and blank are the one slice without a label. */
  readonly intent?: string | null | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly hostKey?: string | undefined;
  readonly hostName?: string | undefined;
  readonly executionEngine?: string | undefined;
}

/** Whether a trial is included. Both members are absent for an included one. */
export interface TrialClassification {
  readonly class?: EvalStageExclusionClass;
  readonly detail?: EvalStageCoverageDetailKey;
}

const lifecycleDetail: ReadonlyMap<string, EvalStageCoverageDetailKey> = new Map([
  ["pending", "notTerminal"],
  ["running", "notTerminal"],
  ["skipped", "skipped"],
  ["cancelled", "cancelled"],
  ["setup_failed", "setupFailed"],
  ["timed_out", "timedOut"],
]);

const included: TrialClassification = Object.freeze({});

/**
 * Whether a trial enters the funnel, and if not, why (spec §4.2, first match wins).
 *
 * Lifecycle comes first, because a stopped trial's missing chain is no defect; version before integrity, because a
 * reader cannot check a payload whose words it does not know. Nothing is coerced.
 */
export function classifyStageAnalyticsTrial(
  trial: StageAnalyticsTrialInput,
  readerStageAnalyzerVersion: number = STAGE_ANALYZER_VERSION,
  readerMeasurementsSchemaVersion: number = STAGE_MEASUREMENTS_SCHEMA_VERSION,
): TrialClassification {
  const { measurements, stageResults } = trial;
  if (trial.evaluatorErrored === true) return { class: "lifecycle", detail: "evaluatorError" };
  if (trial.status !== "completed" && trial.status !== "failed") {
    return { class: "lifecycle", detail: lifecycleDetail.get(trial.status) ?? "executionFailed" };
  }
  if ((trial.stageAnalyzerVersion ?? measurements?.stageAnalyzerVersion ?? 0) > readerStageAnalyzerVersion) {
    return { class: "version", detail: "chainVersionAhead" };
  }
  if ((measurements?.schemaVersion ?? 0) > readerMeasurementsSchemaVersion) {
    return { class: "version", detail: "measurementsVersionAhead" };
  }
  if (stageResults === undefined || stageResults.length === 0) {
    return { class: "integrity", detail: "chainMissing" };
  }
  if (trial.chainVerified !== true) return { class: "integrity", detail: "chainUnverified" };
  if (measurements === undefined) return { class: "integrity", detail: "measurementsMissing" };
  if (trial.measurementsVerified !== true) return { class: "integrity", detail: "measurementsInvalid" };
  if (
    trial.stageAnalyzerVersion !== undefined &&
    trial.stageAnalyzerVersion !== measurements.stageAnalyzerVersion
  ) {
    return { class: "integrity", detail: "analyzerMismatch" };
  }
  return included;
}
