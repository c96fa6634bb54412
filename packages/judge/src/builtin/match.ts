import { kindred, type RequestIntent } from "@gradable/intent";
import { fieldOf, type SurfaceTerms, type ToolTerms } from "./tool-terms.js";

/** How well a tool answers a request; parts 0–1, but for `act`. */
export interface Match {
  readonly tool: ToolTerms;
  readonly score: number;
  /** The share of what the request says, by rarity, that the declaration answers. */
  readonly coverage: number;
  /** The mean of how well the declaration answers the words of the object; 1 where the request names none. */
  readonly object: number;
  /** 1 the same verb, less for the same kind of act, below 0 for one that excludes it. */
  readonly act: number;
}

/** What each part weighs in the score; chosen once on labelled requests (bench/gold), plain numbers within a point of the best. */
const WEIGHT = { coverage: 1, act: 0.4, name: 0.25, search: 0.5, deprecated: 0.5 } as const;

/** All tools for a request, best first, equal ones by name; `search` says how well a search over their texts finds each, 0–1. */
export function matches(
  request: RequestIntent,
  surface: SurfaceTerms,
  search: (tool: ToolTerms) => number,
): Match[] {
  const weights = new Map(
    [...request.stems].map(([stem, weight]) => [stem, weight * surface.weightOf(stem)]),
  );
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const known = [...weights.keys()].some((stem) => surface.knows(stem));
  return surface.tools
    .map((tool) => {
      let covered = 0;
      for (const [stem, weight] of weights) covered += weight * fieldOf(tool, stem);
      const act = actAgreement(request, tool);
      // A request of a verb and values alone is answered by whoever does just that.
      const coverage = known ? covered / whole : Math.max(0, act);
      const named = nameShare(request, tool);
      const asked = [...request.object].filter((stem) => surface.knows(stem));
      const object =
        asked.length === 0 ? 1 : asked.reduce((sum, stem) => sum + fieldOf(tool, stem), 0) / asked.length;
      return {
        tool,
        coverage,
        object,
        act,
        score:
          WEIGHT.coverage * coverage +
          WEIGHT.act * act +
          WEIGHT.name * named +
          WEIGHT.search * search(tool) -
          (tool.intent.deprecated ? WEIGHT.deprecated : 0),
      };
    })
    .sort((a, b) => b.score - a.score || (a.tool.intent.tool.name < b.tool.intent.tool.name ? -1 : 1));
}

function actAgreement(request: RequestIntent, { intent }: ToolTerms): number {
  const { name, purpose } = intent;
  if (request.acts.size === 0) return 0;
  let best = -0.5;
  for (const { verb, act, sure } of [
    { verb: name.verb, act: name.act, sure: 1 },
    { verb: purpose?.verb, act: purpose?.act, sure: 0.95 },
  ]) {
    if (verb === undefined) {
      best = Math.max(best, 0.2);
      continue;
    }
    if (request.verbs.has(verb)) best = Math.max(best, sure);
    for (const [asked, weight] of request.acts) {
      if (act === asked) best = Math.max(best, 0.85 * weight * sure);
      else if (kindred(act, asked)) best = Math.max(best, 0.4 * weight * sure);
    }
  }
  return best;
}

/** The share of the name's words that the request says; a tool without any but its verb counts as half said. */
function nameShare(request: RequestIntent, { nameStems }: ToolTerms): number {
  const said = nameStems.filter((stem) => request.stems.has(stem)).length;
  return nameStems.length === 0 ? 0.5 : said / nameStems.length;
}

/** A lead that is no chance: below it, two tools answer a request equally well as far as this judge can tell. */
const LEAD = 0.12;
/** The least share of a request that has to be answered for the judge to say that it has understood it. */
const LEAST_COVERAGE = 0.4;

/** A tool this near in score is one that the request might be for as well. */
const NEAR = 0.6;
/** By so much another tool must answer the act or the object better for the evidence to be mixed. */
const BETTER = 0.12;

/**
 * The tool that the declarations speak for, or why none can be told. It must lead, and no other near it may answer better what is to be
 * done, or what it is to be done to: evidence that is mixed decides nothing.
 */
export function decide(found: readonly Match[]): Match | { readonly undecided: string } {
  const [first, ...others] = found;
  if (first === undefined || first.coverage < LEAST_COVERAGE)
    return { undecided: "the declared tools answer too little of what is asked" };
  for (const other of others) {
    if (first.score - other.score < LEAD) return { undecided: "two tools answer it equally well" };
    if (first.score - other.score > NEAR) break;
    if (other.act > first.act + BETTER || other.object > first.object + BETTER)
      return { undecided: "one tool answers better what is to be done, another what it is to be done to" };
  }
  return first;
}
