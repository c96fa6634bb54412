import {
  EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES,
  EVAL_STAGE_COVERAGE_DETAIL_KEYS,
  EVAL_STAGE_EXCLUSION_CLASSES,
  EVAL_STAGE_PARITY_BLOCKERS,
  EVAL_STAGE_SLICE_DIMENSIONS,
  type EvalStageAnalyticsMaterializationState,
  type EvalStageCoverageDetailKey,
  type EvalStageExclusionClass,
  type EvalStageParityBlocker,
  type EvalStageSliceDimension,
  SETUP_PHASES,
  type SetupPhase,
  STAGE_REACH_STATES,
  type StageReach,
} from "./analytics.js";
import {
  FRICTION_NOT_MEASURED_REASONS,
  FRICTION_ORDERINGS,
  FRICTION_SIGNAL_KINDS,
  type FrictionNotMeasuredReason,
  type FrictionOrdering,
  type FrictionSignalKind,
  PAGINATION_ARG_KEYS,
  SUSPECTED_CONDITION_CONFIDENCES,
  SUSPECTED_CONDITION_SKIP_REASONS,
  SUSPECTED_CONDITION_VERDICT_STATUSES,
  SUSPECTED_CONDITIONS,
  type SuspectedCondition,
  type SuspectedConditionConfidence,
  type SuspectedConditionSkipReason,
  type SuspectedConditionVerdictStatus,
} from "./friction.js";
import {
  FAILURE_CATEGORIES,
  type FailureCategory,
  ITERATION_STATUSES,
  type IterationStatus,
  STAGE_REASON_GROUPS,
  STAGE_REASONS,
  STAGE_STATES,
  type StageReason,
  type StageReasonGroup,
  type StageState,
  USER_VALUE_STAGES,
  type UserValueStage,
} from "./stage.js";
import {
  EVAL_RATE_MEASUREMENT_STATES,
  EVAL_RUN_DECISION_CHAIN_STATUSES,
  EVAL_RUN_DECISION_UNDECIDED_REASONS,
  EVAL_RUN_DECISION_VERDICT_SOURCES,
  EVAL_RUN_DECISION_VERDICTS,
  EVAL_RUN_MEASUREMENT_UNITS,
  EVAL_TRIAL_EXCLUSION_REASONS,
  EVAL_VERDICT_DECISION_REASONS,
  type EvalRateMeasurementState,
  type EvalRunDecisionChainStatus,
  type EvalRunDecisionUndecidedReason,
  type EvalRunDecisionVerdict,
  type EvalRunDecisionVerdictSource,
  type EvalRunMeasurementUnit,
  type EvalTrialExclusionReason,
  type EvalVerdictDecisionReason,
} from "./verdict.js";

// The labels of the published contract (spec §1.1-1.9 and §1.11) are contract data, reproduced byte for byte; a
// pin test holds them. Labels of vocabularies the contract leaves without words (spec §1.10, the trial exclusion
// reasons, statuses and orderings) are ours.

const total = <Label extends Record<string, unknown>>(labels: Label): Readonly<Label> =>
  Object.freeze(labels);

/** The name of each stage. */
export const USER_VALUE_STAGE_LABELS = total({
  connection: "Connection",
  discovery: "Discovery",
  selection: "Selection",
  call: "Tool call",
  response: "Response",
  userValue: "User value",
} satisfies Record<UserValueStage, string>);

/** The question each stage answers. */
export const USER_VALUE_STAGE_QUESTIONS = total({
  connection: "Could the client reach the server and initialize a session?",
  discovery: "Did the client receive usable primitives and metadata?",
  selection: "Did the model choose the right tool for the request?",
  call: "Was the call made with usable arguments?",
  response: "Did the server return data the model could use?",
  userValue: "Was the user's actual request satisfied?",
} satisfies Record<UserValueStage, string>);

/** What good looks like at each stage. */
export const USER_VALUE_STAGE_OUTCOMES = total({
  connection: "Session connected",
  discovery: "Tools and resources discovered",
  selection: "Right tool selected",
  call: "Valid call made",
  response: "Usable response returned",
  userValue: "Request satisfied",
} satisfies Record<UserValueStage, string>);

