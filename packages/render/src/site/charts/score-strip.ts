import { GRADES, type Report } from "@gradable/contract";
import { scaleLinear } from "d3-scale";
import { type Html, html, ours, type Shown } from "../html.js";
import { at, picture } from "./figure.js";

/** The composite on its scale of 0–100 with the bands of the grades, and its interval where there is one. */
export function scoreStrip(
  composite: number,
  interval: { readonly low: number; readonly high: number } | null,
  edges: Report["rubric"]["grades"],
  name: Shown,
): Html {
  const scale = scaleLinear([0, 100], [0, 100]).clamp(true);
  const x = (value: number) => ours(`${at(scale(value))}%`);
  const lower = { A: edges.A, B: edges.B, C: edges.C, D: edges.D, F: 0 };
  let upper = 100;
  const bands = GRADES.map((grade) => {
    const [from, to] = [lower[grade], upper];
    upper = from;
    return html`<rect class="band grade-${ours(grade)}" x="${x(from)}" y="8" width="${x(to - from)}" height="20"/><text class="band-name" x="${x((from + to) / 2)}" y="44" text-anchor="middle">${ours(grade)}</text>`;
  });
  const ticks = [0, edges.D, edges.C, edges.B, edges.A, 100].map(
    (value) =>
      html`<text class="tick" x="${x(value)}" y="58" text-anchor="${ours(value === 0 ? "start" : value === 100 ? "end" : "middle")}">${value}</text>`,
  );
  const reach =
    interval === null || interval.low === interval.high
      ? []
      : [
          html`<rect class="interval" x="${x(interval.low)}" y="14" width="${x(interval.high - interval.low)}" height="8" rx="4"/>`,
        ];
  return picture(ours("score-strip"), name, [
    ...bands,
    ...reach,
    html`<circle class="score" cx="${x(composite)}" cy="18" r="7"/>`,
    ...ticks,
  ]);
}
