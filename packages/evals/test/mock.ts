import type { HostExecutor } from "../src/suite/host-executor.js";
import { createMockExecutor } from "../src/suite/mock-executor.js";
import { type EvalSpan, type PromptEvidence, PromptResult } from "../src/suite/prompt-result.js";

/** A result that called these tools. */
export function result(
  parts: {
    prompt?: string;
    text?: string;
    calls?: (string | { toolName: string; arguments: Record<string, unknown>; toolCallId?: string })[];
    tokens?: number;
    latency?: { e2eMs: number; llmMs: number; mcpMs: number };
    error?: string;
    spans?: EvalSpan[];
    evidence?: PromptEvidence;
  } = {},
): PromptResult {
  const { prompt = "ask", text = "answer", tokens = 100 } = parts;
  return PromptResult.from({
    prompt,
    messages: [
      { role: "user", content: prompt },
      { role: "assistant", content: text },
    ],
    text,
    toolCalls: (parts.calls ?? []).map((call) =>
      typeof call === "string" ? { toolName: call, arguments: {} } : call,
    ),
    usage: { inputTokens: tokens / 2, outputTokens: tokens / 2, totalTokens: tokens },
    latency: parts.latency ?? { e2eMs: 100, llmMs: 80, mcpMs: 20 },
    error: parts.error,
    spans: parts.spans,
    evidence: parts.evidence,
  });
}

/** An executor that answers every prompt alike. */
export const always = (parts: Parameters<typeof result>[0]): HostExecutor =>
  createMockExecutor((prompt) => result({ ...parts, prompt }));

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
