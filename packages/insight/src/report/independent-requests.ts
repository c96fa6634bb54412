import { isGradeable, type Report } from "@gradable/contract";

/**
 * How many independent requests the rates of a baseline run stand on: tasks with a gradeable trial, and those of them with a
 * destructive candidate. Repeats of a task are no further evidence.
 */
export function independentRequests({ runs }: Report): {
  readonly all: number;
  readonly destructive: number;
} {
  const graded = runs.baseline.trials.filter(isGradeable);
  const tasksOf = (trials: typeof graded) => new Set(trials.map(({ taskId }) => taskId)).size;
  return {
    all: tasksOf(graded),
    destructive: tasksOf(graded.filter((trial) => trial.destructive.candidate)),
  };
}
