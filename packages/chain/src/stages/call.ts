import type { StageResultRow } from "./derivation.js";
import type { StageCheckResultLike } from "./evidence.js";
import { citeChecks, citePrompts, citeSpans, stageRow, unmeasuredRow } from "./row.js";
import { isFilled } from "./selection.js";
import type { TrialFacts } from "./trial-facts.js";

/** Was the call made with usable arguments? (spec §2.5) */
export function deriveCall(facts: TrialFacts): StageResultRow {
  const { prompts, toolSpans, evidence } = facts;
  const mismatched = prompts.filter((prompt) => isFilled(prompt.argumentMismatches));
  if (mismatched.length > 0) return stageRow("call", "failed", "argumentMismatch", citePrompts(mismatched));
  const failed = failedCallChecks(facts);
  if (failed.length > 0) return stageRow("call", "failed", "argumentMismatch", citeChecks(failed));
  const coded = toolSpans.filter((span) => typeof span.mcpErrorCode === "number");
  if (coded.length > 0 || evidence.toolErrors?.some((error) => error.kind === "protocol-error")) {
    return stageRow("call", "failed", "protocolError", citeSpans(coded));
  }
  if (toolSpans.length > 0) return stageRow("call", "passed", "observed", citeSpans(toolSpans));
  if (facts.authored.isNegativeTest === true && prompts.length > 0) {
    return stageRow("call", "passed", "observed", citePrompts(prompts));
  }
  // A check over no calls holds vacuously, so it passes the stage only when a call was seen.
  if ((facts.checks.call?.passed ?? 0) > 0 && (evidence.observedToolCalls ?? 0) >= 1) {
    return stageRow("call", "passed", "observed");
  }
  return unmeasuredRow("call", facts);
}

/**
 * True when the call row failed on a check although no call was ever made: such a verdict rests on an absence, which
 * a model outage explains as well (spec §2.6).
 */
export function restsOnNoCall(row: StageResultRow, facts: TrialFacts): boolean {
  return (
    row.stage === "call" &&
    row.reason === "argumentMismatch" &&
    facts.evidence.observedToolCalls === 0 &&
    !facts.prompts.some((prompt) => isFilled(prompt.argumentMismatches))
  );
}

/**
 * The failed checks that count here. A `toolInputMatches` whose tool was never called also files here, unless a
 * `toolCalledWith` already failed selection for that absence.
 */
function failedCallChecks(facts: TrialFacts): readonly StageCheckResultLike[] {
  const failed = facts.checks.call?.failed ?? [];
  if (failed.length === 0 || !demandedCallMissing(facts)) return failed;
  return failed.filter((check) => check.kind !== "toolInputMatches" || wasCalled(check, facts));
}

function demandedCallMissing(facts: TrialFacts): boolean {
  return (
    facts.prompts.some((prompt) => isFilled(prompt.missing)) ||
    (facts.checks.selection?.failed.some((check) => check.kind === "toolCalledWith") ?? false)
  );
}

function wasCalled(check: StageCheckResultLike, facts: TrialFacts): boolean {
  if (facts.evidence.observedToolCalls === 0) return false;
  // Spans may be missing altogether; only a captured set of calls can say that this tool is not among them.
  if (check.toolName === undefined || facts.toolSpans.length === 0) return true;
  return facts.toolSpans.some((span) => span.toolName === check.toolName);
}
