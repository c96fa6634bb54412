import { cosine } from "./likeness.js";
import type { PairProfiles } from "./profile.js";

/** How alike two descriptions of this surface usually are. */
export interface TextSpread {
  readonly mean: number;
  readonly deviation: number;
}

/** Up to this many tools all pairs are measured; above, a fixed pattern of about this many pairs per tool. */
const ALL_PAIRS_UP_TO = 64;
const STRIDES = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233];

/**
 * Mean and deviation of the description cosine over the pairs of a surface. A sample on large surfaces: tools in the order
 * of their words, each compared with those a fixed number of places further on, so that the declared order does not matter.
 */
export function textSpread(all: PairProfiles): TextSpread {
  const { list } = all;
  const values: number[] = [];
  const measure = (a: number, b: number) => {
    const one = list[a];
    const other = list[b];
    if (one !== undefined && other !== undefined) values.push(cosine(one.words, other.words, all.wordWeight));
  };
  if (list.length <= ALL_PAIRS_UP_TO) {
    for (let a = 0; a < list.length; a++) for (let b = a + 1; b < list.length; b++) measure(a, b);
  } else {
    const keys = list.map((profile) => [...profile.words.keys()].join(" ").slice(0, 200));
    const order = list
      .map((_, at) => at)
      .sort((a, b) =>
        (keys[a] ?? "") < (keys[b] ?? "") ? -1 : (keys[a] ?? "") > (keys[b] ?? "") ? 1 : a - b,
      );
    for (const stride of STRIDES) {
      for (let at = 0; at + stride < order.length; at++) measure(order[at] ?? 0, order[at + stride] ?? 0);
    }
  }
  if (values.length === 0) return { mean: 0, deviation: 0 };
  // Sorted before summing: floating-point sums depend on the order, and the declared order must not.
  values.sort((a, b) => a - b);
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
  return { mean, deviation };
}
