import type { ConfusablePair, PairSeverity } from "@gradable/contract";
import type { SurfaceEvidence } from "../evidence.js";
import { candidatePairs } from "./candidates.js";
import { confusability, PAIR_MODEL, type PairModel } from "./confusability.js";
import { type Likeness, likeness } from "./likeness.js";
import { pairProfiles } from "./profile.js";

/**
 * Confusability from which a pair counts, and from which it is medium, on the scale of {@link PAIR_MODEL}. The first lies just
 * above what two tools with nothing in common get; the second makes the weight of the medium pairs on the labelled servers
 * about that of the labels.
 */
const LOW_FROM = -2.2;
const MEDIUM_FROM = 1.75;
/**
 * At most this many pairs per tool, strongest first, besides those that are high: the labelled servers have 0.7, and an
 * agent's doubts are relative, so on a surface of look-alikes the nearest ones are the finding.
 */
export const PAIRS_PER_TOOL = 0.85;
/** Cosine from which two descriptions say the same: at least medium, and high when the parameters agree as well. */
const SAME_TEXT = 0.9;
const SAME_PARAMETERS = 0.9;

/** A pair with everything that was compared. */
export interface ScoredPair {
  readonly indexes: readonly [number, number];
  readonly sameName: boolean;
  readonly likeness: Likeness;
  readonly score: number;
}

/** Every pair worth comparing, with its score under `model`. */
export function scoredPairs(surface: SurfaceEvidence, model: PairModel = PAIR_MODEL): ScoredPair[] {
  const all = pairProfiles(surface);
  return candidatePairs(all).flatMap(([a, b]): ScoredPair[] => {
    const one = all.list[a];
    const other = all.list[b];
    if (one === undefined || other === undefined) return [];
    const measured = likeness(one, other, all);
    const sameName = surface.tools[a]?.tool.name === surface.tools[b]?.tool.name;
    return [{ indexes: [a, b], sameName, likeness: measured, score: confusability(measured, model) }];
  });
}

/** All confusable pairs of a surface, by tool index. */
export function confusablePairs(surface: SurfaceEvidence, model: PairModel = PAIR_MODEL): ConfusablePair[] {
  const judged = scoredPairs(surface, model).flatMap((pair) => {
    const severity = severityOf(pair);
    return severity === null ? [] : [{ pair, severity }];
  });
  const high = judged.filter(({ severity }) => severity === "high");
  const budget = Math.max(2, Math.round(PAIRS_PER_TOOL * surface.tools.length));
  const rest = judged
    .filter(({ severity }) => severity !== "high")
    .sort(
      (x, y) =>
        Number(y.severity === "medium") - Number(x.severity === "medium") ||
        y.pair.score - x.pair.score ||
        tieOrder(surface, x.pair, y.pair),
    )
    .slice(0, budget);
  return [...high, ...rest]
    .sort((x, y) => x.pair.indexes[0] - y.pair.indexes[0] || x.pair.indexes[1] - y.pair.indexes[1])
    .map(({ pair, severity }): ConfusablePair => {
      const [a, b] = pair.indexes;
      return {
        tools: [surface.tools[a]?.tool.name ?? "", surface.tools[b]?.tool.name ?? ""],
        toolIndexes: [a, b],
        severity,
        evidence: evidenceOf(pair),
      };
    });
}

function severityOf({ sameName, likeness: measured, score }: ScoredPair): PairSeverity | null {
  if (sameName) return "high";
  if (measured.text >= SAME_TEXT) {
    const alike = measured.parameters >= SAME_PARAMETERS || measured.noParameters === 1;
    return alike && measured.crossKind === 0 && measured.opposite === 0 ? "high" : "medium";
  }
  // Nobody who asks to mute means to unmute, however alike the texts; no labelled pair is of that kind.
  if (score < LOW_FROM || measured.opposite === 1) return null;
  return score < MEDIUM_FROM ? "low" : "medium";
}

/** Equal scores are cut by the tools' names and texts, so that the declared order does not decide. */
function tieOrder(surface: SurfaceEvidence, x: ScoredPair, y: ScoredPair): number {
  const key = (pair: ScoredPair) =>
    pair.indexes
      .map((index) => `${surface.tools[index]?.tool.name}\u0000${surface.tools[index]?.tool.description}`)
      .sort()
      .join("\u0001");
  const [one, other] = [key(x), key(y)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Why, in our words: the strongest things the two have in common. */
function evidenceOf({ sameName, likeness: measured }: ScoredPair): string {
  if (sameName) return "Both tools have the same name, so a call cannot say which one it means.";
  const reasons: string[] = [];
  if (measured.text >= SAME_TEXT) reasons.push("their descriptions say almost the same");
  else if (measured.text >= 0.35) reasons.push("their descriptions share most of their telling words");
  if (measured.lookEqual === 1) reasons.push("both look up the same kind of thing");
  else if (measured.lookContained === 1)
    reasons.push("both look something up, and one name contains what the other is about");
  else if (measured.sameAction === 1) reasons.push("both do the same kind of action");
  if (measured.mention > 0) reasons.push("one description sends the reader to the other tool");
  if (measured.sameRequired === 1) reasons.push("they require the same parameters");
  else if (measured.parameters >= 0.6) reasons.push("most of their parameters have the same names");
  if (measured.otherObjectSaid >= 0.5) reasons.push("one speaks of what the other acts on");
  if (reasons.length === 0) reasons.push("their names, texts and parameters overlap enough in sum");
  const [first = "", ...rest] = reasons.slice(0, 3);
  const last = rest.pop();
  const text = last === undefined ? first : `${[first, ...rest].join(", ")} and ${last}`;
  return `A request for one may be taken for the other: ${text}.`;
}
