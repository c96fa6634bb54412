import { z } from "zod";
import { memberGuard } from "./member-guard.js";

// Wire values and order: spec §1.5-1.7, §1.10 (rate states) and §1.11.

/** What a decided run, or one case variant in it, may conclude. */
export const EVAL_RUN_VERDICTS = Object.freeze(["passed", "failed", "inconclusive"] as const);
/** One verdict of a decided run. */
export type EvalRunVerdict = (typeof EVAL_RUN_VERDICTS)[number];
/** Accepts exactly the three verdicts of a decided run. */
export const evalRunVerdictSchema = z.enum(EVAL_RUN_VERDICTS);
/** True for one of the three verdicts of a decided run. */
export const isEvalRunVerdict = memberGuard(EVAL_RUN_VERDICTS);

/** What a decision summary may report: the three verdicts, and `notEstablished` when no decision exists. */
export const EVAL_RUN_DECISION_VERDICTS = Object.freeze([...EVAL_RUN_VERDICTS, "notEstablished"] as const);
/** One verdict of a decision summary. */
export type EvalRunDecisionVerdict = (typeof EVAL_RUN_DECISION_VERDICTS)[number];
/** Accepts exactly the four summary verdicts. */
export const evalRunDecisionVerdictSchema = z.enum(EVAL_RUN_DECISION_VERDICTS);
/** True for one of the four summary verdicts. */
export const isEvalRunDecisionVerdict = memberGuard(EVAL_RUN_DECISION_VERDICTS);

/** Where a summary's verdict was read from. */
export const EVAL_RUN_DECISION_VERDICT_SOURCES = Object.freeze(["policyV2", "legacy", "none"] as const);
/** One verdict source. */
export type EvalRunDecisionVerdictSource = (typeof EVAL_RUN_DECISION_VERDICT_SOURCES)[number];
/** Accepts exactly the three verdict sources. */
export const evalRunDecisionVerdictSourceSchema = z.enum(EVAL_RUN_DECISION_VERDICT_SOURCES);
/** True for one of the three verdict sources. */
export const isEvalRunDecisionVerdictSource = memberGuard(EVAL_RUN_DECISION_VERDICT_SOURCES);

/** Why no verdict was established. */
export const EVAL_RUN_DECISION_UNDECIDED_REASONS = Object.freeze([
  "runNotTerminal",
  "runStatusNotAVerdict",
  "runResultNotAVerdict",
  "verdictSummaryUnavailable",
] as const);
/** One undecided reason. */
export type EvalRunDecisionUndecidedReason = (typeof EVAL_RUN_DECISION_UNDECIDED_REASONS)[number];
/** Accepts exactly the four undecided reasons. */
export const evalRunDecisionUndecidedReasonSchema = z.enum(EVAL_RUN_DECISION_UNDECIDED_REASONS);
/** True for one of the four undecided reasons. */
export const isEvalRunDecisionUndecidedReason = memberGuard(EVAL_RUN_DECISION_UNDECIDED_REASONS);

/** The failed validity checks an `inconclusive` run is explained by, in the order they are listed. */
export const EVAL_VALIDITY_DECISION_REASONS = Object.freeze([
  "configuredTrialsNotAttempted",
  "noGradeableTrials",
  "eligibleTrialsBelowMinimum",
  "completionRateBelowMinimum",
  "completionRateNotMeasured",
  "evaluatorErrorRateAboveMaximum",
  "evaluatorErrorRateNotMeasured",
  "caseHasNoEligibleTrials",
] as const);
/** One validity reason. */
export type EvalValidityDecisionReason = (typeof EVAL_VALIDITY_DECISION_REASONS)[number];
/** Accepts exactly the eight validity reasons. */
export const evalValidityDecisionReasonSchema = z.enum(EVAL_VALIDITY_DECISION_REASONS);
/** True for one of the eight validity reasons. */
export const isEvalValidityDecisionReason = memberGuard(EVAL_VALIDITY_DECISION_REASONS);

