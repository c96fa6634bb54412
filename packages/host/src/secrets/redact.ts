/** Text with every secret taken out. */
export type Redact = (text: string) => string;

export const REDACTED = "<redacted>";

/**
 * Shorter values ("1", "en") are left alone in running text, where replacing them would destroy it; they are never
 * printed as such either, because labels and messages leave values of variables and flags out by position.
 */
const SHORTEST_SECRET = 4;

/** Shapes of credentials that are recognised wherever they stand: vendor prefixes, JSON Web Tokens, URL user info. */
const CREDENTIAL_SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bbearer\s{1,4})[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}(?=@)/g,
];

/** Names of variables, flags and parameters whose value is a secret. */
const SECRET_NAME =
  /(?:^|[^a-z])(?:pat|pwd|auth|sid|sig|dsn)(?:$|[^a-z])|api[-_]?key|access[-_]?key|secret|token|passw|passphrase|credential|private[-_]?key|authorization|bearer|cookie|session[-_]?(?:id|key)|connection[-_]?string|(?:^|[-_.])key$|signature/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Takes the given values, also percent-encoded, JSON-escaped or base64, and anything shaped like a credential out
 * of a text.
 */
export function redactor(secrets: Iterable<string>): Redact {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    if (secret.trim().length < SHORTEST_SECRET) continue;
    for (const form of [secret, secret.trim()]) {
      spellings.add(form);
      spellings.add(JSON.stringify(form).slice(1, -1));
      spellings.add(percentEncoded(form));
      spellings.add(Buffer.from(form).toString("base64"));
    }
  }
  const known = [...spellings].sort((a, b) => b.length - a.length);
  const pattern = known.length > 0 ? new RegExp(known.map(escapeRegExp).join("|"), "g") : null;
  return (text) => {
    let out = pattern ? text.replace(pattern, REDACTED) : text;
    for (const shape of CREDENTIAL_SHAPES) out = out.replace(shape, REDACTED);
    return out;
  };
}

/** Nothing known to be secret: only what is shaped like a credential is taken out. */
export const redactShapes: Redact = redactor([]);

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
