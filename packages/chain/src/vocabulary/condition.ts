import { vocabulary } from "./vocabulary.js";

// Wire values, order and labels of the conditions: spec §1.9. The other labels are ours.

/** What a judge may suspect behind a friction signal, the safe answer first. Never a cause. */
export const CONDITIONS = vocabulary({
  unclear: {
    label: "could not attribute",
    meaning: "The judge could name no condition. This is not the same as no problem.",
  },
  idBuriedInPayload: {
    label: "identifier buried in payload",
    meaning: "The identifier a later call needs sits deep in the response.",
  },
  idNameCollision: {
    label: "identifier name collision",
    meaning: "Two identifiers share a name, so the name does not tell which one is meant.",
  },
  missingQueryEcho: {
    label: "response does not echo the query",
    meaning: "The response does not restate the request it answers.",
  },
  silentTruncation: {
    label: "response truncated without saying so",
    meaning: "The response was cut short and does not say so.",
  },
  ambiguousErrorSemantics: {
    label: "error text does not say whether to retry",
    meaning: "The error does not tell whether another attempt makes sense.",
  },
  missingUnits: {
    label: "value has no stated unit",
    meaning: "A number comes without its unit.",
  },
  responseWasClear: {
    label: "the response was clear",
    meaning: "An honest negative: what the server sent does not explain the pattern.",
  },
  descriptionMisleading: {
    label: "tool description points the wrong way",
    meaning: "The text of a tool sent the model elsewhere.",
  },
});
export const SUSPECTED_CONDITIONS = CONDITIONS.members;
/** One suspected condition. */
export type SuspectedCondition = (typeof SUSPECTED_CONDITIONS)[number];
/** Accepts exactly the nine suspected conditions. */
export const suspectedConditionSchema = CONDITIONS.schema;
/** True for one of the nine suspected conditions. */
export const isSuspectedCondition = CONDITIONS.is;
/** What a judge suspects. Every rendering says "suspected" beside it. */
export const SUSPECTED_CONDITION_LABELS = CONDITIONS.labels;

/** How sure the judge was. A named condition is always `medium` or `high`. */
export const CONFIDENCES = vocabulary({
  low: {
    label: "low confidence",
    meaning: "Stored with the condition unclear only.",
  },
  medium: {
    label: "medium confidence",
    meaning: "A named condition may carry it.",
  },
  high: {
    label: "high confidence",
    meaning: "A named condition may carry it.",
  },
});
export const SUSPECTED_CONDITION_CONFIDENCES = CONFIDENCES.members;
/** One confidence. */
export type SuspectedConditionConfidence = (typeof SUSPECTED_CONDITION_CONFIDENCES)[number];
/** Accepts exactly the three confidences. */
export const suspectedConditionConfidenceSchema = CONFIDENCES.schema;
/** True for one of the three confidences. */
export const isSuspectedConditionConfidence = CONFIDENCES.is;
/** How sure the judge was. */
export const SUSPECTED_CONDITION_CONFIDENCE_LABELS = CONFIDENCES.labels;

/** How the judge's attempt ended. Only `scored` carries a condition. */
export const ATTEMPTS = vocabulary({
  scored: {
    label: "judged",
    meaning: "The judge answered, and the answer has a condition.",
  },
  skipped: {
    label: "not judged",
    meaning: "The judge was not asked. There is no condition, not even unclear.",
  },
  error: {
    label: "the judge failed",
    meaning: "The judge's answer could not be used. There is no condition, not even unclear.",
  },
});
export const SUSPECTED_CONDITION_VERDICT_STATUSES = ATTEMPTS.members;
/** One verdict status. */
export type SuspectedConditionVerdictStatus = (typeof SUSPECTED_CONDITION_VERDICT_STATUSES)[number];
/** Accepts exactly the three verdict statuses. */
export const suspectedConditionVerdictStatusSchema = ATTEMPTS.schema;
/** True for one of the three verdict statuses. */
export const isSuspectedConditionVerdictStatus = ATTEMPTS.is;
/** How the judge's attempt ended. */
export const SUSPECTED_CONDITION_VERDICT_STATUS_LABELS = ATTEMPTS.labels;

/** Why a flagged trial got no verdict. */
export const SKIP_REASONS = vocabulary({
  spendBlocked: {
    label: "the spending limit left no room for it",
    meaning: "Asking the judge would have gone over a spending limit.",
  },
  traceIncomplete: {
    label: "the trace of the trial is incomplete",
    meaning: "The judge would have seen a trace with holes.",
  },
  noEvidence: {
    label: "there was no evidence to show the judge",
    meaning: "There was nothing to show.",
  },
  cap: {
    label: "the limit of judged trials was reached",
    meaning: "Enough trials of this run had been judged.",
  },
});
export const SUSPECTED_CONDITION_SKIP_REASONS = SKIP_REASONS.members;
/** One skip reason. */
export type SuspectedConditionSkipReason = (typeof SUSPECTED_CONDITION_SKIP_REASONS)[number];
/** Accepts exactly the four skip reasons. */
export const suspectedConditionSkipReasonSchema = SKIP_REASONS.schema;
/** True for one of the four skip reasons. */
export const isSuspectedConditionSkipReason = SKIP_REASONS.is;
/** Why a flagged trial was not judged. */
export const SUSPECTED_CONDITION_SKIP_REASON_LABELS = SKIP_REASONS.labels;
