import type { StageReason } from "../vocabulary/reason.js";
import type { StageResultRow } from "./derivation.js";
import type { StageCheckResultLike, StagePromptSummaryLike } from "./evidence.js";
import { citeChecks, citePrompts, citeSpans, stageRow, unmeasuredRow } from "./row.js";
import type { TrialFacts } from "./trial-facts.js";

/** Did the model choose the right tool for the request? (spec §2.5) */
export function deriveSelection(facts: TrialFacts): StageResultRow {
  const { prompts } = facts;
  if (!isAdjudicated(facts)) return unadjudicated(facts);
  const missing = prompts.filter((prompt) => isFilled(prompt.missing));
  if (missing.length > 0) return stageRow("selection", "failed", "missingToolCall", citePrompts(missing));
  const failed = facts.checks.selection?.failed ?? [];
  if (failed.length > 0) return stageRow("selection", "failed", failureReason(failed), citeChecks(failed));
  const extra = prompts.filter((prompt) => isFilled(prompt.unexpected));
  if (extra.length > 0) return judgeExtraCalls(extra, prompts);
  if (prompts.length > 0 || (facts.checks.selection?.scored ?? 0) > 0) {
    return stageRow("selection", "passed", "observed");
  }
  return unmeasuredRow("selection", facts);
}

/**
 * Whether anything compares the calls against an expectation. Without one, "nothing was missing" is vacuous: a tool
 * that ran is no evidence that the right one ran.
 */
function isAdjudicated(facts: TrialFacts): boolean {
  const { authored, prompts, checks } = facts;
  if ((checks.selection?.scored ?? 0) > 0) return true;
  if (prompts.some((prompt) => isFilled(prompt.expectedToolCalls))) return true;
  if (authored.toolExpectation === "open") return false;
  return authored.expectsToolCall === true || authored.isNegativeTest === true;
}

function unadjudicated(facts: TrialFacts): StageResultRow {
  if (facts.evidence.traceAbsent !== true && facts.toolSpans.length > 0) {
    return stageRow("selection", "notMeasured", "matchVerdictUnavailable", citeSpans(facts.toolSpans));
  }
  return unmeasuredRow("selection", facts);
}

/**
 * Extra calls are a failure only where the turn's own verdict says so. A turn that also has mismatched arguments is
 * left to the call stage: its verdict cannot say which of the two sank it.
 */
function judgeExtraCalls(
  extra: readonly StagePromptSummaryLike[],
  prompts: readonly StagePromptSummaryLike[],
): StageResultRow {
  const fatal = extra.filter((prompt) => prompt.passed === false && !isFilled(prompt.argumentMismatches));
  if (fatal.length > 0) return stageRow("selection", "failed", "unexpectedToolCall", citePrompts(fatal));
  const unknown = extra.filter((prompt) => prompt.passed === undefined);
  return unknown.length > 0
    ? stageRow("selection", "notMeasured", "matchVerdictUnavailable", citePrompts(unknown))
    : stageRow("selection", "passed", "observed", citePrompts(prompts));
}

// Every other selection check reports a call that should not have happened there.
const missingCallKinds: ReadonlySet<string | undefined> = new Set([
  "toolCalledAtLeastOnce",
  "toolCalledWith",
]);

function failureReason(failed: readonly StageCheckResultLike[]): StageReason {
  return failed.some((check) => missingCallKinds.has(check.kind)) ? "missingToolCall" : "unexpectedToolCall";
}

/** True for a list with at least one entry. */
export function isFilled(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}
