import type { FailureCategory } from "../vocabulary/trial.js";
import type { StageResultRow } from "./derivation.js";
import type { StageMetadataAttribution } from "./evidence.js";
import { citeReasons } from "./row.js";
import { isTransportLocal, type TrialFacts } from "./trial-facts.js";

/**
 * The bucket of a trial without a good outcome (spec §2.7), or undefined.
 *
 * @param failed the first failed row, or undefined when none failed
 */
export function failureCategory(
  failed: StageResultRow | undefined,
  facts: TrialFacts,
): FailureCategory | undefined {
  const { evidence } = facts;
  switch (failed?.stage) {
    case undefined:
      if (evidence.evaluatorErrored === true || facts.gatingCheckErrored) return "evaluator";
      return evidence.stepError?.source === "model" ? "setup" : undefined;
    case "connection":
      return "setup";
    case "discovery":
      return failed.reason === "predicateFailed" ? "metadata" : "setup";
    case "selection":
      return attributionReasons(evidence.metadataAttribution) === undefined ? "selection" : "metadata";
    case "call":
      if (failed.reason === "argumentMismatch") return "arguments";
      return evidence.spans?.some(isTransportLocal) ? "setup" : "serverData";
    case "response":
      return "serverData";
    case "userValue":
      return "userValue";
  }
}

/** Puts the reasons of an accepted attribution on the selection row; its prompt indexes and reason stay. */
export function mergeAttribution(rows: StageResultRow[], facts: TrialFacts): StageResultRow[] {
  const reasons = attributionReasons(facts.evidence.metadataAttribution);
  if (reasons === undefined) return rows;
  return rows.map((row) =>
    row.stage === "selection" ? { ...row, evidence: { ...row.evidence, predicateReasons: reasons } } : row,
  );
}

/** The quoted reasons of an attribution that counts: scored, positive, and backed by at least one reason. */
function attributionReasons(attribution: StageMetadataAttribution | undefined): string[] | undefined {
  return attribution?.status === "scored" && attribution.attributed === true
    ? citeReasons(attribution.reasons).predicateReasons
    : undefined;
}
