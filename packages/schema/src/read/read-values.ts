/** What a value in a text looks like. */
export type ValueKind =
  | "json"
  | "quoted"
  | "url"
  | "email"
  | "uuid"
  | "ip"
  | "date"
  | "month"
  | "time"
  | "duration"
  | "version"
  | "phone"
  | "path"
  | "identifier"
  | "number"
  | "name";

/** A value that stands in a text: without quotation marks, with the place of all of it (UTF-16 units, end exclusive). */
export interface ReadValue {
  readonly kind: ValueKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longest text that is read; the rest is ignored. */
const MAX_CHARS = 20_000;
/** Stands for each character that was taken; from the private use area, so that no pattern takes it for text. */
const TAKEN = "\ue000";

const DATE = String.raw`\d{4}-\d{2}-\d{2}`;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?`;
const BEFORE = String.raw`(?<![\p{L}\p{N}_.:/@-])`;
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.:/-][\p{L}\p{N}])`;
const whole = (pattern: string, flags = "gu") => new RegExp(`${BEFORE}(?:${pattern})${AFTER}`, flags);

/** Patterns by kind, the most telling first: what one has taken is not looked at by the next. All are linear: no nested repetition. */
const PATTERNS: readonly (readonly [ValueKind, RegExp])[] = [
  [
    "quoted",
    /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|`([^`\n]{1,2000})`|(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,2000})'(?!\p{L})/gu,
  ],
  ["url", /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]{1,2000}/giu],
  ["email", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu],
  ["uuid", whole("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "giu")],
  ["ip", whole(String.raw`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/\d{1,2})?(?::\d{1,5})?`)],
  [
    "ip",
    /(?<![\p{L}\p{N}:.])(?=[0-9a-f:]{0,40}::|(?:[0-9a-f]{1,4}:){7})[0-9a-f:]{2,39}(?:\/\d{1,3})?(?![\p{L}\p{N}:])/giu,
  ],
  ["date", whole(`${DATE}(?:[T ]${CLOCK})?`)],
  ["month", whole(String.raw`\d{4}-(?:0[1-9]|1[0-2])`)],
  ["date", whole(String.raw`\d{1,4}[./]\d{1,2}[./]\d{2,4}`)],
  ["time", whole(CLOCK)],
  ["duration", whole(String.raw`P(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?`)],
  [
    "version",
    whole(String.raw`v?\d{1,5}\.\d{1,5}\.\d{1,5}(?:[-+][\p{L}\p{N}.-]{1,40})?|v\d{1,5}(?:\.\d{1,5})?`),
  ],
  // Paths and file names, globs, dotted names such as com.example.app.
  [
    "path",
    /(?<![\p{L}\p{N}/.~])(?:~|\.{1,2}|[A-Za-z]:)?\/[\p{L}\p{N}_.@*+~/{}-]{1,400}|(?<![\p{L}\p{N}_@#-])[\p{L}\p{N}_.@*+-]{1,100}\/[\p{L}\p{N}_.@*+/-]{1,400}|(?<![\p{L}\p{N}_])[\p{L}\p{N}_*-]{0,100}(?:\.[\p{L}\p{N}_*-]{1,60}){1,8}(?![\p{L}\p{N}])/gu,
  ],
  ["phone", /(?<![\p{L}\p{N}])\+\p{N}[\p{N} ()-]{5,20}\p{N}/gu],
  // Letters with digits, words joined by _ or by capitals inside, #14, @e12, ABC-1234.
  [
    "identifier",
    /(?<![\p{L}\p{N}_])[#@]?(?=[\p{L}\p{N}_-]{0,80}(?:\p{L}[_-]{0,3}\p{N}|\p{N}[_-]{0,3}\p{L}|\p{L}_\p{L}|\p{Ll}\p{Lu}))[\p{L}\p{N}_]{1,80}(?:[-:][\p{L}\p{N}_]{1,80}){0,9}|[#@][\p{L}\p{N}_-]{1,60}/gu,
  ],
  [
    "number",
    /(?<![\p{L}\p{N}.])-?\p{N}{1,3}(?:,\p{N}{3}){1,4}(?:\.\p{N}{1,9})?(?![\p{N},])|(?<![\p{L}\p{N}.])-?\p{N}{1,20}(?:\.\p{N}{1,20})?(?:e[+-]?\d{1,3})?/gu,
  ],
  // Capitalised words inside a sentence (Orders, Lake Charles), words all in capitals, and hyphenated words (billing-api).
  [
    "name",
    /(?<=[\p{Ll}\p{N},:;(\ue000]\s)\p{Lu}[\p{L}\p{N}'’-]{1,40}(?: \p{Lu}[\p{L}\p{N}'’-]{0,40}){0,4}|(?<![\p{L}\p{N}_-])\p{Ll}{2,30}(?:-[\p{Ll}\p{N}]{1,30}){1,5}(?![\p{L}\p{N}_-])|(?<![\p{L}\p{N}_-])\p{Lu}{2,12}(?![\p{L}\p{N}_-])/gu,
  ],
];

/** The values of a text in the order they stand; what one kind has taken, no other takes. */
export function readValues(text: string): ReadValue[] {
  let rest = text.slice(0, MAX_CHARS);
  const values: ReadValue[] = [];
  for (const { start, end } of jsonSpans(rest)) {
    values.push({ kind: "json", text: rest.slice(start, end), start, end });
    rest = rest.slice(0, start) + TAKEN.repeat(end - start) + rest.slice(end);
  }
  for (const [kind, pattern] of PATTERNS) {
    rest = rest.replace(pattern, (match: string, ...groups: unknown[]) => {
      const start = groups.find((group) => typeof group === "number") as number;
      const inner = groups.slice(0, groups.indexOf(start)).find((group) => typeof group === "string") as
        | string
        | undefined;
      const kept = kind === "quoted" ? match : match.replace(/[.,;:!?)\]]+$/u, "");
      if (kept === "" || (kind === "path" && !isPath(kept)) || (kind === "duration" && kept.length < 3))
        return match;
      if (kind === "name" && /^(?:I(?:['’]\p{L}+)?|OK)$/u.test(kept)) return match;
      values.push({ kind, text: inner ?? kept, start, end: start + kept.length });
      return TAKEN.repeat(kept.length) + match.slice(kept.length);
    });
  }
  return values.sort((a, b) => a.start - b.start);
}

/** "e.g." and a sentence's last word are not paths; "1.5" is a number. */
function isPath(text: string): boolean {
  return !/^-?[\d.,]+$/.test(text) && !/^(?:\p{L}\.)+\p{L}?$/u.test(text) && text.length > 2;
}

/** Outermost objects and arrays that parse, at most twenty; each opening is tried once, by its matching end. */
function jsonSpans(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let tried = 0;
  for (let start = 0; start < text.length && tried < 20; start++) {
    if (text[start] !== "{" && text[start] !== "[") continue;
    tried++;
    const end = matchingEnd(text, start);
    if (end === undefined || !parses(text.slice(start, end))) continue;
    spans.push({ start, end });
    start = end - 1;
  }
  return spans;
}

function matchingEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (quoted) {
      if (character === "\\") index++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return index + 1;
  }
  return undefined;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
