import { CanonicalJsonError, canonicalJson } from "@gradable/chain";
import { z } from "zod";
import { type CheckOutcome, error, fail, pass } from "../checks/check.js";
import { isRecord, ownValue } from "../run/record.js";
import { count, list, quote, show, showPattern } from "../transcript/reason.js";
import { compileLinear, MAX_SUBJECT_CHARS, PATTERN_FLAGS, type SafePattern } from "./regex.js";

// Bounds of a pattern rule; source: spec evals.md §3.5.
const MAX_PATTERNS = 8;
const MAX_PATTERN_CHARS = 512;

/** `/key` with `~0` for `~` and `~1` for `/`: exactly one token, never the root. */
const POINTER = /^\/(?:[^~/]|~[01]){1,256}$/;

/** The fields a pattern rule adds to its check. */
export const patternFields = {
  patterns: z
    .array(
      z
        .string()
        .min(1)
        .max(MAX_PATTERN_CHARS)
        .refine((source) => compileLinear(source) !== null, {
          message: "does not compile as RE2 (no look-around, no back-references)",
        }),
    )
    .min(1)
    .max(MAX_PATTERNS),
  flags: z.enum(PATTERN_FLAGS).optional(),
  path: z
    .string()
    .min(2)
    .max(257)
    .regex(POINTER, "expected a JSON Pointer of one token, such as /query")
    .optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
};

/** A pattern rule: every pattern matches one unit; `min` (default 1) and `max` count such units. */
export interface PatternRule {
  readonly patterns: readonly string[];
  readonly flags?: string | undefined;
  readonly path?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** What is wrong with a rule's bounds, or undefined: `max` ≥ `min`, and `min: 0` needs `max`. */
export function boundsProblem(rule: Pick<PatternRule, "min" | "max">): string | undefined {
  if (rule.min === 0 && rule.max === undefined) return "min 0 needs max, otherwise it always holds";
  if (rule.max !== undefined && rule.max < (rule.min ?? 1)) {
    return `max ${rule.max} is below min ${rule.min ?? 1}`;
  }
  return undefined;
}

/** What of a unit is searched. */
export type Subject =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly why: string };

/** The subject at the rule's path inside a container, or of the whole value without a path. */
export function subjectOf(container: unknown, path: string | undefined): Subject {
  if (path === undefined) return canonicalSubject(container);
  if (!isRecord(container)) return { kind: "missing" };
  const value = ownValue(container, decodePointer(path));
  if (value === undefined) return { kind: "missing" };
  return typeof value === "string" ? textSubject(value) : canonicalSubject(value);
}

/** A text subject; above the bound it is unreadable, because a cut prefix is never matched. */
export function textSubject(text: string): Subject {
  return text.length > MAX_SUBJECT_CHARS
    ? { kind: "unreadable", why: `it has ${text.length} characters, more than ${MAX_SUBJECT_CHARS}` }
    : { kind: "text", text };
}

function canonicalSubject(value: unknown): Subject {
  try {
    return textSubject(canonicalJson(value));
  } catch (thrown) {
    if (!(thrown instanceof CanonicalJsonError)) throw thrown;
    return { kind: "unreadable", why: "it is not JSON" };
  }
}

function decodePointer(path: string): string {
  return path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Units to count: their subjects, their name, and how many could not be seen (possibly without bound). */
export interface PatternUnits {
  readonly noun: string;
  readonly subjects: readonly Subject[];
  readonly unseen: number;
  /** Said in the reason, so that a verdict on a part reads as one. */
  readonly coverage: string;
}

/**
 * Counts matching units against the bounds: pass when the bounds hold whatever the unreadable and unseen units
 * are, fail when they cannot hold, error otherwise.
 */
export function gradePatterns(rule: PatternRule, units: PatternUnits): CheckOutcome {
  const problem = boundsProblem(rule);
  if (problem !== undefined) return error(`malformed check: ${problem}`);
  const patterns = rule.patterns.map((source) => compileLinear(source, rule.flags));
  if (patterns.some((pattern) => pattern === null)) {
    return error(
      `malformed check: a pattern does not compile as RE2: ${list(rule.patterns.map(showPattern))}`,
    );
  }
  const min = rule.min ?? 1;
  const max = rule.max ?? Number.POSITIVE_INFINITY;
  const matches = units.subjects.filter((subject) => matchesAll(patterns as SafePattern[], subject)).length;
  const unreadable = units.subjects.filter((subject) => subject.kind === "unreadable").length;
  const text = describe(rule, units, { matches, unreadable, min, max });
  const most = matches + unreadable + units.unseen;
  if (matches >= min && most <= max) return pass(text);
  if (most < min || matches > max) return fail(text);
  return error(text);
}

function matchesAll(patterns: readonly SafePattern[], subject: Subject): boolean {
  return subject.kind === "text" && patterns.every((pattern) => pattern.test(subject.text));
}

function describe(
  rule: PatternRule,
  units: PatternUnits,
  found: { matches: number; unreadable: number; min: number; max: number },
): string {
  const wanted =
    found.max === Number.POSITIVE_INFINITY
      ? `at least ${found.min}`
      : found.min === found.max
        ? `exactly ${found.min}`
        : `${found.min} to ${found.max}`;
  const parts = [
    `${found.matches} of ${count(units.subjects.length, units.noun)} matched, expected ${wanted} (bounds count matching ${units.noun}s)`,
  ];
  if (found.unreadable > 0) parts.push(`${found.unreadable} could not be read: ${firstWhy(units.subjects)}`);
  if (units.coverage !== "") parts.push(units.coverage);
  parts.push(
    `every one of ${list(rule.patterns.map(showPattern))}${rule.path === undefined ? "" : ` at ${quote(rule.path)}`}`,
  );
  const sample = units.subjects.find((subject) => subject.kind === "text");
  if (sample?.kind === "text") parts.push(`for example ${show(sampleValue(sample.text))}`);
  return parts.join("; ");
}

function firstWhy(subjects: readonly Subject[]): string {
  const first = subjects.find((subject) => subject.kind === "unreadable");
  return first?.kind === "unreadable" ? first.why : "";
}

// Canonical JSON is parsed back so that values under sensitive keys are redacted by their key.
function sampleValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.slice(0, 1_000);
  }
}
