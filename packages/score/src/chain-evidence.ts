import {
  aggregateEvalRunVerdict,
  aggregateStageAnalytics,
  deriveStageMeasurements,
  type EvalValidity,
  type EvalVerdictDecision,
  type EvalVerdictDecisionReason,
  resolveEvalValidityPolicy,
  type SetupPhase,
  type StageSetupPhaseSignal,
} from "@gradable/chain";
import {
  comparabilityKey,
  isGradeable,
  type JudgeIdentity,
  type RecordedTrial,
  type Report,
  sha256Text,
  type TargetKind,
  type Task,
  taskSetSha256,
} from "@gradable/contract";
import { isSuccessfulFirstCall } from "./counts.js";
import { setupSignals } from "./setup.js";

/**
 * Fraction of a task's gradeable trials that must succeed for the task to pass: all of them. The method gives none;
 * with one trial per task any threshold above 0 says the same. [M1.11]
 */
export const CASE_PASS_THRESHOLD = 1;

/** What the decision and the funnel of a report are made from. */
export interface ChainInput {
  readonly slug: string;
  /** ISO UTC time of the scan: the row's only clock. */
  readonly scannedAt: string;
  readonly judge: JudgeIdentity;
  readonly methodology: string;
  readonly tasks: readonly Task[];
  readonly trialsPerTask: number;
  readonly targetKind: TargetKind;
  /** The trials of the baseline run. */
  readonly trials: readonly RecordedTrial[];
}

/**
 * The decision of verdict policy v2 (default validity limits, one case per task) and the funnel of the baseline run.
 *
 * Pure: the ids of the funnel come from the report's own identities and its time from `scannedAt`. Throws `ChainError`
 * for a task set that is no set of cases: ids that are not opaque, more than 500 tasks, more than 100 trials per task.
 */
export function chainEvidence(input: ChainInput): Report["chain"] {
  return { decision: decide(input), analytics: funnel(input) };
}

/**
 * Why a run may not be published, if it may not: every failed validity check but `caseHasNoEligibleTrials`. A task that
 * could not be graded is already counted in the two rates, and withholding the score for a single one would make a large task
 * set unpublishable. [M1.11]
 */
export function publicationBlockers({ verdict, reasons }: EvalVerdictDecision): EvalVerdictDecisionReason[] {
  return verdict === "inconclusive" ? reasons.filter((reason) => reason !== "caseHasNoEligibleTrials") : [];
}

/**
 * Requests ÷ attempted that the built-in judge may leave undecided for its selection to count as measured: half. It understands only
 * what it can find in the declarations, says so where it can't, and is calibrated to be right where it decides. Its first version
 * never said so, and had the default limit. [M1.11]
 */
const MOST_UNDECIDED = 0.5;

function validityFor({ stages }: JudgeIdentity): EvalValidity {
  const { cli, version } = stages.selection;
  return cli === "builtin" && version !== "builtin-selection-v1"
    ? { maxEvaluatorErrorRate: MOST_UNDECIDED }
    : {};
}

function decide({ judge, tasks, trials, trialsPerTask }: ChainInput): EvalVerdictDecision {
  const byTask = new Map(tasks.map((task) => [task.id, [] as RecordedTrial[]]));
  for (const trial of trials) byTask.get(trial.taskId)?.push(trial);
  return aggregateEvalRunVerdict({
    policy: resolveEvalValidityPolicy(validityFor(judge)),
    cases: tasks.map((task) => ({
      caseId: task.id,
      configuredTrials: trialsPerTask,
      effectivePassThreshold: CASE_PASS_THRESHOLD,
      trials: (byTask.get(task.id) ?? []).map((trial) => {
        if (trial.status !== "completed") return { status: trial.status };
        if (!isGradeable(trial)) return { status: trial.status, evaluatorError: true };
        return {
          status: trial.status,
          taskVerdict: isSuccessfulFirstCall(trial, task) ? "passed" : "failed",
        } as const;
      }),
    })),
  });
}

function funnel({ slug, scannedAt, judge, methodology, tasks, targetKind, trials }: ChainInput) {
  const caseSet = taskSetSha256(tasks);
  const signals = Object.entries(setupSignals(targetKind)) as [SetupPhase, StageSetupPhaseSignal][];
  return aggregateStageAnalytics({
    run: {
      runId: `${slug}/${scannedAt}`,
      suiteId: slug,
      // One server's scans are one group; within it, the same judge and the same tasks make two funnels comparable.
      runGroupId: slug,
      configRevision: sha256Text(comparabilityKey(judge, methodology)),
      caseSetFingerprint: caseSet,
      runCompletedAt: Date.parse(scannedAt),
      materializationState: "final",
      now: Date.parse(scannedAt),
    },
    trials: trials.map((trial) => ({
      trialKey: `${trial.taskId}#${trial.trial}`,
      status: trial.status,
      ...trial.chain,
      chainVerified: true,
      measurements: deriveStageMeasurements(trial.chain),
      measurementsVerified: true,
      evaluatorErrored: trial.error?.evaluator === true,
      provider: judge.stages.selection.cli,
      model: judge.stages.selection.model,
    })),
    setupSignals: signals.map(([phase, { outcome }]) => ({ phase, outcome })),
  });
}
