import { canonicalJson } from "@gradable/chain";
import { type Economics, GradableError, plainText } from "@gradable/contract";
import type { Tokenizer } from "@gradable/model/tokens";

/**
 * Response sizes from the data a caller recorded: a JSON array whose entries are token counts (integers), texts, or
 * tool results as a server returned them (any other JSON value, counted as canonical JSON). Counted by the scan's
 * tokenizer. Throws `responses-invalid` (usage).
 */
export function countResponses(document: unknown, tokenizer: Tokenizer): NonNullable<Economics["responses"]> {
  const entries = Array.isArray(document)
    ? document
    : typeof document === "object" &&
        document !== null &&
        Array.isArray((document as { responses?: unknown }).responses)
      ? (document as { responses: unknown[] }).responses
      : undefined;
  if (entries === undefined || entries.length === 0) {
    throw invalid(
      `Expected a JSON array of responses with at least one entry, found ${entries ? "an empty one" : plainText(JSON.stringify(document) ?? "nothing", { maxChars: 60 })}.`,
    );
  }
  let totalTokens = 0;
  let counted = false;
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === "number") {
      if (!Number.isSafeInteger(entry) || entry < 0) {
        throw invalid(`Entry ${index} is ${entry}; a token count is a whole number of at least 0.`);
      }
      totalTokens += entry;
    } else {
      counted = true;
      totalTokens += tokenizer.count(typeof entry === "string" ? entry : canonicalJson(entry));
    }
  }
  return { count: entries.length, totalTokens, source: counted ? tokenizer.source : "exact" };
}

function invalid(message: string): GradableError {
  return new GradableError({
    code: "responses-invalid",
    owner: "usage",
    message,
    hint: "Give a JSON array of tool results, texts or token counts with --responses.",
  });
}
