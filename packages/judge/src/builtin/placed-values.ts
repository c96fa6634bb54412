import { CONCEPT_TABLE, stem, wordsOf } from "@gradable/intent";
import type { PlacedValue } from "./affinity.js";
import { MASK, MAX_REQUEST_CHARS, type RequestValue } from "./values.js";

/** How much the nearest word before a value says of it, the next one, and so on. */
const BEFORE = [1, 0.6, 0.35, 0.2];
const AFTER = [0.3, 0.2];

/** Values with the words around them; coordinates become two numbers, and names written with capitals become values. */
export function placeValues(prompt: string, values: readonly RequestValue[]): PlacedValue[] {
  const all = [...values, ...maskedNames(prompt, values)].sort((a, b) => a.start - b.start);
  let last: PlacedValue | undefined;
  return all.flatMap((value, index): PlacedValue[] => {
    if (value.kind === "coordinates") return coordinates(value);
    const from = Math.max(all[index - 1]?.end ?? 0, value.start - 60);
    const until = Math.min(all[index + 1]?.start ?? prompt.length, value.end + 30);
    const before = wordsOf(prompt.slice(from, value.start)).reverse();
    const after = wordsOf(prompt.slice(value.end, until).split(/[,.;!?]/u, 1)[0] ?? "");
    const gap = prompt.slice(from, value.start);
    // The next of a list stands for the same as the one before it.
    const near =
      last !== undefined && last.end === from && /^(?:\s*,)?\s*(?:and|or|,)?\s*$/u.test(gap)
        ? last.near
        : nearness(before, after);
    last = { ...value, near: MOST.test(gap) ? new Map([...near, ...LIMIT]) : near };
    return [last];
  });
}

/** "no more than 5", "the first 20": the number is a limit, whatever the parameter is called. */
const MOST = /\b(?:no more than|at most|up to|first|top|latest|last|limit)\s+$/iu;
const LIMIT: readonly (readonly [string, number])[] = ["limit", "max", "top", "count", "size"].map((word) => [
  stem(word),
  1,
]);

function coordinates(value: Pick<PlacedValue, "text" | "start" | "end">): PlacedValue[] {
  return value.text.split(/,\s?/u).map((text, axis) => ({
    kind: "number",
    text,
    start: value.start + axis,
    end: value.end,
    near: new Map(
      (axis === 0 ? ["latitud", "lat"] : ["longitud", "lon", "lng", "long"]).map((term) => [term, 1]),
    ),
  }));
}

function nearness(before: readonly string[], after: readonly string[]): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  const raise = (words: readonly string[], weights: readonly number[]) => {
    words.slice(0, weights.length).forEach((word, distance) => {
      const weight = weights[distance] as number;
      const stemmed = stem(word);
      for (const term of [stemmed, ...CONCEPT_TABLE.find([stemmed]).map(({ label }) => label)]) {
        near.set(term, Math.max(near.get(term) ?? 0, weight));
      }
    });
  };
  raise(before, BEFORE);
  raise(after, AFTER);
  return near;
}

/** Capitalised words inside a sentence (Orders, Lake Charles, Marta Oyelaran) and hyphenated words (billing-api). */
function maskedNames(
  prompt: string,
  values: readonly RequestValue[],
): (Omit<RequestValue, "kind"> & { kind: "name" })[] {
  let masked = prompt.slice(0, MAX_REQUEST_CHARS);
  for (const value of values) {
    masked = masked.slice(0, value.start) + MASK.repeat(value.end - value.start) + masked.slice(value.end);
  }
  return [...masked.matchAll(NAME)]
    .filter(([text]) => !/^I(?:['’]|$)/u.test(text))
    .map((match) => ({
      kind: "name",
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
}
const NAME =
  /(?<=[\p{Ll}\p{N},:(\ue000]\s)\p{Lu}[\p{L}\p{N}'’-]{1,40}(?:,? \p{Lu}[\p{L}\p{N}'’-]{0,40}){0,4}|(?<![\p{L}\p{N}-])\p{Ll}{2,30}(?:-[\p{Ll}\p{N}]{1,30}){1,5}(?![\p{L}\p{N}-])/gu;
