import { hasInventory } from "./connection.js";
import type { StageResultRow } from "./derivation.js";
import type { StageSetupPhaseSignal } from "./evidence.js";
import { citeChecks, citeSpanIds, citeSpans, stageRow } from "./row.js";
import type { TrialFacts } from "./trial-facts.js";

/** Did the client receive usable primitives and metadata? (spec §2.5) */
export function deriveDiscovery(facts: TrialFacts): StageResultRow {
  const signal = facts.evidence.setupSignals?.discovery;
  // A call that ran disproves that listing failed; nothing else does.
  if (signal?.outcome === "failed" && facts.toolSpans.length === 0) return listingFailed(signal, facts);
  const failed = facts.checks.discovery?.failed ?? [];
  if (failed.length > 0) return stageRow("discovery", "failed", "predicateFailed", citeChecks(failed));
  if (signal?.outcome === "ok")
    return stageRow("discovery", "passed", "observed", citeSpanIds(signal.spanIds));
  if (hasInventory(facts)) return stageRow("discovery", "passed", "observed");
  if (facts.toolSpans.length > 0) {
    return stageRow("discovery", "passed", "impliedByLaterEvidence", citeSpans(facts.toolSpans));
  }
  return facts.evidence.traceAbsent === true
    ? stageRow("discovery", "notMeasured", "traceAbsent")
    : stageRow("discovery", "notMeasured", "noEvidenceCaptured");
}

function listingFailed(signal: StageSetupPhaseSignal, facts: TrialFacts): StageResultRow {
  const cited = citeSpanIds(signal.spanIds);
  if (signal.attribution === "ours") return stageRow("discovery", "notMeasured", "setupAborted", cited);
  // A completed initialize, or a counted inventory, is the proof that the server was reached.
  const reached = facts.evidence.setupSignals?.connection?.outcome === "ok" || hasInventory(facts);
  return signal.attribution === "theirs" && reached
    ? stageRow("discovery", "failed", "toolsListFailed", cited)
    : stageRow("discovery", "notMeasured", "egressUnverified", cited);
}
