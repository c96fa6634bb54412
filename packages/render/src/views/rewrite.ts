import { countText, nounText, type Ratio, type Report, type Run } from "@gradable/contract";
import { isHarmful, type PairedRate, type RewriteEffect, type ToolEffect } from "@gradable/insight";
import { ratioText } from "../phrase/figures.js";
import type { Markup } from "../phrase/markup.js";
import {
  changeText,
  effectReading,
  requestRateText,
  signedText,
  suggestionSentence,
  tokenCostTexts,
} from "../phrase/rewrite.js";

/** How many tools, newly confused pairs and lost requests are listed; the rest are counted. */
export interface RewriteLimits {
  readonly tools: number;
  readonly confused: number;
  readonly lost: number;
}

/**
 * The same requests as declared and with the suggestions in place, each set against itself, with what was lost beside what was won;
 * `null` without a rewrite.
 */
export function rewriteView<Text>(
  report: Report,
  effect: RewriteEffect | null,
  markup: Markup<Text>,
  limits: RewriteLimits,
) {
  const { baseline, after_rewrite: after } = report.runs;
  if (effect === null || after === undefined) return null;
  const { ours, name, text, join } = markup;
  const { tools, newlyConfused, lost, gained } = effect;
  const rate = (title: string, of: (run: Run) => Ratio, paired: PairedRate | null) => ({
    name: ours(title),
    before: ours(ratioText(of(baseline)) ?? "not measured"),
    after: ours(ratioText(of(after)) ?? "not measured"),
    change: ours(paired === null ? "" : changeText(paired)),
    /** For drawing; `null` where nothing was measured. */
    shares: [of(baseline).value, of(after).value],
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
        before: ours(tokens.before),
        after: ours(tokens.after),
        change: ours(tokens.change),
        shares: [null, null],
      },
    ],
    gained: ours(nounText(gained.length, "request")),
    lostCount: ours(nounText(lost.length, "request")),
    losing: lost.length > gained.length,
    tools: tools.slice(0, limits.tools).map((tool) => toolView(tool, markup)),
    moreTools: Math.max(0, tools.length - limits.tools),
    confused: newlyConfused.slice(0, limits.confused).map(({ expected, picked, trials }) => ({
      expected: name(expected, { cell: true }),
      picked: name(picked, { cell: true }),
      trials: ours(countText(trials)),
    })),
    moreConfused: Math.max(0, newlyConfused.length - limits.confused),
    lost: lost.slice(0, limits.lost).map(({ task, pickedAfter }) => ({
      prompt: text(task.prompt, 240),
      tool: name(task.tool, { cell: true }),
      picked: join(
        pickedAfter.map((picked) => (picked === null ? ours("no tool") : name(picked, { cell: true }))),
        ", ",
      ),
    })),
    moreLost: Math.max(0, lost.length - limits.lost),
  };
}

function toolView<Text>(effect: ToolEffect, { ours, name }: Markup<Text>) {
  const { tool, suggestion, picked, drawn, net } = effect;
  const rate = (of: (paired: PairedRate) => number) =>
    ours(picked === null ? "not tried" : requestRateText(of(picked), picked.requests));
  return {
    name: name(tool, { cell: true }),
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

/** What became of the suggestion for a tool when it was tried; `null` when it was not. */
export function suggestionVerdict(effect: RewriteEffect | null, toolIndex: number) {
  const found = effect?.tools.find((tool) => tool.toolIndex === toolIndex);
  return found === undefined ? null : { hurt: isHarmful(found), text: suggestionSentence(found) };
}
