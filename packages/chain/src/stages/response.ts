import type { StageResultRow } from "./derivation.js";
import { citeChecks, citeSpans, stageRow, unmeasuredRow } from "./row.js";
import { isErrored, type TrialFacts } from "./trial-facts.js";

/** Did the server return data the model could use? (spec §2.5) */
export function deriveResponse(facts: TrialFacts): StageResultRow {
  const { evidence, checks } = facts;
  if (facts.domainError)
    return stageRow("response", "failed", "toolError", citeSpans(facts.domainErrorSpans));
  const failed = checks.response?.failed ?? [];
  if (failed.length > 0) return stageRow("response", "failed", "predicateFailed", citeChecks(failed));
  if (facts.authored.expectsWidgetRender === true) return judgeRenders(facts);
  const clean = facts.toolSpans.filter((span) => !isErrored(span));
  if (clean.length > 0) return stageRow("response", "passed", "observed", citeSpans(clean));
  // A check over no results holds vacuously, so it passes the stage only when a result was seen.
  if ((checks.response?.passed ?? 0) > 0 && (evidence.observedToolResults ?? 0) >= 1) {
    return stageRow("response", "passed", "observed");
  }
  return unmeasuredRow("response", facts);
}

function judgeRenders(facts: TrialFacts): StageResultRow {
  const renders = facts.evidence.renderObservations ?? [];
  if (renders.length === 0) return stageRow("response", "notMeasured", "noEvidenceCaptured");
  return renders.every((render) => render.status === "rendered")
    ? stageRow("response", "passed", "observed")
    : stageRow("response", "failed", "renderFailed");
}
