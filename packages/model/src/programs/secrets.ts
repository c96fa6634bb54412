import { plainText } from "@gradable/contract";
import { isSecretName, type Redact, redactor } from "@gradable/host";

/** A {@link Redact} for the environment that a judge runs in: the values of variables whose names say that they are secrets. */
export function environmentRedactor(env: Readonly<Record<string, string | undefined>>): Redact {
  return redactor(
    Object.entries(env).flatMap(([name, value]) =>
      isSecretName(name) && value !== undefined ? [value] : [],
    ),
  );
}

/**
 * What a program said, fit for an error message: credentials out, one line, at most `maxChars` code points.
 */
export function quoted(text: string, redact: Redact, maxChars = 200): string {
  // Without the full stop of its own: it stands inside a sentence of ours.
  return plainText(redact(text.slice(-4000)), { maxChars }).replace(/[.\s]+$/, "");
}
