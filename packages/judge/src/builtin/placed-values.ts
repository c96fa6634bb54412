import { wordsOf } from "../words.js";
import { type PlacedValue, termsNear } from "./affinity.js";
import { stem } from "./phrase-table.js";
import { MAX_REQUEST_CHARS, type RequestValue } from "./values.js";

const NEAR_WORDS = 4;

/** Values with the words around them; coordinates become two numbers, and names written with capitals become values. */
export function placeValues(prompt: string, values: readonly RequestValue[]): PlacedValue[] {
  const named = maskedNames(prompt, values);
  const all = [...values, ...named].sort((a, b) => a.start - b.start);
  return all.flatMap((value): PlacedValue[] => {
    const before = wordsOf(prompt.slice(Math.max(0, value.start - 60), value.start)).slice(-NEAR_WORDS);
    const after = wordsOf(prompt.slice(value.end, value.end + 30).split(/[.;!?]/u, 1)[0] ?? "").slice(0, 2);
    const words = [...before, ...after].map(stem);
    if (value.kind === "coordinates") {
      return value.text.split(/,\s?/u).map((text, axis) => ({
        kind: "number",
        text,
        start: value.start + axis,
        end: value.end,
        near: new Set([
          axis === 0 ? "latitud" : "longitud",
          axis === 0 ? "lat" : axis === 1 ? "lon" : "",
          axis === 1 ? "lng" : "",
        ]),
      }));
    }
    return [{ ...value, near: termsNear(words) }];
  });
}

/** Capitalised words inside a sentence: Orders, Lake Charles, Marta Oyelaran. */
function maskedNames(
  prompt: string,
  values: readonly RequestValue[],
): (Omit<RequestValue, "kind"> & { kind: "name" })[] {
  let masked = prompt.slice(0, MAX_REQUEST_CHARS);
  for (const value of values) {
    masked =
      masked.slice(0, value.start) + "\u0000".repeat(value.end - value.start) + masked.slice(value.end);
  }
  const names: (Omit<RequestValue, "kind"> & { kind: "name" })[] = [];
  for (const match of masked.matchAll(
    /(?<=[\p{Ll}\p{N},:(\u0000]\s)\p{Lu}[\p{L}\p{N}'’-]{1,40}(?:,? \p{Lu}[\p{L}\p{N}'’-]{0,40}){0,4}/gu,
  )) {
    if (match[0] === "I" || /^I['’]/.test(match[0])) continue;
    names.push({ kind: "name", text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return names;
}
