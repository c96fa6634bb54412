export * from "./absence.js";
export * from "./analytics-vocabulary.js";
export {
  CanonicalJsonError,
  type CanonicalJsonErrorCode,
  canonicalDigest,
  canonicalJson,
} from "./canonical.js";
export * from "./decision-summary.js";
export * from "./decision-summary-assembly.js";
export * from "./derive-friction.js";
export * from "./derive-stage-results.js";
export * from "./describe.js";
export { ChainError, type ChainErrorCode } from "./errors.js";
export {
  availableBefore,
  buildFrictionCallRecords,
  buildResultsByToolCallIdFromMessages,
  type FrictionCallRecord,
  type FrictionCallResult,
  type FrictionCallsInput,
  type FrictionResultEntry,
  frictionResultIsError,
  normalizeFrictionResult,
} from "./friction-call.js";
export * from "./friction-limits.js";
export {
  type EvalTrialFrictionSignals,
  evalTrialFrictionSignalsSchema,
  type FrictionIdentifierSignals,
  type FrictionSignal,
  frictionIdentifierSignalsSchema,
  frictionSignalInformationIndex,
  frictionSignalObservationIndex,
  frictionSignalSchema,
} from "./friction-signals.js";
export * from "./friction-vocabulary.js";
export * from "./labels.js";
export { mergeLatency } from "./latency-merge.js";
export { DECISION_MEANINGS, explainMember, type MemberExplanation } from "./meanings.js";
export { isOpaqueId, MAX_OPAQUE_ID_LENGTH, opaqueIdSchema } from "./opaque-id.js";
export {
  OBSERVATION_PREDICATE_KINDS,
  PREDICATE_KINDS,
  PREDICATE_STAGE,
  type PredicateKind,
} from "./predicate-stage.js";
export {
  countSchema,
  type EvalRateMeasurement,
  type EvalTrialExclusions,
  evalFractionSchema,
  evalRateMeasurementSchema,
  evalTrialExclusionsSchema,
} from "./rate.js";
export { renderReferencePage } from "./reference.js";
export { extractResultIdentifiers, type ResultIdentifiers } from "./result-identifiers.js";
export * from "./runner-checks.js";
export { isServerAttributedSetupFailure, type StageAnalyticsSetupSignalInput } from "./setup-tally.js";
export { sha256Hex } from "./sha256.js";
export * from "./stage-analytics.js";
export * from "./stage-analytics-aggregate.js";
export * from "./stage-analytics-trial.js";
export * from "./stage-derivation.js";
export type * from "./stage-evidence.js";
export * from "./stage-measurements.js";
export * from "./stage-parity.js";
export * from "./stage-projection.js";
export * from "./stage-rates.js";
export * from "./stage-vocabulary.js";
export * from "./suspected-condition.js";
export * from "./trial-observation.js";
export * from "./validity-policy.js";
export * from "./verdict-aggregate.js";
export {
  EVAL_CASE_AGGREGATION_KEY_SEPARATOR,
  type EvalCaseVerdictAggregation,
  type EvalExecutionVariant,
  type EvalVerdictDecision,
  type EvalVerdictValidity,
  evalCaseAggregationKey,
  evalCaseVerdictAggregationSchema,
  evalExecutionVariantSchema,
  evalVerdictDecisionSchema,
  MAX_CONFIGURED_TRIALS,
  MAX_EVAL_CASE_AGGREGATIONS,
  MAX_SUITE_CASES,
} from "./verdict-decision.js";
export * from "./verdict-vocabulary.js";
