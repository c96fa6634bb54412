import { isGatingCheck, stageOfCheck } from "../vocabulary/predicate-stage.js";
import type { UserValueStage } from "../vocabulary/stage.js";
import type {
  StageAuthoredCase,
  StageCheckResultLike,
  StageEvidence,
  StagePromptSummaryLike,
  StageSpanLike,
} from "./evidence.js";

/** The gating checks filed at one stage. Errored and advisory rows are neither scored nor failed. */
interface StageChecks {
  readonly failed: StageCheckResultLike[];
  scored: number;
  passed: number;
  errored: number;
}

/** One trial's evidence, sorted once into what the stage rules ask for. */
export interface TrialFacts {
  readonly authored: StageAuthoredCase;
  readonly evidence: StageEvidence;
  readonly prompts: readonly StagePromptSummaryLike[];
  readonly toolSpans: readonly StageSpanLike[];
  /** Tool spans whose code is not one our own client makes up. */
  readonly reachedSpans: readonly StageSpanLike[];
  /** Tool spans that came back as a domain error: errored, without a code. */
  readonly domainErrorSpans: readonly StageSpanLike[];
  readonly domainError: boolean;
  readonly checks: Readonly<Partial<Record<UserValueStage, StageChecks>>>;
  readonly gatingCheckErrored: boolean;
}

/** Codes an MCP client raises itself: connection closed and request timeout. They say nothing about the server. */
const transportLocalCodes: ReadonlySet<number> = new Set([-32000, -32001]);

/** True for a span whose error code our own client made up. */
export function isTransportLocal(span: StageSpanLike): boolean {
  return typeof span.mcpErrorCode === "number" && transportLocalCodes.has(span.mcpErrorCode);
}

/** True for a tool span that did not come back clean. */
export function isErrored(span: StageSpanLike): boolean {
  return span.status === "error" || typeof span.mcpErrorCode === "number";
}

const noSpans: readonly StageSpanLike[] = Object.freeze([]);
const noPrompts: readonly StagePromptSummaryLike[] = Object.freeze([]);

/** Sorts one trial's evidence. Reads each list once. */
export function trialFacts(authored: StageAuthoredCase, evidence: StageEvidence): TrialFacts {
  const toolSpans = evidence.spans?.filter((span) => span.category === "tool") ?? noSpans;
  const domainErrorSpans = toolSpans.filter(
    (span) => span.status === "error" && typeof span.mcpErrorCode !== "number",
  );
  const { checks, errored } = gatingChecks(evidence);
  return {
    authored,
    evidence,
    prompts: evidence.prompts ?? noPrompts,
    toolSpans,
    reachedSpans: toolSpans.some(isTransportLocal)
      ? toolSpans.filter((span) => !isTransportLocal(span))
      : toolSpans,
    domainErrorSpans,
    domainError:
      domainErrorSpans.length > 0 ||
      (evidence.toolErrors?.some((error) => error.kind === "content-error") ?? false),
    checks,
    gatingCheckErrored: errored,
  };
}

/** True when the trial has check rows in either spelling, gating or not. */
export function hasCheckResults(evidence: StageEvidence): boolean {
  return (evidence.checkResults?.length ?? 0) > 0 || (evidence.predicateResults?.length ?? 0) > 0;
}

function gatingChecks(evidence: StageEvidence): {
  checks: Partial<Record<UserValueStage, StageChecks>>;
  errored: boolean;
} {
  const checks: Partial<Record<UserValueStage, StageChecks>> = {};
  let errored = false;
  const file = (row: StageCheckResultLike): void => {
    if (!isGatingCheck(row.kind, row.role) || (row.kind === "toolCalledWith" && row.promoted === true))
      return;
    const stage = stageOfCheck(row.kind);
    checks[stage] ??= { failed: [], scored: 0, passed: 0, errored: 0 };
    const filed = checks[stage];
    if (row.status === "error") {
      filed.errored += 1;
      errored = true;
      return;
    }
    filed.scored += 1;
    if (row.passed === false) filed.failed.push(row);
    else if (row.passed === true) filed.passed += 1;
  };
  for (const row of evidence.checkResults ?? []) file(row);
  for (const { predicate, ...row } of evidence.predicateResults ?? []) {
    file({
      ...row,
      kind: predicate?.type,
      role: predicate?.role,
      toolName: predicate?.toolName,
      promoted: predicate?.type === "toolCalledWith",
    });
  }
  return { checks, errored };
}
