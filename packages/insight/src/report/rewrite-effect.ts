import {
  isGradeable,
  type RecordedTrial,
  type Report,
  type Run,
  type Suggestion,
  type Task,
} from "@gradable/contract";
import { type PairedDifference, pairedDifference } from "@gradable/score";
import { groupBy } from "../group-by.js";

/** A rate over the same requests without and with the suggestions; fractions 0–1. */
export interface PairedRate extends PairedDifference {
  /** Requests with an answer that could be graded in both runs. */
  readonly requests: number;
  readonly before: number;
  readonly after: number;
}

/** A request that the suggestions moved, and the tools that were picked afterwards, each once. */
interface MovedTask {
  readonly task: Task;
  readonly pickedAfter: readonly (string | null)[];
}

/** Requests for one tool that were answered with another: never as declared, and `trials` times with the suggestions. */
interface NewlyConfused {
  readonly expected: string;
  readonly picked: string;
  readonly trials: number;
}

/** What the suggestions did to one tool. */
export interface ToolEffect {
  readonly tool: string;
  readonly toolIndex: number;
  readonly suggestion: Suggestion | undefined;
  /** How often the requests for the tool picked it; `null` when none was graded in both runs. */
  readonly picked: PairedRate | null;
  /** Requests for the tool answered rightly only as declared, and only with the suggestions. */
  readonly lost: number;
  readonly gained: number;
  /** Requests for other tools that go to this one only with the suggestions. */
  readonly drawn: number;
  /**
   * Requests answered rightly more than before, less those drawn from other tools. A request that one tool loses to another counts
   * against both, since either text may be the cause.
   */
  readonly net: number;
}

/** What all suggestions did together, and to each tool that has one or that moved: best net effect first, then in declared order. */
export interface RewriteEffect {
  readonly picked: PairedRate | null;
  readonly firstCall: PairedRate | null;
  readonly addedTokens: number;
  /** Requests answered rightly in every trial only as declared, and only with the suggestions. */
  readonly lost: readonly MovedTask[];
  readonly gained: readonly MovedTask[];
  readonly tools: readonly ToolEffect[];
  /** Most often first, then in the order of the tasks. */
  readonly newlyConfused: readonly NewlyConfused[];
}

/** A request asked in both runs. Shares are of its gradeable trials in one run. */
interface Asked {
  readonly task: Task;
  readonly before: readonly RecordedTrial[];
  readonly after: readonly RecordedTrial[];
}

/** Compares the two runs request by request; `null` without a rewrite. A request that only one run could grade says nothing. */
export function rewriteEffect(report: Report): RewriteEffect | null {
  const { baseline, after_rewrite } = report.runs;
  if (after_rewrite === undefined) return null;
  const [first, second] = [gradeableByTask(baseline), gradeableByTask(after_rewrite)];
  const asked = report.tasks.flatMap((task): Asked[] => {
    const [before, after] = [first.get(task.id), second.get(task.id)];
    return before === undefined || after === undefined ? [] : [{ task, before, after }];
  });
  const { suggestions } = report.analysis;
  const seen = new Set<string>();
  const tools = report.surface.tools.flatMap(({ name }, toolIndex): ToolEffect[] => {
    const suggestion = suggestions.find((candidate) => candidate.toolIndex === toolIndex);
    // Requests name their tool, so of several tools of one name they stand beside the first.
    const own = seen.has(name) ? [] : asked.filter(({ task }) => task.tool === name);
    const others = seen.has(name) ? [] : asked.filter(({ task }) => task.tool !== name);
    seen.add(name);
    const goes = (trial: RecordedTrial) => trial.selected === name;
    const drawn = others.filter(({ before, after }) => !before.some(goes) && after.some(goes)).length;
    const { lost, gained } = moves(own, goes);
    if (suggestion === undefined && lost.length + gained.length + drawn === 0) return [];
    const change = own.reduce((sum, { before, after }) => sum + share(after, goes) - share(before, goes), 0);
    const net = change - drawn;
    const counts = { lost: lost.length, gained: gained.length, drawn, net };
    return [{ tool: name, toolIndex, suggestion, picked: paired(own, goes), ...counts }];
  });
  return {
    picked: paired(asked, rightTool),
    firstCall: paired(asked, (trial, task) => rightTool(trial, task) && trial.firstCall?.wellFormed === true),
    addedTokens: suggestions.reduce((sum, suggestion) => sum + suggestion.addedTokens, 0),
    ...moves(asked, rightTool),
    tools: tools.sort((a, b) => b.net - a.net || a.toolIndex - b.toolIndex),
    newlyConfused: newlyConfused(asked),
  };
}

/** A suggestion that made its tool be picked less, or that draws more requests away from other tools than it wins. */
export function isHarmful({ suggestion, net }: ToolEffect): boolean {
  return suggestion !== undefined && net < -1e-9;
}

type Success = (trial: RecordedTrial, task: Task) => boolean;

const rightTool: Success = (trial, task) => trial.selected === task.tool;

function moves(asked: readonly Asked[], succeeds: Success) {
  const always = (trials: readonly RecordedTrial[], task: Task) =>
    trials.every((trial) => succeeds(trial, task));
  const moved = (only: (before: boolean, after: boolean) => boolean) =>
    asked
      .filter(({ task, before, after }) => only(always(before, task), always(after, task)))
      .map(({ task, after }): MovedTask => {
        return { task, pickedAfter: [...new Set(after.map(({ selected }) => selected))] };
      });
  return {
    lost: moved((before, after) => before && !after),
    gained: moved((before, after) => !before && after),
  };
}

/**
 * A request is one case, however often it was asked: its trials are no independent evidence. Where they differ, it counts as both
 * outcomes by their shares.
 */
function paired(asked: readonly Asked[], succeeds: Success): PairedRate | null {
  if (asked.length === 0) return null;
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (const { task, before, after } of asked) {
    const [p, q] = [
      share(before, (trial) => succeeds(trial, task)),
      share(after, (trial) => succeeds(trial, task)),
    ];
    counts.both += p * q;
    counts.onlyFirst += p * (1 - q);
    counts.onlySecond += (1 - p) * q;
    counts.neither += (1 - p) * (1 - q);
  }
  return {
    requests: asked.length,
    before: (counts.both + counts.onlyFirst) / asked.length,
    after: (counts.both + counts.onlySecond) / asked.length,
    ...pairedDifference(counts),
  };
}

function newlyConfused(asked: readonly Asked[]): NewlyConfused[] {
  const confusions = (side: "before" | "after") =>
    asked.flatMap((request) =>
      request[side].flatMap(({ selected }) =>
        selected === null || selected === request.task.tool ? [] : [[request.task.tool, selected] as const],
      ),
    );
  const key = (pair: readonly [string, string]) => JSON.stringify(pair);
  const known = new Set(confusions("before").map(key));
  const added = confusions("after").filter((pair) => !known.has(key(pair)));
  return [...groupBy(added, key).values()]
    .map((pairs) => {
      const [expected, picked] = pairs[0] as readonly [string, string];
      return { expected, picked, trials: pairs.length };
    })
    .sort((a, b) => b.trials - a.trials);
}

function share(trials: readonly RecordedTrial[], is: (trial: RecordedTrial) => boolean): number {
  return trials.filter(is).length / trials.length;
}

function gradeableByTask(run: Run): Map<string, RecordedTrial[]> {
  return groupBy(run.trials.filter(isGradeable), (trial) => trial.taskId);
}
