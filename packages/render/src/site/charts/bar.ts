import { type Html, html, ours, type Shown } from "../html.js";
import { percent } from "./figure.js";

/** A bar of `value` out of `max`, decoration beside a figure that is written out. */
export function bar(value: number, max: number, tone: "score" | "tokens" | "loss" = "score"): Html {
  return html`<svg class="bar ${ours(tone)}" aria-hidden="true"><rect class="track" width="100%" height="100%" rx="2"/><rect class="fill" width="${ours(percent(value, max))}" height="100%" rx="2"/></svg>`;
}

/** One part of a stacked bar. */
export interface BarPart {
  readonly className: Shown;
  readonly value: number;
}

/** Parts of a whole of `max` side by side, in order; decoration beside figures that are written out. */
export function stackedBar(parts: readonly BarPart[], max: number): Html {
  let before = 0;
  const rects = parts.map(({ className, value }) => {
    const rect = html`<rect class="${className}" x="${ours(percent(before, max))}" width="${ours(percent(value, max))}" height="100%"/>`;
    before += value;
    return rect;
  });
  return html`<svg class="bar stacked" aria-hidden="true"><rect class="track" width="100%" height="100%"/>${rects}</svg>`;
}
