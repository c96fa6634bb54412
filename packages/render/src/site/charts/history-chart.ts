import { formatScore } from "@gradable/contract";
import { configurationKey, groupBy, type ScoredEntry } from "@gradable/insight";
import { scaleLinear, scaleUtc } from "d3-scale";
import { area, line } from "d3-shape";
import { dayText } from "../../phrase/figures.js";
import { type Html, html, ours } from "../html.js";
import { at, picture } from "./figure.js";

const SIZE = { width: 640, height: 220 };
const MARGIN = { top: 12, right: 16, bottom: 28, left: 34 };

/**
 * Scores of one server over time with their intervals, oldest first. Only scores of the same judge configuration are
 * joined by a line, because only those compare.
 */
export function historyChart(entries: readonly ScoredEntry[]): Html {
  const times = entries.map((entry) => Date.parse(entry.scannedAt));
  const x = scaleUtc(
    [Math.min(...times), Math.max(...times)],
    [MARGIN.left + 8, SIZE.width - MARGIN.right - 8],
  );
  const y = scaleLinear([0, 100], [SIZE.height - MARGIN.bottom, MARGIN.top]);
  const placeX = (entry: ScoredEntry) => at(x(Date.parse(entry.scannedAt)));
  const outline = area<ScoredEntry>()
    .defined((entry) => entry.ci95 !== null)
    .x(placeX)
    .y0((entry) => at(y(entry.ci95?.low ?? 0)))
    .y1((entry) => at(y(entry.ci95?.high ?? 0)));
  const through = line<ScoredEntry>()
    .x(placeX)
    .y((entry) => at(y(entry.composite.value)));
  const grid = y
    .ticks(5)
    .map(
      (value) =>
        html`<line class="grid" x1="${MARGIN.left}" x2="${SIZE.width - MARGIN.right}" y1="${at(y(value))}" y2="${at(y(value))}"/><text x="${MARGIN.left - 6}" y="${at(y(value)) + 4}" text-anchor="end">${value}</text>`,
    );
  const days = [...new Set([entries[0], entries.at(-1)])].flatMap((entry, index) =>
    entry === undefined
      ? []
      : [
          html`<text x="${placeX(entry)}" y="${SIZE.height - 8}" text-anchor="${ours(index === 0 ? "start" : "end")}">${ours(dayText(entry.scannedAt))}</text>`,
        ],
  );
  const series = [...groupBy(entries, (entry) => configurationKey(entry.configuration)).values()].map(
    (group) =>
      html`<path class="reach" d="${ours(outline(group) ?? "")}"/><path class="line" d="${ours(through(group) ?? "")}"/>`,
  );
  const newest = configurationKey((entries.at(-1) as ScoredEntry).configuration);
  const dots = entries.map(
    (entry) =>
      html`<circle class="${ours(configurationKey(entry.configuration) === newest ? "score" : "score other")}" cx="${placeX(entry)}" cy="${at(y(entry.composite.value))}" r="4"><title>${ours(`${dayText(entry.scannedAt)}: grade ${entry.grade}, ${formatScore(entry.composite.exact)}`)}</title></circle>`,
  );
  const name = `${entries.length} scores between ${dayText(entries[0]?.scannedAt ?? "")} and ${dayText(entries.at(-1)?.scannedAt ?? "")}; the table below has the figures`;
  return picture(ours("history"), ours(name), [...grid, ...days, ...series, ...dots], SIZE);
}
