import { GradableError, type JsonValue } from "@gradable/contract";
import type { Redact } from "./redact.js";

/**
 * The error with every secret taken out of its text, its facts, its stack and what caused it. One that is no `GradableError` keeps its
 * name, so that `internal` failures can still be told apart.
 */
export function redactedError(error: unknown, redact: Redact): Error {
  const cause =
    error instanceof Error && error.cause !== undefined ? redactedError(error.cause, redact) : undefined;
  if (error instanceof GradableError) {
    const { code, owner, message, hint, stage, facts, partial } = error;
    const clean = new GradableError({
      code,
      owner,
      message: redact(message),
      hint: hint === undefined ? undefined : redact(hint),
      stage,
      facts: redactedValue(facts, redact) as typeof facts,
      partial: partial && (redactedValue(partial as JsonValue, redact) as typeof partial),
      cause,
    });
    return withStack(clean, error, redact);
  }
  const text = error instanceof Error ? error.message : String(error);
  const clean = new Error(redact(text), cause === undefined ? undefined : { cause });
  if (error instanceof Error) clean.name = error.name;
  return withStack(clean, error, redact);
}

function withStack(clean: Error, error: unknown, redact: Redact): Error {
  if (error instanceof Error && error.stack !== undefined) clean.stack = redact(error.stack);
  return clean;
}

function redactedValue(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactedValue(item, redact)]),
  );
}
