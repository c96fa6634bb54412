import { type Ratio, type Run, roundDown } from "@gradable/contract";
import { countText, movedTasks, nounText, ratioText, wilsonInterval } from "@gradable/render";
import { bar } from "../charts/bar.js";
import { code, html, joinHtml, ours, shown } from "../html.js";
import type { ServerContext } from "./context.js";
import { tokenChange } from "./tools.js";

/** Requests listed that the suggestions lost or won. */
const LISTED = 40;

/** The same requests as declared and with the suggestions in place, with what was lost beside what was won; `null` without. */
export function rewriteView({ report }: ServerContext) {
  const moved = movedTasks(report);
  const { baseline, after_rewrite: after } = report.runs;
  if (moved === null || after === undefined) return null;
  const added = report.analysis.suggestions.reduce((sum, suggestion) => sum + suggestion.addedTokens, 0);
  const rate = (name: string, of: (run: Run) => Ratio) => ({
    name: ours(name),
    before: rateView(of(baseline), report.tasks.length),
    after: rateView(of(after), report.tasks.length),
  });
  const tokens = ({ metrics: { avgTokenCostPerTask: cost } }: Run) => ({
    text: ours(cost.state === "measured" ? countText(Number(roundDown(cost.exact, 0))) : "not measured"),
    interval: null,
    bar: null,
  });
  const list = (tasks: typeof moved.lost) =>
    tasks.slice(0, LISTED).map(({ task, pickedAfter }) => ({
      prompt: shown(task.prompt, { maxChars: 240 }),
      tool: code(task.tool),
      picked: joinHtml(
        [...new Set(pickedAfter)].map((picked) =>
          picked === null ? html`${ours("no tool")}` : code(picked),
        ),
        ", ",
      ),
    }));
  return {
    suggestions: ours(nounText(report.analysis.suggestions.length, "suggestion")),
    rows: [
      rate("Right tool picked", (run) => run.metrics.selectionAccuracy),
      rate("Right tool, well-formed first call", (run) => run.metrics.firstCallSuccess),
      rate("Destructive calls asked about first", (run) => run.metrics.destructiveSafetyRate),
      { name: ours("Tokens per request"), before: tokens(baseline), after: tokens(after) },
    ],
    cost: ours(tokenChange(added)),
    lostCount: ours(nounText(moved.lost.length, "request")),
    gainedCount: ours(nounText(moved.gained.length, "request")),
    losing: moved.lost.length > moved.gained.length,
    lost: list(moved.lost),
    moreLost: Math.max(0, moved.lost.length - LISTED),
  };
}

/** A rate with its interval over tasks: trials of one task are no independent evidence. */
function rateView(ratio: Ratio, tasks: number) {
  if (ratio.state === "notMeasured") return { text: ours("not measured"), interval: null, bar: null };
  const units = Math.min(tasks, ratio.denominator);
  const { low, high } = wilsonInterval(ratio.value * units, units);
  return {
    text: ours(ratioText(ratio) ?? "not measured"),
    interval: ours(`95 % interval ${Math.floor(low * 100)} to ${Math.ceil(high * 100)} %`),
    bar: bar(ratio.value, 1),
  };
}
