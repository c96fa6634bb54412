import { stemmer } from "stemmer";

/** Words as the rules compare them: lower case, stemmed (Porter), with how they were written. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  /** Starts with a capital although it does not start the sentence: a product or proper name in English. */
  readonly proper: boolean;
}

/** Longest word that is stemmed; longer runs (base64, CJK text without spaces) are cut, which keeps stemming bounded. */
const MAX_WORD_CHARS = 40;
/** Most words read of one text. */
const MAX_WORDS = 1_500;
const CACHE_SIZE = 50_000;
const cache = new Map<string, string>();

/** Porter stem of a lower-case word; numbers and words in other scripts are their own stem. */
export function stem(word: string): string {
  const key = word.length > MAX_WORD_CHARS ? word.slice(0, MAX_WORD_CHARS) : word;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = /^[a-z]+$/.test(key) ? stemmer(key) : key;
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(key, value);
  return value;
}

/** Stems of a list of words, as a set: how the word lists of the lexicon are compared. */
export function stemSet(words: Iterable<string>): ReadonlySet<string> {
  return new Set([...words].map(stem));
}

/** The parts of an identifier, lower case: `getHTTPUserById2` and `get_http-user.by id 2` both give get, http, user, by, id, 2. */
export function identifierParts(identifier: string): string[] {
  return identifier
    .slice(0, 256)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/(\p{L})(\p{N})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "")
    .slice(0, 24);
}

/** The words of one sentence, identifiers split into their parts. */
export function words(sentence: string): Word[] {
  const found: Word[] = [];
  for (const match of sentence.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}{1,2}(?![\p{L}\p{N}]))?/gu)) {
    const raw = match[0].replace(/['’]\p{L}+$/u, "");
    const proper = found.length > 0 && /^\p{Lu}/u.test(raw);
    for (const part of identifierParts(raw)) {
      for (const text of UNSPACED.test(part) ? characterPairs(part) : [part])
        found.push({ text, stem: stem(text), proper });
    }
    if (found.length >= MAX_WORDS) break;
  }
  return found;
}

/** Scripts written without spaces: their runs are read as overlapping pairs of characters. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function characterPairs(run: string): string[] {
  const characters = [...run.slice(0, 2_000)];
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
