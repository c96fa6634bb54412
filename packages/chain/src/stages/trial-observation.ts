import { ChainError } from "../errors.js";
import type { EvalTrialObservation } from "../verdict/aggregate.js";
import type { IterationStatus } from "../vocabulary/trial.js";

/**
 * What a finished trial recorded: its lifecycle, its result, and the scores beside the definitions they answer
 * (`metadata.scores`, `metadata.evaluationConfig.definitions`, `metadata.scoreIntegrity`).
 */
export interface EvalV2IterationEvidence {
  readonly status: IterationStatus;
  readonly result?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The value of `metadata.scoreIntegrity` that says the scores may not be believed. */
const invalidIntegrity = "score_integrity_invalid";

interface GatingScorer {
  readonly onError: unknown;
  readonly onSkipped: unknown;
}

/**
 * Whether the evaluator failed on a trial (spec §3.4 rule 2).
 *
 * True when the scores failed their integrity check, when a gating scorer reported `error` or `skipped` and its
 * policy for that is `fail`, or when a gating scorer left no row and its skip policy is not `ignore`. Advisory scorers
 * are never read; `not_applicable` counts as a row.
 */
export function evalV2IterationHasEvaluatorError(
  metadata: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (metadata === undefined) return false;
  if (metadata.scoreIntegrity === invalidIntegrity) return true;
  const gating = gatingScorers(metadata.evaluationConfig);
  const seen = new Set<unknown>();
  for (const score of listOfRecords(metadata.scores)) {
    const scorer = gating.get(score.scorerId);
    if (scorer === undefined) continue;
    seen.add(score.scorerId);
    if (score.status === "error" && scorer.onError === "fail") return true;
    if (score.status === "skipped" && scorer.onSkipped === "fail") return true;
  }
  for (const [scorerId, scorer] of gating) {
    if (!seen.has(scorerId) && scorer.onSkipped !== "ignore") return true;
  }
  return false;
}

/**
 * What one trial contributes to the decision. The status is taken verbatim, and only a completed trial has a verdict.
 *
 * @throws {ChainError} `undecidedResult` for a completed trial whose result is neither `passed` nor `failed`
 */
export function evalV2TrialObservation(row: EvalV2IterationEvidence): EvalTrialObservation {
  if (row.status !== "completed") return { status: row.status };
  if (evalV2IterationHasEvaluatorError(row.metadata)) return { status: "completed", evaluatorError: true };
  if (row.result === "passed" || row.result === "failed") {
    return { status: "completed", taskVerdict: row.result };
  }
  throw new ChainError("undecidedResult", { value: row.result });
}

function gatingScorers(config: unknown): Map<unknown, GatingScorer> {
  const gating = new Map<unknown, GatingScorer>();
  if (!isRecord(config)) return gating;
  for (const definition of listOfRecords(config.definitions)) {
    if (typeof definition.scorerId !== "string" || definition.role === "advisory") continue;
    gating.set(definition.scorerId, { onError: definition.onError, onSkipped: definition.onSkipped });
  }
  return gating;
}

function listOfRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
