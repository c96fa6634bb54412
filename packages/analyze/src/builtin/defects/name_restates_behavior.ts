import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";
import { actionClasses, actionKind, HOLLOW_WORDS, PRAISE, STOPWORDS, synonyms } from "../lexicon.js";
import { mentions, type Sentence } from "../prose.js";
import { identifierParts, stem, stemSet, type Word, words } from "../words.js";
import type { DefectRule } from "./rule.js";

/**
 * How much news a description must add to its tool's name. A word that neither the name nor a parameter says weighs 1,
 * one that a required parameter's text already says weighs ½, and a limit, a condition or a second object adds
 * {@link DETAIL_WEIGHT}. Chosen on the labelled servers; the neighbours 1 and 2 lose 0.03 to 0.06 of F1.
 */
export const NEWS_THRESHOLD = 1.5;
/** What a limit, unit, condition, own scope or second object weighs on top of its words. */
const DETAIL_WEIGHT = 1;

/**
 * Asks what is left of a description when the name, its synonyms, the product, the parameters and hollow words are
 * taken away. Gives up: it counts words, so one telling word ("in pixels") can be missed, and it cannot see that two
 * strange words say nothing.
 */
export const nameRestatesBehavior: DefectRule = {
  type: "name_restates_behavior",
  question: "Does the description mostly repeat the tool's name instead of adding when, why or behaviour?",
  reads: "name, description, names and descriptions of parameters, words common to the whole surface",
  check(own, surface) {
    if (own.readability === "none")
      return { evidence: `${own.shownName} has no description, so its name is all there is.` };
    if (own.readability === "other") return null;
    const news = newsOf(own, surface);
    if (news.weight >= NEWS_THRESHOLD) return null;
    const left =
      news.words.length === 0 ? "nothing" : `only ${news.words.map((word) => `“${word}”`).join(", ")}`;
    return {
      evidence: `Beyond the name, the product and the parameters, the description of ${own.shownName} adds ${left}: no condition, limit or effect that the name does not already suggest.`,
    };
  },
};

/** What a description adds to the name: the words that are news, and their weight together. */
export function newsOf(own: ToolEvidence, surface: SurfaceEvidence): { weight: number; words: string[] } {
  const known = knownStems(own);
  const half = parameterTextStems(own);
  const named = namedStems(own);
  const news = new Map<string, number>();
  const shown: string[] = [];
  const isNews = (word: Word): boolean =>
    !(
      known.has(word.stem) ||
      STOPWORDS.has(word.stem) ||
      HOLLOW_WORDS.has(word.stem) ||
      PRAISE.has(word.stem) ||
      surface.prefixStems.has(word.stem)
    );
  let weight = pointsToParameter(own) ? NEWS_THRESHOLD : 0;
  for (const [place, sentence] of own.sentences.entries()) {
    if (surface.boilerplate.has(sentence.key)) continue;
    let gained = 0;
    sentence.words.forEach((word, at) => {
      if (!isNews(word) || news.has(word.stem) || isKnownAction(word.stem, at, own)) return;
      if (word.proper && !FORMATS.has(word.stem)) return;
      if (place === 0 && surface.subjectStems.has(word.stem)) return;
      // A bare number tells little: its unit or limit counts besides.
      const one = /^\p{N}+$/u.test(word.stem) ? 0.25 : half.has(word.stem) ? 0.5 : 1;
      news.set(word.stem, one);
      shown.push(word.text);
      gained += one;
    });
    if (namesAnotherTool(sentence, own, surface)) weight += NEWS_THRESHOLD;
    weight += gained + detailOf(sentence, gained, isNews, half, named);
  }
  return { weight, words: shown.slice(0, 4) };
}

/** Written in capitals like a product, yet they say what comes back or goes in. */
const FORMATS = stemSet("json markdown html csv xml yaml pdf png jpeg svg base64 utc iso sql".split(" "));

/** Sending the reader to another tool of the surface says when, or in which order. */
function namesAnotherTool(sentence: Sentence, own: ToolEvidence, surface: SurfaceEvidence): boolean {
  if (sentence.words.length < 4) return false;
  for (const { name } of mentions(sentence.text)) {
    if (name !== own.tool.name.toLowerCase() && surface.indexesByName.has(name)) return true;
  }
  return false;
}

/** "Use the action parameter to choose the operation": which parameter decides is no part of the name. */
function pointsToParameter(own: ToolEvidence): boolean {
  const named =
    /\b(?:use|set|pass|through|by|the) (?:the )?["'`]?(\w{2,40})["'`]? (?:parameter|argument|field)\b/i.exec(
      own.tool.description.slice(0, 2_000),
    )?.[1];
  return named !== undefined && own.parameters.list.some(({ name }) => name === named);
}

