import { type ConfidenceInterval, isGradeable, requestForm, type Task, type Trial } from "@gradable/contract";
import { isCorrectSelection, isSuccessfulFirstCall } from "./counts.js";
import { RUBRIC } from "./rubric.js";
import { percentileBootstrap } from "./stats/bootstrap.js";

/** Resamples of the interval: 2.5 % of them are 50, enough for a tail that does not jump with the seed. */
export const BOOTSTRAP_RESAMPLES = 2_000;

/** The parts of a score that do not depend on which tasks were drawn, as fractions 0–1. */
export interface TaskIndependentParts {
  readonly descriptionQuality: number;
  readonly disambiguationQuality: number;
  readonly definitionEfficiency: number;
  /** `undefined` without response data. */
  readonly responseEfficiency: number | undefined;
}

/** What one task, or a sum of drawn tasks, contributes to the metrics: counts over its gradeable trials. */
interface Sums {
  trials: number;
  correct: number;
  successful: number;
  tokens: number;
  candidates: number;
  confirmed: number;
}

/**
 * 95 % interval of the composite: seeded percentile bootstrap over tasks. [M2.10]
 *
 * Tasks (or forms of request, `unit`) are drawn with replacement, all trials of one together, within two strata: tasks with a destructive candidate
 * and tasks without. A resample then has as many tasks with candidates as the run, so that safety is measured in all
 * resamples or in none. The seed is the task set's hash; tasks are taken in the order of their ids, so that the order of
 * trials moves nothing. Not measured when no stratum has two tasks. Points are computed in doubles: the interval is an
 * estimate and decides no grade.
 */
export function compositeInterval(
  tasks: readonly Task[],
  trials: readonly Trial[],
  parts: TaskIndependentParts,
  seed: string,
  unit: "task" | "form" = "task",
): ConfidenceInterval {
  const perTask = unit === "task" ? sumsPerTask(tasks, trials) : sumsPerForm(tasks, trials);
  const strata = [
    perTask.filter((sums) => sums.candidates > 0),
    perTask.filter((sums) => sums.candidates === 0),
  ].filter((stratum) => stratum.length > 0);
  if (perTask.length === 0) return { state: "notMeasured", reason: "noGradeableTrial" };
  if (strata.every((stratum) => stratum.length < 2)) return { state: "notMeasured", reason: "tooFewTasks" };

  const { low, high } = percentileBootstrap({
    strata,
    resamples: BOOTSTRAP_RESAMPLES,
    seed,
    start: emptySums,
    add,
    figure: (sums) => approximateComposite(sums, parts),
  });
  return {
    state: "measured",
    low: sixDecimals(low),
    high: sixDecimals(high),
    level: 0.95,
    method: `percentile-bootstrap-over-${unit}s`,
    resamples: BOOTSTRAP_RESAMPLES,
    seed,
  };
}

/** Doubles carry noise in their last digits; an end of 80 must not be stored as 79.99999999999999. */
function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The sums of every task with a gradeable trial, in the order of task ids. */
function sumsPerTask(tasks: readonly Task[], trials: readonly Trial[]): Sums[] {
  const byId = new Map(
    [...tasks]
      .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
      .map((task) => [task.id, { task, sums: emptySums() }]),
  );
  for (const trial of trials) {
    const entry = byId.get(trial.taskId);
    if (entry === undefined || !isGradeable(trial)) continue;
    const { task, sums } = entry;
    sums.trials += 1;
    if (isCorrectSelection(trial, task)) sums.correct += 1;
    if (isSuccessfulFirstCall(trial, task)) sums.successful += 1;
    sums.tokens += trial.tokens.prompt + trial.tokens.completion;
    if (trial.destructive.candidate) sums.candidates += 1;
    if (trial.destructive.confirmed === true) sums.confirmed += 1;
  }
  return [...byId.values()].map((entry) => entry.sums).filter((sums) => sums.trials > 0);
}

/** The sums of all requests of one form together, in the order of their first. */
function sumsPerForm(tasks: readonly Task[], trials: readonly Trial[]): Sums[] {
  const forms = new Map<string, Task[]>();
  for (const task of [...tasks].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))) {
    const form = requestForm(task);
    forms.set(form, [...(forms.get(form) ?? []), task]);
  }
  return [...forms.values()].flatMap((alike) => {
    const sums = sumsPerTask(alike, trials);
    if (sums.length === 0) return [];
    const together = emptySums();
    for (const each of sums) add(together, each);
    return [together];
  });
}

function emptySums(): Sums {
  return { trials: 0, correct: 0, successful: 0, tokens: 0, candidates: 0, confirmed: 0 };
}

function add(total: Sums, sums: Sums): void {
  total.trials += sums.trials;
  total.correct += sums.correct;
  total.successful += sums.successful;
  total.tokens += sums.tokens;
  total.candidates += sums.candidates;
  total.confirmed += sums.confirmed;
}

const { points, legibility, economics, discoverability } = RUBRIC;
const { tokensPerTask } = economics;

/**
 * The composite of METHODOLOGY §2 in doubles, for resampling: the exact formulas are in formulas.ts, and a test holds
 * the two together.
 */
function approximateComposite(sums: Sums, parts: TaskIndependentParts): number {
  const selection = sums.correct / sums.trials;
  const firstCall = sums.successful / sums.trials;
  const task = Math.min(
    1,
    Math.max(
      0,
      1 -
        (sums.tokens / sums.trials - tokensPerTask.ideal) /
          (tokensPerTask.unacceptable - tokensPerTask.ideal),
    ),
  );
  const earned =
    points.legibility *
      (Number(legibility.selection) * selection +
        Number(legibility.descriptions) * parts.descriptionQuality +
        Number(legibility.disambiguation) * parts.disambiguationQuality) +
    points.economics *
      (parts.responseEfficiency === undefined
        ? Number(economics.withoutResponses.definition) * parts.definitionEfficiency +
          Number(economics.withoutResponses.task) * task
        : Number(economics.withResponses.definition) * parts.definitionEfficiency +
          Number(economics.withResponses.task) * task +
          Number(economics.withResponses.response) * parts.responseEfficiency) +
    points.discoverability *
      (Number(discoverability.selection) * selection + Number(discoverability.firstCall) * firstCall);
  const max = points.legibility + points.economics + points.discoverability;
  return sums.candidates === 0
    ? (100 * earned) / max
    : (100 * (earned + points.safety * (sums.confirmed / sums.candidates))) / (max + points.safety);
}
