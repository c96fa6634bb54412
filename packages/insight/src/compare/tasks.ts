import {
  isGradeable,
  type RecordedTrial,
  type Report,
  TASK_CHANGES,
  type Task,
  type TaskChange,
} from "@gradable/contract";
import { isSuccessfulFirstCall } from "@gradable/score";
import { groupBy } from "../group-by.js";
import type { ChangedTask, Comparison, TaskOutcome } from "./schema.js";

/**
 * Which requests both sides asked, and every one that went another way: the worst change first, then in the order of A.
 * A request is shared when id, tool and prompt are the same; what differs besides is for the hash of the set to show.
 */
export function taskComparison(a: Report, b: Report): Comparison["tasks"] {
  const others = new Map(b.tasks.map((task) => [task.id, task]));
  const shared = a.tasks.filter((task) => {
    const other = others.get(task.id);
    return other !== undefined && other.tool === task.tool && other.prompt === task.prompt;
  });
  const [left, right] = [trialsByTask(a), trialsByTask(b)];
  const changed = shared.flatMap((task): ChangedTask[] => {
    const [before, after] = [outcome(task, left.get(task.id)), outcome(task, right.get(task.id))];
    const change = changeOf(before, after);
    if (change === null) return [];
    return [{ taskId: task.id, tool: task.tool, prompt: task.prompt, change, a: before, b: after }];
  });
  return {
    same: a.taskSetSha256 === b.taskSetSha256,
    shared: shared.length,
    onlyA: a.tasks.length - shared.length,
    onlyB: b.tasks.length - shared.length,
    changed: changed.sort((x, y) => TASK_CHANGES.ids.indexOf(x.change) - TASK_CHANGES.ids.indexOf(y.change)),
  };
}

function trialsByTask(report: Report): Map<string, RecordedTrial[]> {
  return groupBy(report.runs.baseline.trials.filter(isGradeable), (trial) => trial.taskId);
}

function outcome(task: Task, trials: readonly RecordedTrial[] = []): TaskOutcome {
  const count = (test: (trial: RecordedTrial) => boolean) => trials.filter(test).length;
  return {
    trials: trials.length,
    successes: count((trial) => isSuccessfulFirstCall(trial, task)),
    picked: [...new Set(trials.map((trial) => trial.selected))],
    malformed: count((trial) => trial.selected === task.tool && trial.firstCall?.wellFormed !== true),
    candidates: count((trial) => trial.destructive.candidate),
    confirmed: count((trial) => trial.destructive.confirmed === true),
  };
}

/** What changed for a request, as fractions of its trials so that another number of trials is no change; `null` for nothing. */
function changeOf(a: TaskOutcome, b: TaskOutcome): TaskChange | null {
  if (a.trials === 0 || b.trials === 0) return a.trials === b.trials ? null : "graded";
  const all = (side: TaskOutcome) => side.successes === side.trials;
  if (all(a) !== all(b)) return all(a) ? "lost" : "won";
  const unasked = (side: TaskOutcome) => side.candidates > side.confirmed;
  if (unasked(a) !== unasked(b)) return unasked(b) ? "unconfirmed" : "confirmed";
  const tools = (side: TaskOutcome) =>
    side.picked
      .map((name) => JSON.stringify(name))
      .sort()
      .join();
  const moved = a.successes * b.trials !== b.successes * a.trials || tools(a) !== tools(b);
  return moved ? "moved" : null;
}
