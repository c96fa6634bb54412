import {
  defined,
  type JsonValue,
  type Surface,
  type SurfaceTool,
  sha256Text,
  surfaceSha256,
} from "@gradable/contract";
import type { SelectionAnswer, SelectionSession, Selector } from "@gradable/judge";
import type { Tokenizer } from "@gradable/model/tokens";
import type { HostExecutor, PromptOptions } from "../suite/host-executor.js";
import { type PromptMessage, PromptResult } from "../suite/prompt-result.js";
import { messageOf } from "../transcript/reason.js";
import type { Tool } from "./mcp-client-manager.js";

/** A judge and the tools it may choose from. */
export interface SelectionExecutorConfig {
  /** What the judge sees of each tool: name, description, schemas. Nothing is called. */
  readonly tools: readonly Tool[];
  /** The embedded judge (`builtinSelector()`) or a prompted one (`(await createSelector(…)).selector`). */
  readonly selector: Selector;
  /** Counts tokens; default o200k_base where it can be loaded. */
  readonly tokenizer?: Tokenizer | undefined;
}

/**
 * Asks a judge which call it would make, and makes none: for evals of selection and arguments over the CLIs a judge
 * can be (`claude`, `codex`, …) or the embedded one. No tool runs, so nothing is measured about responses.
 */
export class SelectionExecutor implements HostExecutor {
  readonly #config: SelectionExecutorConfig;
  readonly #shared: SharedState;
  #history: PromptResult[] = [];

  constructor(config: SelectionExecutorConfig, shared?: SharedState) {
    this.#config = config;
    this.#shared = shared ?? { session: undefined, asked: new Map() };
  }

  withOptions(options: Partial<SelectionExecutorConfig>): SelectionExecutor {
    const changed = Object.keys(options).length > 0;
    // A plain clone reads the surface no second time, and never asks the same trial twice.
    return new SelectionExecutor({ ...this.#config, ...options }, changed ? undefined : this.#shared);
  }

  getPromptHistory(): PromptResult[] {
    return [...this.#history];
  }

  resetPromptHistory(): void {
    this.#history = [];
  }

  /** Asks once. Never rejects: what went wrong is in the result. */
  async run(message: string, options: PromptOptions = {}): Promise<PromptResult> {
    const started = performance.now();
    let result: PromptResult;
    try {
      result = await this.#ask(message, options, started);
    } catch (error) {
      const aborted = options.abortSignal?.aborted === true;
      result = PromptResult.error(
        messageOf(aborted ? options.abortSignal?.reason : error),
        performance.now() - started,
        message,
        {
          evidence: aborted ? {} : { errorSource: "model" },
        },
      );
    }
    this.#history.push(result);
    return result;
  }

  async #ask(message: string, options: PromptOptions, started: number): Promise<PromptResult> {
    options.abortSignal?.throwIfAborted();
    const session = await this.#session();
    const prompt = withContext(message, options);
    const trial = this.#shared.asked.get(prompt) ?? 0;
    this.#shared.asked.set(prompt, trial + 1);
    const answer = await session.ask(
      {
        id: `t_${sha256Text(prompt).slice(0, 32)}`,
        tool: "",
        prompt,
        expectedArguments: {},
        destructive: false,
        origin: "supplied",
      },
      trial,
      signalOf(options),
    );
    return this.#result(message, answer, session, performance.now() - started);
  }

  #session(): Promise<SelectionSession> {
    this.#shared.session ??= (async () => {
      const { loadTokenizer } = await import("@gradable/model/tokens");
      const tokenizer = this.#config.tokenizer ?? (await loadTokenizer("o200k_base"));
      return this.#config.selector.open(surfaceOf(this.#config.tools), { tokenizer });
    })();
    return this.#shared.session;
  }

  #result(
    message: string,
    answer: SelectionAnswer,
    session: SelectionSession,
    elapsedMs: number,
  ): PromptResult {
    const named = answer.calls.map((call, index) => ({
      toolName: call.tool,
      arguments: call.arguments as Record<string, unknown>,
      toolCallId: `call-${index + 1}`,
    }));
    // Asking before a call is not making it.
    const calls = answer.action === "call" ? named : [];
    const text =
      answer.action === "confirm"
        ? `Asks before calling ${named.map((call) => call.toolName).join(", ")}.`
        : "";
    const content: unknown[] = [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ toolName, toolCallId, arguments: input }) => ({
        type: "tool-call",
        toolCallId,
        toolName,
        input,
      })),
    ];
    const messages: PromptMessage[] = [
      { role: "user", content: message },
      { role: "assistant", content },
    ];
    const { prompt: inputTokens, completion: outputTokens } = answer.tokens;
    const identity = session.identity();
    const e2eMs = answer.durationMs ?? elapsedMs;
    return PromptResult.from({
      prompt: message,
      messages,
      text,
      toolCalls: calls,
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
      latency: { e2eMs, llmMs: e2eMs, mcpMs: 0 },
      provider: identity.cli,
      model: identity.model,
      evidence: {
        toolInventory: this.#config.tools.map(({ name, description, inputSchema, annotations }) => ({
          name,
          ...defined({ description }),
          inputSchema,
          ...defined({ annotations }),
        })),
        toolsTotalBefore: this.#config.tools.length,
      },
    });
  }
}

interface SharedState {
  session: Promise<SelectionSession> | undefined;
  /** How often each request was asked: the next trial's number. */
  readonly asked: Map<string, number>;
}

// A judge answers one request at a time, so earlier turns are told as text.
function withContext(message: string, options: PromptOptions): string {
  const earlier = (options.context === undefined ? [] : [options.context].flat()) as readonly PromptResult[];
  if (earlier.length === 0) return message;
  const told = earlier.map((result) => {
    const calls = result.getToolCalls().map((call) => `${call.toolName} ${JSON.stringify(call.arguments)}`);
    return `Earlier request: ${result.getPrompt()}\nCalls made for it: ${calls.join("; ") || "none"}`;
  });
  return `${told.join("\n")}\nNow: ${message}`;
}

function signalOf(options: PromptOptions): AbortSignal | undefined {
  const timeout =
    typeof options.timeout === "object" ? options.timeout.totalMs : (options.timeout ?? options.timeoutMs);
  if (timeout === undefined) return options.abortSignal;
  const deadline = AbortSignal.timeout(timeout);
  return options.abortSignal === undefined ? deadline : AbortSignal.any([options.abortSignal, deadline]);
}

function surfaceOf(tools: readonly Tool[]): Surface {
  const declared: SurfaceTool[] = tools.map(
    ({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      ...defined({ title, description }),
      inputSchema: inputSchema as JsonValue,
      ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonValue }),
      ...(annotations === undefined ? {} : { annotations: annotations as Record<string, JsonValue> }),
    }),
  );
  return {
    schemaVersion: 1,
    target: { kind: "config", label: "tools of an eval" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools: declared,
    surfaceSha256: surfaceSha256(declared),
    listing: { pageSizes: [declared.length], attempts: 1 },
    observations: [],
  };
}
