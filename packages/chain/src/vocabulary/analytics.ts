import { z } from "zod";
import { memberGuard } from "./member-guard.js";

// Wire values and order: spec §1.10.

/** Why a trial, or one stage of it, is missing from a denominator of the funnel. */
export const EVAL_STAGE_EXCLUSION_CLASSES = Object.freeze([
  "lifecycle",
  "integrity",
  "version",
  "notApplicable",
  "reachUnknown",
  "notMeasured",
] as const);
/** One exclusion class. */
export type EvalStageExclusionClass = (typeof EVAL_STAGE_EXCLUSION_CLASSES)[number];
/** Accepts exactly the six exclusion classes. */
export const evalStageExclusionClassSchema = z.enum(EVAL_STAGE_EXCLUSION_CLASSES);
/** True for one of the six exclusion classes. */
export const isEvalStageExclusionClass = memberGuard(EVAL_STAGE_EXCLUSION_CLASSES);

/** The exact ground of a trial's exclusion, counted once per run. */
export const EVAL_STAGE_COVERAGE_DETAIL_KEYS = Object.freeze([
  "notTerminal",
  "skipped",
  "cancelled",
  "setupFailed",
  "timedOut",
  "executionFailed",
  "evaluatorError",
  "chainMissing",
  "chainUnverified",
  "chainVersionAhead",
  "measurementsMissing",
  "measurementsInvalid",
  "measurementsVersionAhead",
  "analyzerMismatch",
] as const);
/** One coverage detail key. */
export type EvalStageCoverageDetailKey = (typeof EVAL_STAGE_COVERAGE_DETAIL_KEYS)[number];
/** Accepts exactly the fourteen coverage detail keys. */
export const evalStageCoverageDetailKeySchema = z.enum(EVAL_STAGE_COVERAGE_DETAIL_KEYS);
/** True for one of the fourteen coverage detail keys. */
export const isEvalStageCoverageDetailKey = memberGuard(EVAL_STAGE_COVERAGE_DETAIL_KEYS);

/** Why two funnels may not be compared. */
export const EVAL_STAGE_PARITY_BLOCKERS = Object.freeze([
  "missingRunGroup",
  "differentRunGroup",
  "missingConfigIdentity",
  "differentConfigIdentity",
  "missingCaseSetIdentity",
  "differentCaseSetIdentity",
  "differentAnalyzerVersion",
  "differentMeasurementsVersion",
  "differentMeasurementUnit",
  "mixedSourceVersions",
  "provisional",
] as const);
/** One parity blocker. */
export type EvalStageParityBlocker = (typeof EVAL_STAGE_PARITY_BLOCKERS)[number];
/** Accepts exactly the eleven parity blockers. */
export const evalStageParityBlockerSchema = z.enum(EVAL_STAGE_PARITY_BLOCKERS);
/** True for one of the eleven parity blockers. */
export const isEvalStageParityBlocker = memberGuard(EVAL_STAGE_PARITY_BLOCKERS);

/** Whether the counts of an analytics row can still move. */
export const EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES = Object.freeze(["provisional", "final"] as const);
/** One materialization state. */
export type EvalStageAnalyticsMaterializationState =
  (typeof EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES)[number];
/** Accepts exactly the two materialization states. */
export const evalStageAnalyticsMaterializationStateSchema = z.enum(
  EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES,
);
/** True for one of the two materialization states. */
export const isEvalStageAnalyticsMaterializationState = memberGuard(
  EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES,
);

/** The dimensions a funnel is sliced by. Marginals only: no dimension is a combination of two. */
export const EVAL_STAGE_SLICE_DIMENSIONS = Object.freeze(["overall", "intent", "model", "host"] as const);
/** One slice dimension. */
export type EvalStageSliceDimension = (typeof EVAL_STAGE_SLICE_DIMENSIONS)[number];
/** Accepts exactly the four slice dimensions. */
export const evalStageSliceDimensionSchema = z.enum(EVAL_STAGE_SLICE_DIMENSIONS);
/** True for one of the four slice dimensions. */
export const isEvalStageSliceDimension = memberGuard(EVAL_STAGE_SLICE_DIMENSIONS);

/** Whether a trial got as far as a stage. `unknown` is neither reached nor a drop-off. */
export const STAGE_REACH_STATES = Object.freeze([
  "reached",
  "notReached",
  "unknown",
  "notApplicable",
] as const);
/** One reach. */
export type StageReach = (typeof STAGE_REACH_STATES)[number];
/** Accepts exactly the four reaches. */
export const stageReachSchema = z.enum(STAGE_REACH_STATES);
/** True for one of the four reaches. */
export const isStageReach = memberGuard(STAGE_REACH_STATES);

/** The setup phases that run once per run, before any trial. */
export const SETUP_PHASES = Object.freeze(["connection", "discovery"] as const);
/** One setup phase. */
export type SetupPhase = (typeof SETUP_PHASES)[number];
/** Accepts exactly the two setup phases. */
export const setupPhaseSchema = z.enum(SETUP_PHASES);
/** True for one of the two setup phases. */
export const isSetupPhase = memberGuard(SETUP_PHASES);
