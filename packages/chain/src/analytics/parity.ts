import { EVAL_STAGE_PARITY_BLOCKERS, type EvalStageParityBlocker } from "../vocabulary/analytics.js";
import { memberOrder } from "../vocabulary/vocabulary.js";

/** What a comparability claim is checked on. An analytics row satisfies it. */
export interface StageAnalyticsParityInput {
  readonly runGroupId?: string | undefined;
  readonly configRevision?: string | undefined;
  readonly caseSetFingerprint?: string | undefined;
  readonly stageAnalyzerVersion: number;
  readonly measurementsSchemaVersion: number;
  readonly measurementUnit: string;
  readonly materializationState: string;
  readonly sourceStageAnalyzerVersions?: readonly number[] | undefined;
  readonly sourceMeasurementsSchemaVersions?: readonly number[] | undefined;
}

const identities = [
  { field: "runGroupId", missing: "missingRunGroup", different: "differentRunGroup" },
  { field: "configRevision", missing: "missingConfigIdentity", different: "differentConfigIdentity" },
  { field: "caseSetFingerprint", missing: "missingCaseSetIdentity", different: "differentCaseSetIdentity" },
] as const;

/**
 * Why two funnels may not be compared (spec §5). An empty list means they measured comparable things.
 *
 * Absence blocks: two rows that both lack an identity share nothing, and an empty string counts as absent. With
 * blockers, show the two as separate observations and name them.
 */
export function stageAnalyticsParityBlockers(
  a: StageAnalyticsParityInput,
  b: StageAnalyticsParityInput,
): EvalStageParityBlocker[] {
  const blockers: EvalStageParityBlocker[] = [];
  for (const { field, missing, different } of identities) {
    if (!a[field] || !b[field]) blockers.push(missing);
    else if (a[field] !== b[field]) blockers.push(different);
  }
  // A mixed row has no single meaning to compare, not even with itself.
  if (isMixed(a) || isMixed(b)) blockers.push("mixedSourceVersions");
  if (a.stageAnalyzerVersion !== b.stageAnalyzerVersion) blockers.push("differentAnalyzerVersion");
  if (a.measurementsSchemaVersion !== b.measurementsSchemaVersion)
    blockers.push("differentMeasurementsVersion");
  if (a.measurementUnit !== b.measurementUnit) blockers.push("differentMeasurementUnit");
  if (a.materializationState === "provisional" || b.materializationState === "provisional") {
    blockers.push("provisional");
  }
  return blockers;
}

/** Blockers in vocabulary order, for renderers that list them. */
export function sortParityBlockers(blockers: readonly EvalStageParityBlocker[]): EvalStageParityBlocker[] {
  return [...blockers].sort(memberOrder(EVAL_STAGE_PARITY_BLOCKERS));
}

function isMixed(row: StageAnalyticsParityInput): boolean {
  return row.sourceStageAnalyzerVersions !== undefined || row.sourceMeasurementsSchemaVersions !== undefined;
}
