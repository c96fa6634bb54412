import { CREDENTIAL_SHAPES } from "./credential-shapes.js";
import { KnownValues } from "./known-values.js";

/** Text with every secret taken out. */
export type Redact = (text: string) => string;

export const REDACTED = "<redacted>";

/** Names of variables, flags and parameters whose value is a secret. */
const SECRET_NAME =
  /(?:^|[^a-z])(?:pat|pwd|auth|sid|sig|dsn)(?:$|[^a-z])|api[-_]?key|access[-_]?key|secret|token|passw|passphrase|credential|private[-_]?key|authorization|bearer|cookie|session[-_]?(?:id|key)|connection[-_]?string|(?:^|[-_.])key$|signature/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Takes the given values out of a text, whole or in part and in every spelling ({@link KnownValues}), and everything that is shaped like
 * a credential of a known provider. Values of any length and number; linear in the text.
 */
export function redactor(secrets: Iterable<string>): Redact {
  const known = new KnownValues(secrets);
  return (text) =>
    CREDENTIAL_SHAPES.reduce(
      (out, { pattern }) => out.replace(pattern, REDACTED),
      known.replace(text, REDACTED),
    );
}

/** Nothing known to be secret: only what is shaped like a credential is taken out. */
export const redactShapes: Redact = redactor([]);
