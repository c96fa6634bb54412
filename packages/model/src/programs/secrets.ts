import { plainText } from "@gradable/contract";

/** Names of variables whose values are never shown. */
const SECRET_NAME = /key|token|secret|password|passwd|auth|credential|cookie|bearer/i;

/**
 * What credentials of the usual providers look like, for those that did not come through a variable of ours.
 */
const SECRET_TEXT =
  /\b(?:sk|pk|rk|xai|gsk|ghp|gho|ghs|github_pat|glpat|hf|AIza|AKIA|ya29)[-_.]?[A-Za-z0-9_\-.]{12,}|\b[Bb]earer\s+[A-Za-z0-9_\-.=+/]{8,}|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g;

/** Takes credentials out of text that a program or a provider wrote. */
export type Redact = (text: string) => string;

/**
 * A {@link Redact} for the environment a judge runs in; values shorter than 6 characters are left, they are
 * words.
 */
export function redactor(env: Readonly<Record<string, string | undefined>>): Redact {
  const values = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value ?? "").length >= 6)
    .map(([, value]) => value as string)
    // The longest first: one secret may be the beginning of another.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of values) clean = clean.replaceAll(value, "[redacted]");
    return clean.replace(SECRET_TEXT, "[redacted]").replace(/(https?:\/\/)[^/\s@]+@/gi, "$1[redacted]@");
  };
}

/**
 * What a program said, fit for an error message: credentials out, one line, at most `maxChars` code points.
 */
export function quoted(text: string, redact: Redact, maxChars = 200): string {
  // Without the full stop of its own: it stands inside a sentence of ours.
  return plainText(redact(text.slice(-4000)), { maxChars }).replace(/[.\s]+$/, "");
}
