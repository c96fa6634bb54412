import {
  type ActionKind,
  CONCEPT_TABLE,
  isNoun,
  READING,
  SAID_ACTIONS,
  STOPWORDS,
  stem,
  wordsOf,
} from "@gradable/intent";
import type { PlacedValue } from "./affinity.js";
import { placeValues } from "./placed-values.js";
import { maskValues, valuesOf } from "./values.js";
import type { Weights } from "./weights.js";

/** A request as the selector reads it. */
export interface Request {
  /** Search terms (stems and concepts) with their weight. */
  readonly terms: ReadonlyMap<string, number>;
  /** Kinds of action that it may ask for, with their weight. */
  readonly actions: ReadonlyMap<ActionKind, number>;
  /** Letters that its ids begin with, which often name the thing: rec7Gd2 → rec. */
  readonly prefixes: readonly string[];
  /** Its values and the names in it, in the order they stand. */
  readonly values: readonly PlacedValue[];
  /** Whether it asks to be told something rather than to have something done. */
  readonly asks: boolean;
}

const ID_PREFIX = /^\p{L}\p{Ll}{2,11}(?=[_\-\p{N}\p{Lu}])/u;

/** Words that a kind of value stands for: a URL in a request speaks for tools that take one. */
const KIND_WORDS: Readonly<Record<string, readonly string[]>> = {
  url: ["url"],
  email: ["email"],
  date: ["date"],
  coordinates: ["latitude", "coordinate"],
  path: ["file", "path"],
};

/** Reads a request: takes its values out, then its words, its concepts and its actions. */
export function readRequest(prompt: string, weights: Weights): Request {
  const values = valuesOf(prompt);
  const masked = maskValues(prompt, values);
  const terms = new Map<string, number>();
  const actions = new Map<ActionKind, number>();
  const raise = <Key>(map: Map<Key, number>, key: Key, weight: number) => {
    if (weight > (map.get(key) ?? 0)) map.set(key, weight);
  };
  for (const sentence of masked.split(/(?<=[.!?。！？])\s|\n/u)) {
    const asked = isQuestion(sentence);
    for (const clause of sentence.split(/(?<=;)|[,:.!?。！？()]+/u)) {
      const words = wordsOf(clause, 400);
      const stemmed = words.map(stem);
      const denied = deniedFrom(words);
      const aside = asideFrom(words, LABEL_END.test(clause));
      const sure = (index: number) => (index >= denied ? weights.denied : 1);
      const weightAt = (index: number) => sure(index) * (aside.has(index) ? weights.aside : 1);
      words.forEach((word, index) => {
        if (!STOPWORDS.has(word)) raise(terms, stemmed[index] as string, weightAt(index));
      });
      const concepts = CONCEPT_TABLE.find(stemmed);
      for (const { label, start, length } of concepts) {
        const word = words[start] as string;
        // "get", "all", "up" stand for nothing by themselves; who, where and when do.
        if (length === 1 && STOPWORDS.has(word) && !ASKING_WORDS.has(word)) continue;
        raise(terms, label, (weights.concept * weightAt(start)) / crowd(concepts, start));
      }
      for (const { label, start, length } of longest(SAID_ACTIONS.find(stemmed))) {
        if (length === 1 && isNoun(words[start] as string)) continue;
        const place = start === 0 || length > 1 ? 1 : weights.laterAction;
        const strength = label.weak ? weights.weakAction : 1;
        // A question wants to know; the deeds it mentions are somebody else's.
        const wanted = asked && !READING.has(label.kind) ? weights.askedDeed : 1;
        raise(actions, label.kind, place * strength * wanted * sure(start));
      }
    }
    if (asked) for (const kind of READING) raise(actions, kind, weights.asking);
  }
  for (const value of values) {
    const extension =
      value.kind === "path" ? /\.([\p{L}\p{N}]{1,5})$/u.exec(value.text)?.[1]?.toLowerCase() : undefined;
    const words = [...(KIND_WORDS[value.kind] ?? []), ...(extension === undefined ? [] : [extension])].map(
      stem,
    );
    for (const word of words) raise(terms, word, weights.kindWord);
    const concepts = CONCEPT_TABLE.find(words);
    for (const { label, start } of concepts) {
      raise(terms, label, (weights.kindWord * weights.concept) / crowd(concepts, start));
    }
  }
  const prefixes = values.flatMap(({ kind, text }) =>
    kind === "identifier" ? (ID_PREFIX.exec(text)?.[0].toLowerCase() ?? []) : [],
  );
  return {
    terms,
    actions,
    prefixes,
    values: placeValues(prompt, values),
    asks: masked.split(/(?<=[.!?。！？])\s|\n/u).some(isQuestion),
  };
}

/** A word of many concepts says less of each: the square root of how many it has. */
function crowd(concepts: readonly { readonly start: number }[], start: number): number {
  return Math.sqrt(concepts.filter((concept) => concept.start === start).length);
}

/** Without what stands inside a longer phrase: "make a change" makes nothing. */
function longest<Match extends { readonly start: number; readonly length: number }>(
  matches: readonly Match[],
): Match[] {
  return matches.filter(
    ({ start, length }) =>
      !matches.some(
        (other) =>
          other.length > length && other.start <= start && other.start + other.length >= start + length,
      ),
  );
}

const ASKING_WORDS = new Set(["who", "whose", "whom", "where", "when"]);

/** Positions of words that a preposition leads to ("in base …", "for the repo …"): they say where, not what. */
function asideFrom(words: readonly string[], labels: boolean): ReadonlySet<number> {
  // "Base app41, table Deals": a word or two that only introduce a value.
  if (labels && words.length <= 2) return new Set(words.keys());
  const aside = new Set<number>();
  words.forEach((word, index) => {
    if (index > 0 && PLACING.has(word)) for (let next = index + 1; next <= index + 3; next++) aside.add(next);
  });
  return aside;
}
/** A masked value follows. */
const LABEL_END = /;\s*$/u;
const PLACING = new Set([
  "in",
  "for",
  "with",
  "from",
  "under",
  "using",
  "on",
  "at",
  "of",
  "to",
  "within",
  "inside",
  "against",
]);

/** A question to be told something; "can you …" asks for a deed. */
function isQuestion(sentence: string): boolean {
  return (
    QUESTION.test(sentence.trimStart()) ||
    (/\?\s*$/u.test(sentence) &&
      !/^\W*(?:please|can|could|would|will|may|shall)\b/iu.test(sentence.trimStart()))
  );
}
const QUESTION =
  /^\W*(?:(?:and|so|but|oh|hey|hm|ok|okay|also|now),?\s+)?(?:which|what|what's|who|whose|where|when|why|how|is|are|was|were|does|do|did|has|have|any|anyone|anybody|anything)\b/iu;

/** Index of the first word of a clause that is said not to be wished; Infinity without one. */
function deniedFrom(words: readonly string[]): number {
  const index = words.findIndex((word) => DENIALS.has(word));
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}
const DENIALS = new Set([
  "don't",
  "not",
  "nothing",
  "without",
  "never",
  "isn't",
  "no",
  "neither",
  "doesn't",
  "won't",
  "rather",
]);
