import { z } from "zod";
import { type EvalTrialExclusions, evalFractionSchema, measureRate } from "../analytics/rate.js";
import { ChainError } from "../errors.js";
import { defined } from "../json/defined.js";
import { opaqueIdSchema } from "../json/opaque-id.js";
import { EVAL_TRIAL_EXCLUSION_REASONS, type EvalTrialExclusionReason } from "../vocabulary/decision.js";
import { type IterationStatus, isIterationStatus } from "../vocabulary/trial.js";
import {
  caseVerdict,
  type EvalCaseVerdictAggregation,
  type EvalExecutionVariant,
  type EvalVerdictDecision,
  evalExecutionVariantSchema,
  evalVerdictDecisionSchema,
  failedValidityChecks,
  identityProblem,
  MAX_CONFIGURED_TRIALS,
  MAX_EVAL_CASE_AGGREGATIONS,
  MAX_SUITE_CASES,
  runVerdict,
} from "./decision.js";
import {
  EVAL_VERDICT_POLICY_VERSION,
  type ResolvedEvalValidityPolicy,
  resolvedEvalValidityPolicySchema,
} from "./policy.js";

/** What one trial contributes: its lifecycle, and for a completed one either a task verdict or an evaluator error. */
export interface EvalTrialObservation {
  readonly status: IterationStatus;
  readonly taskVerdict?: "passed" | "failed" | undefined;
  readonly evaluatorError?: boolean | undefined;
}

/** One case variant: what it was configured to run, its threshold (0 to 1), and the trials it reported. */
export interface EvalCaseVerdictInput {
  readonly caseId: string;
  readonly executionVariant?: EvalExecutionVariant | undefined;
  readonly configuredTrials: number;
  readonly effectivePassThreshold: number;
  readonly trials: readonly EvalTrialObservation[];
}

/** A run to decide. */
export interface EvalRunVerdictInput {
  readonly policy: ResolvedEvalValidityPolicy;
  readonly cases: readonly EvalCaseVerdictInput[];
}

// A trial in these states never began, or was withdrawn from every denominator (spec §3.3).
const notAttempted: ReadonlySet<IterationStatus> = new Set(["pending", "skipped", "cancelled"]);

const exclusionByStatus: Readonly<Record<Exclude<IterationStatus, "completed">, EvalTrialExclusionReason>> = {
  pending: "notTerminal",
  running: "notTerminal",
  skipped: "skipped",
  setup_failed: "setupFailed",
  cancelled: "cancelled",
  timed_out: "timedOut",
  failed: "executionFailed",
};

interface Tally {
  attempted: number;
  completed: number;
  evaluatorErrors: number;
  passed: number;
  failed: number;
  readonly eligibility: EvalTrialExclusions;
  readonly attempts: EvalTrialExclusions;
}

/**
 * Decides one run under verdict policy v2: the validity phase first, the task verdict only when it holds.
 *
 * Pure and linear in the number of trials. The decision validates against `evalVerdictDecisionSchema`.
 *
 * @throws {ChainError} for malformed evidence or policy; a caller records that run as having no readable decision
 */
export function aggregateEvalRunVerdict(input: EvalRunVerdictInput): EvalVerdictDecision {
  const policy = checkedPolicy(input.policy);
  checkCases(input.cases);
  const tallied = input.cases.map((entry) => ({ entry, tally: tallyTrials(entry) }));
  const cases = tallied.map(({ entry, tally }) => caseRow(entry, tally));
  const totals = { configured: 0, attempted: 0, eligible: 0, completed: 0, evaluatorErrors: 0 };
  const exclusions: EvalTrialExclusions = {};
  for (const { entry, tally } of tallied) {
    totals.configured += entry.configuredTrials;
    totals.attempted += tally.attempted;
    totals.eligible += tally.passed + tally.failed;
    totals.completed += tally.completed;
    totals.evaluatorErrors += tally.evaluatorErrors;
    for (const reason of EVAL_TRIAL_EXCLUSION_REASONS)
      exclude(exclusions, reason, tally.attempts[reason] ?? 0);
  }
  const validity = {
    policy,
    configuredTrials: totals.configured,
    attemptedTrials: totals.attempted,
    eligibleTrials: totals.eligible,
    completionRate: measureRate(totals.completed, totals.attempted, inOrder(exclusions)),
    evaluatorErrorRate: measureRate(totals.evaluatorErrors, totals.attempted, inOrder(exclusions)),
  };
  const failedChecks = failedValidityChecks(
    validity,
    cases.every((row) => row.eligibleTrials > 0),
  );
  return checkedDecision({
    verdictPolicyVersion: EVAL_VERDICT_POLICY_VERSION,
    ...runVerdict(failedChecks, cases),
    validity: { ...validity, holds: failedChecks.length === 0 },
    cases,
  });
}

/** Counts one case variant's trials. Throws like `aggregateEvalRunVerdict`. */
export function aggregateEvalCaseVerdict(entry: EvalCaseVerdictInput): EvalCaseVerdictAggregation {
  checkCase(entry);
  return caseRow(entry, tallyTrials(entry));
}

