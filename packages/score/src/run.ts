import type { RecordedTrial, ReportTool, Run, RunKind, TargetKind, Task, Trial } from "@gradable/contract";
import { countTrials, runMetrics } from "./counts.js";
import { trialChain } from "./trial-chain.js";

/** What a run is read against: the task set, the declared surface, and how the surface was reached. */
export interface RunContext {
  readonly tasks: readonly Task[];
  readonly trialsPerTask: number;
  /** The tools as the server declared them, also for a run over rewritten descriptions. */
  readonly tools: readonly Pick<ReportTool, "name" | "destructive">[];
  readonly targetKind: TargetKind;
}

/**
 * A run with everything that follows from its trials: their chain rows, the counts and the five metrics.
 *
 * Trials are put in the order of the tasks, then of their number, so that the order in which they finished moves no
 * byte. `destructive` is set here from the tool's flag and the answer's action, so that both runs follow the declared
 * surface. [M1.9]
 */
export function deriveRun(
  run: { readonly kind: RunKind; readonly trials: readonly Trial[] },
  context: RunContext,
): Run {
  const place = new Map(context.tasks.map((task, index) => [task.id, index]));
  const taskById = new Map(context.tasks.map((task) => [task.id, task]));
  const destructiveNames = new Set(context.tools.filter((tool) => tool.destructive).map((tool) => tool.name));
  const trials = [...run.trials]
    .sort((a, b) => (place.get(a.taskId) ?? 0) - (place.get(b.taskId) ?? 0) || a.trial - b.trial)
    .map((trial): RecordedTrial => {
      const candidate = trial.selected !== null && destructiveNames.has(trial.selected);
      const settled: Trial = {
        ...trial,
        destructive: { candidate, confirmed: candidate ? trial.action === "confirm" : null },
      };
      return { ...settled, chain: trialChain(settled, taskById.get(trial.taskId), context.targetKind) };
    });
  const counts = countTrials(trials, context);
  return { kind: run.kind, trials, counts, metrics: runMetrics(counts) };
}
