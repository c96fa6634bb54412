import { vocabulary } from "./vocabulary.js";

// Wire values, their order and labels: spec §1.7, §1.10 (rate states) and §1.11. The labels of the trial exclusion reasons and of
// the rate states are ours.

/** The failed validity checks an `inconclusive` run is explained by, in the order they are listed. */
const VALIDITY_REASONS = vocabulary({
  configuredTrialsNotAttempted: {
    label: "some configured trial never ran, so the run does not cover what it was asked to",
    meaning: "Validity: the suite asks for every configured trial, and some were not attempted.",
  },
  noGradeableTrials: {
    label: "nothing in the run produced a gradeable verdict",
    meaning: "Validity: the suite asks for every configured trial, and none could be graded.",
  },
  eligibleTrialsBelowMinimum: {
    label: "fewer gradeable trials than the suite's validity floor requires",
    meaning: "Validity: the suite names a floor of gradeable trials, and the run is below it.",
  },
  completionRateBelowMinimum: {
    label: "too few attempted trials completed to meet the suite's completion floor",
    meaning: "Validity: completed / attempted trials is below the floor.",
  },
  completionRateNotMeasured: {
    label: "nothing was attempted, so the completion floor cannot be satisfied",
    meaning: "Validity: 0 attempted trials satisfy no floor.",
  },
  evaluatorErrorRateAboveMaximum: {
    label: "the evaluator failed too often for this run to describe the server",
    meaning: "Validity: evaluator errors / attempted trials is above the ceiling.",
  },
  evaluatorErrorRateNotMeasured: {
    label: "nothing was attempted, so the evaluator-error ceiling cannot be satisfied",
    meaning: "Validity: 0 attempted trials satisfy no ceiling.",
  },
  caseHasNoEligibleTrials: {
    label: "a case graded nothing at all",
    meaning: "Validity: at least one case has no gradeable trial, whatever its threshold.",
  },
});
export const EVAL_VALIDITY_DECISION_REASONS = VALIDITY_REASONS.members;
/** One validity reason. */
export type EvalValidityDecisionReason = (typeof EVAL_VALIDITY_DECISION_REASONS)[number];
/** Accepts exactly the eight validity reasons. */
export const evalValidityDecisionReasonSchema = VALIDITY_REASONS.schema;
/** True for one of the eight validity reasons. */
export const isEvalValidityDecisionReason = VALIDITY_REASONS.is;

/** The reasons of a task verdict, once validity holds. */
const TASK_REASONS = vocabulary({
  casePassRateMetThreshold: {
    label: "the case met its pass threshold",
    meaning: "Task, on case rows only: passed / gradeable trials is at or above the threshold.",
  },
  casePassRateBelowThreshold: {
    label: "a case did not meet its pass threshold",
    meaning: "Task: passed / gradeable trials of a case is below its threshold.",
  },
  allMeasuredCasesMetThreshold: {
    label: "every measured case met its threshold",
    meaning: "Task, on the run only: no case failed.",
  },
});
export const EVAL_TASK_DECISION_REASONS = TASK_REASONS.members;
/** One task reason. */
export type EvalTaskDecisionReason = (typeof EVAL_TASK_DECISION_REASONS)[number];
/** Accepts exactly the three task reasons. */
export const evalTaskDecisionReasonSchema = TASK_REASONS.schema;
/** True for one of the three task reasons. */
export const isEvalTaskDecisionReason = TASK_REASONS.is;

/** Every decision reason: the eight of the validity phase, then the three of the task phase. */
export const DECISION_REASONS = vocabulary({
  ...VALIDITY_REASONS.entries,
  ...TASK_REASONS.entries,
});
export const EVAL_VERDICT_DECISION_REASONS = DECISION_REASONS.members;
/** One decision reason. */
export type EvalVerdictDecisionReason = (typeof EVAL_VERDICT_DECISION_REASONS)[number];
/** Accepts exactly the eleven decision reasons. */
export const evalVerdictDecisionReasonSchema = DECISION_REASONS.schema;
/** True for one of the eleven decision reasons. */
export const isEvalVerdictDecisionReason = DECISION_REASONS.is;
/** Why a decision is what it is. */
export const EVAL_VERDICT_DECISION_REASON_LABELS = DECISION_REASONS.labels;

/**
 * Why the verdict policy left a trial out of a rate. Not the same list as the exclusion classes of the funnel,
 * and the two are never mixed: a pass rate and a funnel leave out different trials.
 */
export const TRIAL_EXCLUSIONS = vocabulary({
  notTerminal: {
    label: "the trial has not finished",
    meaning: "Pending, running, or configured and never reported.",
  },
  skipped: {
    label: "the trial was deliberately not run",
    meaning: "Deliberately not run.",
  },
  setupFailed: {
    label: "the environment of the trial was never prepared",
    meaning: "Our own setup failed.",
  },
  cancelled: {
    label: "the trial was stopped after it started",
    meaning: "Stopped after it started; not attempted either.",
  },
  timedOut: {
    label: "the trial ran out of time",
    meaning: "Attempted, and out of time.",
  },
  executionFailed: {
    label: "the trial broke off without an outcome to grade",
    meaning: "Attempted, and broken off.",
  },
  evaluatorError: {
    label: "the evaluator failed on the trial",
    meaning: "Completed, and the evaluator failed.",
  },
});
export const EVAL_TRIAL_EXCLUSION_REASONS = TRIAL_EXCLUSIONS.members;
/** One trial exclusion reason. */
export type EvalTrialExclusionReason = (typeof EVAL_TRIAL_EXCLUSION_REASONS)[number];
/** Accepts exactly the seven trial exclusion reasons. */
export const evalTrialExclusionReasonSchema = TRIAL_EXCLUSIONS.schema;
/** True for one of the seven trial exclusion reasons. */
export const isEvalTrialExclusionReason = TRIAL_EXCLUSIONS.is;

/** What a count counts. Every count is rendered with its unit. */
export const UNITS = vocabulary({
  caseVariant: {
    label: "case variant",
    meaning: "One case under one provider and model. Its repetitions are trials inside it.",
    plural: "case variants",
  },
  trial: {
    label: "trial",
    meaning: "One iteration of one case.",
    plural: "trials",
  },
});
export const EVAL_RUN_MEASUREMENT_UNITS = UNITS.members;
/** One measurement unit. */
export type EvalRunMeasurementUnit = (typeof EVAL_RUN_MEASUREMENT_UNITS)[number];
/** Accepts exactly the two measurement units. */
export const evalRunMeasurementUnitSchema = UNITS.schema;
/** True for one of the two measurement units. */
export const isEvalRunMeasurementUnit = UNITS.is;

/** Whether a rate says anything: a zero denominator is `notMeasured`, never 0 and never 1. */
export const RATE_STATES = vocabulary({
  measured: {
    label: "measured",
    meaning: "The rate is numerator / denominator, unrounded.",
  },
  notMeasured: {
    label: "not measured",
    meaning: "The denominator is 0. The rate is neither 0 % nor 100 %.",
  },
});
/** Whether a rate says anything. */
export const EVAL_RATE_MEASUREMENT_STATE_LABELS = RATE_STATES.labels;

/**
 * The word for a count.
 *
 * @param unit what is counted
 * @param count the count itself; exactly 1 takes the singular, everything else (0 included) the plural
 */
export function measurementUnitLabel(unit: EvalRunMeasurementUnit, count: number): string {
  const { label, plural } = UNITS.entries[unit];
  return count === 1 ? label : plural;
}
