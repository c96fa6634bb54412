/** What is worth knowing beside a row; closed, in the order they are listed. */
export const ROW_FLAGS = [
  "safetyNotMeasured",
  "mixedProvenance",
  "oldMethodology",
  "oldReportVersion",
  "estimatedTokens",
  "responseData",
  "incomplete",
  "intervalNotMeasured",
  "gatewaySurface",
  "laterScanFailed",
] as const;
export type RowFlag = (typeof ROW_FLAGS)[number];

/** The words shown for each flag, and what they mean. */
export const ROW_FLAG_LABELS: Readonly<Record<RowFlag, { readonly name: string; readonly meaning: string }>> =
  {
    safetyNotMeasured: {
      name: "safety not measured",
      meaning:
        "no trial proposed a destructive call, so the score is over the other categories, scaled to 100",
    },
    mixedProvenance: {
      name: "mixed provenance",
      meaning: "not every question was answered by the same judge; ranked apart where that feeds the score",
    },
    oldMethodology: {
      name: "old methodology",
      meaning: "scored under another methodology or other constants than this build's",
    },
    oldReportVersion: {
      name: "old report",
      meaning: "written in an older report version and upgraded on reading",
    },
    estimatedTokens: {
      name: "estimated tokens",
      meaning: "definition tokens are bytes ÷ 4, not counted by the tokenizer",
    },
    responseData: {
      name: "response data",
      meaning: "economics includes response sizes, so its parts weigh differently",
    },
    incomplete: {
      name: "incomplete",
      meaning: "some trials gave no answer that could be graded; they count neither way",
    },
    intervalNotMeasured: {
      name: "no interval",
      meaning: "too few requests for an interval, so the row is not told apart from any other",
    },
    gatewaySurface: {
      name: "gateway",
      meaning: "more tools may appear once one is called; only the visible ones were judged",
    },
    laterScanFailed: { name: "later scan failed", meaning: "a newer scan of the same server gave no score" },
  };

/** Why a file has no rank; closed, in the order they are listed. */
export const EXCLUSION_REASONS = [
  "failedScan",
  "belowValidityFloor",
  "missingIdentity",
  "notComparable",
  "refusedByVerify",
  "superseded",
  "unreadable",
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** The words shown for each reason. */
export const EXCLUSION_LABELS: Readonly<Record<ExclusionReason, string>> = {
  failedScan: "the scan gave no score",
  belowValidityFloor: "too little was measured to publish a score",
  missingIdentity: "it does not say who judged",
  notComparable: "its own figures are not of one kind",
  refusedByVerify: "its figures do not follow from its own evidence",
  superseded: "a newer result of the same server is listed",
  unreadable: "it could not be read",
};
