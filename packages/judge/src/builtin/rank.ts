import type { ActionKind } from "./actions.js";
import type { Request } from "./request.js";
import type { IndexedTool, ToolIndex } from "./tool-index.js";
import type { Weights } from "./weights.js";

/** A tool that may answer a request, with its score (comparable within one request only). */
export interface Candidate {
  readonly position: number;
  readonly score: number;
}

/** Tools looked at closely; the search has to find a tool among this many for it to be chosen. */
const SHORTLIST = 60;

/** Ranks the tools for a request, best first; tools that share nothing with it are left out. */
export function rank(index: ToolIndex, request: Request, weights: Weights): Candidate[] {
  const hits = index.search(request.terms).slice(0, SHORTLIST);
  const best = hits[0]?.score ?? 0;
  if (best <= 0) return [];
  return hits
    .map(({ position, score }) => {
      const tool = index.tools[position] as IndexedTool;
      return {
        position,
        score:
          score / best +
          weights.action * agreement(request.actions, tool.actions) +
          weights.fit * fit(request, tool) +
          weights.coverage * coverage(request, tool),
      };
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
}

/** How much two sets of actions agree: cosine, 0–1. */
function agreement(asked: ReadonlyMap<ActionKind, number>, offered: ReadonlyMap<ActionKind, number>): number {
  let dot = 0;
  for (const [kind, weight] of offered) dot += weight * (asked.get(kind) ?? 0);
  if (dot === 0) return 0;
  return dot / Math.sqrt(norm(asked) * norm(offered));
}

function norm(actions: ReadonlyMap<ActionKind, number>): number {
  let sum = 0;
  for (const weight of actions.values()) sum += weight * weight;
  return sum;
}

function fit(_request: Request, _tool: IndexedTool): number {
  return 0;
}

function coverage(_request: Request, _tool: IndexedTool): number {
  return 0;
}
