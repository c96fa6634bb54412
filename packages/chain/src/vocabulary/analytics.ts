import { vocabulary } from "./vocabulary.js";

// Wire values and order: spec §1.10, which leaves them without words. The labels are ours.

/** Why a trial, or one stage of it, is missing from a denominator of the funnel. */
export const EXCLUSION_CLASSES = vocabulary({
  lifecycle: {
    label: "produced no comparable observation",
    meaning: "The trial did not end in a comparable way, or its evaluator failed.",
  },
  integrity: {
    label: "its record is missing or did not validate",
    meaning: "A chain or a measurement is missing, unverified or refused. Not 0 means a defect on our side.",
  },
  version: {
    label: "written by a newer version than this reader knows",
    meaning: "A newer analyzer or schema wrote the trial. Never coerced.",
  },
  notApplicable: {
    label: "the stage does not apply",
    meaning: "The stage does not apply to the trial.",
  },
  reachUnknown: {
    label: "nothing captured says whether the stage was reached",
    meaning: "Nothing captured tells whether the trial got there. Not a drop-off.",
  },
  notMeasured: {
    label: "reached, and nothing decided it",
    meaning: "The trial got there, and nothing decided the stage.",
  },
});
export const EVAL_STAGE_EXCLUSION_CLASSES = EXCLUSION_CLASSES.members;
/** One exclusion class. */
export type EvalStageExclusionClass = (typeof EVAL_STAGE_EXCLUSION_CLASSES)[number];
/** Accepts exactly the six exclusion classes. */
export const evalStageExclusionClassSchema = EXCLUSION_CLASSES.schema;
/** True for one of the six exclusion classes. */
export const isEvalStageExclusionClass = EXCLUSION_CLASSES.is;

/** The exact ground of a trial's exclusion, counted once per run. */
export const COVERAGE_DETAILS = vocabulary({
  notTerminal: {
    label: "has not finished",
    meaning: "Lifecycle: pending or running.",
  },
  skipped: {
    label: "was deliberately not run",
    meaning: "Lifecycle: skipped.",
  },
  cancelled: {
    label: "was stopped after it started",
    meaning: "Lifecycle: cancelled.",
  },
  setupFailed: {
    label: "had no prepared environment",
    meaning: "Lifecycle: setup failed.",
  },
  timedOut: {
    label: "ran out of time",
    meaning: "Lifecycle: timed out.",
  },
  executionFailed: {
    label: "broke off without a known status",
    meaning: "Lifecycle: a status outside the vocabulary.",
  },
  evaluatorError: {
    label: "was not graded because the evaluator failed",
    meaning: "Lifecycle: the evaluator failed.",
  },
  chainMissing: {
    label: "carries no stage rows",
    meaning: "Integrity: no stage rows.",
  },
  chainUnverified: {
    label: "carries stage rows that were not verified",
    meaning: "Integrity: stage rows without a confirmation that they were verified.",
  },
  chainVersionAhead: {
    label: "carries stage rows of a newer analyzer",
    meaning: "Version: the analyzer is newer than this reader.",
  },
  measurementsMissing: {
    label: "carries no measurements",
    meaning: "Integrity: no measurements.",
  },
  measurementsInvalid: {
    label: "carries measurements that were not verified",
    meaning: "Integrity: measurements without a confirmation that they were verified.",
  },
  measurementsVersionAhead: {
    label: "carries measurements of a newer schema",
    meaning: "Version: the measurement schema is newer than this reader.",
  },
  analyzerMismatch: {
    label: "carries stage rows and measurements of different analyzers",
    meaning: "Integrity: the rows and the measurements name different analyzers.",
  },
});
export const EVAL_STAGE_COVERAGE_DETAIL_KEYS = COVERAGE_DETAILS.members;
/** One coverage detail key. */
export type EvalStageCoverageDetailKey = (typeof EVAL_STAGE_COVERAGE_DETAIL_KEYS)[number];
/** Accepts exactly the fourteen coverage detail keys. */
export const evalStageCoverageDetailKeySchema = COVERAGE_DETAILS.schema;
/** True for one of the fourteen coverage detail keys. */
export const isEvalStageCoverageDetailKey = COVERAGE_DETAILS.is;

