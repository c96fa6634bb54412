import {
  deriveStageMeasurements,
  deriveStageResults,
  deriveTrialFrictionSignalsFromCalls,
  type EvalTrialFrictionSignals,
  type EvalTrialObservation,
  evalV2TrialObservation,
  type FrictionResultEntry,
  type StageDerivation,
  type StageMeasurementsV1,
  type UserValueStage,
} from "@gradable/chain";
import { defined } from "@gradable/contract";
import { checkOfKind, checkRole, type Predicate } from "../checks/predicate.js";
import type { EvalTestConfig } from "../suite/eval-test-config.js";
import type { PromptResult } from "../suite/prompt-result.js";
import { iterationSpans, iterationTranscript } from "../transcript/iteration-transcript.js";
import type { IterationTranscript } from "../transcript/transcript.js";
import { gradersOf } from "./grader-rows.js";
import type { IterationResult } from "./iteration.js";
import { isRecord } from "./record.js";

/** One iteration on the user-value chain: where it stopped being good, what it measured, what it counts for. */
export interface TrialChain {
  readonly derivation: StageDerivation;
  readonly measurements: StageMeasurementsV1;
  readonly friction: EvalTrialFrictionSignals;
  readonly observation: EvalTrialObservation;
}

/** Places one iteration on the chain. Pure. */
export function deriveTrial(config: EvalTestConfig, iteration: IterationResult): TrialChain {
  const prompts = iteration.prompts ?? [];
  const transcript = iterationTranscript(prompts);
  const spans = iterationSpans(prompts);
  const derivation = deriveStageResults({
    authored: authoredFacts(config, prompts),
    evidence: {
      ...defined({ spans }),
      traceAbsent: prompts.length === 0,
      traceLacksSpanChannel: prompts.length > 0 && spans === undefined,
      prompts: prompts.length === 0 ? [] : [matchSummary(config, iteration, prompts.length)],
      checkResults: (iteration.predicateResults ?? []).map((row) => ({
        kind: row.predicate.type,
        role: checkRole(row.predicate),
        passed: row.passed,
        status: row.status ?? "scored",
        reason: row.reason,
        ...("toolName" in row.predicate && row.predicate.toolName !== undefined
          ? { toolName: row.predicate.toolName }
          : {}),
      })),
      toolErrors: transcript.toolErrors ?? [],
      ...stepError(prompts),
      ...toolSignals(prompts),
      observedToolCalls: transcript.toolCalls.length,
      observedToolResults: transcript.toolResults?.length ?? 0,
    },
    iteration: {
      status: iteration.status,
      ...defined({ error: iteration.error }),
    },
  });
  return {
    derivation,
    measurements: deriveStageMeasurements({
      stageResults: derivation.stageResults,
      stageAnalyzerVersion: derivation.stageAnalyzerVersion,
      spans: (spans ?? []).map((span) => ({ id: span.id, startedAt: span.startMs, endedAt: span.endMs })),
    }),
    friction: frictionOf(transcript, prompts),
    observation: observationOf(config, iteration),
  };
}

function authoredFacts(config: EvalTestConfig, prompts: readonly PromptResult[]) {
  const gating = (config.predicates ?? []).filter((predicate) => checkRole(predicate) === "gating");
  const stages = gating.map((predicate) => checkOfKind(predicate.type)?.stage as UserValueStage);
  return {
    mode: "model_driven" as const,
    isNegativeTest: config.isNegativeTest === true,
    expectsToolCall: (config.expectedToolCalls ?? []).length > 0 || gating.some(expectsCall),
    assertionCount:
      stages.filter((stage) => stage === "userValue").length + (config.expectedOutput === undefined ? 0 : 1),
    // Someone asked for something, whether or not the case asserts that it was served.
    hasUserAsk: prompts.length > 0,
    checkStages: new Set(stages),
  };
}

function expectsCall(predicate: Predicate): boolean {
  return ["toolCalledWith", "toolCalledAtLeastOnce", "firstToolWas"].includes(predicate.type);
}

// The expectations of a code-first case speak of the whole iteration, so there is one summary for all its prompts;
// it names a prompt only when there is no other.
function matchSummary(config: EvalTestConfig, iteration: IterationResult, promptCount: number) {
  const match = iteration.toolMatch;
  return {
    ...(promptCount === 1 ? { promptIndex: 0 } : {}),
    expectedToolCalls: config.expectedToolCalls ?? [],
    missing: match?.missing ?? [],
    unexpected: match?.extra ?? [],
    argumentMismatches: match?.argumentMismatches ?? [],
    passed: match?.passed ?? true,
  };
}

function stepError(prompts: readonly PromptResult[]) {
  const sources = prompts.map((prompt) => prompt.getEvidence().errorSource);
  // An outage of the provider excuses what did not happen; a setup failure is only said when there was none.
  const source = sources.includes("model") ? "model" : sources.find((found) => found !== undefined);
  return source === undefined ? {} : { stepError: { source } };
}

function toolSignals(prompts: readonly PromptResult[]) {
  const total = prompts
    .map((prompt) => prompt.getEvidence().toolsTotalBefore)
    .find((found) => found !== undefined);
  return total === undefined ? {} : { toolSignals: { toolsTotalBefore: total } };
}

function frictionOf(
  transcript: IterationTranscript,
  prompts: readonly PromptResult[],
): EvalTrialFrictionSignals {
  const times = new Map(
    prompts
      .flatMap((prompt) => prompt.getSpans() ?? [])
      .flatMap((span) => (span.toolCallId === undefined ? [] : [[span.toolCallId, span] as const])),
  );
  const results = new Map<string, FrictionResultEntry>();
  for (const row of transcript.toolResults ?? []) {
    if (row.toolCallId === undefined) continue;
    const span = times.get(row.toolCallId);
    results.set(row.toolCallId, {
      raw: {
        structuredContent: row.structuredContent ?? (isRecord(row.json) ? row.json : undefined),
        content: row.text === undefined ? [] : [{ type: "text", text: row.text }],
      },
      isError: row.isError === true,
      ...(span === undefined ? {} : { startedAtMs: span.startMs, settledAtMs: span.endMs }),
    });
  }
  return deriveTrialFrictionSignalsFromCalls({
    toolsCalled: transcript.toolCalls,
    resultsByToolCallId: results,
  });
}

function observationOf(config: EvalTestConfig, iteration: IterationResult): EvalTrialObservation {
  return evalV2TrialObservation({
    status: iteration.status,
    result: iteration.passed ? "passed" : "failed",
    metadata: {
      scores: iteration.graderRows.map((row) => ({ scorerId: row.graderId, status: row.status })),
      evaluationConfig: {
        definitions: gradersOf(config).map((grader) => ({
          scorerId: grader.id,
          role: grader.role,
          onError: grader.onError,
          onSkipped: grader.onSkip,
        })),
      },
    },
  });
}
