import { isGradeable, type Report } from "@gradable/contract";

/** Ids of the tasks of a baseline run that have a gradeable trial, and of those with a destructive candidate. */
export function measuredTasks(report: Report): {
  readonly all: Set<string>;
  readonly destructive: Set<string>;
} {
  const all = new Set<string>();
  const destructive = new Set<string>();
  for (const trial of report.runs.baseline.trials) {
    if (!isGradeable(trial)) continue;
    all.add(trial.taskId);
    if (trial.destructive.candidate) destructive.add(trial.taskId);
  }
  return { all, destructive };
}
