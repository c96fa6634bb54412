/**
 * The words of an identifier or a text, in lower case: camelCase, snake_case, kebab-case and dotted names are taken
 * apart, digits are words of their own, and a run of Chinese, Japanese or Korean script (which is not spaced) becomes its
 * overlapping pairs of characters. At most `limit` words (default 2,000), so that a text of any size takes bounded time.
 */
export function wordsOf(text: string, limit = 2000): string[] {
  // No sensible word list needs more than this many characters per word; the bound keeps 1 MB texts cheap.
  const bounded = text.length > limit * 24 ? text.slice(0, limit * 24) : text;
  return ASCII.test(bounded) ? asciiWords(bounded, limit) : unicodeWords(bounded, limit);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;
/** {@link WORD} for the texts that make up nearly every surface; several times as fast. */
const ASCII_WORD =
  /[A-Z]{2,40}(?=[A-Z][a-z])|[A-Z]?[a-z]{1,60}(?:'(?:s|t|re|ll|ve|d|m)\b)?|[A-Z]{1,60}s?(?![a-z])|[A-Z]|[0-9]{1,20}/g;

function asciiWords(text: string, limit: number): string[] {
  const found = text.match(ASCII_WORD) ?? [];
  return found.slice(0, limit).map((word) => word.toLowerCase().replace(/'s$/, ""));
}

function unicodeWords(text: string, limit: number): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(WORD)) {
    if (words.length >= limit) break;
    const run = match[0];
    if (UNSPACED.test(run)) words.push(...characterPairs(run));
    else
      words.push(
        run
          .normalize("NFKC")
          .toLowerCase()
          .replace(/[’']s?$/, ""),
      );
  }
  return words.length > limit ? words.slice(0, limit) : words;
}

/** Scripts written without spaces between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * An unspaced run; an acronym before a capitalised word (`HTMLFile` → HTML, File); a word with an optional English
 * clitic; a number.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{1,400}|\p{Lu}{2,40}(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,60}(?:[’'](?:s|t|re|ll|ve|d|m)\b)?|\p{Lu}{1,60}s?(?!\p{Ll})|\p{Lu}|\p{N}{1,20}/gu;

function characterPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