/** The reasons of a task verdict, once validity holds. */
export const EVAL_TASK_DECISION_REASONS = Object.freeze([
  "casePassRateMetThreshold",
  "casePassRateBelowThreshold",
  "allMeasuredCasesMetThreshold",
] as const);
/** One task reason. */
export type EvalTaskDecisionReason = (typeof EVAL_TASK_DECISION_REASONS)[number];
/** Accepts exactly the three task reasons. */
export const evalTaskDecisionReasonSchema = z.enum(EVAL_TASK_DECISION_REASONS);
/** True for one of the three task reasons. */
export const isEvalTaskDecisionReason = memberGuard(EVAL_TASK_DECISION_REASONS);

/** Every decision reason: the eight of the validity phase, then the three of the task phase. */
export const EVAL_VERDICT_DECISION_REASONS = Object.freeze([
  ...EVAL_VALIDITY_DECISION_REASONS,
  ...EVAL_TASK_DECISION_REASONS,
] as const);
/** One decision reason. */
export type EvalVerdictDecisionReason = (typeof EVAL_VERDICT_DECISION_REASONS)[number];
/** Accepts exactly the eleven decision reasons. */
export const evalVerdictDecisionReasonSchema = z.enum(EVAL_VERDICT_DECISION_REASONS);
/** True for one of the eleven decision reasons. */
export const isEvalVerdictDecisionReason = memberGuard(EVAL_VERDICT_DECISION_REASONS);

/**
 * Why the verdict policy left a trial out of a rate. Not the same list as the exclusion classes of the funnel,
 * and the two are never mixed: a pass rate and a funnel leave out different trials.
 */
export const EVAL_TRIAL_EXCLUSION_REASONS = Object.freeze([
  "notTerminal",
  "skipped",
  "setupFailed",
  "cancelled",
  "timedOut",
  "executionFailed",
  "evaluatorError",
] as const);
/** One trial exclusion reason. */
export type EvalTrialExclusionReason = (typeof EVAL_TRIAL_EXCLUSION_REASONS)[number];
/** Accepts exactly the seven trial exclusion reasons. */
export const evalTrialExclusionReasonSchema = z.enum(EVAL_TRIAL_EXCLUSION_REASONS);
/** True for one of the seven trial exclusion reasons. */
export const isEvalTrialExclusionReason = memberGuard(EVAL_TRIAL_EXCLUSION_REASONS);

/** What a count counts. Every count is rendered with its unit. */
export const EVAL_RUN_MEASUREMENT_UNITS = Object.freeze(["caseVariant", "trial"] as const);
/** One measurement unit. */
export type EvalRunMeasurementUnit = (typeof EVAL_RUN_MEASUREMENT_UNITS)[number];
/** Accepts exactly the two measurement units. */
export const evalRunMeasurementUnitSchema = z.enum(EVAL_RUN_MEASUREMENT_UNITS);
/** True for one of the two measurement units. */
export const isEvalRunMeasurementUnit = memberGuard(EVAL_RUN_MEASUREMENT_UNITS);

/** Whether a rate says anything: a zero denominator is `notMeasured`, never 0 and never 1. */
export const EVAL_RATE_MEASUREMENT_STATES = Object.freeze(["measured", "notMeasured"] as const);
/** One rate state. */
export type EvalRateMeasurementState = (typeof EVAL_RATE_MEASUREMENT_STATES)[number];
/** Accepts exactly the two rate states. */
export const evalRateMeasurementStateSchema = z.enum(EVAL_RATE_MEASUREMENT_STATES);
/** True for one of the two rate states. */
export const isEvalRateMeasurementState = memberGuard(EVAL_RATE_MEASUREMENT_STATES);

/** Whether the chain on a diagnostic may be believed. */
export const EVAL_RUN_DECISION_CHAIN_STATUSES = Object.freeze(["verified", "unverified", "absent"] as const);
/** One chain status. */
export type EvalRunDecisionChainStatus = (typeof EVAL_RUN_DECISION_CHAIN_STATUSES)[number];
/** Accepts exactly the three chain statuses. */
export const evalRunDecisionChainStatusSchema = z.enum(EVAL_RUN_DECISION_CHAIN_STATUSES);
/** True for one of the three chain statuses. */
export const isEvalRunDecisionChainStatus = memberGuard(EVAL_RUN_DECISION_CHAIN_STATUSES);
