import type { JsonValue } from "@gradable/contract";
import { sameWord, textWords } from "../words.js";
import type { Candidate } from "./candidates.js";
import type { Slot } from "./slots.js";

type IsFree = (span: { readonly start: number; readonly end: number }) => boolean;

interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Where the name of a place stands in a text: the end of it, and what stands before; the longest way of saying it first. */
function labelIn(text: string, { labels }: Slot): { start: number; end: number } | undefined {
  const tokens: Token[] = [...text.matchAll(/\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\p{N}+/gu)]
    .slice(0, 2000)
    .map((match) => ({
      word: match[0].toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
    }));
  for (const label of labels) {
    if (label.length === 0) continue;
    for (let index = 0; index + label.length <= tokens.length; index++) {
      if (!label.every((word, offset) => sameWord(word, (tokens[index + offset] as Token).word))) continue;
      return { start: (tokens[index] as Token).start, end: (tokens[index + label.length - 1] as Token).end };
    }
  }
  return undefined;
}

const OFF = /^\s*(?:(?:is|to|set to|turned|switched|=|:)\s*)?(?:off|false|no|disabled)\b/iu;
const DENIED = /(?:\bwithout|\bno|\bnot|\bdon['’]t|\bnever|\bdisable)(?:\s+(?:the|any|a|being|be))?\s+$/iu;
const DENIAL = /\b(?:off|disabled?|without|never|don['’]t|not|no)\b/iu;

/** A switch that a text names: false where it is denied or said to be off. One that must be given and is not named follows the text's own "not" or "off". */
export function flagIn(text: string, slot: Slot, needed: boolean, isFree: IsFree): boolean | undefined {
  const place = labelIn(text, slot);
  if (place !== undefined && isFree(place))
    return !(OFF.test(text.slice(place.end)) || DENIED.test(text.slice(0, place.start)));
  if (!needed) return undefined;
  return typeof slot.schema.default === "boolean" && !DENIAL.test(text)
    ? slot.schema.default
    : !DENIAL.test(text);
}

const ENTRY = /[\s,;]*(?:and\s+)?([\p{L}\p{N}_.$-]{1,60})\s*(?::|=|is\s)?\s*/uy;
const TO = /\s*(?:to|is|are|with|as|of|:|=)?\s*/uy;

/** The entries behind a map's name: "stock apples 3, pears 5". Undefined where there are none that the map accepts. */
export function mapIn(
  text: string,
  candidates: readonly Candidate[],
  slot: Slot,
  slots: readonly Slot[],
): { value: JsonValue; start: number; end: number } | undefined {
  const place = labelIn(text, slot);
  if (place === undefined) return undefined;
  TO.lastIndex = place.end;
  let at = TO.test(text) ? TO.lastIndex : place.end;
  const entries: [string, Candidate][] = [];
  for (;;) {
    ENTRY.lastIndex = at;
    const key = ENTRY.exec(text)?.[1];
    const value = candidates.find(({ start }) => start === ENTRY.lastIndex);
    if (key === undefined || value === undefined || namesAnother(key, slot, slots)) break;
    entries.push([key, value]);
    at = value.end;
  }
  if (entries.length === 0) return undefined;
  const typed = Object.fromEntries(
    entries.map(([key, { kind, text: said }]) => [
      key,
      kind === "number" ? Number(said.replaceAll(",", "")) : said,
    ]),
  );
  const asText = Object.fromEntries(entries.map(([key, { text: said }]) => [key, said]));
  const value = [typed, asText].find((map) => slot.fits(map));
  return value === undefined ? undefined : { value, start: place.start, end: at };
}

/** Whether what stands before a value is the name of another place, so that the map ended there. */
function namesAnother(key: string, slot: Slot, slots: readonly Slot[]): boolean {
  return slots.some(
    (other) =>
      other !== slot &&
      other.labels.some((label) => {
        const last = label.at(-1) as string | undefined;
        return (
          last !== undefined &&
          (key.toLowerCase() === last || key === other.path.at(-1) || key.toLowerCase() === label[0])
        );
      }),
  );
}

/** Words that never are a value. */
const EMPTY = new Set([
  "the",
  "a",
  "an",
  "this",
  "that",
  "my",
  "our",
  "it",
  "is",
  "are",
  "of",
  "to",
  "for",
  "in",
  "on",
  "with",
  "and",
  "or",
  "please",
  "from",
  "at",
  "by",
  "as",
  "id",
  "name",
]);

/** "branch main", "mode: dark": the word behind a place's own name, when its schema takes it. */
export function labelledWord(text: string, slot: Slot, isFree: IsFree): JsonValue | undefined {
  const place = labelIn(text, slot);
  if (place === undefined) return undefined;
  const match = /^\s*(?:(?:is|named|called|name|id)\s+)?[:=]?\s*([^\s,;:?!"'`]{1,200})/u.exec(
    text.slice(place.end),
  );
  const word = match?.[1]?.replace(/\.+$/u, "");
  if (match === null || word === undefined || word === "" || EMPTY.has(word.toLowerCase())) return undefined;
  const end = place.end + match[0].length;
  if (!isFree({ start: end - word.length, end })) return undefined;
  return slot.fits(word) ? word : undefined;
}

const BARE_LIST =
  /[\p{L}\p{N}_-]{1,60}(?:,\s?[\p{L}\p{N}_-]{1,60}){0,20},?\s(?:and|or)\s[\p{L}\p{N}_-]{1,60}/gu;

/** "red, blue and green" in bare words, the last such list of a text; one word where the place's name leads to it. */
export function bareList(text: string, slot: Slot, isFree: IsFree): JsonValue | undefined {
  for (const match of [...text.matchAll(BARE_LIST)].reverse()) {
    const items = match[0].split(/,?\s(?:and|or)\s|,\s?/u);
    const isBare = items.every((item) => !EMPTY.has(item.toLowerCase()));
    if (isBare && isFree({ start: match.index, end: match.index + match[0].length }) && slot.fits(items))
      return items;
  }
  const place = labelIn(text, slot);
  const word =
    place && /^\s*(?:(?:is|with|as|to)\s+)?[:=]?\s*([\p{L}\p{N}_-]{1,60})/u.exec(text.slice(place.end))?.[1];
  return word !== undefined && !EMPTY.has(word.toLowerCase()) && slot.fits([word]) ? [word] : undefined;
}

const SPELLED = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** "two seats": the number before the place's name in words, else the only one that the text spells. */
export function spelledNumber(text: string, slot: Slot): number | undefined {
  if (![slot.schema.type].flat().some((type) => type === "integer" || type === "number")) return undefined;
  const words = textWords(text.slice(0, 2000));
  const spelled = [...words.keys()].filter((index) => SPELLED.includes(words[index] as string));
  const own = slot.labels.at(-1) ?? [];
  const near = spelled.find((index) => own.some((label) => sameWord(label, words[index + 1] ?? "")));
  const index = near ?? (spelled.length === 1 ? spelled[0] : undefined);
  return index === undefined ? undefined : SPELLED.indexOf(words[index] as string);
}

/** Names of parameters to which a whole request can be given as it is. */
const FREE_TEXT =
  /^(?:query|prompt|question|intent|text|search|input|instructions?|description|task|topic|thought|message|content|q)$/;

/** The request itself, for a parameter that takes free text. */
export function freeText(text: string, slot: Slot): JsonValue | undefined {
  const last = slot.labels.at(-1)?.at(-1) ?? textWords(slot.path.at(-1) ?? "").at(-1);
  const types = [slot.schema.type].flat();
  if (slot.kind !== "scalar" || last === undefined || !FREE_TEXT.test(last)) return undefined;
  if (types[0] !== undefined && !types.includes("string")) return undefined;
  const rest = text.replace(/\s+/gu, " ").trim().slice(0, 300);
  return rest === "" ? undefined : rest;
}
