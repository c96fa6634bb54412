import type { StageResultRow } from "./derivation.js";
import { citeSpanIds, citeSpans, stageRow } from "./row.js";
import type { TrialFacts } from "./trial-facts.js";

/** Could the client reach the server and initialize a session? (spec §2.5) */
export function deriveConnection(facts: TrialFacts): StageResultRow {
  const signal = facts.evidence.setupSignals?.connection;
  const cited = citeSpanIds(signal?.spanIds);
  if (signal?.outcome === "ok") return stageRow("connection", "passed", "observed", cited);
  // A call that came back proves the session, whatever a signal says.
  if (facts.reachedSpans.length > 0) {
    return stageRow("connection", "passed", "impliedByLaterEvidence", citeSpans(facts.reachedSpans));
  }
  if (hasInventory(facts)) return stageRow("connection", "passed", "impliedByLaterEvidence");
  if (signal?.outcome === "failed") {
    if (signal.attribution === "ours") return stageRow("connection", "notMeasured", "setupAborted", cited);
    // Blaming the server needs both: the failure is on its side, and our own network was shown to work.
    return signal.attribution === "theirs" && signal.egressVerified === true
      ? stageRow("connection", "failed", "connectFailed", cited)
      : stageRow("connection", "notMeasured", "egressUnverified", cited);
  }
  return facts.evidence.traceAbsent === true
    ? stageRow("connection", "notMeasured", "traceAbsent")
    : stageRow("connection", "notMeasured", "noEvidenceCaptured");
}

/** True when tools were counted before the trial. */
export function hasInventory(facts: TrialFacts): boolean {
  return (facts.evidence.toolSignals?.toolsTotalBefore ?? 0) > 0;
}
