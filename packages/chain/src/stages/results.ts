import { defined } from "../json/defined.js";
import type { StageReason } from "../vocabulary/reason.js";
import { USER_VALUE_STAGES, type UserValueStage } from "../vocabulary/stage.js";
import type { FailureCategory, IterationStatus } from "../vocabulary/trial.js";
import { applicableStages } from "./applicability.js";
import { deriveCall } from "./call.js";
import { deriveConnection } from "./connection.js";
import { STAGE_ANALYZER_VERSION, type StageDerivation, type StageResultRow } from "./derivation.js";
import { deriveDiscovery } from "./discovery.js";
import type { StageDerivationInput } from "./evidence.js";
import { failureCategory, mergeAttribution } from "./failure-category.js";
import { withdrawForProvider } from "./provider-withdrawal.js";
import { deriveResponse } from "./response.js";
import { stageRow } from "./row.js";
import { deriveSelection } from "./selection.js";
import { hasCheckResults, type TrialFacts, trialFacts } from "./trial-facts.js";
import { deriveUserValue } from "./user-value.js";

const stoppedStatuses: ReadonlySet<IterationStatus> = new Set([
  "cancelled",
  "timed_out",
  "setup_failed",
  "skipped",
]);

type Applies = Readonly<Record<UserValueStage, boolean>>;

/**
 * Derives the chain of one trial (spec §2): six rows in stage order, the first failed stage, the category.
 *
 * Pure: the same input gives the same rows. A stage passes only on evidence that was inspected; a stage after the
 * first failure that has evidence of its own keeps its verdict. Call it on terminal trials: a pending or running one
 * is derived from whatever it captured so far.
 */
export function deriveStageResults(input: StageDerivationInput): StageDerivation {
  const facts = trialFacts(input.authored, input.evidence);
  const applies = applicableStages(facts);
  const { status } = input.iteration;
  if (input.policy?.blocked === true) {
    return finish(unmeasuredRows(applies, "blockedByPolicy"), facts, { forced: undefined });
  }
  if (isSetupAbort(status, facts)) {
    return finish(abortedRows(facts, applies), facts, { forced: "setup" });
  }
  if (stoppedStatuses.has(status)) {
    const reason = status === "setup_failed" ? "setupAborted" : "lifecycleStopped";
    return finish(unmeasuredRows(applies, reason), facts, { forced: "setup" });
  }
  return finish(cascade(withdrawForProvider(capturedRows(facts, applies), facts)), facts);
}

/** A trial that broke off before it captured anything: its setup signals are all that can say whose side broke. */
function isSetupAbort(status: IterationStatus, facts: TrialFacts): boolean {
  const { evidence } = facts;
  return (
    (status === "failed" || status === "setup_failed") &&
    evidence.traceAbsent === true &&
    (evidence.spans?.length ?? 0) === 0 &&
    facts.prompts.length === 0 &&
    !hasCheckResults(evidence)
  );
}

function unmeasuredRows(applies: Applies, reason: StageReason): StageResultRow[] {
  return USER_VALUE_STAGES.map((stage) =>
    applies[stage] ? stageRow(stage, "notMeasured", reason) : notAuthored(stage),
  );
}

function abortedRows(facts: TrialFacts, applies: Applies): StageResultRow[] {
  const signals = facts.evidence.setupSignals;
  if (signals?.connection === undefined && signals?.discovery === undefined) {
    return unmeasuredRows(applies, "setupAborted");
  }
  const connection = deriveConnection(facts);
  const derived = deriveDiscovery(facts);
  const discovery =
    connection.state === "failed" && derived.state === "notMeasured" ? notReached("discovery") : derived;
  const failed = connection.state === "failed" || discovery.state === "failed";
  const rest = USER_VALUE_STAGES.slice(2).map((stage) => {
    if (!applies[stage]) return notAuthored(stage);
    return failed ? notReached(stage) : stageRow(stage, "notMeasured", "setupAborted");
  });
  return [connection, discovery, ...rest];
}

function capturedRows(facts: TrialFacts, applies: Applies): StageResultRow[] {
  const rows = [
    deriveConnection(facts),
    deriveDiscovery(facts),
    applies.selection ? deriveSelection(facts) : notAuthored("selection"),
    applies.call ? deriveCall(facts) : notAuthored("call"),
    applies.response ? deriveResponse(facts) : notAuthored("response"),
  ];
  // A judge's view of the outcome of a trial that broke earlier is disproved by the trial itself.
  const judge = rows.some((row) => row.state === "failed") ? undefined : facts.evidence.judgeEvidence;
  rows.push(applies.userValue ? deriveUserValue(facts, judge) : notAuthored("userValue"));
  return rows;
}

/**
 * Marks what the first failure kept from running. Only rows that decided nothing: a measured row is evidence that
 * its stage ran. Runs after the withdrawal, so that a withdrawn failure leaves no row pointing at it.
 */
function cascade(rows: StageResultRow[]): StageResultRow[] {
  const first = rows.findIndex((row) => row.state === "failed");
  if (first < 0) return rows;
  return rows.map((row, index) =>
    index > first && row.state === "notMeasured" ? notReached(row.stage) : row,
  );
}

function finish(
  derived: StageResultRow[],
  facts: TrialFacts,
  override?: { forced: FailureCategory | undefined },
): StageDerivation {
  const rows = withdrawForProvider(derived, facts);
  const failed = rows.find((row) => row.state === "failed");
  const category = override === undefined ? failureCategory(failed, facts) : override.forced;
  return {
    stageResults:
      category === "metadata" && failed?.stage === "selection" ? mergeAttribution(rows, facts) : rows,
    ...(failed === undefined ? {} : { firstFailedStage: failed.stage }),
    ...defined({ failureCategory: category }),
    stageAnalyzerVersion: STAGE_ANALYZER_VERSION,
  };
}

function notAuthored(stage: UserValueStage): StageResultRow {
  return stageRow(stage, "notApplicable", "notAuthored");
}

function notReached(stage: UserValueStage): StageResultRow {
  return stageRow(stage, "notReached", "earlierStageFailed");
}
