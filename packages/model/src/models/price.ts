import type { ReportedUsage } from "./text-model.js";

/** What a provider charges, in US dollars per million tokens. */
export interface Rates {
  readonly inPerMillion: number;
  readonly outPerMillion: number;
}

/**
 * Dollars for a usage at the user's rates. Cached input is counted at the full rate and reasoning as output,
 * so this is at least what is charged; `null` when neither side was reported.
 */
export function priceUsd(usage: ReportedUsage | undefined, rates: Rates): number | null {
  const input = sum(usage?.inputTokens, usage?.cachedInputTokens);
  const output = sum(usage?.outputTokens, usage?.reasoningTokens);
  if (input === undefined && output === undefined) return null;
  return ((input ?? 0) * rates.inPerMillion + (output ?? 0) * rates.outPerMillion) / 1_000_000;
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : a + (b ?? 0);
}
