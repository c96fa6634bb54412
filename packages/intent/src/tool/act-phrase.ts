import { type ActId, actOf, type Effect, NOUN_TOO } from "../lexicon/acts.js";
import { baseForms } from "../lexicon/inflection.js";
import { DETERMINERS, POINTERS, PREPOSITIONS } from "../lexicon/little-words.js";
import { foreignAct } from "../lexicon/other-languages.js";
import { sentencesOf, withoutLeadIn } from "./sentences.js";

/** What a sentence says is done: a verb and the words behind it. */
export interface ActPhrase {
  /** Base form, one or two words: "list", "look up". */
  readonly verb: string;
  /** `undefined` for a verb that no line of the table has: its form says that it is one. */
  readonly act: ActId | undefined;
  readonly effect: Effect | undefined;
  /** The words behind the verb as they stand, cut where another clause begins; may be empty. */
  readonly rest: string;
  /** The clause as it stands, where it is in a language whose phrases are not taken apart. */
  readonly said?: string;
  /** Number of the sentence in the description, 0 for the first. */
  readonly sentence: number;
}

/** The first sentence that says what is done; `undefined` where none does. */
export function actPhraseOf(description: string): ActPhrase | undefined {
  for (const [sentence, text] of sentencesOf(description).entries()) {
    const found = readSentence(withoutLeadIn(text));
    if (found !== undefined) return { ...found, sentence };
  }
  return undefined;
}

function readSentence(text: string): Omit<ActPhrase, "sentence"> | undefined {
  const foreign = foreignAct(text);
  if (foreign !== undefined) {
    const act = actOf(foreign.verb);
    return { verb: foreign.verb, act: act?.id, effect: act?.effect, rest: "", said: foreign.said };
  }
  const words = text.split(" ");
  const verb = verbAt(words);
  if (verb === undefined) return undefined;
  const rest = clauseOf(words.slice(verb.length).join(" "));
  const act = actOf(verb.base);
  return { verb: verb.base, act: act?.id, effect: act?.effect, rest };
}

/** The verb that a sentence opens with, in base form, and of how many words it is. */
function verbAt(words: readonly string[]): { readonly base: string; readonly length: number } | undefined {
  const [first, second = "", third = ""] = words.slice(0, 3).map(bare);
  if (first === undefined || first === "") return undefined;
  const hyphened = /^(\w+)-(\w+)$/.exec(first);
  if (hyphened !== null) {
    const forms = [`${hyphened[1]} ${hyphened[2]}`, `${hyphened[1]}${hyphened[2]}`, hyphened[2] as string];
    const joined = forms.find((form) => actOf(form) !== undefined);
    return joined === undefined ? undefined : { base: joined, length: 1 };
  }
  for (const form of baseForms(first)) {
    const two = actOf(`${form} ${second}`);
    if (two !== undefined) return { base: `${form} ${second}`, length: 2 };
  }
  const inflected = baseForms(first).filter((form) => actOf(form) !== undefined);
  // "Create or update": the first of two verbs, with what both are done to.
  const paired =
    (second === "or" || second === "and" || /,$/.test(words[0] ?? "")) && third !== ""
      ? pairLength(words)
      : 1;
  const known = inflected.at(-1);
  if (known !== undefined) {
    if (/^(?:is|are|was|were|of|has|have|can|will|should|must|may|below|above|here)$/.test(second))
      return undefined;
    if (known === "start" && second === "with") return undefined;
    if (first === known && NOUN_TOO.has(known) && /^(?:operations?|tool)$/.test(second)) return undefined;
    return { base: known, length: paired };
  }
  // A verb of no line: "Wipes the disk", "Transcribes audio", "Reticulating all splines".
  const ending = /^([a-z]{3,}?)(s|es|ing)$/.exec(first);
  if (ending !== null && DETERMINERS.has(second) && second !== "no") {
    const forms = baseForms(first).filter((form) => form !== first);
    return { base: unknownBase(first, forms), length: 1 };
  }
  return undefined;
}

/** How many words two or three verbs in a row take: "Create, update or delete". */
function pairLength(words: readonly string[]): number {
  let length = 1;
  for (let at = 1; at < Math.min(words.length, 7); at++) {
    const word = bare(words[at] ?? "");
    if (word === "or" || word === "and") continue;
    if (!baseForms(word).some((form) => actOf(form) !== undefined)) break;
    // "Get and display options": a verb only right behind a comma or a joining word.
    const before = words[at - 1] ?? "";
    if (!/,$/.test(before) && !/^(?:or|and)$/i.test(before)) break;
    length = at + 1;
  }
  return length;
}

function unknownBase(word: string, forms: readonly string[]): string {
  if (word.endsWith("ing")) return forms.find((form) => /[^aeiou]e$/.test(form)) ?? (forms[0] as string);
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

const bare = (word: string) => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** Where the words stop being about the object: another clause, a manner, an example, a remark. */
const CLAUSE_END =
  /\s*(?:\.(?=\s|$)|[;:!?()[\]{}"“”|]|\s[–—-]+\s|,?\s+(?:which|so that|so you|in order to|such as|including|like when|e\.g|i\.e|for example|for instance|using|via|through the|by means|by \w+ing|with the help|based on|as well as|instead of|rather than|when(?:ever)?|where|while|if|unless|because|since|but|without (?:having|needing)|whose|thereby|then)\b|,\s+(?:and |or )?(?:\w+(?:s|ing|ed)\s+(?:the|a|an|it|them|its|by|from|in|on)\b|not\b|optionally|with\b|or\b|returning|allowing|providing|use\b|only\b|also\b|even\b)|\s+and\s+(?:returns?|displays?|shows?|provides?|gets?|saves?|waits?|then|their|its|optionally|the following)\b|\s+to (?:be|help|allow|enable|ensure|avoid|make|let)\b|\s+(?:optimized|designed|intended|useful|available (?:in|to|for)|accessible)\b).*$/is;
const MOST_WORDS = 14;

function clauseOf(text: string): string {
  const cut = text
    .replace(CLAUSE_END, "")
    .replace(/[\s,]+$/, "")
    .trim();
  const comma = cut.indexOf(",");
  if (comma > 0 && !/(?:and|or) \S/.test(cut.slice(comma))) return clauseOf(cut.slice(0, comma));
  const words = cut.split(" ");
  if (words.length <= MOST_WORDS) return cut;
  // Cut before a preposition, so that no phrase is left open.
  for (let at = MOST_WORDS; at > 2; at--) {
    if (PREPOSITIONS.has((words[at] ?? "").toLowerCase()))
      return words.slice(0, at).join(" ").replace(/,$/, "");
  }
  return "";
}

/** The words of a phrase that say something: no determiners, pointers or prepositions; in lower case. */
export function contentWords(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase())
    .filter(
      (word) => word !== "" && !DETERMINERS.has(word) && !POINTERS.has(word) && !PREPOSITIONS.has(word),
    );
}
