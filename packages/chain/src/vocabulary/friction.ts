import { z } from "zod";
import { memberGuard } from "./member-guard.js";

// Wire values and order: spec §1.8, §1.9 and §6.3 (pagination keys).

/** The observable patterns in one trial's calls. Report only: none enters a verdict, score, gate or category. */
export const FRICTION_SIGNAL_KINDS = Object.freeze([
  "identifierSurfacedUnused",
  "searchRepeatedAfterIdentifier",
  "identicalRetry",
  "changedRetry",
  "paginationContinuation",
] as const);
/** One friction signal kind. */
export type FrictionSignalKind = (typeof FRICTION_SIGNAL_KINDS)[number];
/** Accepts exactly the five friction signal kinds. */
export const frictionSignalKindSchema = z.enum(FRICTION_SIGNAL_KINDS);
/** True for one of the five friction signal kinds. */
export const isFrictionSignalKind = memberGuard(FRICTION_SIGNAL_KINDS);

/** Why friction, or its identifier half, was not measured: facts about the evidence, never about the run. */
export const FRICTION_NOT_MEASURED_REASONS = Object.freeze([
  "noToolCalls",
  "resultsUnavailable",
  "orderingUnknown",
  "evidenceIncomplete",
  "truncated",
] as const);
/** One friction not-measured reason. */
export type FrictionNotMeasuredReason = (typeof FRICTION_NOT_MEASURED_REASONS)[number];
/** Accepts exactly the five friction not-measured reasons. */
export const frictionNotMeasuredReasonSchema = z.enum(FRICTION_NOT_MEASURED_REASONS);
/** True for one of the five friction not-measured reasons. */
export const isFrictionNotMeasuredReason = memberGuard(FRICTION_NOT_MEASURED_REASONS);

/** How one call may be placed in time against another. */
export const FRICTION_ORDERINGS = Object.freeze(["messageOrder", "timed", "unknown"] as const);
/** One call ordering. */
export type FrictionOrdering = (typeof FRICTION_ORDERINGS)[number];
/** Accepts exactly the three call orderings. */
export const frictionOrderingSchema = z.enum(FRICTION_ORDERINGS);
/** True for one of the three call orderings. */
export const isFrictionOrdering = memberGuard(FRICTION_ORDERINGS);

/** Top-level argument keys whose change continues a listing instead of asking a new question. */
export const PAGINATION_ARG_KEYS = Object.freeze([
  "cursor",
  "nextCursor",
  "page",
  "pageToken",
  "offset",
  "after",
  "before",
  "start",
  "limit",
] as const);
/** One pagination key. */
export type PaginationArgKey = (typeof PAGINATION_ARG_KEYS)[number];
/** Accepts exactly the nine pagination keys. */
export const paginationArgKeySchema = z.enum(PAGINATION_ARG_KEYS);
/** True for one of the nine pagination keys. */
export const isPaginationArgKey = memberGuard(PAGINATION_ARG_KEYS);

/** What a judge may suspect behind a friction signal, the safe answer first. Never a cause. */
export const SUSPECTED_CONDITIONS = Object.freeze([
  "unclear",
  "idBuriedInPayload",
  "idNameCollision",
  "missingQueryEcho",
  "silentTruncation",
  "ambiguousErrorSemantics",
  "missingUnits",
  "responseWasClear",
  "descriptionMisleading",
] as const);
/** One suspected condition. */
export type SuspectedCondition = (typeof SUSPECTED_CONDITIONS)[number];
/** Accepts exactly the nine suspected conditions. */
export const suspectedConditionSchema = z.enum(SUSPECTED_CONDITIONS);
/** True for one of the nine suspected conditions. */
export const isSuspectedCondition = memberGuard(SUSPECTED_CONDITIONS);

/** How sure the judge was. A named condition is always `medium` or `high`. */
export const SUSPECTED_CONDITION_CONFIDENCES = Object.freeze(["low", "medium", "high"] as const);
/** One confidence. */
export type SuspectedConditionConfidence = (typeof SUSPECTED_CONDITION_CONFIDENCES)[number];
/** Accepts exactly the three confidences. */
export const suspectedConditionConfidenceSchema = z.enum(SUSPECTED_CONDITION_CONFIDENCES);
/** True for one of the three confidences. */
export const isSuspectedConditionConfidence = memberGuard(SUSPECTED_CONDITION_CONFIDENCES);

/** How the judge's attempt ended. Only `scored` carries a condition. */
export const SUSPECTED_CONDITION_VERDICT_STATUSES = Object.freeze(["scored", "skipped", "error"] as const);
/** One verdict status. */
export type SuspectedConditionVerdictStatus = (typeof SUSPECTED_CONDITION_VERDICT_STATUSES)[number];
/** Accepts exactly the three verdict statuses. */
export const suspectedConditionVerdictStatusSchema = z.enum(SUSPECTED_CONDITION_VERDICT_STATUSES);
/** True for one of the three verdict statuses. */
export const isSuspectedConditionVerdictStatus = memberGuard(SUSPECTED_CONDITION_VERDICT_STATUSES);

/** Why a flagged trial got no verdict. */
export const SUSPECTED_CONDITION_SKIP_REASONS = Object.freeze([
  "spendBlocked",
  "traceIncomplete",
  "noEvidence",
  "cap",
] as const);
/** One skip reason. */
export type SuspectedConditionSkipReason = (typeof SUSPECTED_CONDITION_SKIP_REASONS)[number];
/** Accepts exactly the four skip reasons. */
export const suspectedConditionSkipReasonSchema = z.enum(SUSPECTED_CONDITION_SKIP_REASONS);
/** True for one of the four skip reasons. */
export const isSuspectedConditionSkipReason = memberGuard(SUSPECTED_CONDITION_SKIP_REASONS);
