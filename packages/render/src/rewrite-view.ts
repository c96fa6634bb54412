import { isGradeable, type Ratio, type Report, type Run, roundDown, type Task } from "@gradable/contract";
import { countText, nounText, ratioText } from "./figures.js";
import { joinMarkdown, markdownCode, markdownText, ours } from "./markdown.js";
import { groupBy } from "./tool-findings.js";
import { wilsonInterval } from "./wilson.js";

/** Lost requests that are listed; the rest are counted. */
const LISTED_LOST = 12;

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

/** The before/after table of the fix brief, or `null` without a rewrite. */
export function rewriteView(report: Report) {
  const moved = movedTasks(report);
  const { baseline, after_rewrite: after } = report.runs;
  if (moved === null || after === undefined) return null;
  const added = report.analysis.suggestions.reduce((sum, suggestion) => sum + suggestion.addedTokens, 0);
  const row = (name: string, of: (run: Run) => string) => ({
    name: ours(name),
    before: ours(of(baseline)),
    after: ours(of(after)),
  });
  return {
    suggestions: ours(nounText(report.analysis.suggestions.length, "suggestion")),
    rows: [
      row("Right tool picked", (run) => rateText(run.metrics.selectionAccuracy, report.tasks.length)),
      row("Right tool, well-formed first call", (run) =>
        rateText(run.metrics.firstCallSuccess, report.tasks.length),
      ),
      row(
        "Destructive calls asked about first",
        (run) => ratioText(run.metrics.destructiveSafetyRate) ?? "not measured",
      ),
      row("Tokens per request", (run) =>
        run.metrics.avgTokenCostPerTask.state === "measured"
          ? countText(Number(roundDown(run.metrics.avgTokenCostPerTask.exact, 0)))
          : "not measured",
      ),
    ],
    addedTokens: ours(
      added >= 0
        ? `${nounText(added, "definition token")} more`
        : `${nounText(-added, "definition token")} fewer`,
    ),
    gained: ours(nounText(moved.gained.length, "request")),
    losing: moved.lost.length > moved.gained.length,
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

/** A rate over trials with its interval over tasks: trials of one task are no independent evidence. */
function rateText(ratio: Ratio, tasks: number): string {
  if (ratio.state === "notMeasured") return "not measured";
  const units = Math.min(tasks, ratio.denominator);
  const { low, high } = wilsonInterval(ratio.value * units, units);
  return `${ratioText(ratio)}, 95 % interval ${Math.floor(low * 100)} to ${Math.ceil(high * 100)} %`;
}
