import { wordsOf } from "../words.js";
import { CONCEPTS } from "./concepts.js";
import { STOPWORDS } from "./little-words.js";
import { stem } from "./phrase-table.js";

/** The stems of the words of a text that carry a subject, in order, with repetitions. */
export function stemsOf(text: string): string[] {
  return wordsOf(text, 600)
    .filter((word) => !STOPWORDS.has(word) && (word.length > 1 || /[^a-z]/.test(word)))
    .map(stem);
}

const ALIKE = new Map<string, Set<string>>();
for (const line of CONCEPTS.trim().split("\n")) {
  const stems = [
    ...new Set(
      line
        .trim()
        .split(/\s+/)
        .filter((word) => !word.includes("_"))
        .map(stem),
    ),
  ];
  for (const word of stems) {
    const others = ALIKE.get(word) ?? new Set();
    for (const other of stems) if (other !== word) others.add(other);
    ALIKE.set(word, others);
  }
}

/** Stems that may stand for a stem in everyday speech: issue, ticket, bug. */
export function alike(word: string): readonly string[] {
  const known = ALIKE.get(word);
  return known === undefined ? [] : [...known];
}
