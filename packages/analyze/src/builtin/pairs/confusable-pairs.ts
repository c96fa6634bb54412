import { type ConfusablePair, type PairSeverity, plainText } from "@gradable/contract";
import { stemsOf, wordsOf } from "@gradable/intent";
import type { SurfaceEvidence } from "../evidence.js";
import { candidatePairs } from "./candidates.js";
import { confusability, PAIR_MODEL, type PairModel } from "./confusability.js";
import { type Likeness, likeness, SAME_TEXT, separation } from "./likeness.js";
import { readings, type ToolReading } from "./reading.js";

/** Confusability from which a pair counts, on the scale of {@link PAIR_MODEL}: where precision and recall on the labels balance. */
const LOW_FROM = -1.25;
/** Confusability and cosine of the descriptions from which the same deed to the same object is medium. */
const MEDIUM_FROM = 0;
const MEDIUM_TEXT = 0.2;
/** At most this many pairs of one tool, strongest first, besides those that are high: a reader doubts between few. */
const PAIRS_OF_ONE = 2;

/** A pair with everything that was compared. */
export interface ScoredPair {
  readonly indexes: readonly [number, number];
  readonly tools: readonly [ToolReading, ToolReading];
  readonly sameName: boolean;
  readonly likeness: Likeness;
  readonly score: number;
}

/** Every pair that nothing plainly separates, with its score under `model`. */
export function scoredPairs(surface: SurfaceEvidence, model: PairModel = PAIR_MODEL): ScoredPair[] {
  const all = readings(surface);
  return candidatePairs(all).flatMap(([a, b]): ScoredPair[] => {
    const [one, other] = [all.list[a], all.list[b]];
    if (one === undefined || other === undefined) return [];
    const measured = likeness(one, other, all);
    const sameName = surface.tools[a]?.tool.name === surface.tools[b]?.tool.name;
    if (!sameName && separation(one, other, measured) !== undefined) return [];
    return [
      {
        indexes: [a, b],
        tools: [one, other],
        sameName,
        likeness: measured,
        score: confusability(measured, model),
      },
    ];
  });
}

/** All confusable pairs of a surface, by tool index. */
export function confusablePairs(surface: SurfaceEvidence, model: PairModel = PAIR_MODEL): ConfusablePair[] {
  const perTool = new Map<number, number>();
  const weights: Record<PairSeverity, number> = { high: 2, medium: 1, low: 0 };
  return scoredPairs(surface, model)
    .flatMap((pair) => {
      const severity = severityOf(pair);
      return severity === null ? [] : [{ pair, severity }];
    })
    .sort(
      (x, y) =>
        weights[y.severity] - weights[x.severity] ||
        y.pair.score - x.pair.score ||
        tieOrder(surface, x.pair, y.pair),
    )
    .filter(({ pair, severity }) => {
      const counts = pair.indexes.map((index) => perTool.get(index) ?? 0);
      const alike = severity === "high" || pair.likeness.text >= SAME_TEXT;
      if (!alike && counts.some((count) => count >= PAIRS_OF_ONE)) return false;
      for (const index of pair.indexes) perTool.set(index, (perTool.get(index) ?? 0) + 1);
      return true;
    })
    .sort((x, y) => x.pair.indexes[0] - y.pair.indexes[0] || x.pair.indexes[1] - y.pair.indexes[1])
    .map(({ pair, severity }): ConfusablePair => {
      const [a, b] = pair.indexes;
      return {
        tools: [surface.tools[a]?.tool.name ?? "", surface.tools[b]?.tool.name ?? ""],
        toolIndexes: [a, b],
        severity,
        evidence: plainText(evidenceOf(pair), { maxChars: 500 }),
      };
    });
}

function severityOf({ sameName, likeness: pair, score }: ScoredPair): PairSeverity | null {
  if (sameName) return "high";
  if (pair.text >= SAME_TEXT) {
    const alike = pair.crossKind === 0 && (pair.parameters >= SAME_TEXT || pair.sameInput === 1);
    return alike ? "high" : "medium";
  }
  if (score < LOW_FROM || !overlaps(pair)) return null;
  const same = pair.sameObject === 1 && (pair.sameAct === 1 || pair.searchesSame === 1);
  return same && score >= MEDIUM_FROM && pair.text >= MEDIUM_TEXT ? "medium" : "low";
}

/** Something concrete that both speak of. */
function overlaps(pair: Likeness): boolean {
  return (
    pair.sameObject === 1 ||
    pair.within === 1 ||
    pair.covered >= 0.3 ||
    pair.saidByOne >= 0.5 ||
    pair.text >= 0.3
  );
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

/** Why, in our words: what overlaps, and what is missing to tell the two apart. */
function evidenceOf({ sameName, likeness: pair, tools: [a, b] }: ScoredPair): string {
  if (sameName) return "Both tools have the same name, so a call cannot say which one it means.";
  const object = [...a.objects].filter((word) => b.objects.has(word) && a.intent.name.object.length > 0);
  const shared = wordFor(a, object[0]);
  const about = shared === undefined ? "" : ` (${shared})`;
  const reasons: string[] = [];
  if (pair.text >= SAME_TEXT) reasons.push("their descriptions say almost the same");
  else if (pair.sameAct === 1 && pair.sameObject === 1)
    reasons.push(`both do the same to the same thing${about}`);
  else if (pair.searchesSame === 1) reasons.push(`one searches what the other lists or reads${about}`);
  else if (pair.sameObject === 1) reasons.push(`both are about the same thing${about}`);
  else if (pair.within === 1) reasons.push(`what one looks up is part of what the other looks up${about}`);
  else if (pair.saidByOne >= 0.5) reasons.push("one also speaks of what the other acts on");
  else if (pair.text >= 0.3) reasons.push("their descriptions share most of their telling words");
  else reasons.push(`much of what one acts on is in the other's text as well${about}`);
  if (pair.parameters >= 0.6) reasons.push("most of their parameters have the same names");
  return `A request for one may be taken for the other: ${reasons.join(", and ")}. Neither description says when to use the other instead.`;
}

/** The word of the name or the purpose that a stem comes from. */
function wordFor({ intent }: ToolReading, stem: string | undefined): string | undefined {
  if (stem === undefined) return undefined;
  return [...intent.name.object, ...intent.name.qualifier, ...wordsOf(intent.purpose?.rest ?? "", 30)].find(
    (word) => stemsOf(word).includes(stem),
  );
}
