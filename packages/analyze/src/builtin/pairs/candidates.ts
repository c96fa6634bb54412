import type { Readings, ToolReading } from "./reading.js";

/** Up to this many tools every pair is a candidate: 64 tools make 2,016 pairs. */
const ALL_PAIRS_UP_TO = 64;
/** Most tools a word may belong to and still propose pairs; a commoner word tells no two tools apart. */
const MAX_POSTINGS = 150;
/** Most words of one tool that propose, rarest first. */
const MAX_TERMS = 24;
/** Most partners proposed for one tool. */
const MAX_PARTNERS = 24;

/**
 * Pairs of positions worth comparing, ascending. On a large surface a tool's rarest name objects, words and
 * parameters look up its partners in an inverted index, so the work grows with the number of tools and not with its
 * square; what is given up are pairs that share only words used by more than {@link MAX_POSTINGS} tools.
 */
export function candidatePairs(all: Readings): [number, number][] {
  const { list } = all;
  if (list.length <= ALL_PAIRS_UP_TO) {
    return list.flatMap((_, a) => list.slice(a + 1).map((_, step): [number, number] => [a, a + 1 + step]));
  }
  const termsOf = list.map((profile) => terms(profile, all));
  const postings = new Map<string, number[]>();
  termsOf.forEach((own, at) => {
    for (const [term] of own) {
      const tools = postings.get(term);
      if (tools === undefined) postings.set(term, [at]);
      else tools.push(at);
    }
  });
  const ranks = ranksByContent(all);
  const found = new Set<number>();
  const scores = new Float64Array(list.length);
  termsOf.forEach((own, at) => {
    const touched: number[] = [];
    for (const [term, weight] of own) {
      const tools = postings.get(term) ?? [];
      if (tools.length > MAX_POSTINGS) continue;
      for (const other of tools) {
        if (other === at) continue;
        if (scores[other] === 0) touched.push(other);
        scores[other] = (scores[other] ?? 0) + weight;
      }
    }
    touched.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (ranks[a] ?? 0) - (ranks[b] ?? 0));
    for (const other of touched.slice(0, MAX_PARTNERS)) {
      found.add(Math.min(at, other) * list.length + Math.max(at, other));
    }
    for (const other of touched) scores[other] = 0;
  });
  return [...found].sort((a, b) => a - b).map((key) => [Math.floor(key / list.length), key % list.length]);
}

/** Places of the tools in an order that depends on what they say and not on where they are declared, for ties. */
function ranksByContent({ list }: Readings): number[] {
  const keys = list.map(
    (profile) => `${[...profile.nameWords].join(" ")}\u0000${[...profile.vector.keys()].join(" ")}`,
  );
  const order = list.map((_, at) => at).sort((a, b) => compareText(keys[a], keys[b]) || a - b);
  const ranks = new Array<number>(list.length).fill(0);
  order.forEach((at, rank) => {
    ranks[at] = rank;
  });
  return ranks;
}

function compareText(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a tool looks its partners up by: weights squared, so that one rare word counts more than several common ones. */
function terms(profile: ToolReading, all: Readings): [string, number][] {
  const weighed: [string, number][] = [];
  for (const word of profile.vector.keys()) weighed.push([`w:${word}`, all.wordWeight(word)]);
  for (const object of profile.nameObjects) weighed.push([`o:${object}`, all.objectWeight(object)]);
  for (const name of profile.parameters) weighed.push([`p:${name}`, all.parameterWeight(name)]);
  return (
    weighed
      // A word of one tool only finds nobody; it would take the place of one that does.
      .filter(([, weight]) => weight < 1)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, MAX_TERMS)
      .map(([term, weight]) => [term, weight * weight])
  );
}
