import type { PromptResult } from "./prompt-result.js";

/** One finished step of the agent loop, as a stop condition sees it. */
export interface StepLike {
  readonly toolCalls: readonly { readonly toolName: string }[];
}

/** Looks at the steps so far and says whether to stop. The AI SDK's own conditions fit. */
export type StopCondition = (options: {
  readonly steps: readonly StepLike[];
}) => boolean | PromiseLike<boolean>;

/** Stops after the step in which the tool was called. */
export function hasToolCall(toolName: string): StopCondition {
  return ({ steps }) => steps.at(-1)?.toolCalls.some((call) => call.toolName === toolName) ?? false;
}

/** Stops after this many steps. */
export function stepCountIs(stepCount: number): StopCondition {
  return ({ steps }) => steps.length >= stepCount;
}

/** Time bounds of one prompt in milliseconds: all of it, one step, the pause between two chunks of a stream. */
export interface TimeoutParts {
  readonly totalMs?: number | undefined;
  readonly stepMs?: number | undefined;
  readonly chunkMs?: number | undefined;
}

/** Options of one prompt. */
export interface PromptOptions {
  /** Earlier results whose messages come before this one's, in order. */
  readonly context?: PromptResult | readonly PromptResult[] | undefined;
  /** Cancels; its reason becomes the result's error, and what completed steps did is kept. */
  readonly abortSignal?: AbortSignal | undefined;
  /** A number bounds the whole prompt, in milliseconds. */
  readonly timeout?: number | TimeoutParts | undefined;
  /** Another spelling of a total; `timeout` wins. */
  readonly timeoutMs?: number | undefined;
  /** Extra conditions; any one stops. The step limit always applies too. */
  readonly stopWhen?: StopCondition | readonly StopCondition[] | undefined;
  /** These tools are answered by a stub, never called for real, and the loop stops after that step. */
  readonly stopAfterToolCall?: string | readonly string[] | undefined;
}

/** What a test function gets: something that answers prompts and remembers them. */
export interface HostExecutor {
  /** Answers one prompt. A well-behaved executor never rejects; it reports errors in the result. */
  run(message: string, options?: PromptOptions): Promise<PromptResult>;
  /** An independent executor with a history of its own; `{}` is a plain clone. */
  withOptions(options: Record<string, unknown>): HostExecutor;
  /** The results so far, failed ones included, in call order; a copy. */
  getPromptHistory(): PromptResult[];
  resetPromptHistory(): void;
  getHostSnapshot?(): unknown;
  getServerReplayConfigs?(): unknown;
}
