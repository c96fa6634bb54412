/**
 * The membership test of one closed vocabulary.
 *
 * @param members the vocabulary, in normative order
 * @returns a guard that is true only for a value spelled exactly like a member; it never coerces or trims
 */
export function memberGuard<const Member extends string>(
  members: readonly Member[],
): (value: unknown) => value is Member {
  const known = new Set<unknown>(members);
  return (value: unknown): value is Member => known.has(value);
}

/**
 * A comparator that sorts members by their place in the vocabulary, because the order is part of the contract.
 * Values outside the vocabulary do not occur: the argument type refuses them.
 */
export function memberOrder<const Member extends string>(
  members: readonly Member[],
): (left: Member, right: Member) => number {
  const place = new Map(members.map((member, index) => [member, index]));
  return (left, right) => (place.get(left) ?? 0) - (place.get(right) ?? 0);
}
