import { canonicalJson } from "@gradable/chain";
import { redactValue, scrubText } from "../mcp/redact.js";

// Bounds of a reason, in UTF-16 units; source: spec evals.md §2.4.
const MAX_REASON_CHARS = 600;
// Longest value, name or error message quoted inside a reason.
const MAX_REASON_VALUE_CHARS = 200;
// Longest pattern quoted inside a reason.
const MAX_REASON_PATTERN_CHARS = 120;
// Items listed before the rest is only counted.
const MAX_REASON_ITEMS = 3;

/** Text cut to a bound; the cut says how much was dropped. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // The note is written for the number it will drop, so leave room for the longest it can be.
  const room = Math.max(0, maxChars - `… (${text.length} more characters)`.length);
  // Never end on half of a surrogate pair.
  const end = room > 0 && /[\ud800-\udbff]/.test(text[room - 1] ?? "") ? room - 1 : room;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** A finished reason: one line, bounded. */
export function reason(text: string): string {
  return cut(text, MAX_REASON_CHARS);
}

/** A name, message or text quoted in a reason, scrubbed of credentials and bounded. */
export function quote(text: unknown): string {
  const shown = typeof text === "string" ? text : String(text);
  return JSON.stringify(cut(scrubText(bound(shown)), MAX_REASON_VALUE_CHARS));
}

/** A live value quoted in a reason: redacted canonical JSON, bounded. */
export function show(value: unknown): string {
  let text: string;
  try {
    text = canonicalJson(redactValue(value));
  } catch {
    text = `[${typeof value} that is not JSON]`;
  }
  return cut(text, MAX_REASON_VALUE_CHARS);
}

/** A pattern quoted in a reason. Author text, but a pattern may hold a credential too. */
export function showPattern(pattern: string): string {
  return `/${cut(scrubText(pattern), MAX_REASON_PATTERN_CHARS)}/`;
}

/** The first three items, then how many there are besides. */
export function list(items: readonly string[]): string {
  const shown = items.slice(0, MAX_REASON_ITEMS).join(", ");
  const rest = items.length - MAX_REASON_ITEMS;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** `1 call`, `2 calls`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
}

/** An error's message, or the thrown value's text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Scrubbing walks the text; nobody is shown more than a few hundred characters of it.
function bound(text: string): string {
  return text.length > 4_000 ? text.slice(0, 4_000) : text;
}