/** Why two funnels may not be compared. */
export const PARITY_BLOCKERS = vocabulary({
  missingRunGroup: {
    label: "at least one side names no run group",
    meaning: "Absent identities share nothing, so two absent run groups are not one.",
  },
  differentRunGroup: {
    label: "the run groups differ",
    meaning: "The runs were not grouped to be compared with each other.",
  },
  missingConfigIdentity: {
    label: "at least one side names no configuration",
    meaning: "Without a configuration revision nobody can say that the configurations agree.",
  },
  differentConfigIdentity: {
    label: "the configurations differ",
    meaning: "The runs were configured differently.",
  },
  missingCaseSetIdentity: {
    label: "at least one side names no case set",
    meaning: "Without a case-set fingerprint nobody can say that the cases agree.",
  },
  differentCaseSetIdentity: {
    label: "the case sets differ",
    meaning: "The runs measured different cases.",
  },
  differentAnalyzerVersion: {
    label: "the stages were derived by different analyzer versions",
    meaning: "The stages mean different things.",
  },
  differentMeasurementsVersion: {
    label: "the measurements have different versions",
    meaning: "Reach and latency mean different things.",
  },
  differentMeasurementUnit: {
    label: "the counts are in different units",
    meaning: "The counts count different things.",
  },
  mixedSourceVersions: {
    label: "at least one side mixes trials of several versions",
    meaning: "A row over several versions is comparable to nothing, itself included.",
  },
  provisional: {
    label: "at least one side can still change",
    meaning: "A judge pass is outstanding, and it can move the counts.",
  },
});
export const EVAL_STAGE_PARITY_BLOCKERS = PARITY_BLOCKERS.members;
/** One parity blocker. */
export type EvalStageParityBlocker = (typeof EVAL_STAGE_PARITY_BLOCKERS)[number];
/** Accepts exactly the eleven parity blockers. */
export const evalStageParityBlockerSchema = PARITY_BLOCKERS.schema;
/** True for one of the eleven parity blockers. */
export const isEvalStageParityBlocker = PARITY_BLOCKERS.is;
/** Why two funnels may not be compared. */
export const EVAL_STAGE_PARITY_BLOCKER_LABELS = PARITY_BLOCKERS.labels;

/** Whether the counts of an analytics row can still move. */
export const MATERIALIZATION_STATES = vocabulary({
  provisional: {
    label: "provisional, the counts can still change",
    meaning: "At least one applicable judge pass is outstanding; the row is rebuilt after it.",
  },
  final: {
    label: "final",
    meaning: "Every applicable judge pass is done.",
  },
});
export const EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES = MATERIALIZATION_STATES.members;
/** One materialization state. */
export type EvalStageAnalyticsMaterializationState =
  (typeof EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES)[number];
/** Accepts exactly the two materialization states. */
export const evalStageAnalyticsMaterializationStateSchema = MATERIALIZATION_STATES.schema;
/** True for one of the two materialization states. */
export const isEvalStageAnalyticsMaterializationState = MATERIALIZATION_STATES.is;

/** The dimensions a funnel is sliced by. Marginals only: no dimension is a combination of two. */
export const SLICE_DIMENSIONS = vocabulary({
  overall: {
    label: "all trials",
    meaning: "Every trial of the run; always there, also for a run without trials.",
  },
  intent: {
    label: "intent",
    meaning: "The trials of one intent; those without a label are a slice of their own.",
  },
  model: {
    label: "model",
    meaning: "The trials of one provider and model.",
  },
  host: {
    label: "host",
    meaning: "The trials of one host.",
  },
});
export const EVAL_STAGE_SLICE_DIMENSIONS = SLICE_DIMENSIONS.members;
/** One slice dimension. */
export type EvalStageSliceDimension = (typeof EVAL_STAGE_SLICE_DIMENSIONS)[number];
/** Accepts exactly the four slice dimensions. */
export const evalStageSliceDimensionSchema = SLICE_DIMENSIONS.schema;
/** True for one of the four slice dimensions. */
export const isEvalStageSliceDimension = SLICE_DIMENSIONS.is;

/** Whether a trial got as far as a stage. `unknown` is neither reached nor a drop-off. */
export const REACHES = vocabulary({
  reached: {
    label: "reached",
    meaning: "The trial got to the stage, whatever came of it.",
  },
  notReached: {
    label: "not reached",
    meaning: "An earlier stage failed and this one left no evidence.",
  },
  unknown: {
    label: "unknown whether it was reached",
    meaning: "Nothing captured tells. Left out of the reach rate, and not a drop-off.",
  },
  notApplicable: {
    label: "not applicable to this case",
    meaning: "The stage does not apply to the trial.",
  },
});
export const STAGE_REACH_STATES = REACHES.members;
/** One reach. */
export type StageReach = (typeof STAGE_REACH_STATES)[number];
/** Accepts exactly the four reaches. */
export const stageReachSchema = REACHES.schema;
/** True for one of the four reaches. */
export const isStageReach = REACHES.is;

/** The setup phases that run once per run, before any trial. */
export const PHASES = vocabulary({
  connection: {
    label: "connecting to the server",
    meaning: "Connecting and initializing, once per run.",
  },
  discovery: {
    label: "listing the tools",
    meaning: "Listing the tools, once per run.",
  },
});
export const SETUP_PHASES = PHASES.members;
/** One setup phase. */
export type SetupPhase = (typeof SETUP_PHASES)[number];
/** Accepts exactly the two setup phases. */
export const setupPhaseSchema = PHASES.schema;
/** True for one of the two setup phases. */
export const isSetupPhase = PHASES.is;
