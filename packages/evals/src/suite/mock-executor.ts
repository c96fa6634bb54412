import type { HostExecutor, PromptOptions } from "./host-executor.js";
import type { PromptResult } from "./prompt-result.js";

/** Answers a prompt in place of a model. */
export type MockPrompt = (message: string, options?: PromptOptions) => PromptResult | Promise<PromptResult>;

/**
 * An executor made of a function. Every clone has a history of its own; what the function throws reaches the test,
 * which is then a thrown error.
 */
export function createMockExecutor(answer: MockPrompt): HostExecutor {
  let history: PromptResult[] = [];
  return {
    async run(message, options) {
      const result = await answer(message, options);
      history.push(result);
      return result;
    },
    withOptions: () => createMockExecutor(answer),
    getPromptHistory: () => [...history],
    resetPromptHistory() {
      history = [];
    },
  };
}
