import type { Likeness } from "./likeness.js";

/** What the fitted sum reads of a pair. */
export const CUES = [
  "text",
  "lookEqual",
  "lookContained",
  "lookPart",
  "lookOther",
  "changeOther",
  "crossKind",
  "looseKind",
  "opposite",
  "mention",
  "parameters",
  "nameObjects",
  "otherObjectSaid",
  "bothObjectsSaid",
] as const satisfies readonly (keyof Likeness)[];
export type Cue = (typeof CUES)[number];

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
  constant: -2.23,
  weights: {
    text: 3.6,
    lookEqual: 1.12,
    lookContained: 0.62,
    lookPart: 0.38,
    lookOther: -0.53,
    changeOther: -1.09,
    crossKind: -4.01,
    looseKind: -1.93,
    opposite: -2.77,
    mention: 2.05,
    parameters: 1.09,
    nameObjects: 1.36,
    otherObjectSaid: 1.05,
    bothObjectsSaid: 3.44,
  },
};

/** The fitted sum, rounded so that the order of the two tools cannot change it. */
export function confusability(pair: Pick<Likeness, Cue>, model: PairModel = PAIR_MODEL): number {
  let sum = model.constant;
  for (const cue of CUES) sum += model.weights[cue] * pair[cue];
  return Math.round(sum * 1e6) / 1e6;
}
