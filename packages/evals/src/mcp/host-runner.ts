import { defined } from "@gradable/contract";
import type { ModelMessage, TextStreamPart, ToolSet } from "ai";
import { isRecord } from "../run/record.js";
import {
  type HostExecutor,
  type PromptOptions,
  type StopCondition,
  stepCountIs,
} from "../suite/host-executor.js";
import { createMockExecutor, type MockPrompt } from "../suite/mock-executor.js";
import { type EvalSpan, type PromptMessage, PromptResult, type TokenUsage } from "../suite/prompt-result.js";
import { messageOf } from "../transcript/reason.js";
import { catalogOf, type RunnerTools, recordedTools, type ToolCatalog } from "./ai-tools.js";
import { createModel, type ModelAccess, type ModelName, parseModelName } from "./model.js";
import { ToolRecorder } from "./tool-recorder.js";

/** A model, tools, and how to ask. */
export interface HostRunnerConfig extends ModelAccess {
  /** What `MCPClientManager.getTools()` returns, or the AI SDK's own tools. Calls are made for real. */
  readonly tools: RunnerTools;
  /** `provider/model`, such as `anthropic/claude-sonnet-5`; with `baseUrl`, any OpenAI-compatible endpoint. */
  readonly model: string;
  /** Default: "You are a helpful assistant." */
  readonly systemPrompt?: string | undefined;
  /** Not sent when absent; some models refuse it. */
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** Most steps of one prompt, each a model answer with its tool calls; default 10. */
  readonly maxSteps?: number | undefined;
  /** How often a failed model request is repeated, with growing pauses; default 2. */
  readonly maxRetries?: number | undefined;
}

const DEFAULT_SYSTEM_PROMPT = "You are a helpful assistant.";
const DEFAULT_MAX_STEPS = 10;
const DEFAULT_MAX_RETRIES = 2;

/** Asks a model through the AI SDK, lets it call tools for real, and reports everything that happened. */
export class HostRunner implements HostExecutor {
  readonly #config: HostRunnerConfig;
  readonly #name: ModelName;
  #catalog: Promise<ToolCatalog> | undefined;
  #history: PromptResult[] = [];

  /** Throws GradableError `evals-model-unknown` (usage) for a model string it cannot place. */
  constructor(config: HostRunnerConfig) {
    this.#config = config;
    this.#name = parseModelName(config.model, config);
  }

  /** An executor made of a function, for tests without a model. */
  static mock(answer: MockPrompt): HostExecutor {
    return createMockExecutor(answer);
  }