/** What a stage did. The three non-verdicts have three different labels and are never merged. */
export const STAGE_STATE_LABELS = total({
  passed: "passed",
  failed: "failed",
  notReached: "never ran (an earlier stage failed)",
  notMeasured: "not measured",
  notApplicable: "not applicable to this case",
} satisfies Record<StageState, string>);

/** Why a stage landed where it did. Each label completes "…because ". */
export const STAGE_REASON_LABELS = total({
  noSpanChannel: "this run captures no evidence channel for that stage",
  noEvidenceCaptured: "nothing eligible for that stage was captured",
  matchVerdictUnavailable:
    "extra tool calls were captured but the run did not report whether its match options tolerate them",
  traceAbsent: "the iteration recorded no trace",
  executorEmitsNoSpans: "the executor emitted no spans",
  blockedByPolicy: "a policy blocked the run before it could be measured",
  evaluatorError: "the evaluator itself failed, so the run says nothing about the server",
  providerError: "the model provider failed the call, so this stage was never measured",
  setupAborted: "the environment was never prepared, so the test never began",
  connectFailed: "the configured server was reached and initialize failed there",
  toolsListFailed: "initialize succeeded and listing tools failed",
  egressUnverified: "the connection failed with no evidence that our own network egress works",
  lifecycleStopped: "the run was stopped mid-flight",
  notAuthored: "the case asserts nothing this stage could decide",
  earlierStageFailed: "an earlier stage failed",
  missingToolCall: "an expected tool call was never made",
  unexpectedToolCall: "a tool call was made that the case did not expect",
  argumentMismatch: "the call arguments did not match what the case expects",
  toolError: "the server reported a tool error",
  protocolError: "the call never produced a result",
  renderFailed: "the widget did not render",
  predicateFailed: "a check on the result did not hold",
  observed: "the evidence was inspected and the stage held",
  impliedByLaterEvidence: "a later stage's success implies it",
  judgeObserved: "the LLM judge scored at or above the threshold",
  judgePartial: "the LLM judge scored inside the partial band — at or above the floor, below the threshold",
  judgeFailed: "the LLM judge scored below the partial floor",
  judgePending: "an LLM judge verdict is owed and has not arrived",
  judgeNotRequested: "no LLM judge verdict was ever owed",
} satisfies Record<StageReason, string>);

/** The heading each group of reasons is printed under. */
export const STAGE_REASON_GROUP_LABELS = total({
  nothingMeasured: "nothing could be measured",
  stageDoesNotApply: "the stage does not apply",
  position: "position",
  measuredFailure: "measured failures",
  measuredPass: "measured passes",
  advisoryJudge: "advisory LLM judge",
} satisfies Record<StageReasonGroup, string>);

/** The bucket a trial without a good outcome is counted under. */
export const FAILURE_CATEGORY_LABELS = total({
  setup: "setup",
  metadata: "tool metadata",
  selection: "tool selection",
  arguments: "call arguments",
  serverData: "server data",
  userValue: "user value",
  evaluator: "evaluator",
} satisfies Record<FailureCategory, string>);

/** Who should look next, per bucket. It names a place to look, not a change to make. */
export const NEXT_ACTION_BY_FAILURE_CATEGORY = total({
  setup: "check the server connection and environment configuration",
  metadata: "review the tool metadata and descriptions in the server catalog",
  selection: "review tool selection and the tool catalog",
  arguments: "review the authored arguments against the tool input schema",
  serverData: "inspect the tool response returned by the server",
  userValue: "review whether the response answered the user's goal",
  evaluator: "check the evaluator configuration; the case was not graded",
} satisfies Record<FailureCategory, string>);

/** What is next when no bucket was established (our sentence: the contract fixes none). */
export const DECISION_SUMMARY_FALLBACK_NEXT_ACTION =
  "open this trial's trace; nothing recorded says who should look next";

