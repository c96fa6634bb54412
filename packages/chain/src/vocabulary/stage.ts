import { z } from "zod";
import { memberGuard } from "./member-guard.js";

// Wire values and their order follow the published user-value-chain contract (spec §1.1-1.4 and §1.11).
// Never sort these lists: the order of the stages is what "an earlier stage failed" is derived from, and the
// order of the others is the order every output lists them in.

/** The six stages one trial walks, in chain order. */
export const USER_VALUE_STAGES = Object.freeze([
  "connection",
  "discovery",
  "selection",
  "call",
  "response",
  "userValue",
] as const);
/** One stage of the chain. */
export type UserValueStage = (typeof USER_VALUE_STAGES)[number];
/** Accepts exactly the six stages. */
export const userValueStageSchema = z.enum(USER_VALUE_STAGES);
/** True for one of the six stages. */
export const isUserValueStage = memberGuard(USER_VALUE_STAGES);

/**
 * What a stage did in one trial. Only `passed` and `failed` are verdicts; the other three are three different
 * reasons for having none, and none of them is a pass. Strings only: no numeric encoding exists.
 */
export const STAGE_STATES = Object.freeze([
  "passed",
  "failed",
  "notReached",
  "notMeasured",
  "notApplicable",
] as const);
/** One stage state. */
export type StageState = (typeof STAGE_STATES)[number];
/** Accepts exactly the five stage states. */
export const stageStateSchema = z.enum(STAGE_STATES);
/** True for one of the five stage states. */
export const isStageState = memberGuard(STAGE_STATES);

/** Why a stage landed where it did: 29 members in the order of their groups. */
export const STAGE_REASONS = Object.freeze([
  "noSpanChannel",
  "noEvidenceCaptured",
  "matchVerdictUnavailable",
  "traceAbsent",
  "executorEmitsNoSpans",
  "blockedByPolicy",
  "evaluatorError",
  "providerError",
  "setupAborted",
  "connectFailed",
  "toolsListFailed",
  "egressUnverified",
  "lifecycleStopped",
  "notAuthored",
  "earlierStageFailed",
  "missingToolCall",
  "unexpectedToolCall",
  "argumentMismatch",
  "toolError",
  "protocolError",
  "renderFailed",
  "predicateFailed",
  "observed",
  "impliedByLaterEvidence",
  "judgeObserved",
  "judgePartial",
  "judgeFailed",
  "judgePending",
  "judgeNotRequested",
] as const);
/** One stage reason. */
export type StageReason = (typeof STAGE_REASONS)[number];
/** Accepts exactly the 29 stage reasons. */
export const stageReasonSchema = z.enum(STAGE_REASONS);
/** True for one of the 29 stage reasons. */
export const isStageReason = memberGuard(STAGE_REASONS);

/** The groups the reasons are printed under, in order. A group says nothing about the state of the row. */
export const STAGE_REASON_GROUPS = Object.freeze([
  "nothingMeasured",
  "stageDoesNotApply",
  "position",
  "measuredFailure",
  "measuredPass",
  "advisoryJudge",
] as const);
/** One group of stage reasons. */
export type StageReasonGroup = (typeof STAGE_REASON_GROUPS)[number];
/** Accepts exactly the six groups. */
export const stageReasonGroupSchema = z.enum(STAGE_REASON_GROUPS);
/** True for one of the six groups. */
export const isStageReasonGroup = memberGuard(STAGE_REASON_GROUPS);

// `connectFailed` and `toolsListFailed` are printed with the unmeasured reasons and yet decide `failed` rows.
const firstOfGroup: Partial<Record<StageReason, StageReasonGroup>> = {
  noSpanChannel: "nothingMeasured",
  notAuthored: "stageDoesNotApply",
  earlierStageFailed: "position",
  missingToolCall: "measuredFailure",
  observed: "measuredPass",
  judgeObserved: "advisoryJudge",
};

/** The group each reason is printed under. */
export const STAGE_REASON_GROUP: Readonly<Record<StageReason, StageReasonGroup>> = Object.freeze(
  groupByFirstMember(),
);

function groupByFirstMember(): Record<StageReason, StageReasonGroup> {
  const groups = {} as Record<StageReason, StageReasonGroup>;
  let current: StageReasonGroup = "nothingMeasured";
  for (const reason of STAGE_REASONS) {
    current = firstOfGroup[reason] ?? current;
    groups[reason] = current;
  }
  return groups;
}

/**
 * The bucket a trial without a good outcome is counted under. A bucket is not a cause, and `evaluator` is never
 * merged into another one: a broken grader says nothing about the server.
 */
export const FAILURE_CATEGORIES = Object.freeze([
  "setup",
  "metadata",
  "selection",
  "arguments",
  "serverData",
  "userValue",
  "evaluator",
] as const);
/** One failure category. */
export type FailureCategory = (typeof FAILURE_CATEGORIES)[number];
/** Accepts exactly the seven failure categories. */
export const failureCategorySchema = z.enum(FAILURE_CATEGORIES);
/** True for one of the seven failure categories. */
export const isFailureCategory = memberGuard(FAILURE_CATEGORIES);

/**
 * The lifecycle of one trial. Orthogonal to its verdict: `failed` speaks about execution, `setup_failed` about us,
 * `skipped` was deliberately not run, `cancelled` was stopped after it started.
 */
export const ITERATION_STATUSES = Object.freeze([
  "pending",
  "running",
  "completed",
  "failed",
  "cancelled",
  "timed_out",
  "setup_failed",
  "skipped",
] as const);
/** One iteration status. */
export type IterationStatus = (typeof ITERATION_STATUSES)[number];
/** Accepts exactly the eight iteration statuses. */
export const iterationStatusSchema = z.enum(ITERATION_STATUSES);
/** True for one of the eight iteration statuses. */
export const isIterationStatus = memberGuard(ITERATION_STATUSES);
