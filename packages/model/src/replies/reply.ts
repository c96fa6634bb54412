/**
 * A check of a parsed reply against what was asked: the value to use, or what is wrong with it in a clause of
 * our words.
 */
export type ReplyCheck<Value> = (reply: unknown) => { readonly value: Value } | { readonly problem: string };

/** What a reply came to. `truncated`: it was cut off, by its own form. */
export type ReplyReading<Value> =
  | { readonly value: Value }
  | { readonly problem: string; readonly truncated: boolean };

/** A reply longer than this is not looked at: a verdict takes kilobytes. */
const MAX_REPLY_CHARS = 4 * 1024 * 1024;
/** Openings tried in prose. Beyond that it is not an answer with an aside, it is something else. */
const MAX_STARTS = 64;

/**
 * Reads a reply: as strict JSON; else the JSON objects in its code fences; else those in its prose. Reasoning
 * in think tags and a byte order mark are passed over. Exactly one distinct object must pass the check, for
 * with two nobody can say which is the answer. An object that never closes is a cut reply, and is never
 * completed.
 */
export function readReply<Value>(text: string, check: ReplyCheck<Value>): ReplyReading<Value> {
  if (text.length > MAX_REPLY_CHARS)
    return { problem: `it is ${text.length} characters long`, truncated: false };
  const body = text
    .replace(/^\uFEFF/, "")
    .replace(/<think>[\s\S]*?<\/think>/g, "")
    .trim();
  const whole = json(body);
  if (whole !== undefined) {
    const checked = check(whole.value);
    return "value" in checked ? checked : { problem: checked.problem, truncated: false };
  }
  let problem: string | undefined;
  let truncated = false;
  for (const source of [fenced(body), [body]]) {
    const usable = new Map<string, Value>();
    for (const piece of source) {
      const found = objectsIn(piece);
      truncated ||= found.unclosed;
      for (const value of found.objects) {
        const checked = check(value);
        if ("value" in checked) usable.set(JSON.stringify(value), checked.value);
        else problem ??= checked.problem;
      }
    }
    if (usable.size > 1) return { problem: "it holds several different answers", truncated: false };
    for (const value of usable.values()) return { value };
  }
  if (truncated) return { problem: "it is cut off", truncated: true };
  return { problem: problem ?? "it holds no JSON object", truncated: false };
}

function json(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The insides of Markdown code fences; a fence that is never closed counts to the end. */
function fenced(text: string): string[] {
  const pieces = text.split(/^[ \t]*(?:```|~~~)[^\n]*$/m);
  return pieces.filter((_, index) => index % 2 === 1);
}

/** The outermost JSON objects in a text, and whether one was opened and never closed. */
function objectsIn(text: string): { objects: unknown[]; unclosed: boolean } {
  const objects: unknown[] = [];
  let from = 0;
  for (let starts = 0; starts < MAX_STARTS; starts++) {
    const start = text.indexOf("{", from);
    if (start < 0) return { objects, unclosed: false };
    const end = closing(text, start);
    if (end === undefined) {
      // A brace in prose has no key after it; an object of an answer has.
      if (/^\{\s*(?:"|$)/.test(text.slice(start, start + 200))) return { objects, unclosed: true };
      from = start + 1;
      continue;
    }
    const value = json(text.slice(start, end + 1));
    if (value === undefined) from = start + 1;
    else {
      objects.push(value.value);
      from = end + 1;
    }
  }
  return { objects, unclosed: false };
}

/**
 * Where the object that opens at `start` closes, by JSON's own rules for strings; `undefined` when it does
 * not.
 */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return at;
    }
  }
  return undefined;
}
