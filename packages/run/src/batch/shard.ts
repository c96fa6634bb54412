/** The `index`-th of `count` parts of a batch, 1-based. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The entries of one shard, taken in turn so that every shard has servers of every size. */
export function shardOf<Entry>(entries: readonly Entry[], { index, count }: Shard): Entry[] {
  return entries.filter((_, position) => position % count === index - 1);
}

/** `<name><extension>` for a whole batch, `<name>-<i>-of-<n><extension>` for a shard, so that shards can share a folder. */
export function shardFile(name: string, extension: string, shard?: Shard): string {
  return shard === undefined ? `${name}${extension}` : `${name}-${shard.index}-of-${shard.count}${extension}`;
}
