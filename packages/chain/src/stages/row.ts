import type { StageReason } from "../vocabulary/reason.js";
import type { StageState, UserValueStage } from "../vocabulary/stage.js";
import {
  MAX_EVIDENCE_REASON_CHARS,
  MAX_EVIDENCE_REASONS,
  MAX_EVIDENCE_SPAN_IDS,
  type StageEvidenceRefs,
  type StageResultRow,
} from "./derivation.js";
import type { StageCheckResultLike, StagePromptSummaryLike, StageSpanLike } from "./evidence.js";
import type { TrialFacts } from "./trial-facts.js";

/** Builds one row; evidence without a member is left out. */
export function stageRow(
  stage: UserValueStage,
  state: StageState,
  reason: StageReason,
  evidence?: StageEvidenceRefs,
): StageResultRow {
  return evidence === undefined || Object.keys(evidence).length === 0
    ? { stage, state, reason }
    : { stage, state, reason, evidence };
}

/** The row of a stage nothing captured can decide: why depends on what the trial could have captured. */
export function unmeasuredRow(stage: UserValueStage, facts: TrialFacts): StageResultRow {
  if (facts.evidence.traceAbsent === true) return stageRow(stage, "notMeasured", "traceAbsent");
  return facts.evidence.traceLacksSpanChannel === true
    ? stageRow(stage, "notMeasured", "executorEmitsNoSpans")
    : stageRow(stage, "notMeasured", "noEvidenceCaptured");
}

/** Cites spans by id, at most five. */
export function citeSpans(spans: readonly StageSpanLike[]): StageEvidenceRefs {
  return citeSpanIds(spans.map((span) => span.id));
}

/** Cites span ids, at most five; what is not a non-empty string is dropped. */
export function citeSpanIds(ids: readonly unknown[] | undefined): StageEvidenceRefs {
  const spanIds = (ids ?? []).filter((id): id is string => typeof id === "string" && id.length > 0);
  return spanIds.length > 0 ? { spanIds: spanIds.slice(0, MAX_EVIDENCE_SPAN_IDS) } : {};
}

/** Cites turns by their index. */
export function citePrompts(prompts: readonly StagePromptSummaryLike[]): StageEvidenceRefs {
  const promptIndexes = prompts
    .map((prompt) => prompt.promptIndex)
    .filter((index): index is number => typeof index === "number");
  return promptIndexes.length > 0 ? { promptIndexes } : {};
}

/** Quotes the reasons of checks. */
export function citeChecks(checks: readonly StageCheckResultLike[]): StageEvidenceRefs {
  return citeReasons(checks.map((check) => check.reason));
}

/** Quotes reasons: blank ones dropped, at most five, each cut to 500 characters. */
export function citeReasons(reasons: readonly unknown[] | undefined): StageEvidenceRefs {
  const predicateReasons = (reasons ?? [])
    .filter((reason): reason is string => typeof reason === "string" && reason.trim().length > 0)
    .slice(0, MAX_EVIDENCE_REASONS)
    .map(cutReason);
  return predicateReasons.length > 0 ? { predicateReasons } : {};
}

function cutReason(reason: string): string {
  if (reason.length <= MAX_EVIDENCE_REASON_CHARS) return reason;
  const kept = reason.slice(0, MAX_EVIDENCE_REASON_CHARS - 1);
  // A cut between the halves of a surrogate pair would leave a character no reader can print.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
