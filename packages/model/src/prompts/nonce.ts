import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Digits, for o200k reads them in threes: every nonce costs ten tokens, so that no user's secret moves a
 * score. 30 of them are 99 bits.
 */
const NONCE_DIGITS = 30;
const NONCES = 10n ** BigInt(NONCE_DIGITS);

/** Marks a piece of text in a prompt by a value its author cannot have known. */
export type Nonce = (text: string) => string;

/**
 * Nonces from a secret of this user: the same text gets the same one, so that equal prompts stay equal (the
 * answer cache and the provider's prompt cache need that), and whoever wrote the text can neither know it nor
 * put it inside the text.
 */
export function nonceFrom(secret: Buffer): Nonce {
  return (text) => {
    const hash = createHmac("sha256", secret).update(text, "utf8").digest("hex");
    return (BigInt(`0x${hash}`) % NONCES).toString().padStart(NONCE_DIGITS, "0");
  };
}

/**
 * The user's secret, kept beside the cache it belongs to; made on first use. Without a cache a new one each
 * time.
 */
export async function nonceSecret(cacheDir: string | null): Promise<Buffer> {
  const fresh = randomBytes(32);
  if (cacheDir === null) return fresh;
  const file = join(cacheDir, "nonce-secret");
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o700 });
    await writeFile(file, fresh, { flag: "wx", mode: 0o600 });
    return fresh;
  } catch {
    // Somebody was first, or the folder cannot be written: then it is enough that nobody can guess it.
    const stored = await readFile(file).catch(() => fresh);
    return stored.length === fresh.length ? stored : fresh;
  }
}
