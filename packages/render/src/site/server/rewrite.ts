import { countText, nounText, type Ratio, type Run } from "@gradable/contract";
import { isHarmful, type PairedRate, type ToolEffect } from "@gradable/insight";
import { ratioText } from "../../phrase/figures.js";
import {
  changeText,
  effectReading,
  requestRateText,
  signedText,
  suggestionSentence,
  tokenCostTexts,
} from "../../phrase/rewrite.js";
import { movedTasks } from "../../views/rewrite.js";
import { bar } from "../charts/bar.js";
import { code, html, joinHtml, ours, shown } from "../html.js";
import type { ServerContext } from "./context.js";

/** Requests, tools and newly confused pairs listed; the rest is counted. */
const LISTED = 40;

/**
 * The same requests as declared and with the suggestions in place, each request set against itself, with what was lost
 * beside what was won; `null` without a rewrite. The figures and words are those of the fix brief.
 */
export function rewriteView({ report, effect }: ServerContext) {
  const moved = movedTasks(report);
  const { baseline, after_rewrite: after } = report.runs;
  if (moved === null || effect === null || after === undefined) return null;
  const rate = (name: string, of: (run: Run) => Ratio, paired: PairedRate | null) => ({
    name: ours(name),
    before: rateView(of(baseline)),
    after: rateView(of(after)),
    change: ours(paired === null ? "" : changeText(paired)),
  });
  const tokens = tokenCostTexts(baseline, after);
  return {
    suggestions: ours(nounText(report.analysis.suggestions.length, "suggestion")),
    rows: [
      rate("Right tool picked", (run) => run.metrics.selectionAccuracy, effect.picked),
      rate("Right tool, well-formed first call", (run) => run.metrics.firstCallSuccess, effect.firstCall),
      rate("Destructive calls asked about first", (run) => run.metrics.destructiveSafetyRate, null),
      {
        name: ours("Tokens per request"),
        before: { text: ours(tokens.before), bar: null },
        after: { text: ours(tokens.after), bar: null },
        change: ours(tokens.change),
      },
    ],
    cost: ours(tokenChange(effect.addedTokens)),
    lostCount: ours(nounText(moved.lost.length, "request")),
    gainedCount: ours(nounText(moved.gained.length, "request")),
    losing: moved.lost.length > moved.gained.length,
    tools: effect.tools.slice(0, LISTED).map(toolView),
    moreTools: Math.max(0, effect.tools.length - LISTED),
    confused: effect.newlyConfused.slice(0, LISTED).map(({ expected, picked, trials }) => ({
      expected: code(expected),
      picked: code(picked),
      trials: ours(countText(trials)),
    })),
    moreConfused: Math.max(0, effect.newlyConfused.length - LISTED),
    lost: moved.lost.slice(0, LISTED).map(({ task, pickedAfter }) => ({
      prompt: shown(task.prompt, { maxChars: 240 }),
      tool: code(task.tool),
      picked: joinHtml(
        [...new Set(pickedAfter)].map((picked) =>
          picked === null ? html`${ours("no tool")}` : code(picked),
        ),
        ", ",
      ),
    })),
    moreLost: Math.max(0, moved.lost.length - LISTED),
  };
}

/** What became of the suggestion for a tool when it was tried; `null` when nothing was. */
export function suggestionVerdict({ effect }: ServerContext, toolIndex: number) {
  const found = effect?.tools.find((tool) => tool.toolIndex === toolIndex);
  return found === undefined ? null : { hurt: isHarmful(found), text: ours(suggestionSentence(found)) };
}

/** What a suggestion costs, in words. */
export function tokenChange(added: number): string {
  if (added === 0) return "no change in definition tokens";
  return added > 0
    ? `adds ${nounText(added, "definition token")}`
    : `saves ${nounText(-added, "definition token")}`;
}

function toolView(effect: ToolEffect) {
  const { tool, suggestion, picked, drawn, net } = effect;
  const rate = (of: (paired: PairedRate) => number) =>
    ours(picked === null ? "not tried" : requestRateText(of(picked), picked.requests));
  return {
    name: code(tool),
    net: ours(signedText(net)),
    before: rate((paired) => paired.before),
    after: rate((paired) => paired.after),
    change: ours(picked === null ? "" : changeText(picked)),
    drawn: ours(countText(drawn)),
    tokens: ours(suggestion === undefined ? "none" : signedText(suggestion.addedTokens)),
    reading: ours(effectReading(effect)),
    hurt: isHarmful(effect),
  };
}

function rateView(ratio: Ratio) {
  return ratio.state === "notMeasured"
    ? { text: ours("not measured"), bar: null }
    : { text: ours(ratioText(ratio) ?? "not measured"), bar: bar(ratio.value, 1) };
}
