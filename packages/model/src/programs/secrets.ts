import { plainText } from "@gradable/contract";
import { hideSecrets, type Redact, redactor, secretValues } from "@gradable/host";
import type { Env } from "./child-env.js";

/**
 * Takes out of what a judge or its provider said what it was given: the variables that are named as secrets, and the credentials
 * among `words`, its arguments and its address.
 */
export function judgeRedactor(env: Env, words: readonly string[] = []): Redact {
  return redactor([...secretValues(env), ...hideSecrets(words).secrets]);
}

/** Far more than is quoted, and no more than is searched in a moment. */
const SEARCHED_CHARS = 16_000;
const QUOTED_CHARS = 4000;

/**
 * What a program said, fit for an error message: credentials out, one line, at most `maxChars` code points.
 */
export function quoted(text: string, redact: Redact, maxChars = 200): string {
  // Cut after it was redacted too: what is left of a secret at the front of the first cut goes with the second.
  const end = redact(text.slice(-SEARCHED_CHARS)).slice(-QUOTED_CHARS);
  // Without the full stop of its own: it stands inside a sentence of ours.
  return plainText(end, { maxChars }).replace(/[.\s]+$/, "");
}
