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
  constant: -2.25,
  weights: {
    text: 3.56,
    lookEqual: 1.02,
    lookContained: 0.59,
    lookPart: 0.37,
    lookOther: -0.5,
    changeOther: -1.08,
    crossKind: -4.06,
    looseKind: -1.91,
    opposite: -2.79,
    mention: 2.01,
    parameters: 1.09,
    nameObjects: 1.49,
    otherObjectSaid: 1.07,
    bothObjectsSaid: 3.36,
  },
};

/** The fitted sum, rounded so that the order of the two tools cannot change it. */
export function confusability(pair: Pick<Likeness, Cue>, model: PairModel = PAIR_MODEL): number {
  let sum = model.constant;
  for (const cue of CUES) sum += model.weights[cue] * pair[cue];
  return Math.round(sum * 1e6) / 1e6;
}
