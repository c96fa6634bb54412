import { vocabulary } from "./vocabulary.js";

// Wire values, their order and labels: spec §1.5, §1.6 and §1.11. The labels of the chain statuses are ours.

/** What a decided run, or one case variant in it, may conclude. */
export const VERDICTS = vocabulary({
  passed: {
    label: "passed",
    meaning: "The run was decided, and it is good.",
  },
  failed: {
    label: "failed",
    meaning: "The run was decided, and it is bad.",
  },
  inconclusive: {
    label: "inconclusive",
    meaning: "The validity phase ran and declined to judge. This is a decision.",
  },
});
export const EVAL_RUN_VERDICTS = VERDICTS.members;
/** One verdict of a decided run. */
export type EvalRunVerdict = (typeof EVAL_RUN_VERDICTS)[number];
/** Accepts exactly the three verdicts of a decided run. */
export const evalRunVerdictSchema = VERDICTS.schema;
/** True for one of the three verdicts of a decided run. */
export const isEvalRunVerdict = VERDICTS.is;

/** What a decision summary may report: the three verdicts, and `notEstablished` when no decision exists. */
export const SUMMARY_VERDICTS = vocabulary({
  ...VERDICTS.entries,
  notEstablished: {
    label: "no verdict established",
    meaning: "No decision exists. Never report it as a regression.",
  },
});
export const EVAL_RUN_DECISION_VERDICTS = SUMMARY_VERDICTS.members;
/** One verdict of a decision summary. */
export type EvalRunDecisionVerdict = (typeof EVAL_RUN_DECISION_VERDICTS)[number];
/** Accepts exactly the four summary verdicts. */
export const evalRunDecisionVerdictSchema = SUMMARY_VERDICTS.schema;
/** True for one of the four summary verdicts. */
export const isEvalRunDecisionVerdict = SUMMARY_VERDICTS.is;
/** What a run's summary reports. */
export const EVAL_RUN_DECISION_VERDICT_LABELS = SUMMARY_VERDICTS.labels;

/** Where a summary's verdict was read from. */
export const VERDICT_SOURCES = vocabulary({
  policyV2: {
    label: "verdict policy v2",
    meaning: "The run's own decision under verdict policy v2.",
  },
  legacy: {
    label: "legacy percent-threshold run",
    meaning: "The stored result of a run from before verdict policy v2.",
  },
  none: {
    label: "no verdict source",
    meaning: "Nothing: the run has no verdict.",
  },
});
export const EVAL_RUN_DECISION_VERDICT_SOURCES = VERDICT_SOURCES.members;
/** One verdict source. */
export type EvalRunDecisionVerdictSource = (typeof EVAL_RUN_DECISION_VERDICT_SOURCES)[number];
/** Accepts exactly the three verdict sources. */
export const evalRunDecisionVerdictSourceSchema = VERDICT_SOURCES.schema;
/** True for one of the three verdict sources. */
export const isEvalRunDecisionVerdictSource = VERDICT_SOURCES.is;
/** Where a summary's verdict was read from. */
export const EVAL_RUN_DECISION_VERDICT_SOURCE_LABELS = VERDICT_SOURCES.labels;

/** Why no verdict was established. */
export const UNDECIDED_REASONS = vocabulary({
  runNotTerminal: {
    label: "the run has not finished yet",
    meaning: "The run is still going.",
  },
  runStatusNotAVerdict: {
    label: "the run stopped before it finished, so its recorded counts describe a sample rather than the run",
    meaning: "A legacy run that was cancelled, timed out or failed.",
  },
  runResultNotAVerdict: {
    label: "the run finished without recording a verdict",
    meaning: "A legacy run that completed without a result of passed or failed.",
  },
  verdictSummaryUnavailable: {
    label: "the run was decided under verdict policy v2 and its decision could not be read",
    meaning: "The stored decision is missing or does not validate, and is not partly read.",
  },
});
export const EVAL_RUN_DECISION_UNDECIDED_REASONS = UNDECIDED_REASONS.members;
/** One undecided reason. */
export type EvalRunDecisionUndecidedReason = (typeof EVAL_RUN_DECISION_UNDECIDED_REASONS)[number];
/** Accepts exactly the four undecided reasons. */
export const evalRunDecisionUndecidedReasonSchema = UNDECIDED_REASONS.schema;
/** True for one of the four undecided reasons. */
export const isEvalRunDecisionUndecidedReason = UNDECIDED_REASONS.is;
/** Why no verdict was established. */
export const EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS = UNDECIDED_REASONS.labels;

/** Whether the chain on a diagnostic may be believed. */
export const CHAIN_STATUSES = vocabulary({
  verified: {
    label: "the recorded chain is valid",
    meaning: "The stored rows validate. Only these carry stages, a first failed stage and a category.",
  },
  unverified: {
    label: "a chain was recorded and is not valid, so nothing in it is shown",
    meaning: "Rows were stored and do not validate. Only their version is shown.",
  },
  absent: {
    label: "no chain was recorded",
    meaning: "No rows were stored.",
  },
});
export const EVAL_RUN_DECISION_CHAIN_STATUSES = CHAIN_STATUSES.members;
/** One chain status. */
export type EvalRunDecisionChainStatus = (typeof EVAL_RUN_DECISION_CHAIN_STATUSES)[number];
/** Accepts exactly the three chain statuses. */
export const evalRunDecisionChainStatusSchema = CHAIN_STATUSES.schema;
/** True for one of the three chain statuses. */
export const isEvalRunDecisionChainStatus = CHAIN_STATUSES.is;
