import { identifierParts } from "../words.js";
import { type Act, actOf } from "./acts.js";

/** What a tool's name lets one say in a sentence: what it does, and to what. */
export interface Subject {
  /** What the verb of the name does; undefined where there is none, more than one, or one of many meanings. */
  readonly act: Act | undefined;
  /** What the name says the tool acts on: "pull request"; empty when it says nothing. */
  readonly words: string;
  /** The words stand behind the verb, so they are its object; before it (`web_search`) they may only say where. */
  readonly isObject: boolean;
  readonly isPlural: boolean;
  /** The whole name as words: "go back". */
  readonly phrase: string;
}

/** Most words that are put into a sentence as an object, and longest phrase that is quoted whole. */
const MAX_OBJECT_WORDS = 4;
const MAX_PHRASE_CHARS = 64;

/** What follows one of these qualifies the object: `createPriceForProduct` makes a price. */
const PREPOSITIONS = new Set("by for from to in into of on onto with without at as via per using".split(" "));
const DETERMINERS = new Set("a an the this that all any each every my your new".split(" "));
const CONJUNCTIONS = new Set(["or", "and"]);
/** Leading abbreviations that are words of their own; any other of one or two letters is the product's (`mb_card_get`). */
const SHORT_WORDS = new Set("ad ai ci db id ip os pr qr tv ui vm".split(" "));

/** Reads the parts of a name (lower case, without the server's common prefix). */
export function subjectOf(nameParts: readonly string[]): Subject {
  const phrase = nameParts.join(" ");
  const at = verbAt(nameParts);
  const isLast = at === nameParts.length - 1;
  // In the middle of a name the verb starts it: what stands before says where (`voice_delete_agent`).
  const around = at === -1 ? nameParts : isLast ? nameParts.slice(0, at) : nameParts.slice(at + 1);
  const words = objectWords(around);
  const text = words.join(" ");
  return {
    act: at === -1 ? undefined : actOf(nameParts[at] ?? "", { isFirst: at === 0 }),
    words: text.length <= MAX_PHRASE_CHARS ? text : "",
    isObject: words.length > 0 && at !== -1 && !isLast,
    isPlural: isPlural(words.at(-1) ?? ""),
    phrase: phrase.length <= MAX_PHRASE_CHARS ? phrase : "",
  };
}

/** Where the verb is: first, else last, else the first one in between; −1 without one, or with two that are joined (`create_or_update`). */
function verbAt(parts: readonly string[]): number {
  const isVerb = (index: number) => actOf(parts[index] ?? "", { isFirst: index === 0 }) !== undefined;
  const last = parts.length - 1;
  const at = isVerb(0) ? 0 : isVerb(last) ? last : parts.findIndex((_part, index) => isVerb(index));
  return CONJUNCTIONS.has(parts[at + 1] ?? "") || CONJUNCTIONS.has(parts[at - 1] ?? "") ? -1 : at;
}

function objectWords(parts: readonly string[]): string[] {
  const end = parts.findIndex((part, index) => index > 0 && PREPOSITIONS.has(part));
  const words = (end === -1 ? parts : parts.slice(0, end)).filter(
    (part) => !DETERMINERS.has(part) && !PREPOSITIONS.has(part) && !/^(?:\p{N}+|\p{L})$/u.test(part),
  );
  const [first = ""] = words;
  const own = words.length > 1 && first.length <= 2 && !SHORT_WORDS.has(first) ? words.slice(1) : words;
  const kept = own.slice(-MAX_OBJECT_WORDS);
  while (CONJUNCTIONS.has(kept[0] ?? "")) kept.shift();
  while (CONJUNCTIONS.has(kept.at(-1) ?? "")) kept.pop();
  // "Related", "deleted": of what, the name does not say.
  return /..[^aeiou]ed$/.test(kept.at(-1) ?? "") ? [] : kept;
}

/** Written like a plural and is none. */
const SINGULARS = new Set(
  "news series species canvas atlas alias bias gas css js dns sms aws gps ios tls https".split(" "),
);
const IRREGULAR_PLURALS = new Set("children people men women criteria indices vertices".split(" "));
/** Nothing one counts: "which code there is". */
const UNCOUNTED = new Set(
  (
    "code content data text information info history documentation metadata memory knowledge feedback traffic weather news " +
    "help access inventory usage configuration config context storage work"
  ).split(" "),
);

function isPlural(word: string): boolean {
  if (IRREGULAR_PLURALS.has(word)) return true;
  return /[^sui]s$/.test(word) && !SINGULARS.has(word);
}

/** The words as more than one ("which invoices"), and whether they are: what can't be counted stays as it is. */
export function severally({ words }: Pick<Subject, "words">): {
  readonly words: string;
  readonly isPlural: boolean;
} {
  const last = words.slice(words.lastIndexOf(" ") + 1);
  if (isPlural(last)) return { words, isPlural: true };
  if (UNCOUNTED.has(last)) return { words, isPlural: false };
  const plural = /[^aeiou]y$/.test(words)
    ? `${words.slice(0, -1)}ies`
    : `${words}${/(?:s|x|z|ch|sh)$/.test(words) ? "es" : "s"}`;
  return { words: plural, isPlural: true };
}

/** Whether a parameter's name repeats what the tool acts on (`invoiceId` of an invoice). */
export function sharesAWord(name: string, { words }: Pick<Subject, "words">): boolean {
  const singular = (word: string) => word.replace(/s$/, "");
  const own = new Set(words.split(" ").map(singular));
  return identifierParts(name).some((part) => own.has(singular(part)));
}
