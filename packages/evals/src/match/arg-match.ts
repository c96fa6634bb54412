import { z } from "zod";
import { isRecord, ownValue } from "../run/record.js";
import { deepEqual } from "./equal.js";

/** How expected and actual arguments are compared, in the public contract's order. */
export const ARGUMENT_MATCHING_MODES = Object.freeze(["partial", "exact", "ignore"] as const);
export type ArgumentMatching = (typeof ARGUMENT_MATCHING_MODES)[number];

/** Expected top-level strings that stand for a type in `partial` mode, trimmed and in any case. */
export const PREDICATE_PLACEHOLDER_STRINGS = Object.freeze([
  "any",
  "string",
  "number",
  "boolean",
  "object",
  "array",
  "null",
] as const);
export type PredicatePlaceholder = (typeof PREDICATE_PLACEHOLDER_STRINGS)[number];

/** Expected arguments and how to compare them; `argumentMatching` defaults to `partial`. */
export const argMatcherSchema = z.object({
  args: z.record(z.string(), z.unknown()),
  argumentMatching: z.enum(ARGUMENT_MATCHING_MODES).optional(),
});
export interface ArgMatcher {
  readonly args: Record<string, unknown>;
  readonly argumentMatching?: ArgumentMatching | undefined;
}

/** True when `actual` satisfies the matcher. The same engine serves checks and the tool-call matcher. */
export function argMatch(matcher: ArgMatcher, actual: unknown): boolean {
  return argumentsCompatible(matcher.args, actual, matcher.argumentMatching ?? "partial");
}

/**
 * `ignore`: always. `partial`: every expected top-level key matches, other actual keys are free. `exact`: deep
 * equality without placeholders. Missing arguments act as `{}`.
 */
export function argumentsCompatible(expected: unknown, actual: unknown, mode: ArgumentMatching): boolean {
  if (mode === "ignore") return true;
  const wanted = isRecord(expected) ? expected : {};
  const given = actual === undefined || actual === null ? {} : actual;
  if (mode === "exact") return deepEqual(wanted, given);
  if (!isRecord(given)) return Object.keys(wanted).length === 0;
  return Object.keys(wanted).every((key) => valueMatches(wanted[key], ownValue(given, key)));
}

function valueMatches(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== "string") return deepEqual(expected, actual);
  switch (expected.trim().toLowerCase()) {
    case "any":
      return actual !== undefined;
    case "string":
    case "number":
    case "boolean":
      return typeof actual === expected.trim().toLowerCase();
    case "object":
      return isRecord(actual);
    case "array":
      return Array.isArray(actual);
    case "null":
      return actual === null;
    default:
      return expected === actual;
  }
}
