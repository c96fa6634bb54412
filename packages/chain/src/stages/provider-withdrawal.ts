import type { StageReason } from "../vocabulary/reason.js";
import { restsOnNoCall } from "./call.js";
import type { StageResultRow } from "./derivation.js";
import type { TrialFacts } from "./trial-facts.js";

// "We looked and saw nothing" reads as an accusation when our own provider kept us from looking.
const blankReasons: ReadonlySet<StageReason | undefined> = new Set([
  "noEvidenceCaptured",
  "traceAbsent",
  "executorEmitsNoSpans",
]);

// Verdicts that rest on something not happening. What was seen to happen (an unexpected call, a tool error, a failed
// connect) stands, whatever ended the turn afterwards.
const absenceReasons: ReadonlySet<StageReason | undefined> = new Set([
  "missingToolCall",
  "predicateFailed",
  "judgePartial",
  "judgeFailed",
]);

/** Withdraws what a failed model call made unknowable (spec §2.6). Idempotent. */
export function withdrawForProvider(rows: StageResultRow[], facts: TrialFacts): StageResultRow[] {
  if (facts.evidence.stepError?.source !== "model") return rows;
  return rows.map((row) => {
    if (row.state === "notMeasured" && blankReasons.has(row.reason)) {
      return { ...row, reason: "providerError" };
    }
    return row.state === "failed" && isWithdrawn(row, facts)
      ? { stage: row.stage, state: "notMeasured", reason: "providerError" }
      : row;
  });
}

function isWithdrawn(row: StageResultRow, facts: TrialFacts): boolean {
  if (restsOnNoCall(row, facts)) return true;
  // The catalog was read before any model call, so its checks stand.
  return row.stage !== "discovery" && absenceReasons.has(row.reason);
}
