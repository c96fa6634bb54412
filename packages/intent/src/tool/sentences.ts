import { actOf, NOUN_TOO } from "../lexicon/acts.js";
import { baseForms } from "../lexicon/inflection.js";
import { DETERMINERS } from "../lexicon/little-words.js";
import { withoutBlanks } from "./blanks.js";

/** How much of a description is read for what a tool is for: what matters is said early, and a bound keeps huge texts cheap. */
const READ_CHARS = 3000;
const READ_SENTENCES = 8;

/**
 * The sentences of a description as plain words: without Markdown, emoji, bracketed labels and headings. At most
 * {@link READ_SENTENCES}, each on one line.
 */
export function sentencesOf(description: string): string[] {
  const text = withoutBlanks(description)
    .slice(0, READ_CHARS)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/<[a-z_]+>[\s\S]*?<\/[a-z_]+>/gi, " ")
    .replace(/!?\[([^\]]{1,80})\]\([^)]*\)/g, "$1")
    .replace(/^\s*\[[^\]]{1,40}\](?:-[^-\n]{1,40}){2,5}-/gm, "")
    .replace(/^\s*(?:\[[^\]]{1,40}\]|\([A-Za-z][^)]{0,20}\))\s*/gm, "")
    .replace(/[*_]{2,}|^#+\s*|`/gm, "")
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, "\n");
  return text
    .split(
      /\n\s*\n|\n\s*(?:[-•*]|\d+[.)])\s+|\n(?=\s*[A-Z][A-Za-z ]{1,40}:)|(?<=[.!?。！？])\s+(?=["'(]?[A-Z0-9\p{Lo}])|(?<=[。！？])|\n/u,
    )
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence))
    .slice(0, READ_SENTENCES);
}

/** Openings that come before what a tool does: what follows them is an act. */
const LEAD_IN = new RegExp(
  `^(?:${[
    String.raw`(?:purpose|description|summary|action|function|usage|overview|main|read-?only|destructive|deprecated|free|paid|beta|experimental|note)\s*[:.–—-]+`,
    "(?:this|the) (?:tool|function|endpoint|command|method|action|operation|call|api|resource)(?: (?:is used to|can be used to|will|can|allows? (?:you|users?|agents?|the user) to|lets? you|enables? (?:you|users?) to|helps? (?:you )?(?:to )?|is (?:used )?for|provides? (?:a way|the ability|access) to))?",
    "(?:use|call|invoke) (?:this|the|it)(?: (?:tool|function|endpoint|command|method|operation|interface|api))?(?: (?:when(?:ever)? (?:you|the user) (?:need|want|wish|has|have)s? to|if you (?:need|want) to|to|for|when))?",
    "(?:used|use|useful|tool|a tool|an? (?:tool|utility|function|endpoint)|utility|helper|command|endpoint|ability|operation|api|method) (?:to|for|that|which)",
    String.raw`(?:allows?|lets?|enables?) (?:you|users?|agents?|the user|clients?|an agent)?\s*(?:to)?`,
    "(?:quickly|simply|automatically|safely|efficiently|instantly|directly|programmatically|easily|optionally|permanently|immediately|recursively)",
    String.raw`make (?:a|an) (?:get|post|put|patch|delete) request to \S+`,
    String.raw`[A-Z][\w .&/-]{1,30}? - (?:[A-Z][\w ]{1,20}: )?this is the public [\w ]+ api\.`,
    "(?:commands?|operations?|functions?|methods?|actions?|tools?) (?:for|to|that)",
    "please",
    "to",
  ].join("|")})\\s+`,
  "i",
);

/** A heading before a dash: "Weather service - …". A sentence whose first word is a verb is none. */
const LABEL = /^[A-Z][\w .&/-]{1,40}? [-–—:]\s+/;
const opensWithVerb = (sentence: string) => {
  const [first = "", second = ""] = sentence.toLowerCase().split(/\s+/, 2);
  const bases = baseForms(first).filter((form) => actOf(form) !== undefined);
  return bases.some((form) => !NOUN_TOO.has(form) || second === "and" || DETERMINERS.has(second));
};

/** A sentence without the words before its act: "This tool allows you to list files" → "list files". */
export function withoutLeadIn(sentence: string): string {
  let rest = sentence.replace(/^[\s"'([{–—:•>*-]+/, "");
  for (let round = 0; round < 4; round++) {
    const unlabelled = opensWithVerb(rest) ? rest : rest.replace(LABEL, "");
    const next = unlabelled.replace(LEAD_IN, "");
    if (next === rest || next === "") break;
    rest = next;
  }
  return rest;
}
