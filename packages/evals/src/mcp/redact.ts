import { REDACTED, redactShapes } from "@gradable/host";
import { isRecord } from "../run/record.js";

const TOO_DEEP = "[nested too deep to show]";

// Source of the list and the bounds: spec evals.md §2.4.
const SENSITIVE_KEY =
  /authorization|bearer|password|passwd|secret|token|api[-_]?key|access[-_]?key|client[-_]?secret|cookie|credential|private[-_]?key/i;
const MAX_DEPTH = 6;
const MAX_ENTRIES = 20;

function isSensitiveKey(key: string): boolean {
  return SENSITIVE_KEY.test(key);
}

/**
 * A copy of a live value that is safe to show: values under sensitive keys are replaced at every depth, everything
 * below depth 6 is replaced, arrays keep 20 entries, and credential-looking text inside strings is scrubbed.
 */
export function redactValue(value: unknown): unknown {
  return redact(value, 0, new Set());
}

function redact(value: unknown, depth: number, open: Set<object>): unknown {
  if (typeof value === "string") return scrubText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH || open.has(value)) return TOO_DEEP;
  open.add(value);
  const copy = Array.isArray(value) ? redactArray(value, depth, open) : redactObject(value, depth, open);
  open.delete(value);
  return copy;
}

function redactArray(value: readonly unknown[], depth: number, open: Set<object>): unknown[] {
  const shown = value.slice(0, MAX_ENTRIES).map((entry) => redact(entry, depth + 1, open));
  if (value.length > MAX_ENTRIES) shown.push(`[${value.length - MAX_ENTRIES} more]`);
  return shown;
}

function redactObject(value: object, depth: number, open: Set<object>): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of Object.entries(value)) {
    copy[key] = isSensitiveKey(key) ? REDACTED : redact(entry, depth + 1, open);
  }
  return copy;
}

/**
 * The arguments of an authored `toolCalledWith` with the values under sensitive keys replaced. Unlike a live value
 * the rest is kept whole: it is the author's own text, and the row must still say what was asked.
 */
export function redactAuthoredArguments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactAuthoredArguments);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      isSensitiveKey(key) ? REDACTED : redactAuthoredArguments(entry),
    ]),
  );
}

// `name=value`, `name: value` and `"name":"value"` with a sensitive name, and `Bearer x`; what is shaped like a key
// is known to the host package. Every quantifier is bounded or runs over one character class, so that none of these
// can backtrack.
const NAMED_CREDENTIAL =
  /(authorization|bearer|password|passwd|secret|token|api[-_]?key|access[-_]?key|cookie|credential|private[-_]?key)([A-Za-z0-9_-]{0,40}["']?\s{0,3}[=:]\s{0,3}["']?(?:bearer\s{1,3}|basic\s{1,3})?)([^\s"',;&}\]]{1,4096})/gi;

/** Text with everything that looks like a credential replaced. */
export function scrubText(text: string): string {
  return redactShapes(text.replace(NAMED_CREDENTIAL, `$1$2${REDACTED}`));
}
