import { CATEGORIES, type Category } from "@gradable/contract";
import type { LeaderboardRow } from "@gradable/insight";
import { cellText } from "../../phrase/cell.js";
import { type Html, html, ours } from "../html.js";
import { at, percent, picture } from "./figure.js";

/** Height of one of the four bars with the gap below it, in pixels. */
const BAR_STEP = 6;

/** The composite of a row with its interval, on a scale of 0–100; its figures stand beside it. */
export function rowInterval({ composite, ci95 }: Pick<LeaderboardRow, "composite" | "ci95">): Html {
  // From ends as they are drawn, which are all that the script in the browser gets.
  const [low, high] = ci95 === null ? [0, 0] : [at(ci95.low), at(ci95.high)];
  return html`<svg class="row-interval" aria-hidden="true"><rect class="axis" y="7" width="100%" height="2"/><rect class="interval" x="${ours(percent(low))}" y="5" width="${ours(percent(high - low))}" height="6" rx="3"/><circle class="score" cx="${ours(percent(composite.value))}" cy="8" r="4"/></svg>`;
}

/** The four categories of a row as small bars, each on the scale of its own points. */
export function rowBars(categories: LeaderboardRow["categories"]): Html {
  const bars = CATEGORIES.ids.map((category: Category, index) => {
    const { points, max } = categories[category];
    const y = index * BAR_STEP;
    return points === null
      ? html`<rect class="none" y="${y}" width="100%" height="4"/>`
      : html`<rect class="track" y="${y}" width="100%" height="4"/><rect class="fill" y="${y}" width="${ours(percent(points.value, max))}" height="4"/>`;
  });
  return picture(ours("row-bars"), ours(cellText({ kind: "categories", value: categories })), bars);
}
