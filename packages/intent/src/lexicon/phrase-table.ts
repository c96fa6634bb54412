import { stemmer } from "stemmer";
import { wordsOf } from "../words.js";

const stems = new Map<string, string>();

/** Porter stem of a lower-case word, remembered: surfaces repeat the same few thousand words. */
export function stem(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    known = stemmer(word);
    // A hostile surface must not grow this for ever.
    if (stems.size > 50_000) stems.clear();
    stems.set(word, known);
  }
  return known;
}

/** Finds words and phrases of a table in a list of stems. */
export interface PhraseTable<Label> {
  /** Every phrase that occurs, with where it starts and how many words it has. */
  find(
    stemmed: readonly string[],
  ): { readonly label: Label; readonly start: number; readonly length: number }[];
}

/** Builds a table from phrases (`_` joins words) and what each stands for. */
export function phraseTable<Label>(entries: Iterable<readonly [string, Label]>): PhraseTable<Label> {
  const byFirst = new Map<string, { readonly words: readonly string[]; readonly label: Label }[]>();
  for (const [phrase, label] of entries) {
    const words = wordsOf(phrase.replaceAll("_", " ")).map(stem);
    const first = words[0];
    if (first === undefined) continue;
    const known = byFirst.get(first);
    if (known === undefined) byFirst.set(first, [{ words, label }]);
    else known.push({ words, label });
  }
  return {
    find: (stemmed) =>
      stemmed.flatMap((first, start) =>
        (byFirst.get(first) ?? [])
          .filter(({ words }) => words.every((word, offset) => stemmed[start + offset] === word))
          .map(({ words, label }) => ({ label, start, length: words.length })),
      ),
  };
}
