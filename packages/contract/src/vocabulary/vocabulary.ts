/** What is said of one member of a closed list. */
export interface Word {
  /** What outputs show for it; absent where they show the id itself. */
  readonly label?: string;
  /** What it means, as `gradable explain` says it; absent where the label says it all. */
  readonly meaning?: string;
}

/** Any closed list, for what reads them all. */
export interface AnyVocabulary {
  /** What its members are, in the singular: "description defect". */
  readonly name: string;
  readonly ids: readonly string[];
  readonly entries: Readonly<Record<string, Word>>;
  /** The words shown for a member. */
  label(id: string): string;
  /** What a member means, in full. */
  meaning(id: string): string;
}

/**
 * A closed list with its words, each spelt once: schemas take their enum from `ids`, outputs their text from `label()`,
 * `gradable explain` and the tables of METHODOLOGY from `meaning()` and the entries. Ids are what files hold and never change;
 * their order is the order they are listed in everywhere.
 */
export interface Vocabulary<Entries extends Readonly<Record<string, Word>>> extends AnyVocabulary {
  readonly entries: Entries;
  readonly ids: readonly [IdIn<Entries>, ...IdIn<Entries>[]];
  label(id: IdIn<Entries>): string;
  meaning(id: IdIn<Entries>): string;
}
type IdIn<Entries> = keyof Entries & string;

/** The ids of a vocabulary, as a type. */
export type IdOf<Of extends { readonly ids: readonly string[] }> = Of["ids"][number];

/** A vocabulary from its entries, in their order. */
export function vocabulary<const Entries extends Readonly<Record<string, Word>>>(
  name: string,
  entries: Entries,
): Vocabulary<Entries> {
  return {
    name,
    entries,
    ids: Object.keys(entries) as [IdIn<Entries>, ...IdIn<Entries>[]],
    label: (id) => entries[id]?.label ?? id,
    meaning: (id) => entries[id]?.meaning ?? entries[id]?.label ?? id,
  };
}

/** Whether a text is a member; never coerces. */
export function isIdOf<Of extends AnyVocabulary>({ entries }: Of, value: string): value is IdOf<Of> {
  return Object.hasOwn(entries, value);
}
