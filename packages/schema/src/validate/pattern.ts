import { RE2JS } from "re2js";
import { boundedSearch, type ParsedPattern, parsePattern } from "./bounded-match.js";

/** A compiled schema pattern. */
export interface Pattern {
  readonly source: string;
  /** Whether the pattern is found in a text; undefined where that can't be decided in bounded time. */
  test(text: string): boolean | undefined;
}

/** Longest text a pattern is tried on, in UTF-16 code units: linear-time, and with the bounded matcher. */
const MAX_LINEAR_CHARS = 100_000;
const MAX_BOUNDED_CHARS = 10_000;
const MAX_CACHED = 512;

const cache = new Map<string, Pattern | undefined>();

/**
 * Compiles an ECMAScript pattern that a server declared, without ever handing it to the host's backtracking engine: linear in the text where
 * RE2 can express it, else (look-around, back-references, repeats over 1,000) with a bounded number of steps. Undefined where it is no
 * regular expression.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (cache.has(source)) return cache.get(source);
  const compiled = compile(source);
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string);
  cache.set(source, compiled);
  return compiled;
}

function compile(source: string): Pattern | undefined {
  if (!isRegExp(source)) return undefined;
  const linear = compileLinear(source);
  if (linear !== undefined) {
    return {
      source,
      test: (text) => (text.length > MAX_LINEAR_CHARS ? undefined : linear.matcher(text).find()),
    };
  }
  let parsed: ParsedPattern | undefined;
  return {
    source,
    test: (text) => {
      parsed ??= parsePattern(source);
      return parsed === undefined || text.length > MAX_BOUNDED_CHARS
        ? undefined
        : boundedSearch(parsed, text);
    },
  };
}

/** In the syntax with the `u` flag that JSON Schema asks for, or in the older one that many servers write. Compiling runs nothing. */
function isRegExp(source: string): boolean {
  for (const flags of ["u", ""]) {
    try {
      new RegExp(source, flags);
      return true;
    } catch {}
  }
  return false;
}

function compileLinear(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    return undefined;
  }
}
