import { column, vocabulary } from "./vocabulary.js";

// Wire values, order and labels: spec §1.8 and §6.3 (pagination keys). The labels of the orderings are ours.

/** The observable patterns in one trial's calls. Report only: none enters a verdict, score, gate or category. */
export const SIGNALS = vocabulary({
  identifierSurfacedUnused: {
    label: "Identifiers surfaced, none used later",
    meaning: "Identifier-shaped values came back, and none of at least two later calls carried one.",
    benignReading: "the first result may already have answered",
  },
  searchRepeatedAfterIdentifier: {
    label: "Same tool searched again after identifiers",
    meaning:
      "The tool that had surfaced identifiers was called again, with another question and without one of them.",
    benignReading: "a query refinement",
  },
  identicalRetry: {
    label: "Repeated with identical arguments",
    meaning: "Two calls in a row of one tool with byte-equal canonical arguments.",
    benignReading: "recovery from a passing error",
  },
  changedRetry: {
    label: "Same tool called again with changed arguments",
    meaning: "Two calls in a row of one tool with other arguments.",
    benignReading: "ordinary iteration",
  },
  paginationContinuation: {
    label: "Pagination continued",
    meaning: "Two calls in a row of one tool that differ in pagination keys only.",
    benignReading: "the result set was longer than a page",
  },
});
export const FRICTION_SIGNAL_KINDS = SIGNALS.members;
/** One friction signal kind. */
export type FrictionSignalKind = (typeof FRICTION_SIGNAL_KINDS)[number];
/** Accepts exactly the five friction signal kinds. */
export const frictionSignalKindSchema = SIGNALS.schema;
/** True for one of the five friction signal kinds. */
export const isFrictionSignalKind = SIGNALS.is;
/** The friction signals. */
export const FRICTION_SIGNAL_LABELS = SIGNALS.labels;
/** The benign reading every rendering of a friction signal carries beside it (spec §1.8). */
export const FRICTION_SIGNAL_BENIGN_READINGS = column(SIGNALS.entries, "benignReading");

/** Why friction, or its identifier half, was not measured: facts about the evidence, never about the run. */
export const NOT_MEASURED = vocabulary({
  noToolCalls: {
    label: "no tool calls to look at",
    meaning: "The trial made no call, so there is nothing to look at.",
  },
  resultsUnavailable: {
    label: "tool results were not retained",
    meaning: "At least one result was not kept, so nobody knows what a later call could have used.",
  },
  orderingUnknown: {
    label: "the calls cannot be placed in a causal order",
    meaning: "Some calls are placed by message and some by time, or some not at all.",
  },
  evidenceIncomplete: {
    label: "the evidence for this trial has a known hole",
    meaning: "The producer knows of a gap, or the arguments of a call cannot be read canonically.",
  },
  truncated: {
    label: "too many tool calls to measure",
    meaning: "The trial made more than 200 calls.",
  },
});
export const FRICTION_NOT_MEASURED_REASONS = NOT_MEASURED.members;
/** One friction not-measured reason. */
export type FrictionNotMeasuredReason = (typeof FRICTION_NOT_MEASURED_REASONS)[number];
/** Accepts exactly the five friction not-measured reasons. */
export const frictionNotMeasuredReasonSchema = NOT_MEASURED.schema;
/** True for one of the five friction not-measured reasons. */
export const isFrictionNotMeasuredReason = NOT_MEASURED.is;
/** Why friction was not measured. */
export const FRICTION_NOT_MEASURED_REASON_LABELS = NOT_MEASURED.labels;

/** How one call may be placed in time against another. */
export const ORDERINGS = vocabulary({
  messageOrder: {
    label: "in message order",
    meaning: "The call's result has no times; its place among the messages counts.",
  },
  timed: {
    label: "by its start and end times",
    meaning: "The call's result has both times; only they count.",
  },
  unknown: {
    label: "not at all",
    meaning: "The call has no kept result.",
  },
});
export const FRICTION_ORDERINGS = ORDERINGS.members;
/** One call ordering. */
export type FrictionOrdering = (typeof FRICTION_ORDERINGS)[number];
/** Accepts exactly the three call orderings. */
export const frictionOrderingSchema = ORDERINGS.schema;
/** True for one of the three call orderings. */
export const isFrictionOrdering = ORDERINGS.is;

const CONTINUES = "An argument that continues a listing.";

/** Top-level argument keys whose change continues a listing instead of asking a new question. */
export const PAGINATION_KEYS = vocabulary({
  cursor: { label: "cursor", meaning: CONTINUES },
  nextCursor: { label: "nextCursor", meaning: CONTINUES },
  page: { label: "page", meaning: CONTINUES },
  pageToken: { label: "pageToken", meaning: CONTINUES },
  offset: { label: "offset", meaning: CONTINUES },
  after: { label: "after", meaning: CONTINUES },
  before: { label: "before", meaning: CONTINUES },
  start: { label: "start", meaning: CONTINUES },
  limit: { label: "limit", meaning: CONTINUES },
});
export const PAGINATION_ARG_KEYS = PAGINATION_KEYS.members;
/** One pagination key. */
export type PaginationArgKey = (typeof PAGINATION_ARG_KEYS)[number];
/** Accepts exactly the nine pagination keys. */
export const paginationArgKeySchema = PAGINATION_KEYS.schema;
/** True for one of the nine pagination keys. */
export const isPaginationArgKey = PAGINATION_KEYS.is;
