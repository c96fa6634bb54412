import { type Word, words } from "./words.js";

/**
 * How much of a description is read, in UTF-16 units. The longest hand-written descriptions of the corpus end below it;
 * what follows is embedded reference material, and an agent that must choose between tools has skipped it too.
 */
const MAX_DESCRIPTION_CHARS = 8_000;
/** Most distinct sentences read. */
const MAX_SENTENCES = 200;

/** One sentence or list item of a description. */
export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** Stems joined by spaces: two sentences with the same key say the same. */
  readonly key: string;
}

/** A description with mark-up taken off: HTML tags and entities, Markdown signs, emoji. Line breaks stay. */
export function withoutMarkup(description: string): string {
  return description
    .slice(0, MAX_DESCRIPTION_CHARS)
    .replace(
      /<\/?(?:a|abbr|b|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u|var)(?:\s[^<>]{0,200})?>/gi,
      " ",
    )
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, "\n")
    .replace(/&(?:nbsp|amp|lt|gt|quot|#\d{1,6});/g, " ")
    .replace(/\[([^\][]{0,200})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/https?:\/\/[^\s)>\]"']{0,500}/g, " ")
    .replace(/[*`#>|~]+/g, " ")
    .replace(/\p{Extended_Pictographic}/gu, " ");
}

/** The distinct sentences of a description; a sentence said twice counts once, so that repetition adds nothing. */
export function sentences(description: string): Sentence[] {
  const seen = new Set<string>();
  const found: Sentence[] = [];
  const text = withoutBreadcrumbs(withoutMarkup(description)).replace(
    /\b(e\.g|i\.e|etc|vs|approx|incl|max|min|no)\./gi,
    "$1",
  );
  for (const piece of text.split(/\n+|[.!?]+(?=\s|$)|[。！？]|;\s|\s[–—-]\s/u)) {
    const sentence = piece.trim();
    if (sentence === "") continue;
    const list = words(sentence);
    // "1." of a numbered list says nothing.
    if (list.every((word) => /^\p{N}+$/u.test(word.text))) continue;
    const key = list.map((word) => word.stem).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    found.push({ text: sentence, words: list, key });
    if (found.length >= MAX_SENTENCES) break;
  }
  return found;
}

/** `Docs-Base-Field-List fields-Get all fields`: a trail of headings joined by hyphens, taken apart. */
function withoutBreadcrumbs(text: string): string {
  const joints = text.match(/[\p{L}\])]-(?=\p{Lu}\p{Ll})/gu);
  return joints === null || joints.length < 3
    ? text
    : text.replace(/([\p{L}\])])-(?=\p{Lu}\p{Ll})/gu, "$1\n");
}

/** Identifier-like runs of a text (`get_issue`, `list-files`, `getUser`), lower case, with where they start. */
export function* mentions(text: string): Generator<{ readonly name: string; readonly at: number }> {
  for (const match of text.matchAll(
    /[A-Za-z][A-Za-z0-9]{0,63}(?:[_./-][A-Za-z0-9]{1,63}){1,12}|[a-z]{1,32}[A-Z][A-Za-z0-9]{0,63}/g,
  )) {
    yield { name: match[0].toLowerCase(), at: match.index };
  }
}
