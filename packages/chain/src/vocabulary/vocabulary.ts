import { z } from "zod";

/** What is said of one member of a closed vocabulary. */
export interface Word {
  /** What every surface shows. */
  readonly label: string;
  /** What the reference page and `explain` add for a reader who meets the member for the first time. */
  readonly meaning: string;
}

type IdIn<Entries> = keyof Entries & string;

/**
 * One closed vocabulary from its entries, whose order is normative: its members, its labels, its zod schema, and its guard, which
 * is true only for a value spelled exactly like a member and never coerces or trims.
 */
export function vocabulary<const Entries extends Readonly<Record<string, Pick<Word, "label">>>>(
  entries: Entries,
) {
  const members = Object.freeze(Object.keys(entries)) as readonly [IdIn<Entries>, ...IdIn<Entries>[]];
  const known = new Set<unknown>(members);
  return {
    entries,
    members,
    labels: column(entries, "label"),
    schema: z.enum(members),
    is: (value: unknown): value is IdIn<Entries> => known.has(value),
  };
}

/** One text of every entry, by member. */
export function column<
  const Entries extends Readonly<Record<string, object>>,
  Name extends keyof Entries[keyof Entries],
>(entries: Entries, name: Name): Readonly<Record<IdIn<Entries>, Entries[keyof Entries][Name]>> {
  const texts = Object.entries(entries).map(([id, entry]) => [id, (entry as Entries[keyof Entries])[name]]);
  return Object.freeze(Object.fromEntries(texts));
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
