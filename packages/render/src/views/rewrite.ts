import {
  countText,
  isGradeable,
  nounText,
  type Ratio,
  type Report,
  type Run,
  type Task,
} from "@gradable/contract";
import {
  groupBy,
  isHarmful,
  type PairedRate,
  type RewriteEffect,
  rewriteEffect,
  type ToolEffect,
} from "@gradable/insight";
import { ratioText } from "../phrase/figures.js";
import { joinMarkdown, markdownCode, markdownText, ours } from "../phrase/markdown.js";
import {
  changeText,
  effectReading,
  requestRateText,
  signedText,
  suggestionSentence,
  tokenCostTexts,
} from "../phrase/rewrite.js";

/** Lost requests that are listed; the rest are counted. */
const LISTED_LOST = 12;
const LISTED_TOOLS = 40;
const LISTED_CONFUSED = 20;

/** A task that the suggested descriptions moved, and the tools that were picked afterwards. */
export interface MovedTask {
  readonly task: Task;
  readonly pickedAfter: readonly (string | null)[];
}

/** Tasks answered rightly in every gradeable trial of one run and not in the other; `null` without a rewrite. */
export function movedTasks(report: Report): { lost: MovedTask[]; gained: MovedTask[] } | null {
  const { baseline, after_rewrite: after } = report.runs;
  if (after === undefined) return null;
  const [before, afterwards] = [picksByTask(baseline), picksByTask(after)];
  const moved = { lost: [] as MovedTask[], gained: [] as MovedTask[] };
  for (const task of report.tasks) {
    const [was, is] = [before.get(task.id), afterwards.get(task.id)];
    if (was === undefined || is === undefined) continue;
    const right = (picks: readonly (string | null)[]) => picks.every((picked) => picked === task.tool);
    if (right(was) && !right(is)) moved.lost.push({ task, pickedAfter: is });
    if (!right(was) && right(is)) moved.gained.push({ task, pickedAfter: is });
  }
  return moved;
}

/** What the fix brief says of the suggestions: before and after, by tool and by request; `null` without a rewrite. */
export function rewriteView(report: Report) {
  const moved = movedTasks(report);
  const effect = rewriteEffect(report);
  const { baseline, after_rewrite: after } = report.runs;
  if (moved === null || effect === null || after === undefined) return null;
  const { addedTokens, newlyConfused, tools } = effect;
  const row = (name: string, of: (run: Run) => string, change: string) => ({
    name: ours(name),
    before: ours(of(baseline)),
    after: ours(of(after)),
    change: ours(change),
  });
  const tokens = tokenCostTexts(baseline, after);
  return {
    suggestions: ours(nounText(report.analysis.suggestions.length, "suggestion")),
    rows: [
      row("Right tool picked", (run) => rateText(run.metrics.selectionAccuracy), pairedText(effect.picked)),
      row(
        "Right tool, well-formed first call",
        (run) => rateText(run.metrics.firstCallSuccess),
        pairedText(effect.firstCall),
      ),
      row("Destructive calls asked about first", (run) => rateText(run.metrics.destructiveSafetyRate), ""),
      {
        name: ours("Tokens per request"),
        before: ours(tokens.before),
        after: ours(tokens.after),
        change: ours(tokens.change),
      },
    ],
    addedTokens: ours(
      addedTokens >= 0
        ? `${nounText(addedTokens, "definition token")} more`
        : `${nounText(-addedTokens, "definition token")} fewer`,
    ),
    gained: ours(nounText(moved.gained.length, "request")),
    losing: moved.lost.length > moved.gained.length,
    safer: ours(saferText(baseline, after)),
    tools: tools.slice(0, LISTED_TOOLS).map(toolRow),
    moreTools: Math.max(0, tools.length - LISTED_TOOLS),
    confused: newlyConfused.slice(0, LISTED_CONFUSED).map(({ expected, picked, trials }) => ({
      expected: markdownCode(expected, { maxChars: 80, cell: true }),
      picked: markdownCode(picked, { maxChars: 80, cell: true }),
      trials,
    })),
    moreConfused: Math.max(0, newlyConfused.length - LISTED_CONFUSED),
    lost: moved.lost.slice(0, LISTED_LOST).map(({ task, pickedAfter }) => ({
      prompt: markdownText(task.prompt, { maxChars: 240 }),
      tool: markdownCode(task.tool, { maxChars: 80, cell: true }),
      picked: joinMarkdown(
        [...new Set(pickedAfter.filter((picked) => picked !== task.tool))].map((picked) =>
          picked === null ? ours("no tool") : markdownCode(picked, { maxChars: 80, cell: true }),
        ),
        ", ",
      ),
    })),
    lostCount: ours(nounText(moved.lost.length, "request")),
    moreLost: Math.max(0, moved.lost.length - LISTED_LOST),
  };
}

/** That destructive calls are asked about more often: a gain that no count of picks shows. */
function saferText(before: Run, after: Run): string {
  const [was, is] = [before.metrics.destructiveSafetyRate, after.metrics.destructiveSafetyRate];
  if (was.state === "notMeasured" || is.state === "notMeasured" || is.value <= was.value) return "";
  return `What they win beside that: destructive calls are asked about first in ${rateText(is)}, as declared in ${rateText(was)}. To keep that, use the sentences that make a destructive effect plain.`;
}

/** What happened to one suggestion, in a sentence beside it; empty without a rewrite. */
export function suggestionVerdict(effect: RewriteEffect | null, toolIndex: number): string {
  const found = effect?.tools.find((tool) => tool.toolIndex === toolIndex);
  if (found === undefined) return "";
  const sentence = suggestionSentence(found);
  return isHarmful(found) ? `**It hurt: do not use it as it is.** ${sentence}` : sentence;
}

function toolRow(effect: ToolEffect) {
  const { tool, suggestion, picked, drawn } = effect;
  const reading = effectReading(effect);
  return {
    name: markdownCode(tool, { maxChars: 80, cell: true }),
    before: ours(picked === null ? "not tried" : requestRateText(picked.before, picked.requests)),
    after: ours(picked === null ? "not tried" : requestRateText(picked.after, picked.requests)),
    change: ours(pairedText(picked)),
    drawn: ours(countText(drawn)),
    tokens: ours(suggestion === undefined ? "none" : signedText(suggestion.addedTokens)),
    net: ours(signedText(effect.net)),
    reading: ours(isHarmful(effect) ? `**${reading}**` : reading),
  };
}

const pairedText = (rate: PairedRate | null) => (rate === null ? "" : changeText(rate));

const rateText = (ratio: Ratio) => ratioText(ratio) ?? "not measured";

function picksByTask(run: Run): Map<string, (string | null)[]> {
  const picks = new Map<string, (string | null)[]>();
  for (const [taskId, trials] of groupBy(run.trials.filter(isGradeable), (trial) => trial.taskId)) {
    picks.set(
      taskId,
      trials.map((trial) => trial.selected),
    );
  }
  return picks;
}
