import type { Likeness } from "./likeness.js";

/** What the fitted sum reads of a pair. */
export const CUES = [
  "text",
  "covered",
  "saidByOne",
  "saidByBoth",
  "apart",
  "sameObject",
  "within",
  "kindred",
  "sameAct",
  "crossKind",
  "parameters",
  "searchesSame",
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
  constant: -4.5,
  weights: {
    text: 1.69,
    covered: 0.55,
    saidByOne: 1.39,
    saidByBoth: 0.42,
    apart: -0.81,
    sameObject: 1.26,
    within: 1.12,
    kindred: 1.03,
    sameAct: 0.65,
    crossKind: -0.94,
    parameters: 1.07,
    searchesSame: 1.85,
  },
};

/** The fitted sum, rounded so that the order of the two tools cannot change it. */
export function confusability(pair: Pick<Likeness, Cue>, model: PairModel = PAIR_MODEL): number {
  let sum = model.constant;
  for (const cue of CUES) sum += model.weights[cue] * pair[cue];
  return Math.round(sum * 1e6) / 1e6;
}
