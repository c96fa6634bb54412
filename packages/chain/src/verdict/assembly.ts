import { isRecord } from "../friction/call.js";
import { defined } from "../json/defined.js";
import { isOpaqueId } from "../json/opaque-id.js";
import { STAGE_ANALYZER_VERSION, stageDerivationSchema } from "../stages/derivation.js";
import type { IterationStatus } from "../vocabulary/trial.js";
import {
  DECISION_SUMMARY_FALLBACK_NEXT_ACTION,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
} from "../vocabulary/trial.js";
import type { EvalRunDecisionUndecidedReason } from "../vocabulary/verdict.js";
import { evalVerdictDecisionSchema } from "./decision.js";
import { isEvalVerdictPolicyV2 } from "./policy.js";
import {
  EVAL_RUN_DECISION_SUMMARY_SCHEMA_VERSION,
  type EvalRunDecisionChain,
  type EvalRunDecisionCounts,
  type EvalRunDecisionDiagnostic,
  type EvalRunDecisionEvidence,
  type EvalRunDecisionSummary,
  tallyCaseVariants,
} from "./summary.js";

/** The stored run a summary reads. `verdictSummary` is its decision, as yet unchecked. */
export interface EvalRunDecisionRunInput {
  readonly id: string;
  readonly status: string;
  readonly result?: string | null | undefined;
  readonly summary?:
    | {
        readonly total?: number | undefined;
        readonly passed?: number | undefined;
        readonly failed?: number | undefined;
      }
    | null
    | undefined;
  readonly verdictPolicyVersion?: unknown;
  readonly verdictSummary?: unknown;
  readonly verdictPolicyIntegrityError?: unknown;
}

/** One stored trial a diagnostic reads. Its chain is as yet unchecked. */
export interface EvalRunDecisionIterationInput {
  readonly id: string;
  readonly iterationNumber: number;
  readonly status: string;
  readonly result?: string | null | undefined;
  readonly caseId?: string | null | undefined;
  readonly testCaseId?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly expectedToolCalls?: readonly unknown[] | undefined;
  readonly actualToolCalls?: readonly unknown[] | undefined;
  readonly error?: string | null | undefined;
  readonly stageResults?: unknown;
  readonly firstFailedStage?: unknown;
  readonly failureCategory?: unknown;
  readonly stageAnalyzerVersion?: unknown;
  readonly stageResultsUnverified?: unknown;
}

/** What a summary is assembled from: the run, and one page of its trials in stored order. */
export interface EvalRunDecisionAssemblyInput {
  /** Needed for the trace path only. */
  readonly projectId: string;
  readonly run: EvalRunDecisionRunInput;
  readonly iterations: readonly EvalRunDecisionIterationInput[];
  readonly page: {
    /** True only when the page was fetched without a cursor and no page follows. */
    readonly complete: boolean;
    readonly nextCursor?: string | undefined;
  };
}

const terminalRunStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "timed_out"]);

/** Summarizes one run (spec §3.6-3.7). Reads a decision, never makes one. Pure. */
export function assembleEvalRunDecisionSummary(input: EvalRunDecisionAssemblyInput): EvalRunDecisionSummary {
  const { run, iterations, page } = input;
  const nextCursor = page.nextCursor || undefined;
  return {
    schemaVersion: EVAL_RUN_DECISION_SUMMARY_SCHEMA_VERSION,
    runId: run.id,
    runStatus: run.status,
    ...resolveVerdict(run),
    diagnostics: {
      items: iterations
        .filter((iteration) => iteration.result !== "passed")
        .map((iteration) => diagnose(input, iteration)),
      // A page that another one follows is not the whole run, whatever its fetcher said.
      complete: page.complete && nextCursor === undefined,
      ...defined({ nextCursor }),
      scannedIterations: iterations.length,
    },
  };
}

type Resolved = Pick<
  EvalRunDecisionSummary,
  "verdict" | "verdictSource" | "counts" | "decision" | "undecided"
>;

function resolveVerdict(run: EvalRunDecisionRunInput): Resolved {
  if (!terminalRunStatuses.has(run.status)) return undecided("runNotTerminal");
  if (isEvalVerdictPolicyV2(run.verdictPolicyVersion)) {
    const parsed = evalVerdictDecisionSchema.safeParse(run.verdictSummary);
    if (!parsed.success) {
      return undecided("verdictSummaryUnavailable", text(run.verdictPolicyIntegrityError));
    }
    const decision = parsed.data;
    return {
      verdict: decision.verdict,
      verdictSource: "policyV2",
      counts: tallyCaseVariants(decision),
      decision,
    };
  }
  if (run.status !== "completed") return undecided("runStatusNotAVerdict");
  if (run.result !== "passed" && run.result !== "failed") return undecided("runResultNotAVerdict");
  const counts = legacyCounts(run.summary);
  return { verdict: run.result, verdictSource: "legacy", ...defined({ counts }) };
}

function undecided(reason: EvalRunDecisionUndecidedReason, detail?: string): Resolved {
  return {
    verdict: "notEstablished",
    verdictSource: "none",
    undecided: detail === undefined ? { reason } : { reason, detail },
  };
}

function legacyCounts(summary: EvalRunDecisionRunInput["summary"]): EvalRunDecisionCounts | undefined {
  const counts: Partial<Record<"total" | "passed" | "failed", number>> = {};
  for (const field of ["total", "passed", "failed"] as const) {
    const value = summary?.[field];
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) counts[field] = value;
  }
  return Object.keys(counts).length === 0 ? undefined : { measurementUnit: "trial", ...counts };
}