  withOptions(options: Partial<HostRunnerConfig>): HostRunner {
    const clone = new HostRunner({ ...this.#config, ...options });
    // The catalog is read once for all clones of the same tools.
    if (options.tools === undefined) {
      this.#catalog ??= this.#readCatalog();
      clone.#catalog = this.#catalog;
    }
    return clone;
  }

  getPromptHistory(): PromptResult[] {
    return [...this.#history];
  }

  resetPromptHistory(): void {
    this.#history = [];
  }

  /** Answers one prompt. Never rejects: an error is in the result, beside everything that happened before it. */
  async run(message: string, options: PromptOptions = {}): Promise<PromptResult> {
    const run = new PromptRun(message, this.#name);
    try {
      this.#catalog ??= this.#readCatalog();
      await run.ask(this.#config, await this.#catalog, options);
    } catch (error) {
      run.failed(error, "setup");
    }
    const result = run.result();
    this.#history.push(result);
    return result;
  }

  #readCatalog(): Promise<ToolCatalog> {
    const catalog = catalogOf(this.#config.tools);
    // Whoever runs a prompt hears of a failure; a clone that never does must not leave it unhandled.
    catalog.catch(() => undefined);
    return catalog;
  }
}

/** The state of one prompt while the model's stream is read. */
class PromptRun {
  readonly #message: string;
  readonly #name: ModelName;
  readonly #startedAt = performance.now();
  readonly #epoch = performance.timeOrigin;
  readonly #recorder = new ToolRecorder(() => this.#epoch + performance.now());
  readonly #steps: EvalSpan[] = [];
  #catalog: ToolCatalog | undefined;
  #messages: readonly PromptMessage[] = [];
  #text = "";
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  #error: string | undefined;
  #source: "model" | "setup" | undefined;
  #cancelled = false;

  constructor(message: string, name: ModelName) {
    this.#message = message;
    this.#name = name;
  }

  async ask(config: HostRunnerConfig, catalog: ToolCatalog, options: PromptOptions): Promise<void> {
    this.#catalog = catalog;
    const stop = new Deadline(options);
    try {
      stop.signal.throwIfAborted();
      const { streamText } = await import("ai");
      warnOnce();
      const stubbed = new Set(listOf(options.stopAfterToolCall));
      const conditions: StopCondition[] = [
        stepCountIs(config.maxSteps ?? DEFAULT_MAX_STEPS),
        ...listOf(options.stopWhen),
      ];
      if (stubbed.size > 0) {
        conditions.push(
          ({ steps }) => steps.at(-1)?.toolCalls.some((call) => stubbed.has(call.toolName)) ?? false,
        );
      }
      const stream = streamText({
        model: await createModel(this.#name, config),
        system: config.systemPrompt ?? DEFAULT_SYSTEM_PROMPT,
        messages: [...contextMessages(options), { role: "user", content: this.#message }],
        tools: await recordedTools(config.tools, this.#recorder, stubbed),
        stopWhen: conditions,
        abortSignal: stop.signal,
        maxRetries: config.maxRetries ?? DEFAULT_MAX_RETRIES,
        ...defined({
          timeout: stop.parts,
          temperature: config.temperature,
          maxOutputTokens: config.maxOutputTokens,
        }),
        onError: () => undefined,
        onStepFinish: (step) => {
          this.#messages = step.response.messages as readonly PromptMessage[];
        },
      });
      await this.#read(stream.fullStream, stop);
    } catch (error) {
      if (stop.signal.aborted) this.#cancel(stop.signal.reason);
      else this.failed(error, isSetupError(error) ? "setup" : "model");
    } finally {
      stop.clear();
    }
  }

  failed(error: unknown, source: "model" | "setup"): void {
    if (this.#error !== undefined) return;
    this.#error = describeError(error);
    this.#source = source;
  }

  #cancel(reason: unknown): void {
    this.#cancelled = true;
    this.#error ??= messageOf(reason);
  }

  async #read(stream: AsyncIterable<TextStreamPart<ToolSet>>, stop: Deadline): Promise<void> {
    const parts = stream[Symbol.asyncIterator]();
    let stepStartedAt = this.#now();
    for (;;) {
      // A tool that ignores the signal must not keep the caller waiting.
      const next = await Promise.race([parts.next(), stop.aborted]);
      if (next === undefined) return this.#cancel(stop.signal.reason);
      if (next.done === true) return;
      const part = next.value;
      switch (part.type) {
        case "start-step":
          stepStartedAt = this.#now();
          this.#text = "";
          break;
        case "text-delta":
          this.#text += part.text;
          break;
        case "tool-call":
          this.#recorder.asked(part);
          if (part.invalid === true) this.#recorder.refused(part, part.error);
          break;
        case "tool-error":
          this.#recorder.refused(part, part.error);
          break;
        case "finish-step":
          this.#addUsage(part.usage);
          this.#steps.push({
            id: `llm-${this.#steps.length + 1}`,
            category: "llm",
            startMs: stepStartedAt,
            endMs: this.#now(),
            status: "ok",
          });
          break;
        case "error":
          this.failed(part.error, isSetupError(part.error) ? "setup" : "model");
          break;
        case "abort":
          return this.#cancel(
            stop.signal.aborted ? stop.signal.reason : (part.reason ?? "The prompt timed out"),
          );
      }
    }
  }

  #addUsage(usage: StepUsage | undefined): void {
    const input = usage?.inputTokens ?? 0;
    const output = usage?.outputTokens ?? 0;
    this.#usage = {
      inputTokens: this.#usage.inputTokens + input,
      outputTokens: this.#usage.outputTokens + output,
      totalTokens: this.#usage.totalTokens + (usage?.totalTokens ?? input + output),
    };
  }

  result(): PromptResult {
    const recorder = this.#recorder;
    const e2eMs = performance.now() - this.#startedAt;
    const mcpMs = Math.min(e2eMs, coveredMs(recorder.spans));
    const catalog = this.#catalog;
    return PromptResult.from({
      prompt: this.#message,
      messages: [
        { role: "user", content: this.#message },
        ...this.#messages.map((m) => this.#withRawResults(m)),
      ],
      text: this.#text,
      toolCalls: recorder.calls,
      usage: this.#usage,
      latency: { e2eMs, llmMs: e2eMs - mcpMs, mcpMs },
      error: this.#error,
      provider: this.#name.provider,
      model: this.#name.model,
      spans: [...this.#steps, ...recorder.spans],
      evidence: {
        toolResults: recorder.results,
        toolCallTimings: recorder.timings,
        toolErrors: recorder.errors,
        ...(catalog === undefined
          ? {}
          : { toolInventory: catalog.inventory, toolsTotalBefore: catalog.inventory.length }),
        ...(catalog?.declarations === undefined ? {} : { toolDeclarations: catalog.declarations }),
        ...(this.#source === undefined ? {} : { errorSource: this.#source }),
        ...(this.#cancelled && recorder.incomplete
          ? { partial: ["toolResults", "toolCallTimings"] as const }
          : {}),
      },
    });
  }

  // The model saw text; a reader of the trace (and friction) needs what the server answered.
  #withRawResults(message: PromptMessage): PromptMessage {
    if (message.role !== "tool" || !Array.isArray(message.content)) return message;
    const content = message.content.map((part: unknown) => {
      const raw = isRecord(part) ? this.#recorder.rawResult(String(part.toolCallId)) : undefined;
      return raw === undefined ? part : { ...(part as object), result: raw };
    });
    return { role: "tool", content };
  }

  #now(): number {
    return this.#epoch + performance.now();
  }
}

interface StepUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
}

/** The caller's signal and the total time bound as one signal. */
class Deadline {
  readonly signal: AbortSignal;
  /** Settles, with undefined, when the signal is aborted. */
  readonly aborted: Promise<undefined>;
  readonly parts: { stepMs?: number; chunkMs?: number } | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #unlisten = (): void => undefined;

  constructor(options: PromptOptions) {
    const timeout = options.timeout ?? options.timeoutMs;
    const { totalMs, stepMs, chunkMs } = typeof timeout === "object" ? timeout : { totalMs: timeout };
    const own = new AbortController();
    if (totalMs !== undefined && Number.isFinite(totalMs)) {
      this.#timer = setTimeout(() => own.abort(new Error(`Operation timed out after ${totalMs}ms`)), totalMs);
    }
    this.signal =
      options.abortSignal === undefined ? own.signal : AbortSignal.any([own.signal, options.abortSignal]);
    this.parts =
      stepMs === undefined && chunkMs === undefined ? undefined : { ...defined({ stepMs, chunkMs }) };
    this.aborted = new Promise((resolve) => {
      const listener = () => resolve(undefined);
      if (this.signal.aborted) return listener();
      this.signal.addEventListener("abort", listener, { once: true });
      this.#unlisten = () => this.signal.removeEventListener("abort", listener);
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#unlisten();
  }
}

// The AI SDK prints a warning with every request; one line per warning is enough. An author's own setting wins.
function warnOnce(): void {
  const seen = new Set<string>();
  globalThis.AI_SDK_LOG_WARNINGS ??= ({ warnings, model }) => {
    for (const warning of warnings) {
      const text = `${model}: ${"message" in warning ? warning.message : `${warning.feature} is not supported`}`;
      if (seen.has(text)) continue;
      seen.add(text);
      process.emitWarning(text, "EvalsModelWarning");
    }
  };
}

function contextMessages(options: PromptOptions): ModelMessage[] {
  const earlier = options.context === undefined ? [] : [options.context].flat();
  return (earlier as readonly PromptResult[]).flatMap((result) => result.getMessages().map(modelMessage));
}

// The raw results kept for readers of the trace are not part of what the model is sent.
function modelMessage(message: PromptMessage): ModelMessage {
  if (message.role !== "tool" || !Array.isArray(message.content)) return message as ModelMessage;
  const content = message.content.map((part: unknown) => {
    if (!isRecord(part)) return part;
    const { result: _raw, ...sent } = part;
    return sent;
  });
  return { role: "tool", content } as unknown as ModelMessage;
}

function listOf<Item>(items: Item | readonly Item[] | undefined): readonly Item[] {
  return items === undefined ? [] : ([items].flat() as readonly Item[]);
}

// What is ours to prepare: a missing key, a model that does not exist in the SDK.
function isSetupError(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return name === "AI_LoadAPIKeyError" || name === "AI_LoadSettingError" || name === "GradableError";
}

function describeError(error: unknown): string {
  const last =
    isRecord(error) || error instanceof Error ? (error as { lastError?: unknown }).lastError : undefined;
  const cause = last ?? error;
  const status =
    isRecord(cause) || cause instanceof Error ? (cause as { statusCode?: unknown }).statusCode : undefined;
  const text = messageOf(isRecord(cause) && typeof cause.message === "string" ? cause.message : cause);
  return typeof status === "number" ? `${text} (HTTP ${status})` : text;
}

function coveredMs(spans: readonly EvalSpan[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    if (endMs <= until) continue;
    total += endMs - Math.max(startMs, until);
    until = endMs;
  }
  return total;
}
