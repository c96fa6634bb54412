// A file of its own, so that a test can hold this copy of the rule to the leaderboard's.

/** Whether the higher of two composites is so beyond doubt: the 95 % interval of their difference leaves out zero. */
globalThis.toldApart = (upper, lower) => {
  const below = upper.composite - upper.rankingInterval.low;
  const above = lower.rankingInterval.high - lower.composite;
  return upper.composite - lower.composite > Math.hypot(below, above);
};
