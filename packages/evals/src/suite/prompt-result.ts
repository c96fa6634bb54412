import type {
  ToolErrorRecord,
  TranscriptChannel,
  TranscriptToolCallTiming,
  TranscriptToolDeclaration,
  TranscriptToolInventoryEntry,
  TranscriptToolResult,
} from "../transcript/transcript.js";

/** One call as a prompt recorded it. */
export interface PromptToolCall {
  readonly toolName: string;
  readonly arguments: Record<string, unknown>;
  readonly toolCallId?: string;
}

/** Tokens of one prompt, as the provider counted them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

/** Where one prompt's time went, in milliseconds: all of it, waiting for the model, in MCP tool calls. */
export interface LatencyBreakdown {
  readonly e2eMs: number;
  readonly llmMs: number;
  readonly mcpMs: number;
}

/** A message of the conversation, in the AI SDK's form. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: unknown;
}

/** One timed piece of work: a model step or a tool call. Times are epoch milliseconds. */
export interface EvalSpan {
  readonly id: string;
  readonly name?: string;
  readonly category: "llm" | "tool";
  readonly startMs: number;
  readonly endMs: number;
  readonly status: "ok" | "error";
  readonly toolName?: string;
  readonly toolCallId?: string;
  /** The JSON-RPC code when the call never produced an answer. */
  readonly mcpErrorCode?: number;
}

/** What an executor captured beyond messages and spans. A list that is there was captured whole, unless said here. */
export interface PromptEvidence {
  /** Channels of which some rows are known to be missing, for example because a call was cancelled. */
  readonly partial?: readonly TranscriptChannel[];
  readonly toolResults?: readonly TranscriptToolResult[];
  readonly toolCallTimings?: readonly TranscriptToolCallTiming[];
  readonly toolErrors?: readonly ToolErrorRecord[];
  readonly toolInventory?: readonly TranscriptToolInventoryEntry[];
  readonly toolDeclarations?: readonly TranscriptToolDeclaration[];
  /** Whose failure `error` is: the model provider's, or that of what we prepared. */
  readonly errorSource?: "model" | "setup";
  /** How many tools the server offered before the first call. */
  readonly toolsTotalBefore?: number;
}

/** What a prompt result is made of. */
export interface PromptResultData {
  readonly prompt: string;
  readonly messages: readonly PromptMessage[];
  readonly text: string;
  readonly toolCalls: readonly PromptToolCall[];
  readonly usage: TokenUsage;
  readonly latency: LatencyBreakdown;
  readonly error?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly spans?: readonly EvalSpan[] | undefined;
  readonly evidence?: PromptEvidence | undefined;
}

/** Who was asked, for an error result that has nothing else. */
export interface PromptErrorMetadata {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly evidence?: PromptEvidence | undefined;
}

/** What one prompt did: the answer, the calls, the tokens, the time. It can hold both calls and an error. */
export class PromptResult {
  /** The request that was sent. */
  readonly prompt: string;
  /** The answer's text; empty when there is none. */
  readonly text: string;
  readonly #data: PromptResultData;

  constructor(data: PromptResultData) {
    this.prompt = data.prompt;
    this.text = data.text;
    this.#data = data;
  }

  /** A result of its parts. */
  static from(data: PromptResultData): PromptResult {
    return new PromptResult(data);
  }

  /** A result that is only an error: no text, messages or calls, zero tokens. A number is end-to-end milliseconds. */
  static error(
    error: string,
    latency: LatencyBreakdown | number = 0,
    prompt = "",
    metadata: PromptErrorMetadata = {},
  ): PromptResult {
    return new PromptResult({
      prompt,
      messages: [],
      text: "",
      toolCalls: [],
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      latency: typeof latency === "number" ? { e2eMs: latency, llmMs: 0, mcpMs: 0 } : latency,
      error,
      ...metadata,
    });
  }

  getPrompt(): string {
    return this.prompt;
  }

  getText(): string {
    return this.text;
  }

  /** This prompt's own messages: the request, then what the model and the tools said. Context is not repeated. */
  getMessages(): PromptMessage[] {
    return [...this.#data.messages];
  }

  getUserMessages(): PromptMessage[] {
    return this.#byRole("user");
  }

  getAssistantMessages(): PromptMessage[] {
    return this.#byRole("assistant");
  }

  getToolMessages(): PromptMessage[] {
    return this.#byRole("tool");
  }

  /** The calls in order, repeats kept. */
  getToolCalls(): PromptToolCall[] {
    return [...this.#data.toolCalls];
  }

  /** The names of the called tools in order, repeats kept. */
  toolsCalled(): string[] {
    return this.#data.toolCalls.map((call) => call.toolName);
  }

  /** Exact and case-sensitive. */
  hasToolCall(toolName: string): boolean {
    return this.#data.toolCalls.some((call) => call.toolName === toolName);
  }

  /** The arguments of the first call to the tool. */
  getToolArguments(toolName: string): Record<string, unknown> | undefined {
    return this.#data.toolCalls.find((call) => call.toolName === toolName)?.arguments;
  }

  hasError(): boolean {
    return this.#data.error !== undefined;
  }

  getError(): string | undefined {
    return this.#data.error;
  }

  totalTokens(): number {
    return this.#data.usage.totalTokens;
  }

  inputTokens(): number {
    return this.#data.usage.inputTokens;
  }

  outputTokens(): number {
    return this.#data.usage.outputTokens;
  }

  getUsage(): TokenUsage {
    return { ...this.#data.usage };
  }

  /** Wall time of the whole prompt, milliseconds. */
  e2eLatencyMs(): number {
    return this.#data.latency.e2eMs;
  }

  /** Time spent waiting for the model, milliseconds. */
  llmLatencyMs(): number {
    return this.#data.latency.llmMs;
  }

  /** Time spent in MCP tool calls, milliseconds. */
  mcpLatencyMs(): number {
    return this.#data.latency.mcpMs;
  }

  getLatency(): LatencyBreakdown {
    return { ...this.#data.latency };
  }

  getProvider(): string | undefined {
    return this.#data.provider;
  }

  getModel(): string | undefined {
    return this.#data.model;
  }

  /** The timed work of this prompt; undefined when the executor reports none. */
  getSpans(): EvalSpan[] | undefined {
    return this.#data.spans === undefined ? undefined : [...this.#data.spans];
  }

  /** What the executor captured for checks beyond messages and spans. */
  getEvidence(): PromptEvidence {
    return { ...this.#data.evidence };
  }

  /** The messages as indented JSON. */
  formatTrace(): string {
    return JSON.stringify(this.#data.messages, null, 2);
  }

  #byRole(role: PromptMessage["role"]): PromptMessage[] {
    return this.#data.messages.filter((message) => message.role === role);
  }
}