/** What a run's summary reports. */
export const EVAL_RUN_DECISION_VERDICT_LABELS = total({
  passed: "passed",
  failed: "failed",
  inconclusive: "inconclusive",
  notEstablished: "no verdict established",
} satisfies Record<EvalRunDecisionVerdict, string>);

/** Where a summary's verdict was read from. */
export const EVAL_RUN_DECISION_VERDICT_SOURCE_LABELS = total({
  policyV2: "verdict policy v2",
  legacy: "legacy percent-threshold run",
  none: "no verdict source",
} satisfies Record<EvalRunDecisionVerdictSource, string>);

/** Why no verdict was established. */
export const EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS = total({
  runNotTerminal: "the run has not finished yet",
  runStatusNotAVerdict:
    "the run stopped before it finished, so its recorded counts describe a sample rather than the run",
  runResultNotAVerdict: "the run finished without recording a verdict",
  verdictSummaryUnavailable: "the run was decided under verdict policy v2 and its decision could not be read",
} satisfies Record<EvalRunDecisionUndecidedReason, string>);

/** Why a decision is what it is. */
export const EVAL_VERDICT_DECISION_REASON_LABELS = total({
  configuredTrialsNotAttempted:
    "some configured trial never ran, so the run does not cover what it was asked to",
  noGradeableTrials: "nothing in the run produced a gradeable verdict",
  eligibleTrialsBelowMinimum: "fewer gradeable trials than the suite's validity floor requires",
  completionRateBelowMinimum: "too few attempted trials completed to meet the suite's completion floor",
  completionRateNotMeasured: "nothing was attempted, so the completion floor cannot be satisfied",
  evaluatorErrorRateAboveMaximum: "the evaluator failed too often for this run to describe the server",
  evaluatorErrorRateNotMeasured: "nothing was attempted, so the evaluator-error ceiling cannot be satisfied",
  caseHasNoEligibleTrials: "a case graded nothing at all",
  casePassRateMetThreshold: "the case met its pass threshold",
  casePassRateBelowThreshold: "a case did not meet its pass threshold",
  allMeasuredCasesMetThreshold: "every measured case met its threshold",
} satisfies Record<EvalVerdictDecisionReason, string>);

/** Why the verdict policy left a trial out of a rate. */
export const EVAL_TRIAL_EXCLUSION_REASON_LABELS = total({
  notTerminal: "the trial has not finished",
  skipped: "the trial was deliberately not run",
  setupFailed: "the environment of the trial was never prepared",
  cancelled: "the trial was stopped after it started",
  timedOut: "the trial ran out of time",
  executionFailed: "the trial broke off without an outcome to grade",
  evaluatorError: "the evaluator failed on the trial",
} satisfies Record<EvalTrialExclusionReason, string>);

/** The words of each unit, singular for a count of exactly 1. */
export const EVAL_RUN_MEASUREMENT_UNIT_LABELS = total({
  caseVariant: total({ one: "case variant", many: "case variants" }),
  trial: total({ one: "trial", many: "trials" }),
} satisfies Record<EvalRunMeasurementUnit, { one: string; many: string }>);

/**
 * The word for a count.
 *
 * @param unit what is counted
 * @param count the count itself; exactly 1 takes the singular, everything else (0 included) the plural
 */
export function measurementUnitLabel(unit: EvalRunMeasurementUnit, count: number): string {
  const words = EVAL_RUN_MEASUREMENT_UNIT_LABELS[unit];
  return count === 1 ? words.one : words.many;
}

/** Whether a rate says anything. */
export const EVAL_RATE_MEASUREMENT_STATE_LABELS = total({
  measured: "measured",
  notMeasured: "not measured",
} satisfies Record<EvalRateMeasurementState, string>);

/** Whether the chain on a diagnostic may be believed. */
export const EVAL_RUN_DECISION_CHAIN_STATUS_LABELS = total({
  verified: "the recorded chain is valid",
  unverified: "a chain was recorded and is not valid, so nothing in it is shown",
  absent: "no chain was recorded",
} satisfies Record<EvalRunDecisionChainStatus, string>);

