import type { webcrypto } from "node:crypto";

/** Prefix of a minted case id: a convenience for searching, required nowhere. */
export const CASE_ID_PREFIX = "c_";
/** Prefix of a minted suite id. */
const SUITE_ID_PREFIX = "s_";

// 64 characters, so that six random bits pick one without bias; 21 of them carry 126 bits.
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
const RANDOM_CHARS = 21;

/**
 * A fresh case id: `c_` and 21 random characters. Mint once and commit the literal; an id minted on every run is
 * not an identity. Throws when the platform has no cryptographic random generator.
 */
export function mintCaseId(): string {
  return CASE_ID_PREFIX + randomChars();
}

/** A fresh suite id: `s_` and 21 random characters. Throws like {@link mintCaseId}. */
export function mintSuiteId(): string {
  return SUITE_ID_PREFIX + randomChars();
}

function randomChars(): string {
  const generator = (globalThis as { crypto?: webcrypto.Crypto }).crypto;
  if (typeof generator?.getRandomValues !== "function") {
    throw new Error(
      "Cannot mint an id: this platform has no cryptographic random generator (crypto.getRandomValues).",
    );
  }
  const bytes = generator.getRandomValues(new Uint8Array(RANDOM_CHARS));
  return Array.from(bytes, (byte) => ALPHABET[byte & 63]).join("");
}
