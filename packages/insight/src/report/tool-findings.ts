import {
  type Defect,
  isGradeable,
  type Observation,
  type RecordedTrial,
  type Report,
  type ReportTool,
  type Suggestion,
  type Task,
} from "@gradable/contract";
import Fraction from "fraction.js";
import { groupBy } from "../group-by.js";
import { type PointLoss, pointsToGain } from "./points-to-gain.js";
import { isBlindDestructive } from "./request-outcomes.js";

/** One task with its gradeable trials that went the same way. */
export interface TaskFinding {
  readonly task: Task;
  readonly trials: readonly RecordedTrial[];
  /** Gradeable trials of the task, of which `trials` are a part. */
  readonly of: number;
}

/** Everything a report found on one tool, and the points of the composite that it costs. */
export interface ToolFindings {
  readonly tool: ReportTool;
  readonly toolIndex: number;
  /**
   * The tool's share of what missed selections, malformed calls, unsafe calls and defects cost together; exact. Pairs
   * are left out because they belong to two tools, and token costs because they belong to the whole surface.
   */
  readonly exact: string;
  readonly defects: readonly Defect[];
  readonly suggestion: Suggestion | undefined;
  /** Requests for this tool that were answered with another tool, or with none. */
  readonly missed: readonly TaskFinding[];
  /** Requests for this tool whose call to it did not fit the input schema. */
  readonly malformed: readonly TaskFinding[];
  /** Calls to this tool, destructive, that were made without asking; whatever tool the request was for. */
  readonly unsafe: readonly TaskFinding[];
  readonly observations: readonly Observation["id"][];
}

/** The findings of every tool that has some, most points first, then in declared order. */
export function toolFindings(report: Report, losses = pointsToGain(report)): ToolFindings[] {
  const indexByName = new Map<string, number>();
  report.surface.tools.forEach((tool, index) => {
    if (!indexByName.has(tool.name)) indexByName.set(tool.name, index);
  });
  const collected = report.surface.tools.map((tool, toolIndex) => ({
    tool,
    toolIndex,
    exact: "0",
    defects: [] as Defect[],
    suggestion: undefined as Suggestion | undefined,
    missed: [] as TaskFinding[],
    malformed: [] as TaskFinding[],
    unsafe: [] as TaskFinding[],
    observations: [] as Observation["id"][],
  }));
  const at = (index: number | undefined) => (index === undefined ? undefined : collected[index]);

  for (const defect of report.analysis.defects) at(defect.toolIndex)?.defects.push(defect);
  for (const suggestion of report.analysis.suggestions) {
    const found = at(suggestion.toolIndex);
    if (found) found.suggestion = suggestion;
  }
  for (const observation of report.observations) {
    for (const name of new Set(observation.tools))
      at(indexByName.get(name))?.observations.push(observation.id);
  }
  const trialsByTask = groupBy(report.runs.baseline.trials.filter(isGradeable), (trial) => trial.taskId);
  for (const task of report.tasks) {
    const trials = trialsByTask.get(task.id) ?? [];
    const own = at(indexByName.get(task.tool));
    const add = (list: TaskFinding[] | undefined, chosen: RecordedTrial[]) => {
      if (chosen.length > 0) list?.push({ task, trials: chosen, of: trials.length });
    };
    add(
      own?.missed,
      trials.filter((trial) => trial.selected !== task.tool),
    );
    add(
      own?.malformed,
      trials.filter((trial) => trial.selected === task.tool && trial.firstCall?.wellFormed !== true),
    );
    for (const [name, blind] of groupBy(trials.filter(isBlindDestructive), (trial) => trial.selected ?? "")) {
      add(at(indexByName.get(name))?.unsafe, blind);
    }
  }

  const share = (id: PointLoss["id"]) => {
    const loss = losses.find((candidate) => candidate.id === id);
    return loss === undefined || loss.count === 0
      ? new Fraction(0)
      : new Fraction(loss.exact).div(loss.count);
  };
  const [perMissed, perMalformed, perUnsafe, perDefect] = [
    share("missed-selections"),
    share("malformed-first-calls"),
    share("unsafe-destructive-calls"),
    share("description-defects"),
  ];
  return collected
    .map((findings) => ({
      ...findings,
      exact: perMissed
        .mul(countTrials(findings.missed))
        .add(perMalformed.mul(countTrials(findings.malformed)))
        .add(perUnsafe.mul(countTrials(findings.unsafe)))
        .add(perDefect.mul(new Set(findings.defects.map((defect) => defect.type)).size))
        .toFraction(),
    }))
    .filter(
      (findings) =>
        findings.exact !== "0" ||
        findings.defects.length > 0 ||
        findings.suggestion ||
        findings.observations.length > 0,
    )
    .sort((a, b) => new Fraction(b.exact).compare(new Fraction(a.exact)) || a.toolIndex - b.toolIndex);
}

/** Trials in a list of task findings. */
export function countTrials(findings: readonly TaskFinding[]): number {
  return findings.reduce((sum, finding) => sum + finding.trials.length, 0);
}
