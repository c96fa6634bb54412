export { aggregateStageAnalytics, type StageAnalyticsInput } from "./analytics/aggregate.js";
export {
  type EvalStageAnalyticsV1,
  type EvalStageTally,
  evalStageAnalyticsSchema,
  evalStageTallySchema,
  MAX_HOST_SLICES,
  MAX_INTENT_SLICES,
  MAX_MODEL_SLICES,
} from "./analytics/document.js";
export {
  type StageAnalyticsParityInput,
  sortParityBlockers,
  stageAnalyticsParityBlockers,
} from "./analytics/parity.js";
export { evalRateMeasurementSchema } from "./analytics/rate.js";
export {
  type EvalStageRate,
  latencyMeanMs,
  measuredPassRate,
  measurementCoverageRate,
  reachRate,
  stageRate,
} from "./analytics/stage-rates.js";
export {
  classifyStageAnalyticsTrial,
  type StageAnalyticsTrialInput,
  type TrialClassification,
} from "./analytics/trial.js";
export { ChainError, type ChainErrorCode } from "./errors.js";
export {
  availableBefore,
  type FrictionCallRecord,
  type FrictionCallsInput,
  type FrictionResultEntry,
} from "./friction/call.js";
export {
  projectSuspectedConditionVerdict,
  type SuspectedConditionVerdict,
  suspectedConditionVerdictSchema,
} from "./friction/condition.js";
export {
  deriveTrialFrictionSignals,
  deriveTrialFrictionSignalsFromCalls,
  type TrialFrictionInput,
} from "./friction/derivation.js";
export { extractResultIdentifiers, type ResultIdentifiers } from "./friction/identifiers.js";
export { FRICTION_SIGNALS_VERSION, MAX_FRICTION_CALLS, MAX_FRICTION_SIGNALS } from "./friction/limits.js";
export { type EvalTrialFrictionSignals, evalTrialFrictionSignalsSchema } from "./friction/signals.js";
export { about } from "./json/about.js";
export {
  CanonicalJsonError,
  type CanonicalJsonErrorCode,
  canonicalDigest,
  canonicalJson,
} from "./json/canonical.js";
export { defined } from "./json/defined.js";
export { isOpaqueId, MAX_OPAQUE_ID_LENGTH, opaqueIdSchema } from "./json/opaque-id.js";
export { sha256Hex } from "./json/sha256.js";
export {
  MAX_EVIDENCE_REASON_CHARS,
  MAX_EVIDENCE_REASONS,
  STAGE_ANALYZER_VERSION,
  type StageDerivation,
  type StageResultRow,
  stageDerivationSchema,
  stageResultRowSchema,
} from "./stages/derivation.js";
export type {
  StageDerivationInput,
  StageEvidence,
  StageSetupPhaseSignal,
  StageSetupSignals,
} from "./stages/evidence.js";
export {
  deriveStageMeasurements,
  reachForStageState,
  type StageMeasurementInput,
  type StageMeasurementsV1,
  stageMeasurementsSchema,
  unionDurationMs,
} from "./stages/measurements.js";
export { deriveStageResults } from "./stages/results.js";
export { RUNNER_CHECK_STAGES } from "./stages/runner-checks.js";
export { evalV2TrialObservation } from "./stages/trial-observation.js";
export { aggregateEvalRunVerdict, type EvalTrialObservation } from "./verdict/aggregate.js";
export {
  assembleEvalRunDecisionSummary,
  type EvalRunDecisionAssemblyInput,
  type EvalRunDecisionIterationInput,
  evalIterationTracePath,
} from "./verdict/assembly.js";
export {
  type EvalExecutionVariant,
  type EvalVerdictDecision,
  evalCaseAggregationKey,
  evalCaseVerdictAggregationSchema,
  evalVerdictDecisionSchema,
  MAX_CONFIGURED_TRIALS,
  MAX_SUITE_CASES,
} from "./verdict/decision.js";
export {
  EVAL_VERDICT_POLICY_VERSION,
  type EvalValidity,
  evalValiditySchema,
  type ResolvedEvalValidityPolicy,
  resolvedEvalValidityPolicySchema,
  resolveEvalValidityPolicy,
} from "./verdict/policy.js";
export { type EvalRunDecisionSummary, evalRunDecisionSummarySchema } from "./verdict/summary.js";
export {
  EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES,
  EVAL_STAGE_EXCLUSION_CLASSES,
  EVAL_STAGE_PARITY_BLOCKER_LABELS,
  EVAL_STAGE_PARITY_BLOCKERS,
  type EvalStageAnalyticsMaterializationState,
  type EvalStageExclusionClass,
  type EvalStageParityBlocker,
  evalStageAnalyticsMaterializationStateSchema,
  evalStageExclusionClassSchema,
  evalStageParityBlockerSchema,
  isEvalStageAnalyticsMaterializationState,
  isEvalStageExclusionClass,
  isEvalStageParityBlocker,
  isSetupPhase,
  isStageReach,
  SETUP_PHASES,
  type SetupPhase,
  STAGE_REACH_STATES,
  type StageReach,
  setupPhaseSchema,
  stageReachSchema,
} from "./vocabulary/analytics.js";
export {
  isSuspectedCondition,
  isSuspectedConditionConfidence,
  isSuspectedConditionSkipReason,
  SUSPECTED_CONDITION_CONFIDENCES,
  SUSPECTED_CONDITION_LABELS,
  SUSPECTED_CONDITION_SKIP_REASONS,
  SUSPECTED_CONDITIONS,
  type SuspectedCondition,
  type SuspectedConditionConfidence,
  type SuspectedConditionSkipReason,
  suspectedConditionConfidenceSchema,
  suspectedConditionSchema,
  suspectedConditionSkipReasonSchema,
} from "./vocabulary/condition.js";
export {
  EVAL_RUN_MEASUREMENT_UNITS,
  EVAL_TASK_DECISION_REASONS,
  EVAL_TRIAL_EXCLUSION_REASONS,
  EVAL_VALIDITY_DECISION_REASONS,
  EVAL_VERDICT_DECISION_REASON_LABELS,
  EVAL_VERDICT_DECISION_REASONS,
  type EvalRunMeasurementUnit,
  type EvalTaskDecisionReason,
  type EvalTrialExclusionReason,
  type EvalValidityDecisionReason,
  type EvalVerdictDecisionReason,
  evalRunMeasurementUnitSchema,
  evalTaskDecisionReasonSchema,
  evalTrialExclusionReasonSchema,
  evalValidityDecisionReasonSchema,
  evalVerdictDecisionReasonSchema,
  isEvalRunMeasurementUnit,
  isEvalTaskDecisionReason,
  isEvalTrialExclusionReason,
  isEvalValidityDecisionReason,
  isEvalVerdictDecisionReason,
  measurementUnitLabel,
} from "./vocabulary/decision.js";
export {
  describeCounts,
  describeFrictionSignal,
  describeRate,
  describeStageRow,
} from "./vocabulary/describe.js";
export { DECISION_LABEL_VOCABULARIES, DECISION_LABELS, explainMember } from "./vocabulary/explain.js";
export {
  FRICTION_NOT_MEASURED_REASON_LABELS,
  FRICTION_NOT_MEASURED_REASONS,
  FRICTION_ORDERINGS,
  FRICTION_SIGNAL_KINDS,
  FRICTION_SIGNAL_LABELS,
  type FrictionNotMeasuredReason,
  type FrictionOrdering,
  type FrictionSignalKind,
  frictionNotMeasuredReasonSchema,
  frictionOrderingSchema,
  frictionSignalKindSchema,
  isFrictionNotMeasuredReason,
  isFrictionOrdering,
  isFrictionSignalKind,
  isPaginationArgKey,
  PAGINATION_ARG_KEYS,
  type PaginationArgKey,
  paginationArgKeySchema,
} from "./vocabulary/friction.js";
export {
  isStageReason,
  STAGE_REASON_LABELS,
  STAGE_REASONS,
  type StageReason,
  stageReasonSchema,
} from "./vocabulary/reason.js";
export { renderReferencePage } from "./vocabulary/reference.js";
export {
  isStageState,
  isUserValueStage,
  STAGE_STATE_LABELS,
  STAGE_STATES,
  type StageState,
  stageStateSchema,
  USER_VALUE_STAGE_LABELS,
  USER_VALUE_STAGE_OUTCOMES,
  USER_VALUE_STAGE_QUESTIONS,
  USER_VALUE_STAGES,
  type UserValueStage,
  userValueStageSchema,
} from "./vocabulary/stage.js";
export {
  FAILURE_CATEGORIES,
  FAILURE_CATEGORY_LABELS,
  type FailureCategory,
  failureCategorySchema,
  ITERATION_STATUSES,
  type IterationStatus,
  isFailureCategory,
  isIterationStatus,
  iterationStatusSchema,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
} from "./vocabulary/trial.js";
export {
  EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS,
  EVAL_RUN_DECISION_UNDECIDED_REASONS,
  EVAL_RUN_DECISION_VERDICT_LABELS,
  EVAL_RUN_DECISION_VERDICT_SOURCES,
  EVAL_RUN_DECISION_VERDICTS,
  EVAL_RUN_VERDICTS,
  type EvalRunDecisionUndecidedReason,
  type EvalRunDecisionVerdict,
  type EvalRunDecisionVerdictSource,
  type EvalRunVerdict,
  evalRunDecisionUndecidedReasonSchema,
  evalRunDecisionVerdictSchema,
  evalRunDecisionVerdictSourceSchema,
  evalRunVerdictSchema,
  isEvalRunDecisionUndecidedReason,
  isEvalRunDecisionVerdict,
  isEvalRunDecisionVerdictSource,
  isEvalRunVerdict,
} from "./vocabulary/verdict.js";
