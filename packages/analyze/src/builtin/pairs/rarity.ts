/** How many of the lists hold each key. */
export function frequencies(lists: readonly Iterable<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const own of lists) for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Inverse document frequency, scaled to about 1 for a key that one of many lists holds. */
export function rarity(counts: ReadonlyMap<string, number>, total: number): (key: string) => number {
  const scale = Math.log(1 + total);
  const weight = (count: number) => Math.log(1 + total / count) / scale;
  const weights = new Map([...counts].map(([key, count]) => [key, weight(count)]));
  const unknown = weight(1);
  return (key) => weights.get(key) ?? unknown;
}