function caseRow(entry: EvalCaseVerdictInput, tally: Tally): EvalCaseVerdictAggregation {
  const eligible = tally.passed + tally.failed;
  return {
    caseId: entry.caseId,
    ...defined({ executionVariant: entry.executionVariant }),
    configuredTrials: entry.configuredTrials,
    attemptedTrials: tally.attempted,
    eligibleTrials: eligible,
    passedTrials: tally.passed,
    failedTrials: tally.failed,
    effectivePassThreshold: entry.effectivePassThreshold,
    passRate: measureRate(tally.passed, eligible, inOrder(tally.eligibility)),
    completionRate: measureRate(tally.completed, tally.attempted, inOrder(tally.attempts)),
    observedStability: measureRate(
      Math.max(tally.passed, tally.failed),
      eligible,
      inOrder(tally.eligibility),
    ),
    mixedVerdict: tally.passed > 0 && tally.failed > 0,
    ...caseVerdict(tally.passed, eligible, entry.effectivePassThreshold),
  };
}

function tallyTrials(entry: EvalCaseVerdictInput): Tally {
  const tally: Tally = {
    attempted: 0,
    completed: 0,
    evaluatorErrors: 0,
    passed: 0,
    failed: 0,
    eligibility: {},
    attempts: {},
  };
  for (const trial of entry.trials) countTrial(tally, trial, entry.caseId);
  // A configured trial nobody reported never began, which is what a pending one says.
  const unreported = entry.configuredTrials - entry.trials.length;
  exclude(tally.eligibility, "notTerminal", unreported);
  exclude(tally.attempts, "notTerminal", unreported);
  return tally;
}

function countTrial(tally: Tally, trial: EvalTrialObservation, caseId: string): void {
  const { status } = trial;
  if (!isIterationStatus(status)) throw new ChainError("unknownStatus", { caseId, value: status });
  if (status !== "completed") {
    const reason = exclusionByStatus[status];
    exclude(tally.eligibility, reason, 1);
    if (notAttempted.has(status)) exclude(tally.attempts, reason, 1);
    else tally.attempted += 1;
    return;
  }
  tally.attempted += 1;
  tally.completed += 1;
  if (trial.evaluatorError === true) {
    tally.evaluatorErrors += 1;
    exclude(tally.eligibility, "evaluatorError", 1);
  } else if (trial.taskVerdict === "passed") tally.passed += 1;
  else if (trial.taskVerdict === "failed") tally.failed += 1;
  else if (trial.taskVerdict === undefined) throw new ChainError("undecidedTrial", { caseId });
  else throw new ChainError("unknownTaskVerdict", { caseId, value: trial.taskVerdict });
}

function exclude(exclusions: EvalTrialExclusions, reason: EvalTrialExclusionReason, count: number): void {
  if (count > 0) exclusions[reason] = (exclusions[reason] ?? 0) + count;
}

/** A copy in vocabulary order, so that the bytes do not depend on the order the trials came in. */
function inOrder(exclusions: EvalTrialExclusions): EvalTrialExclusions {
  const ordered: EvalTrialExclusions = {};
  for (const reason of EVAL_TRIAL_EXCLUSION_REASONS) exclude(ordered, reason, exclusions[reason] ?? 0);
  return ordered;
}

function checkedPolicy(policy: ResolvedEvalValidityPolicy): ResolvedEvalValidityPolicy {
  const parsed = resolvedEvalValidityPolicySchema.safeParse(policy);
  if (parsed.success) return parsed.data;
  throw new ChainError("invalidPolicy", { problem: z.prettifyError(parsed.error) });
}

function checkCases(cases: readonly EvalCaseVerdictInput[]): void {
  if (cases.length === 0) throw new ChainError("emptyDecision", { count: 0 });
  if (cases.length > MAX_EVAL_CASE_AGGREGATIONS) {
    throw new ChainError("tooManyRows", { count: cases.length, limit: MAX_EVAL_CASE_AGGREGATIONS });
  }
  for (const entry of cases) checkCase(entry);
  const problem = identityProblem(cases);
  if (problem !== undefined) {
    throw new ChainError(problem.code, {
      caseId: problem.caseId,
      count: problem.count,
      limit: MAX_SUITE_CASES,
    });
  }
}

function checkCase(entry: EvalCaseVerdictInput): void {
  const { caseId, executionVariant, configuredTrials, effectivePassThreshold, trials } = entry;
  if (!opaqueIdSchema.safeParse(caseId).success) throw new ChainError("invalidCaseId", { caseId });
  if (executionVariant !== undefined) {
    const variant = evalExecutionVariantSchema.safeParse(executionVariant);
    if (!variant.success) {
      throw new ChainError("invalidVariant", { caseId, problem: z.prettifyError(variant.error) });
    }
  }
  if (
    !Number.isInteger(configuredTrials) ||
    configuredTrials < 1 ||
    configuredTrials > MAX_CONFIGURED_TRIALS
  ) {
    throw new ChainError("invalidConfiguredTrials", {
      caseId,
      value: configuredTrials,
      limit: MAX_CONFIGURED_TRIALS,
    });
  }
  if (!evalFractionSchema.safeParse(effectivePassThreshold).success) {
    throw new ChainError("invalidThreshold", { caseId, value: effectivePassThreshold });
  }
  if (trials.length > configuredTrials) {
    throw new ChainError("tooManyTrials", { caseId, count: trials.length, limit: configuredTrials });
  }
}

function checkedDecision(decision: EvalVerdictDecision): EvalVerdictDecision {
  const parsed = evalVerdictDecisionSchema.safeParse(decision);
  if (!parsed.success) throw new ChainError("invalidDecision", { problem: z.prettifyError(parsed.error) });
  return decision;
}
