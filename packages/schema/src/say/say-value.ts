import type { JsonValue } from "@gradable/contract";
import { readValues } from "../read/read-values.js";

/** Pairs of quotation marks, the usual first. */
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["`", "`"],
  ["'", "'"],
];

/**
 * A value as a person writes it in a request, so that reading finds it again: texts bare where they stand out by themselves and between quotation marks
 * elsewhere, lists as "red, blue and green", an object as "name Ada, age 36", switches as on and off, what is nested deeper as JSON.
 */
export function sayValue(value: JsonValue): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return sayText(value);
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(isScalar) ? joined(value.map(sayValue)) : JSON.stringify(value);
  }
  const entries = Object.entries(value);
  return entries.length > 0 &&
    entries.every(([key, member]) => isScalar(member) && /^\p{L}[\p{L}\p{N}_-]*$/u.test(key))
    ? entries.map(([key, member]) => `${key} ${sayValue(member)}`).join(", ")
    : JSON.stringify(value);
}

/** Whether a value is said in one piece. Null is not: nobody says that something is nothing in a list. */
export function isScalar(value: JsonValue): boolean {
  return typeof value === "string" || typeof value === "number";
}

function sayText(text: string): string {
  const read = readValues(`is ${text} now`);
  if (read.length === 1 && read[0]?.text === text && read[0].end - read[0].start === text.length) return text;
  const quotes = QUOTES.find(
    ([open, close]) => !text.includes(open) && !text.includes(close) && !text.includes("\n"),
  );
  return quotes === undefined ? JSON.stringify(text) : `${quotes[0]}${text}${quotes[1]}`;
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
