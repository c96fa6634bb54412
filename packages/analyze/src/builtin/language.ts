import { withoutMarkup } from "./prose.js";

/**
 * Whether our rules can read a text: `english`, `other` (another language; nothing may be concluded from its wording),
 * or `none` (no words).
 */
export type Readability = "english" | "other" | "none";

/** Common short words, each of which belongs to one language of the list only; reviewed by hand. */
const ENGLISH_MARKERS = new Set(
  "the of to and for with from by is are be this that it its on at an or if when you your all each which into as not can will has have using given".split(
    " ",
  ),
);
const OTHER_MARKERS = new Set(
  (
    "el los las del una unos para por con como más según cuando está " + // Spanish
    "le les des du une pour avec dans sur est ce cette aux vous qui " + // French
    "der das und ein eine einer eines mit für von zum zur den dem nach aus ist wird oder " + // German
    "il lo gli della delle di che è una per con nel alla dei " + // Italian
    "o os um uma não são na no da do dos das em ao pelo " + // Portuguese
    "het een van voor met naar " + // Dutch
    "och för med att av till som är " + // Swedish
    "nie jest dla lub się oraz z w na " + // Polish
    "ve bir için ile olan"
  ) // Turkish
    .split(" "),
);

/**
 * Decides by script first (a text with fewer than 60 % Latin letters is not English), then by function words: another
 * language needs at least two of its markers and more of them than English ones, because tool descriptions are short
 * and full of names. A short text without any function word is taken as English, the language of its identifiers.
 */
export function readability(text: string): Readability {
  const plain = withoutMarkup(text);
  const latin = plain.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return "none";
  // One ideograph carries about as much as three Latin letters.
  const ideographs =
    plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  if (latin / (letters + 2 * ideographs) < 0.6) return "other";
  let english = 0;
  let other = 0;
  for (const word of plain.match(/\p{L}+/gu) ?? []) {
    if (ENGLISH_MARKERS.has(word.toLowerCase())) english++;
    // Only as written in lower case: "Los Angeles" and "São Paulo" are names.
    else if (OTHER_MARKERS.has(word)) other++;
  }
  return other >= 2 && other > english ? "other" : "english";
}
