import { evidenceUnit, isGradeable, type Report, requestForm } from "@gradable/contract";

/**
 * How many independent requests the rates of a baseline run stand on: tasks (or forms of request, where the generator writes several of
 * one form) with a gradeable trial, and those of them with a destructive candidate. Repeats of a task are no further evidence.
 */
export function independentRequests({ runs, tasks, judge }: Report): {
  readonly all: number;
  readonly destructive: number;
} {
  const byForm = evidenceUnit(judge) === "form";
  const units = new Map(tasks.map((task) => [task.id, byForm ? requestForm(task) : task.id]));
  const graded = runs.baseline.trials.filter(isGradeable);
  const unitsOf = (trials: typeof graded) =>
    new Set(trials.map(({ taskId }) => units.get(taskId) ?? taskId)).size;
  return {
    all: unitsOf(graded),
    destructive: unitsOf(graded.filter((trial) => trial.destructive.candidate)),
  };
}