/** The lifecycle of a trial. */
export const ITERATION_STATUS_LABELS = total({
  pending: "waiting to run",
  running: "running",
  completed: "completed",
  failed: "broke off",
  cancelled: "stopped after it started",
  timed_out: "ran out of time",
  setup_failed: "its environment was never prepared",
  skipped: "deliberately not run",
} satisfies Record<IterationStatus, string>);

/** Why something is missing from a denominator of the funnel. */
export const EVAL_STAGE_EXCLUSION_CLASS_LABELS = total({
  lifecycle: "produced no comparable observation",
  integrity: "its record is missing or did not validate",
  version: "written by a newer version than this reader knows",
  notApplicable: "the stage does not apply",
  reachUnknown: "nothing captured says whether the stage was reached",
  notMeasured: "reached, and nothing decided it",
} satisfies Record<EvalStageExclusionClass, string>);

/** The exact ground of a trial's exclusion from the funnel. */
export const EXCLUDED_TRIAL_DETAIL_LABELS = total({
  notTerminal: "has not finished",
  skipped: "was deliberately not run",
  cancelled: "was stopped after it started",
  setupFailed: "had no prepared environment",
  timedOut: "ran out of time",
  executionFailed: "broke off without a known status",
  evaluatorError: "was not graded because the evaluator failed",
  chainMissing: "carries no stage rows",
  chainUnverified: "carries stage rows that were not verified",
  chainVersionAhead: "carries stage rows of a newer analyzer",
  measurementsMissing: "carries no measurements",
  measurementsInvalid: "carries measurements that were not verified",
  measurementsVersionAhead: "carries measurements of a newer schema",
  analyzerMismatch: "carries stage rows and measurements of different analyzers",
} satisfies Record<EvalStageCoverageDetailKey, string>);

/** Why two funnels may not be compared. */
export const EVAL_STAGE_PARITY_BLOCKER_LABELS = total({
  missingRunGroup: "at least one side names no run group",
  differentRunGroup: "the run groups differ",
  missingConfigIdentity: "at least one side names no configuration",
  differentConfigIdentity: "the configurations differ",
  missingCaseSetIdentity: "at least one side names no case set",
  differentCaseSetIdentity: "the case sets differ",
  differentAnalyzerVersion: "the stages were derived by different analyzer versions",
  differentMeasurementsVersion: "the measurements have different versions",
  differentMeasurementUnit: "the counts are in different units",
  mixedSourceVersions: "at least one side mixes trials of several versions",
  provisional: "at least one side can still change",
} satisfies Record<EvalStageParityBlocker, string>);

/** Whether the counts of an analytics row can still move. */
export const EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATE_LABELS = total({
  provisional: "provisional, the counts can still change",
  final: "final",
} satisfies Record<EvalStageAnalyticsMaterializationState, string>);

/** What a funnel is sliced by. */
export const EVAL_STAGE_SLICE_DIMENSION_LABELS = total({
  overall: "all trials",
  intent: "intent",
  model: "model",
  host: "host",
} satisfies Record<EvalStageSliceDimension, string>);

/** Whether a trial got as far as a stage. */
export const STAGE_REACH_LABELS = total({
  reached: "reached",
  notReached: "not reached",
  unknown: "unknown whether it was reached",
  notApplicable: "not applicable to this case",
} satisfies Record<StageReach, string>);

/** The setup phases. */
export const SETUP_PHASE_LABELS = total({
  connection: "connecting to the server",
  discovery: "listing the tools",
} satisfies Record<SetupPhase, string>);

/** The friction signals. */
export const FRICTION_SIGNAL_LABELS = total({
  identifierSurfacedUnused: "Identifiers surfaced, none used later",
  searchRepeatedAfterIdentifier: "Same tool searched again after identifiers",
  identicalRetry: "Repeated with identical arguments",
  changedRetry: "Same tool called again with changed arguments",
  paginationContinuation: "Pagination continued",
} satisfies Record<FrictionSignalKind, string>);

