import { REDACTED, redactShapes } from "./credential-shapes.js";
import { RunIndex, type Stretch } from "./run-index.js";
import { spellings } from "./spellings.js";

/** Text with every secret taken out. */
export type Redact = (text: string) => string;

/**
 * Shorter values ("1", "en") are left alone in running text, where replacing them would destroy it; they are never
 * printed as such either, because labels and messages leave values of variables and flags out by position.
 */
const SHORTEST_SECRET = 4;

/**
 * So many characters of a value are taken out without the rest of it: programs print the beginning of a key, error messages quote
 * a piece, logs are cut. Fewer say little of a secret, and stand in other words by chance.
 */
const RUN_LENGTH = 12;

/** Names of variables, flags and parameters whose value is a secret. */
const SECRET_NAME =
  /(?:^|[^a-z])(?:pat|pwd|auth|sid|sig|dsn)(?:$|[^a-z])|api[-_]?key|access[-_]?key|secret|token|passw|passphrase|credential|private[-_]?key|authorization|bearer|cookie|session[-_]?(?:id|key)|connection[-_]?string|(?:^|[-_.])key$|signature/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Variables of every shell that are named like secrets and hold a place: the working folder, the one before it, a socket. */
const PLACES = new Set(["PWD", "OLDPWD", "SSH_AUTH_SOCK"]);

/** The values of those variables whose names say that they are secrets. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) && !PLACES.has(name) ? [value] : [],
  );
}

/**
 * Takes the given values out of a text, in every spelling (see {@link spellings}), and anything shaped like a credential. Of a
 * value, or a spelling, of 12 characters or more every run of 12 is taken out, so that neither the lines nor a cut piece of it are
 * left; a shorter one is taken out whole, and one under 4 not at all. Values may have any length and content, and be any number.
 */
export function redactor(secrets: Iterable<string>): Redact {
  const find = valueFinder(secrets);
  return (text) => redactShapes(replaced(text, find(text)));
}

/** Where in a text the given values stand, as {@link redactor} understands them. */
export function valueFinder(secrets: Iterable<string>): (text: string) => Stretch[] {
  const byLength = new Map<number, Set<string>>();
  for (const secret of secrets) {
    if (secret.trim().length < SHORTEST_SECRET) continue;
    for (const spelling of spellings(secret)) {
      const length = Math.min(spelling.length, RUN_LENGTH);
      const texts = byLength.get(length) ?? new Set();
      byLength.set(length, texts.add(spelling));
    }
  }
  const indexes = [...byLength].map(
    ([length, texts]) => new RunIndex([...texts], length, length === RUN_LENGTH ? isAddressStart : undefined),
  );
  return (text) => joined(indexes.flatMap((index) => index.find(text)));
}

/** `https://www.` is nobody's secret; what comes after it is told by other runs. */
function isAddressStart(run: string): boolean {
  return /^[a-z]{0,9}:\/\/(?!.*[@:?#])/i.test(run);
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

function replaced(text: string, stretches: readonly Stretch[]): string {
  let out = "";
  let at = 0;
  for (const { start, end } of stretches) {
    out += text.slice(at, start) + REDACTED;
    at = end;
  }
  return out + text.slice(at);
}
