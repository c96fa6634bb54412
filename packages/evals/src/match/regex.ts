import vm from "node:vm";
import { RE2JS } from "re2js";

/** Pattern flags a check may carry. */
export const PATTERN_FLAGS = Object.freeze(["i", "m", "s", "im", "is", "ms", "ims"] as const);

/** A compiled pattern that looks for a match anywhere in a text. */
export interface SafePattern {
  test(text: string): boolean;
}

/** Longest text a pattern is run on, in UTF-16 units; source: spec evals.md §3.5 and §3.6. */
export const MAX_SUBJECT_CHARS = 100_000;

// Longest a pattern that only the backtracking engine understands may run, milliseconds. A pattern that is not a
// runaway needs microseconds on 100,000 characters, so the bound separates the two and never a slow machine.
const BACKTRACKING_TIMEOUT_MS = 1_000;

const cache = new Map<string, SafePattern | null>();
const MAX_CACHED = 256;

/**
 * Compiles a pattern for the linear-time engine (RE2 syntax: no look-around, no back-references), or returns
 * `null` when it does not compile there. Time to match is linear in the text for every pattern that compiles.
 */
export function compileLinear(source: string, flags = ""): SafePattern | null {
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  let compiled: SafePattern | null;
  try {
    const pattern = RE2JS.compile(source, flagBits(flags));
    compiled = { test: (text) => pattern.test(text) };
  } catch {
    compiled = null;
  }
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string);
  cache.set(key, compiled);
  return compiled;
}

function flagBits(flags: string): number {
  return (
    (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes("m") ? RE2JS.MULTILINE : 0) |
    (flags.includes("s") ? RE2JS.DOTALL : 0)
  );
}

/** What running an ECMAScript pattern gave; `runaway` means it was stopped before it finished. */
export type ScriptPatternResult = "match" | "noMatch" | "invalid" | "runaway";

/**
 * Runs an ECMAScript pattern without flags: in the linear-time engine when it compiles there, otherwise (look-around,
 * back-references) in the host's engine under a time bound, so that no pattern can hang the caller.
 */
export function runScriptPattern(source: string, text: string): ScriptPatternResult {
  let native: RegExp;
  try {
    native = new RegExp(source);
  } catch {
    return "invalid";
  }
  const linear = compileLinear(source);
  if (linear !== null) return linear.test(text) ? "match" : "noMatch";
  try {
    // Only a script context can be interrupted inside a match; the two values are all it is given.
    const found: unknown = vm.runInNewContext(
      "pattern.test(text)",
      { pattern: native, text },
      { timeout: BACKTRACKING_TIMEOUT_MS },
    );
    return found === true ? "match" : "noMatch";
  } catch {
    return "runaway";
  }
}
