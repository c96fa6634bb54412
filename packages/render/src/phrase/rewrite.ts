import { countText, nounText, type Report, type Run, type Suggestion } from "@gradable/contract";
import { isHarmful, type PairedRate, rewriteEffect, type ToolEffect } from "@gradable/insight";

/** A change of a rate in percentage points (pp, so that nobody takes them for points of the score), rounded towards zero, with the ends of its interval rounded outwards. */
export function changeText({ difference, low, high }: PairedRate): string {
  const shown = points(Math.floor(Math.abs(difference) * 1000 + 1e-6) / 10, difference < 0);
  return `${shown} pp, 95 % interval ${points(Math.abs(outwards(low, -1)), low < 0)} to ${points(Math.abs(outwards(high, 1)), high < 0)}`;
}

/** "8 of 10" of requests; with trials that went apart a request counts by its share, to one decimal. */
export function requestRateText(rate: number, requests: number): string {
  const right = Math.floor(rate * requests * 10 + 1e-6) / 10;
  return `${Number.isInteger(right) ? countText(right) : right.toFixed(1)} of ${countText(requests)}`;
}

/** A count with its sign; "0" has none. One decimal where it is no whole number. */
export function signedText(count: number): string {
  const size = Math.abs(count);
  if (size < 1e-9) return "0";
  return `${count < 0 ? "−" : "+"}${Math.abs(size - Math.round(size)) < 1e-9 ? countText(Math.round(size)) : size.toFixed(1)}`;
}

/** Tokens per request of the two runs and what came to them, to the nearest whole token; the change is empty where one was not measured. */
export function tokenCostTexts(
  before: Run,
  after: Run,
): { readonly before: string; readonly after: string; readonly change: string } {
  const [was, is] = [before, after].map(({ metrics: { avgTokenCostPerTask: cost } }) =>
    cost.state === "measured" ? cost.value : null,
  ) as [number | null, number | null];
  const shown = (tokens: number | null) => (tokens === null ? "not measured" : countText(Math.round(tokens)));
  return {
    before: shown(was),
    after: shown(is),
    change: was === null || is === null ? "" : signedText(Math.round(is - was)),
  };
}

/** What a suggestion, or all of them, cost in definition tokens. */
export function tokenChangeText(added: number): string {
  if (added === 0) return "no change in definition tokens";
  return added > 0
    ? `adds ${nounText(added, "definition token")}`
    : `saves ${nounText(-added, "definition token")}`;
}

/** Where the text of a suggestion goes. */
export function suggestionPlace({ mode }: Suggestion): string {
  return mode === "append" ? "add to the end of the description" : "put in place of the description";
}

/** What the suggestions did to one tool, in a few words for the cell of a table. */
export function effectReading(effect: ToolEffect): string {
  if (effect.suggestion === undefined) return "has no suggestion";
  if (isHarmful(effect)) return "hurt: do not use it as it is";
  if (effect.net > 1e-9) return "helped";
  if (effect.picked === null) return "not tried";
  return effect.lost + effect.gained > 0 || effect.drawn > 0 ? "won as much as it lost" : "changed no pick";
}

/** What happened to one suggestion, in a sentence; whether it hurt is said apart, for whoever sets it off. */
export function suggestionSentence({ picked, drawn }: ToolEffect): string {
  if (picked === null && drawn === 0)
    return "No request for this tool was graded in both runs: nothing is known of its effect.";
  const was = picked === null ? "No request for this tool was graded in both runs" : pickedSentence(picked);
  return `${was}${drawn > 0 ? `, and ${nounText(drawn, "request")} for other tools went to it` : ""}.`;
}

function pickedSentence({ requests, before, after }: PairedRate): string {
  const [was, is] = [requestRateText(before, requests), requestRateText(after, requests)];
  return `With the suggestions in place it was picked for ${is} ${requests === 1 ? "request" : "requests"} meant for it${was === is ? ", as before" : `, before for ${was}`}`;
}

/** What the suggestions did together, in one sentence without names; `null` without a rewrite. */
export function rewriteSentence(report: Report): string | null {
  const effect = rewriteEffect(report);
  if (effect === null) return null;
  const { picked, addedTokens, newlyConfused, lost, gained } = effect;
  if (picked === null) return "asked again, but no request could be graded in both runs";
  const hurt = effect.tools.filter(isHarmful).length;
  return [
    `right tool picked in ${requestRateText(picked.before, picked.requests)} as declared, ${requestRateText(picked.after, picked.requests)} with the suggestions (${changeText(picked)})`,
    `${nounText(lost.length, "request")} lost, ${countText(gained.length)} won`,
    nounText(newlyConfused.length, "newly confused pair"),
    `${signedText(addedTokens)} definition ${Math.abs(addedTokens) === 1 ? "token" : "tokens"}`,
    ...(hurt > 0
      ? [
          `${nounText(hurt, "suggestion")} hurt: do not use ${hurt === 1 ? "it as it is" : "them as they are"}`,
        ]
      : []),
  ].join("; ");
}

function outwards(fraction: number, direction: 1 | -1): number {
  const scaled = fraction * 100;
  return direction > 0 ? Math.ceil(scaled - 1e-6) : Math.floor(scaled + 1e-6);
}

function points(size: number, negative: boolean): string {
  if (size === 0) return "0";
  return `${negative ? "−" : "+"}${Number.isInteger(size) ? size : size.toFixed(1)}`;
}
