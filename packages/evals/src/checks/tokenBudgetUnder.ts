import type { TranscriptUsage } from "../transcript/transcript.js";
import { defineCheck, fail, pass, positiveInt } from "./check.js";

export const tokenBudgetUnder = defineCheck({
  kind: "tokenBudgetUnder",
  stage: "userValue",
  question: "Did the whole iteration stay within its tokens?",
  fields: { tokens: positiveInt },
  evaluate(transcript, { tokens }) {
    const used = usedTokens(transcript.usage);
    if (used === undefined) return fail(`expected under ${tokens} tokens, no usage was reported`);
    const text = `${used} tokens used, expected under ${tokens}`;
    return used < tokens ? pass(text) : fail(text);
  },
});

// Providers disagree on what a total includes, so the larger reading counts.
function usedTokens(usage: TranscriptUsage | undefined): number | undefined {
  const total = known(usage?.totalTokens);
  const input = known(usage?.inputTokens);
  const output = known(usage?.outputTokens);
  const parts = input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
  if (total === undefined) return parts;
  return parts === undefined ? total : Math.max(total, parts);
}

function known(tokens: unknown): number | undefined {
  return typeof tokens === "number" && Number.isFinite(tokens) && tokens >= 0 ? tokens : undefined;
}
