import { configurationKey } from "./configuration.js";
import type { ScoredEntry } from "./schema.js";

/** A score of a server beside its newest one and the one before it. */
export interface PastScore {
  readonly entry: ScoredEntry;
  /** Of the same judge configuration as the newest, so that the two compare. */
  readonly comparable: boolean;
  /** Of the surface that the score before it is of; `null` for the oldest. */
  readonly sameSurface: boolean | null;
}

/** The scores of a server, given oldest first, as they stand to one another; in the same order. */
export function pastScores(history: readonly ScoredEntry[]): PastScore[] {
  const newest = history.at(-1);
  const key = newest && configurationKey(newest.configuration);
  return history.map((entry, index) => {
    const before = history[index - 1];
    return {
      entry,
      comparable: configurationKey(entry.configuration) === key,
      sameSurface: before === undefined ? null : before.surfaceSha256 === entry.surfaceSha256,
    };
  });
}