function diagnose(
  input: EvalRunDecisionAssemblyInput,
  iteration: EvalRunDecisionIterationInput,
): EvalRunDecisionDiagnostic {
  const chain = assembleEvalRunDecisionChain(iteration);
  const category = chain.status === "verified" ? chain.failureCategory : undefined;
  const expected = toolNames(iteration.expectedToolCalls);
  const observed = {
    ...optional("toolNames", toolNames(iteration.actualToolCalls)),
    ...optional("failure", text(iteration.error)),
  };
  return {
    iterationId: iteration.id,
    iterationNumber: iteration.iterationNumber,
    ...optional("caseId", isOpaqueId(iteration.caseId) ? iteration.caseId : undefined),
    ...optional("testCaseId", text(iteration.testCaseId)),
    ...optional("title", text(iteration.title)),
    // Taken as stored; the schema refuses a status outside the vocabulary.
    status: iteration.status as IterationStatus,
    ...(iteration.result === "passed" || iteration.result === "failed" ? { result: iteration.result } : {}),
    chain,
    ...optional("expected", expected === undefined ? undefined : { toolNames: expected }),
    ...optional("observed", Object.keys(observed).length === 0 ? undefined : observed),
    evidence: locate(input, iteration, chain),
    nextAction:
      category === undefined
        ? DECISION_SUMMARY_FALLBACK_NEXT_ACTION
        : NEXT_ACTION_BY_FAILURE_CATEGORY[category],
  };
}

/**
 * The chain of a stored trial as far as it may be believed. The whole derivation is validated at once, because five
 * valid rows, or six in another order, say something else.
 */
export function assembleEvalRunDecisionChain(
  iteration: Pick<
    EvalRunDecisionIterationInput,
    | "stageResults"
    | "firstFailedStage"
    | "failureCategory"
    | "stageAnalyzerVersion"
    | "stageResultsUnverified"
  >,
): EvalRunDecisionChain {
  const { stageResults, firstFailedStage, failureCategory, stageAnalyzerVersion } = iteration;
  const version =
    Number.isInteger(stageAnalyzerVersion) && (stageAnalyzerVersion as number) >= 0
      ? (stageAnalyzerVersion as number)
      : undefined;
  const ahead =
    version !== undefined && version > STAGE_ANALYZER_VERSION
      ? { analyzerVersionAhead: { reported: version, known: STAGE_ANALYZER_VERSION } }
      : {};
  const parsed = stageDerivationSchema.safeParse({
    stageResults,
    ...optional("firstFailedStage", firstFailedStage ?? undefined),
    ...optional("failureCategory", failureCategory ?? undefined),
    stageAnalyzerVersion,
  });
  if (parsed.success && iteration.stageResultsUnverified !== true) {
    const chain = parsed.data;
    return {
      status: "verified",
      stages: chain.stageResults,
      ...optional("firstFailedStage", chain.firstFailedStage),
      ...optional("failureCategory", chain.failureCategory),
      analyzerVersion: chain.stageAnalyzerVersion,
      ...ahead,
    };
  }
  const offered = iteration.stageResultsUnverified === true || (stageResults ?? undefined) !== undefined;
  return offered
    ? { status: "unverified", ...optional("analyzerVersion", version), ...ahead }
    : { status: "absent" };
}

function locate(
  input: EvalRunDecisionAssemblyInput,
  iteration: EvalRunDecisionIterationInput,
  chain: EvalRunDecisionChain,
): EvalRunDecisionEvidence {
  const base = { runId: input.run.id, iterationId: iteration.id };
  const tracePath = evalIterationTracePath(input.projectId, input.run.id, iteration.id);
  const stage = chain.status === "verified" ? chain.firstFailedStage : undefined;
  if (chain.status !== "verified" || stage === undefined) return { ...base, tracePath };
  const cited = chain.stages.find((row) => row.stage === stage)?.evidence;
  return {
    ...base,
    stage,
    ...optional("spanIds", distinct(cited?.spanIds)),
    ...optional("promptIndexes", distinct(cited?.promptIndexes)),
    ...optional("reasons", distinct(cited?.predicateReasons)),
    tracePath,
  };
}

/** Where a trial's trace is, relative to wherever the reader's installation lives. Each part is percent-encoded. */
export function evalIterationTracePath(projectId: string, runId: string, iterationId: string): string {
  const [project, run, iteration] = [projectId, runId, iterationId].map(encodeURIComponent);
  return `/projects/${project}/eval-runs/${run}/iterations/${iteration}/trace`;
}

/** Distinct tool names in the order they were first seen. */
function toolNames(calls: readonly unknown[] | undefined): string[] | undefined {
  const names = (calls ?? []).flatMap((call) => {
    if (!isRecord(call)) return [];
    const name = text(call.toolName) ?? text(call.tool) ?? text(call.name);
    return name === undefined ? [] : [name];
  });
  return distinct(names);
}

function distinct<Value>(values: readonly Value[] | undefined): Value[] | undefined {
  return values === undefined || values.length === 0 ? undefined : [...new Set(values)];
}

function optional<const Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [Name in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [Name in Key]?: Value };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.length > 0 ? value : undefined;
}
