import type { IterationResult } from "./iteration.js";

/** Micro-averaged counts over iterations with a match: an argument mismatch counts on both sides. */
export interface MatchCounts {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  /** Iterations that have a match. */
  readonly matched: number;
  /** Those among them with at least one extra call. */
  readonly withExtra: number;
}

/** Counts the matches of iterations that expected `expected` calls each. */
export function countMatches(iterations: readonly IterationResult[], expected: number): MatchCounts {
  let [truePositives, falsePositives, falseNegatives, matched, withExtra] = [0, 0, 0, 0, 0];
  for (const { toolMatch } of iterations) {
    if (toolMatch === undefined) continue;
    const missing = toolMatch.missing.length;
    const wrong = toolMatch.argumentMismatches.length;
    truePositives += Math.max(0, expected - missing - wrong);
    falsePositives += toolMatch.extra.length + wrong;
    falseNegatives += missing + wrong;
    matched += 1;
    if (toolMatch.extra.length > 0) withExtra += 1;
  }
  return { truePositives, falsePositives, falseNegatives, matched, withExtra };
}

/** The sum of several counts. */
export function addCounts(counts: readonly MatchCounts[]): MatchCounts {
  return counts.reduce(
    (sum, next) => ({
      truePositives: sum.truePositives + next.truePositives,
      falsePositives: sum.falsePositives + next.falsePositives,
      falseNegatives: sum.falseNegatives + next.falseNegatives,
      matched: sum.matched + next.matched,
      withExtra: sum.withExtra + next.withExtra,
    }),
    { truePositives: 0, falsePositives: 0, falseNegatives: 0, matched: 0, withExtra: 0 },
  );
}

/** TP / (TP + FP); 0 for 0/0. */
export function precisionOf({ truePositives, falsePositives }: MatchCounts): number {
  return ratio(truePositives, truePositives + falsePositives);
}

/** TP / (TP + FN); 0 for 0/0. */
export function recallOf({ truePositives, falseNegatives }: MatchCounts): number {
  return ratio(truePositives, truePositives + falseNegatives);
}

/** Iterations with an extra call / iterations with a match; 0 when there are none. */
export function unexpectedRateOf({ withExtra, matched }: MatchCounts): number {
  return ratio(withExtra, matched);
}

/** The public contract's rates are plain numbers, and nothing out of nothing is 0 there. */
export function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : numerator / denominator;
}