/** The benign reading every rendering of a friction signal carries beside it (spec §1.8). */
export const FRICTION_SIGNAL_BENIGN_READINGS = total({
  identifierSurfacedUnused: "the first result may already have answered",
  searchRepeatedAfterIdentifier: "a query refinement",
  identicalRetry: "recovery from a passing error",
  changedRetry: "ordinary iteration",
  paginationContinuation: "the result set was longer than a page",
} satisfies Record<FrictionSignalKind, string>);

/** Why friction was not measured. */
export const FRICTION_NOT_MEASURED_REASON_LABELS = total({
  noToolCalls: "no tool calls to look at",
  resultsUnavailable: "tool results were not retained",
  orderingUnknown: "the calls cannot be placed in a causal order",
  evidenceIncomplete: "the evidence for this trial has a known hole",
  truncated: "too many tool calls to measure",
} satisfies Record<FrictionNotMeasuredReason, string>);

/** How a call may be placed in time. */
export const FRICTION_ORDERING_LABELS = total({
  messageOrder: "in message order",
  timed: "by its start and end times",
  unknown: "not at all",
} satisfies Record<FrictionOrdering, string>);

/** What a judge suspects. Every rendering says "suspected" beside it. */
export const SUSPECTED_CONDITION_LABELS = total({
  unclear: "could not attribute",
  idBuriedInPayload: "identifier buried in payload",
  idNameCollision: "identifier name collision",
  missingQueryEcho: "response does not echo the query",
  silentTruncation: "response truncated without saying so",
  ambiguousErrorSemantics: "error text does not say whether to retry",
  missingUnits: "value has no stated unit",
  responseWasClear: "the response was clear",
  descriptionMisleading: "tool description points the wrong way",
} satisfies Record<SuspectedCondition, string>);

/** How sure the judge was. */
export const SUSPECTED_CONDITION_CONFIDENCE_LABELS = total({
  low: "low confidence",
  medium: "medium confidence",
  high: "high confidence",
} satisfies Record<SuspectedConditionConfidence, string>);

/** How the judge's attempt ended. */
export const SUSPECTED_CONDITION_VERDICT_STATUS_LABELS = total({
  scored: "judged",
  skipped: "not judged",
  error: "the judge failed",
} satisfies Record<SuspectedConditionVerdictStatus, string>);

/** Why a flagged trial was not judged. */
export const SUSPECTED_CONDITION_SKIP_REASON_LABELS = total({
  spendBlocked: "the spending limit left no room for it",
  traceIncomplete: "the trace of the trial is incomplete",
  noEvidence: "there was no evidence to show the judge",
  cap: "the limit of judged trials was reached",
} satisfies Record<SuspectedConditionSkipReason, string>);

/**
 * Every closed vocabulary by name, each as its members in normative order. The first five names are the published
 * contract's; the labels of each are in `DECISION_LABELS` under the same name.
 */
