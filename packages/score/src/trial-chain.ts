import { deriveStageResults, type StageDerivation, type StageEvidence } from "@gradable/chain";
import { isGradeable, type TargetKind, type Task, type Trial } from "@gradable/contract";
import { setupSignals } from "./setup.js";

/**
 * The six chain rows of one trial. [M1.10]
 *
 * connection and discovery stand on the scan: it connected and read the list. A captured file proves a list and no
 * connection, so its connection is not measured. Selection compares the first call with the task's tool; call is the
 * validation of that call's arguments. Response and user value apply, because a person asked for something, and are not
 * measured, because no tool is ever executed.
 */
export function trialChain(trial: Trial, task: Task | undefined, targetKind: TargetKind): StageDerivation {
  return deriveStageResults({
    authored: { mode: "model_driven", expectsToolCall: true, hasUserAsk: true },
    evidence: { setupSignals: setupSignals(targetKind), ...answerEvidence(trial, task) },
    iteration: { status: trial.status },
  });
}

function answerEvidence(trial: Trial, task: Task | undefined): StageEvidence {
  if (trial.error !== undefined) {
    return trial.error.evaluator
      ? { evaluatorErrored: true }
      : { stepError: { source: trial.error.owner === "judge" ? "model" : "setup", code: trial.error.code } };
  }
  if (!isGradeable(trial) || task === undefined) return {};
  const right = trial.selected === task.tool;
  return {
    prompts: [
      {
        promptIndex: 0,
        expectedToolCalls: [task.tool],
        missing: right ? [] : [task.tool],
        unexpected: trial.calls.slice(right ? 1 : 0),
        argumentMismatches: [],
        passed: right,
      },
    ],
    observedToolCalls: trial.calls.length,
    observedToolResults: 0,
    ...(trial.firstCall !== null && {
      checkResults: [
        {
          kind: "argumentsMatchToolSchema",
          role: "gating",
          passed: trial.firstCall.wellFormed,
          reason: trial.firstCall.violations.join("; "),
        },
      ],
    }),
  };
}
