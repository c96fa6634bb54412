/** What a value in a request looks like. */
export type ValueKind =
  | "quoted"
  | "url"
  | "email"
  | "json"
  | "uuid"
  | "date"
  | "coordinates"
  | "path"
  | "pair"
  | "identifier"
  | "number";

/** A value that a request holds: its text (without quotes), where it stands, and the words just before it. */
export interface RequestValue {
  readonly kind: ValueKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Patterns by kind, the most telling first: what one has taken is not looked at by the next. All are linear: no nested
 * repetition.
 */
const PATTERNS: readonly (readonly [ValueKind, RegExp])[] = [
  ["json", /\{[^{}\n]{0,2000}\}|\[[^[\]\n]{1,2000}\]/gu],
  [
    "quoted",
    /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|`([^`\n]{1,2000})`|(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,2000})'(?!\p{L})/gu,
  ],
  ["url", /\bhttps?:\/\/[^\s<>"'`]{1,2000}/giu],
  ["email", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu],
  ["uuid", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu],
  ["date", /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/gu],
  ["coordinates", /(?<![\d.])-?\d{1,3}\.\d{2,8},\s?-?\d{1,3}\.\d{2,8}(?![\d.])/gu],
  // Paths and file names, globs, dotted names such as com.example.app.
  [
    "path",
    /(?<![\p{L}\p{N}/.~])(?:~|\.{1,2})?\/[\p{L}\p{N}_.@*+~/-]{1,400}|(?<![\p{L}\p{N}])[\p{L}\p{N}_.@*+-]{1,100}\/[\p{L}\p{N}_.@*+/-]{1,400}|(?<![\p{L}\p{N}])[\p{L}\p{N}_*-]{0,100}(?:\.[\p{L}\p{N}_*-]{1,60}){1,8}(?![\p{L}\p{N}])/gu,
  ],
  // Telephone numbers.
  ["identifier", /(?<![\p{L}\p{N}])\+\p{N}[\p{N} ()-]{5,20}\p{N}/gu],
  // Letters with digits, words joined by _ or by capitals inside, #14, @e12.
  [
    "identifier",
    /(?<![\p{L}\p{N}])[#@]?(?=[\p{L}\p{N}_-]{0,80}(?:\p{L}[_-]?\p{N}|\p{N}[_-]?\p{L}|\p{L}_\p{L}|\p{Ll}\p{Lu}))[\p{L}\p{N}_]{1,80}(?:[-:][\p{L}\p{N}_]{1,80}){0,6}|[#@]\p{N}{1,12}/gu,
  ],
  [
    "number",
    /(?<![\p{L}\p{N}.])-?\p{N}{1,3}(?:,\p{N}{3}){1,4}(?:\.\p{N}{1,9})?|(?<![\p{L}\p{N}.])-?\p{N}{1,20}(?:\.\p{N}{1,20})?/gu,
  ],
];

/** Stands for each character of a value that was taken out; from the private use area, so that no pattern takes it for text. */
export const MASK = "\ue000";

/** Longest request that is read; the rest is ignored. */
export const MAX_REQUEST_CHARS = 20_000;

/** The values of a request in the order they stand. */
export function valuesOf(prompt: string): RequestValue[] {
  let rest = prompt.slice(0, MAX_REQUEST_CHARS);
  const values: RequestValue[] = [];
  for (const [kind, pattern] of PATTERNS) {
    rest = rest.replace(pattern, (match: string, ...groups: unknown[]) => {
      const start = groups.find((group) => typeof group === "number") as number;
      const inner = groups.find((group): group is string => typeof group === "string" && group !== rest);
      const kept = kind === "quoted" ? match : match.replace(/[.,;:!?)\]]+$/u, kind === "json" ? "$&" : "");
      if (kept === "" || (kind === "path" && !isPath(kept))) return match;
      const text = kind === "quoted" ? (inner ?? match.slice(1, -1)) : kept;
      values.push({
        kind: kind === "path" && isPair(text) ? "pair" : kind,
        text,
        start,
        end: start + kept.length,
      });
      return MASK.repeat(kept.length) + match.slice(kept.length);
    });
  }
  return values.sort((a, b) => a.start - b.start);
}

/** "e.g." and a sentence's last word are not paths; "1.5" is a number. */
function isPath(text: string): boolean {
  return !/^[\d.,]+$/.test(text) && !/^(?:\p{L}\.)+\p{L}?$/u.test(text) && text.length > 2;
}

/** "owner/name": may be a path, may be two names. */
function isPair(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*\/[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(text);
}

/** The request with its values blanked out, so that what a value says is not taken for what is wished. */
export function maskValues(prompt: string, values: readonly RequestValue[]): string {
  let masked = "";
  let from = 0;
  for (const value of values) {
    masked += `${prompt.slice(from, value.start)} ; `;
    from = value.end;
  }
  return masked + prompt.slice(from, MAX_REQUEST_CHARS);
}