/** Stems that the name and the parameters' names already say. */
function knownStems(own: ToolEvidence): Set<string> {
  const known = new Set<string>();
  const parts = [own.tool.name, ...own.parameters.list.map((parameter) => parameter.name)].flatMap(
    identifierParts,
  );
  for (const part of parts) for (const one of synonyms(stem(part))) known.add(one);
  return known;
}

/** Stems of the required parameters' own descriptions: said once already, next to the parameter. */
function parameterTextStems(own: ToolEvidence): Set<string> {
  const required = own.parameters.list.filter((parameter) => parameter.required);
  return new Set(
    required.flatMap(({ description }) => words(description.slice(0, 200)).map((word) => word.stem)),
  );
}

/** Stems of the name and of the required parameters' names: two of them joined by "and" are no second object. */
function namedStems(own: ToolEvidence): Set<string> {
  const required = own.parameters.list.filter((parameter) => parameter.required);
  return new Set([...own.nameStems, ...required.flatMap(({ name }) => identifierParts(name)).map(stem)]);
}

/**
 * A verb near the start of a sentence that tells nothing the name did not: of the same kind as a verb of the name, or any
 * verb when the name has none. "Demonstrates …" under `get_…` is news.
 */
function isKnownAction(wordStem: string, at: number, own: ToolEvidence): boolean {
  if (at > 6) return false;
  const kinds = [...actionClasses(wordStem)].map(actionKind);
  if (kinds.length === 0) return false;
  const named = own.nameStems.flatMap((part) => [...actionClasses(part)].map(actionKind));
  if (at === 0 && (named.length === 0 || EMPTY_VERBS.has(wordStem))) return true;
  return kinds.some((kind) => named.includes(kind));
}
const EMPTY_VERBS = stemSet("perform execute run make use".split(" "));

/** Units of measure: "in pixels" says how to read a result. */
const UNITS = stemSet(
  "pixel byte kilobyte megabyte second millisecond minute hour day meter kilometer mile celsius fahrenheit percent".split(
    " ",
  ),
);
const CONDITIONS = new Set(
  "when if unless only must instead before after first until otherwise requires without avoid prefer".split(
    " ",
  ),
);

/** What a sentence's form adds beyond its new words: a limit, a unit, a condition, an own scope, a second object. */
function detailOf(
  sentence: Sentence,
  gained: number,
  isNews: (word: Word) => boolean,
  half: ReadonlySet<string>,
  named: ReadonlySet<string>,
): number {
  const text = sentence.text.toLowerCase();
  const list = sentence.words;
  if (/\b(?:up to|at most|at least|no more than|maximum|minimum|limited to|defaults? to)\b/.test(text))
    return 2 * DETAIL_WEIGHT;
  if (/\bin (?:a single|one) \p{L}+/u.test(text)) return DETAIL_WEIGHT;
  let detail = 0;
  list.forEach((word, at) => {
    const next = list[at + 1];
    const before = list[at - 1];
    if (before?.text === "in" && UNITS.has(word.stem) && !half.has(word.stem)) detail += DETAIL_WEIGHT;
    if (word.text === "your" && next !== undefined && isNews(next)) detail += DETAIL_WEIGHT;
    if (gained > 0 && CONDITIONS.has(word.text)) detail += DETAIL_WEIGHT;
    if ((word.text === "or" || word.text === "and") && isSecondObject(list, at, named))
      detail += NEWS_THRESHOLD;
  });
  return Math.min(detail, 2 * DETAIL_WEIGHT);
}

/** "a file or directory" names two objects; "create or update" and "on or off" do not, nor do two words of the name or required parameters. */
function isSecondObject(list: readonly Word[], at: number, named: ReadonlySet<string>): boolean {
  const before = list[at - 1];
  const after = list.slice(at + 1).find((word) => !FILL_BEFORE_NOUN.has(word.text));
  if (before === undefined || after === undefined || at < 2) return false;
  const both = [before, after];
  if (both.some((word) => STOPWORDS.has(word.stem) || PRAISE.has(word.stem))) return false;
  // Near the start a known verb is one ("search, group and count"); later it is more likely a noun ("types and counts").
  if (at <= 4 && both.some((word) => actionClasses(word.stem).size > 0)) return false;
  return !both.every((word) => named.has(word.stem));
}
const FILL_BEFORE_NOUN = new Set(
  "the a an its their your any all specified given associated related other".split(" "),
);