export const DECISION_LABEL_VOCABULARIES = total({
  stages: USER_VALUE_STAGES,
  stageStates: STAGE_STATES,
  failureCategories: FAILURE_CATEGORIES,
  stageReasons: STAGE_REASONS,
  verdictDecisionReasons: EVAL_VERDICT_DECISION_REASONS,
  stageReasonGroups: STAGE_REASON_GROUPS,
  iterationStatuses: ITERATION_STATUSES,
  runDecisionVerdicts: EVAL_RUN_DECISION_VERDICTS,
  runDecisionVerdictSources: EVAL_RUN_DECISION_VERDICT_SOURCES,
  runDecisionUndecidedReasons: EVAL_RUN_DECISION_UNDECIDED_REASONS,
  trialExclusionReasons: EVAL_TRIAL_EXCLUSION_REASONS,
  measurementUnits: EVAL_RUN_MEASUREMENT_UNITS,
  rateStates: EVAL_RATE_MEASUREMENT_STATES,
  chainStatuses: EVAL_RUN_DECISION_CHAIN_STATUSES,
  stageExclusionClasses: EVAL_STAGE_EXCLUSION_CLASSES,
  excludedTrialDetails: EVAL_STAGE_COVERAGE_DETAIL_KEYS,
  stageParityBlockers: EVAL_STAGE_PARITY_BLOCKERS,
  materializationStates: EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES,
  sliceDimensions: EVAL_STAGE_SLICE_DIMENSIONS,
  stageReach: STAGE_REACH_STATES,
  setupPhases: SETUP_PHASES,
  frictionSignalKinds: FRICTION_SIGNAL_KINDS,
  frictionNotMeasuredReasons: FRICTION_NOT_MEASURED_REASONS,
  frictionOrderings: FRICTION_ORDERINGS,
  paginationArgKeys: PAGINATION_ARG_KEYS,
  suspectedConditions: SUSPECTED_CONDITIONS,
  suspectedConditionConfidences: SUSPECTED_CONDITION_CONFIDENCES,
  suspectedConditionVerdictStatuses: SUSPECTED_CONDITION_VERDICT_STATUSES,
  suspectedConditionSkipReasons: SUSPECTED_CONDITION_SKIP_REASONS,
});
/** The name of one closed vocabulary. */
export type DecisionVocabularyName = keyof typeof DECISION_LABEL_VOCABULARIES;

const ownNames = Object.fromEntries(PAGINATION_ARG_KEYS.map((key) => [key, key]));
const singularUnits = Object.fromEntries(
  EVAL_RUN_MEASUREMENT_UNITS.map((unit) => [unit, measurementUnitLabel(unit, 1)]),
);

/** Every label map by vocabulary name. Pagination keys are argument names, so they are their own labels. */
export const DECISION_LABELS: Readonly<Record<DecisionVocabularyName, Readonly<Record<string, string>>>> =
  total({
    stages: USER_VALUE_STAGE_LABELS,
    stageStates: STAGE_STATE_LABELS,
    failureCategories: FAILURE_CATEGORY_LABELS,
    stageReasons: STAGE_REASON_LABELS,
    verdictDecisionReasons: EVAL_VERDICT_DECISION_REASON_LABELS,
    stageReasonGroups: STAGE_REASON_GROUP_LABELS,
    iterationStatuses: ITERATION_STATUS_LABELS,
    runDecisionVerdicts: EVAL_RUN_DECISION_VERDICT_LABELS,
    runDecisionVerdictSources: EVAL_RUN_DECISION_VERDICT_SOURCE_LABELS,
    runDecisionUndecidedReasons: EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS,
    trialExclusionReasons: EVAL_TRIAL_EXCLUSION_REASON_LABELS,
    measurementUnits: total(singularUnits),
    rateStates: EVAL_RATE_MEASUREMENT_STATE_LABELS,
    chainStatuses: EVAL_RUN_DECISION_CHAIN_STATUS_LABELS,
    stageExclusionClasses: EVAL_STAGE_EXCLUSION_CLASS_LABELS,
    excludedTrialDetails: EXCLUDED_TRIAL_DETAIL_LABELS,
    stageParityBlockers: EVAL_STAGE_PARITY_BLOCKER_LABELS,
    materializationStates: EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATE_LABELS,
    sliceDimensions: EVAL_STAGE_SLICE_DIMENSION_LABELS,
    stageReach: STAGE_REACH_LABELS,
    setupPhases: SETUP_PHASE_LABELS,
    frictionSignalKinds: FRICTION_SIGNAL_LABELS,
    frictionNotMeasuredReasons: FRICTION_NOT_MEASURED_REASON_LABELS,
    frictionOrderings: FRICTION_ORDERING_LABELS,
    paginationArgKeys: total(ownNames),
    suspectedConditions: SUSPECTED_CONDITION_LABELS,
    suspectedConditionConfidences: SUSPECTED_CONDITION_CONFIDENCE_LABELS,
    suspectedConditionVerdictStatuses: SUSPECTED_CONDITION_VERDICT_STATUS_LABELS,
    suspectedConditionSkipReasons: SUSPECTED_CONDITION_SKIP_REASON_LABELS,
  });
