import { type ConfusablePair, plainText } from "@gradable/contract";
import { groupBy, worstPairsFirst } from "@gradable/insight";
import { curveNatural, line } from "d3-shape";
import { type Html, html, ours, shown } from "../html.js";
import { at, picture } from "./figure.js";

/** Tools drawn; with more, the arcs stop being told apart, and the list below has them all. */
const DRAWN_TOOLS = 28;
/** Characters of a tool's name, and the width of one at the size the stylesheet sets (12 px, monospaced). */
const NAME_CHARS = 34;
const CHAR_WIDTH = 7.3;
const ROW = 24;
/** How far an arc bulges: between neighbours, more for each row between, and at most. */
const BULGE = { least: 26, perRow: 15, most: 170 };

/** A picture of pairs, and how many tools it leaves out. */
export interface PairPicture {
  readonly picture: Html;
  readonly leftOut: number;
}

/**
 * Tools that are taken for one another as a list with an arc between the two of each pair, the worst pairs thickest.
 * Tools that are linked, directly or through others, stand together. Drawn from the worst pair downwards.
 */
export function pairArcs(pairs: readonly ConfusablePair[]): PairPicture {
  const names = new Map<number, string>();
  const drawn: ConfusablePair[] = [];
  const all = new Set<number>();
  for (const pair of worstPairsFirst(pairs)) {
    for (const index of pair.toolIndexes) all.add(index);
    const added = pair.toolIndexes.filter((index) => !names.has(index)).length;
    if (names.size + added > DRAWN_TOOLS) continue;
    pair.toolIndexes.forEach((index, side) => {
      names.set(index, pair.tools[side] ?? "");
    });
    drawn.push(pair);
  }
  const order = together(drawn);
  const row = new Map(order.map((index, place) => [index, place]));
  const y = (index: number) => (row.get(index) ?? 0) * ROW + ROW / 2;
  const label = (index: number) => plainText(names.get(index) ?? "", { maxChars: NAME_CHARS });
  const nameWidth = Math.max(60, ...order.map((index) => label(index).length * CHAR_WIDTH));
  const left = Math.ceil(nameWidth) + 16;
  const arc = line<[number, number]>()
    .x(([x]) => at(x))
    .y((point) => at(point[1]))
    .curve(curveNatural);
  const bulge = (rows: number) => Math.min(BULGE.most, BULGE.least + BULGE.perRow * (rows - 1));
  const arcs = drawn.map(({ toolIndexes: [first, second], severity, tools }) => {
    const [from, to] = [y(first), y(second)];
    const path =
      arc([
        [left, from],
        [left + bulge(Math.abs(to - from) / ROW), (from + to) / 2],
        [left, to],
      ]) ?? "";
    return html`<path class="arc ${ours(severity)}" d="${ours(path)}"><title>${shown(`${plainText(tools[0], { maxChars: 60 })} and ${plainText(tools[1], { maxChars: 60 })}: ${severity}`)}</title></path>`;
  });
  const labels = order.map(
    (index) =>
      html`<text x="${left - 12}" y="${y(index) + 4}" text-anchor="end">${shown(label(index), { maxChars: NAME_CHARS })}</text><circle cx="${left}" cy="${y(index)}" r="3.5"/>`,
  );
  const widest = Math.max(...drawn.map(({ toolIndexes: [a, b] }) => bulge(Math.abs(y(b) - y(a)) / ROW)));
  const size = { width: Math.ceil(left + widest + 8), height: order.length * ROW };
  const name = `${drawn.length} pairs among ${order.length} tools, drawn as arcs; the list below names them`;
  return {
    picture: picture(ours("pair-arcs"), ours(name), [...arcs, ...labels], size),
    leftOut: all.size - names.size,
  };
}

/** Tools so that linked ones stand together: by connected part, the largest first, each walked from its most linked tool. */
function together(pairs: readonly ConfusablePair[]): number[] {
  const links = pairs.flatMap(({ toolIndexes: [a, b] }) => [[a, b] as const, [b, a] as const]);
  const neighbours = groupBy(links, ([from]) => from);
  const degree = (index: number) => neighbours.get(index)?.length ?? 0;
  const byDegree = [...neighbours.keys()].sort((a, b) => degree(b) - degree(a) || a - b);
  const seen = new Set<number>();
  const parts: number[][] = [];
  for (const start of byDegree) {
    if (seen.has(start)) continue;
    const part: number[] = [];
    const queue = [start];
    seen.add(start);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      part.push(next);
      const linked = (neighbours.get(next) ?? [])
        .map(([, to]) => to)
        .sort((a, b) => degree(b) - degree(a) || a - b);
      for (const to of linked) {
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
    }
    parts.push(part);
  }
  return parts.sort((a, b) => b.length - a.length).flat();
}
