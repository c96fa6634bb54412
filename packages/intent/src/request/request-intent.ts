import { actOf } from "../lexicon/acts.js";
import { baseForms } from "../lexicon/inflection.js";
import { SAID_ACTIONS } from "../lexicon/lexicon.js";
import { PREPOSITIONS, STOPWORDS } from "../lexicon/little-words.js";
import { stem } from "../lexicon/phrase-table.js";
import { MOST_SAYING_WORDS, verbsFor } from "../lexicon/sayings.js";
import { wordsOf } from "../words.js";

/** What a request asks for. */
export interface RequestIntent {
  /** Verbs it may ask with, base forms: of what opens it, and of what else it says. */
  readonly verbs: ReadonlySet<string>;
  /** Kinds of act it asks for, the surest with 1. */
  readonly acts: ReadonlyMap<string, number>;
  /** Stems of its words that carry a subject, with 1 for what is asked about and less for asides. */
  readonly stems: ReadonlyMap<string, number>;
  /** Those of them that stand right behind the verb: what is asked about itself. */
  readonly object: ReadonlySet<string>;
  /** It wants to be told something. */
  readonly asks: boolean;
}

/** Openings that are politeness, or a remark before the matter. */
const POLITE =
  /^(?:(?:hey|hi|ok|okay|so|and|now|also|please|thanks|quick question|next|right|then)[,:.!]?\s+)*(?:(?:can|could|would|will) you(?: please| kindly)?\s+|please\s+|i(?:'d| would) like (?:you )?to\s+|i (?:need|want)(?: you)? to\s+|(?:help|let) me (?:to )?|go ahead and\s+|let's\s+)?/i;

/** Kinds of act in the words of the older table, by the ids of the table of acts. */
const KIND: Readonly<Record<string, string>> = {
  move: "update",
  copy: "create",
  enable: "start",
  draw: "create",
  assign: "update",
  upload: "create",
  schedule: "create",
};

/** Reads a request whose values were masked (each a single mark, no letters). */
export function readRequestIntent(masked: string): RequestIntent {
  const verbs = new Set<string>();
  const acts = new Map<string, number>();
  const stems = new Map<string, number>();
  const object = new Set<string>();
  let asks = false;
  const raise = (act: string | undefined, weight: number) => {
    if (act !== undefined && weight > (acts.get(act) ?? 0)) acts.set(act, weight);
  };
  const sentences = masked
    .split(/(?<=[.!?。！？])\s+|(?<=:)\s+|\n/u)
    .filter((sentence) => /[\p{L}]/u.test(sentence));
  const matter = sentences.filter(isMatter);
  for (const sentence of sentences) {
    // A remark before or after the matter says little of it.
    const weight = matter.length === 0 || matter.includes(sentence) ? 1 : ASIDE;
    const question = QUESTION.test(sentence);
    asks ||= question;
    const words = wordsOf(sentence.replace(POLITE, ""), 300);
    const spoken = wordsOf(sentence, 300);
    const opening = openingVerbs(words);
    for (const verb of opening.verbs) {
      verbs.add(verb);
      raise(actOf(verb)?.id, weight);
    }
    if (opening.length === 0) {
      for (const { label } of SAID_ACTIONS.find(spoken.map(stem)))
        raise(KIND[label.kind] ?? label.kind, label.weak ? 0.35 : 0.7);
    }
    if (question) for (const act of ["read", "list", "search", "check", "count"]) raise(act, 0.5);
    let place = weight;
    for (const word of words.slice(opening.length)) {
      // What the verb is done to stands before the first preposition; behind it stand where, with what and for whom.
      if (PREPOSITIONS.has(word) && word !== "of") place = weight * BEHIND;
      if (STOPWORDS.has(word) || (word.length < 2 && /[a-z]/.test(word))) continue;
      if (place > (stems.get(stem(word)) ?? 0)) stems.set(stem(word), place);
      if (place === 1) object.add(stem(word));
    }
  }
  return { verbs, acts, stems, object, asks };
}

/** What words behind a preposition weigh beside those of the object. */
const BEHIND = 0.65;
/** What the words of a remark weigh beside those of the matter. */
const ASIDE = 0.2;

/** A sentence that asks: it opens with a verb once politeness is gone, or with a question word. */
function isMatter(sentence: string): boolean {
  return QUESTION.test(sentence) || openingVerbs(wordsOf(sentence.replace(POLITE, ""), 20)).length > 0;
}
const QUESTION =
  /^\W*(?:which|what|what's|who|whose|where|when|why|how|is|are|was|were|does|do|did|has|have|any)\b/iu;

/** The verb that a clause opens with, in every word it may stand for, and of how many words it is. */
function openingVerbs(words: readonly string[]): {
  readonly verbs: readonly string[];
  readonly length: number;
} {
  for (let length = Math.min(MOST_SAYING_WORDS, words.length); length > 0; length--) {
    const phrase = words.slice(0, length).join(" ");
    const meant = verbsFor(phrase);
    const itself = actOf(phrase) === undefined ? [] : [phrase];
    if (meant.size > 0 || itself.length > 0) return { verbs: [...itself, ...meant], length };
  }
  const forms = baseForms(words[0] ?? "").filter((form) => actOf(form) !== undefined);
  return { verbs: forms, length: forms.length > 0 ? 1 : 0 };
}
