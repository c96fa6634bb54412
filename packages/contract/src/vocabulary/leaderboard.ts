import { type IdOf, vocabulary } from "./vocabulary.js";

/** What is worth knowing beside a row of a leaderboard, in the order it is listed. */
export const ROW_FLAGS = vocabulary("flag of a leaderboard row", {
  safetyNotMeasured: {
    label: "safety not measured",
    meaning: "no trial proposed a destructive call, so the score is over the other categories, scaled to 100",
  },
  mixedProvenance: {
    label: "mixed provenance",
    meaning: "not every question was answered by the same judge; ranked apart where that feeds the score",
  },
  oldMethodology: {
    label: "old methodology",
    meaning: "scored under another methodology or other constants than this build's",
  },
  oldReportVersion: {
    label: "old report",
    meaning: "written in an older report version and upgraded on reading",
  },
  estimatedTokens: {
    label: "estimated tokens",
    meaning: "definition tokens are bytes ÷ 4, not counted by the tokenizer",
  },
  responseData: {
    label: "response data",
    meaning: "economics includes response sizes, so its parts weigh differently",
  },
  incomplete: {
    label: "incomplete",
    meaning: "some trials gave no answer that could be graded; they count neither way",
  },
  intervalNotMeasured: {
    label: "no interval",
    meaning: "too few requests for an interval, so the row is not told apart from any other",
  },
  gatewaySurface: {
    label: "gateway",
    meaning: "more tools may appear once one is called; only the visible ones were judged",
  },
  laterScanFailed: { label: "later scan failed", meaning: "a newer scan of the same server gave no score" },
});
export type RowFlag = IdOf<typeof ROW_FLAGS>;

/** Why a file has no rank, in the order it is listed. */
export const EXCLUSION_REASONS = vocabulary("reason for having no rank", {
  failedScan: { label: "the scan gave no score" },
  belowValidityFloor: { label: "too little was measured to publish a score" },
  missingIdentity: { label: "it does not say who judged" },
  notComparable: { label: "its own figures are not of one kind" },
  refusedByVerify: { label: "its figures do not follow from its own evidence" },
  superseded: { label: "a newer result of the same server is listed" },
  unreadable: { label: "it could not be read" },
});
export type ExclusionReason = IdOf<typeof EXCLUSION_REASONS>;
