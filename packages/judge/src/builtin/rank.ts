import type { ActionKind } from "@gradable/intent";
import { affinity, type Slot } from "./affinity.js";
import type { Request } from "./request.js";
import type { IndexedTool, ToolIndex } from "./tool-index.js";
import type { Weights } from "./weights.js";

/** A tool that may answer a request, with its score (comparable within one request only). */
export interface Candidate {
  readonly position: number;
  readonly score: number;
}

/** Tools looked at closely; on a larger surface the search has to find a tool among this many for it to be chosen. */
const SHORTLIST = 40;

/** What speaks for a tool besides its text, each 0–1. */
interface Features {
  readonly search: number;
  readonly action: number;
  readonly mood: number;
  readonly named: number;
  readonly fit: number;
  readonly coverage: number;
  readonly choice: number;
}

/** Ranks the tools for a request, best first; tools that share nothing with it are left out. */
export function rank(index: ToolIndex, request: Request, weights: Weights): Candidate[] {
  return featuresOf(index, request, weights)
    .map(({ position, features }) => ({ position, score: scoreOf(features, weights) }))
    .sort((a, b) => b.score - a.score || a.position - b.position);
}

/** The shortlisted tools with what speaks for them. */
function featuresOf(
  index: ToolIndex,
  asked: Request,
  weights: Weights,
): { readonly position: number; readonly features: Features }[] {
  const request = withCompletions(asked, index, weights);
  const hits = shortlist(index, request, weights);
  // One stray word must not count as much as a whole sentence found: the best score counts in full only when it is as good as
  // a rare word found in a name.
  const enough = weights.enough * weights.name * Math.log(1 + index.tools.length);
  const best = Math.max(hits[0]?.score ?? 0, enough);
  return hits.map(({ position, score }) => {
    const tool = index.tools[position] as IndexedTool;
    return {
      position,
      features: {
        search: score / best,
        action: agreement(request.actions, tool.actions),
        mood: request.asks === tool.reads ? 1 : 0,
        named: named(request, tool),
        ...valueFit(request, tool),
        choice: [...tool.choices].some((choice) => (request.terms.get(choice) ?? 0) > 0) ? 1 : 0,
      },
    };
  });
}

/** The request with the words that its ids may be short for. */
function withCompletions(request: Request, index: ToolIndex, weights: Weights): Request {
  if (request.prefixes.length === 0) return request;
  const terms = new Map(request.terms);
  for (const prefix of request.prefixes) {
    for (const term of index.completions(prefix)) {
      terms.set(term, Math.max(terms.get(term) ?? 0, weights.idPrefix));
    }
  }
  return { ...request, terms };
}

/**
 * The tools that the search finds; on a surface small enough to be read whole, the others behind them. Empty for a request that
 * neither shares a word with any tool nor asks for any kind of action.
 */
function shortlist(
  index: ToolIndex,
  request: Request,
  weights: Weights,
): { position: number; score: number }[] {
  const hits = index.search(request.terms, weights).slice(0, SHORTLIST);
  if (index.tools.length > SHORTLIST || (hits.length === 0 && request.actions.size === 0)) return hits;
  const found = new Set(hits.map(({ position }) => position));
  const others = index.tools.flatMap((_, position) => (found.has(position) ? [] : [{ position, score: 0 }]));
  return [...hits, ...others];
}

/** The weighted sum of the features. */
function scoreOf(features: Features, weights: Weights): number {
  return (
    features.search +
    weights.action * features.action +
    weights.mood * features.mood +
    weights.named * features.named +
    weights.fit * features.fit +
    weights.coverage * features.coverage +
    weights.choice * features.choice
  );
}

/** How well the likeliest shared action fits, 0–1: of what is asked, the part that the tool offers. */
function agreement(asked: ReadonlyMap<ActionKind, number>, offered: ReadonlyMap<ActionKind, number>): number {
  let best = 0;
  let most = 0;
  for (const [kind, weight] of asked) {
    most = Math.max(most, weight);
    best = Math.max(best, weight * (offered.get(kind) ?? 0));
  }
  return most === 0 ? 0 : best / most;
}

/** The share of the name's words, by rarity, that the request says or has a word of the same concept for. */
function named(request: Request, tool: IndexedTool): number {
  let said = 0;
  let whole = 0;
  for (const term of tool.nameTerms) {
    whole += term.rarity;
    const direct = request.terms.get(term.stem);
    const weight = direct ?? Math.max(0, ...term.concepts.map((concept) => request.terms.get(concept) ?? 0));
    said += term.rarity * Math.min(1, weight);
  }
  return whole === 0 ? 0 : said / whole;
}

/** "owner/name" fills the parameter for the owner and the one for the name. */
function coverPair({ slots }: IndexedTool, chosen: number, covered: Set<number>): void {
  const pairs = ({ isOwner, isOwned }: Slot) => isOwner || isOwned;
  if (!pairs(slots[chosen] as Slot)) return;
  const other = slots.findIndex((slot, index) => index !== chosen && pairs(slot));
  if (other >= 0) covered.add(other);
}

/** Below this a value has no business with a parameter. */
const LEAST_AFFINITY = 0.7;

/** Matches values and parameters greedily, in order, and says how much of either side found a partner. */
function valueFit(request: Request, tool: IndexedTool): { fit: number; coverage: number } {
  const placed = new Map<number, number>();
  const covered = new Set<number>();
  request.values.forEach((value, at) => {
    let best = LEAST_AFFINITY;
    let chosen = -1;
    tool.slots.forEach((slot, index) => {
      if (covered.has(index) && slot.parameter.schema.type !== "array") return;
      const score = affinity(value, slot) + (slot.parameter.required ? 0.2 : 0);
      if (score > best) {
        best = score;
        chosen = index;
      }
    });
    if (chosen < 0) return;
    placed.set(at, chosen);
    covered.add(chosen);
    if (value.kind === "pair") coverPair(tool, chosen, covered);
  });
  const required = tool.slots.flatMap((slot, index) =>
    slot.parameter.required &&
    slot.parameter.schema.default === undefined &&
    slot.parameter.schema.type !== "boolean"
      ? [index]
      : [],
  );
  return {
    fit: request.values.length === 0 ? 1 : placedShare(tool, placed) / request.values.length,
    coverage:
      required.length === 0 ? 1 : required.filter((index) => covered.has(index)).length / required.length,
  };
}

/** Values with a place; one value alone in a list counts less, since a tool for one thing would suit it better. */
function placedShare({ slots }: IndexedTool, placed: ReadonlyMap<number, number>): number {
  const perSlot = new Map<number, number>();
  for (const slot of placed.values()) perSlot.set(slot, (perSlot.get(slot) ?? 0) + 1);
  let share = 0;
  for (const [slot, count] of perSlot) {
    const isList = slots[slot]?.parameter.schema.type === "array";
    share += isList && count === 1 ? LONE_IN_LIST : count;
  }
  return share;
}
const LONE_IN_LIST = 0.7;
