import type { Likeness } from "./likeness.js";
import type { TextSpread } from "./text-spread.js";

/** What the fitted sum reads of a pair. Every member is in the report of `npm run bench:gold` with what it buys. */
export const CUES = [
  "textRelative",
  "lookEqual",
  "lookContained",
  "lookPart",
  "changeEqual",
  "crossKind",
  "looseKind",
  "opposite",
  "mention",
  "sameRequired",
  "nameObjects",
  "otherObjectSaid",
  "bothObjectsSaid",
  "sharedContext",
] as const;
export type Cue = (typeof CUES)[number];
export type Cues = Readonly<Record<Cue, number>>;

/** The constants of the fitted sum. */
export interface PairModel {
  readonly constant: number;
  readonly weights: Readonly<Record<Cue, number>>;
}

/**
 * Log-odds that a reader calls the pair confusable: constant and weights fitted once by `bench/gold/fit-pairs.mjs`
 * (logistic regression with ridge 3; a pair weighs 30 × √tools ÷ pairs of its server) on the labelled servers. The script
 * prints them again, and `npm run bench:gold` the figures with each server left out.
 */
export const PAIR_MODEL: PairModel = {
  constant: -2.38,
  weights: {
    textRelative: 0.5,
    lookEqual: 3.33,
    lookContained: 1.2,
    lookPart: 1.18,
    changeEqual: 2.24,
    crossKind: -3.36,
    looseKind: -1.54,
    opposite: -2.58,
    mention: 2.05,
    sameRequired: 0.24,
    nameObjects: 0.88,
    otherObjectSaid: 1.22,
    bothObjectsSaid: 3.95,
    sharedContext: 0.39,
  },
};

/** Cues of a pair on its surface. The text counts by how far it stands out there, within −2 and 6 deviations. */
export function cuesOf(likeness: Likeness, spread: TextSpread): Cues {
  const relative = (likeness.text - spread.mean) / (spread.deviation + 0.02);
  const cues = { ...likeness, textRelative: Math.min(6, Math.max(-2, relative)) };
  return Object.fromEntries(CUES.map((cue) => [cue, cues[cue]])) as Record<Cue, number>;
}

/** The fitted sum, rounded so that the order of the two tools cannot change it. */
export function confusability(cues: Cues, model: PairModel = PAIR_MODEL): number {
  let sum = model.constant;
  for (const cue of CUES) sum += model.weights[cue] * cues[cue];
  return Math.round(sum * 1e6) / 1e6;
}
