import { defined } from "@gradable/contract";
import { isRecord } from "../run/record.js";
import type { EvalSpan, PromptToolCall } from "../suite/prompt-result.js";
import { messageOf } from "../transcript/reason.js";
import { contentText } from "../transcript/tool-errors.js";
import type {
  ToolErrorRecord,
  TranscriptToolCallTiming,
  TranscriptToolResult,
} from "../transcript/transcript.js";
import type { McpToolResult } from "./mcp-client-manager.js";

// JSON-RPC codes the client itself makes up: the connection closed, the request timed out or was cancelled.
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;

/** Writes down what the tool calls of one prompt did: results with size, durations, errors by kind, spans. */
export class ToolRecorder {
  readonly #calls: PromptToolCall[] = [];
  readonly #order = new Map<string, number>();
  readonly #results: TranscriptToolResult[] = [];
  readonly #timings: TranscriptToolCallTiming[] = [];
  readonly #errors: ToolErrorRecord[] = [];
  readonly #spans: EvalSpan[] = [];
  readonly #raw = new Map<string, unknown>();
  readonly #pending = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A call the model asked for, whether or not it can be made. */
  asked(call: { toolName: string; toolCallId: string; input: unknown }): void {
    if (this.#order.has(call.toolCallId)) return;
    this.#order.set(call.toolCallId, this.#calls.length);
    this.#calls.push({
      toolName: call.toolName,
      arguments: isRecord(call.input) ? call.input : {},
      toolCallId: call.toolCallId,
    });
  }

  /** A call that never reached a server: an unknown tool, arguments that are not JSON. */
  refused(call: { toolName: string; toolCallId: string }, error: unknown): void {
    if (this.#errors.some((known) => known.toolCallId === call.toolCallId)) return;
    this.#errors.push({
      kind: "protocol-error",
      toolName: call.toolName,
      toolCallId: call.toolCallId,
      message: messageOf(error),
    });
  }

  /** Makes a call and writes down what came of it; rejects as the call does. */
  async record(
    call: { toolName: string; toolCallId: string; input: unknown },
    make: () => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    this.asked(call);
    this.#pending.add(call.toolCallId);
    const startMs = this.#now();
    try {
      const answer = await make();
      const isError = isRecord(answer) && answer.isError === true;
      this.#settled(call, startMs, isError ? "error" : "ok");
      this.#raw.set(call.toolCallId, answer);
      this.#results.push(resultRow(call, answer));
      if (isError) {
        const message = contentText(answer);
        this.#errors.push({
          kind: "content-error",
          toolName: call.toolName,
          toolCallId: call.toolCallId,
          ...defined({ message }),
        });
      }
      return answer;
    } catch (error) {
      this.#settled(call, startMs, "error", signal?.aborted === true ? REQUEST_TIMEOUT : codeOf(error));
      this.#errors.push({
        kind: "protocol-error",
        toolName: call.toolName,
        toolCallId: call.toolCallId,
        message: messageOf(error),
      });
      throw error;
    }
  }

  #settled(
    call: { toolName: string; toolCallId: string },
    startMs: number,
    status: EvalSpan["status"],
    mcpErrorCode?: number,
  ): void {
    const endMs = this.#now();
    const { toolName, toolCallId } = call;
    this.#pending.delete(toolCallId);
    this.#timings.push({ toolName, toolCallId, durationMs: endMs - startMs, provenance: "evidence" });
    this.#spans.push({
      id: `tool-${toolCallId}`,
      name: toolName,
      category: "tool",
      startMs,
      endMs,
      status,
      toolName,
      toolCallId,
      ...defined({ mcpErrorCode }),
    });
  }

  /** The calls so far, in the order they were asked for. */
  get calls(): readonly PromptToolCall[] {
    return [...this.#calls];
  }

  get results(): readonly TranscriptToolResult[] {
    return this.#inCallOrder(this.#results);
  }

  get timings(): readonly TranscriptToolCallTiming[] {
    return this.#inCallOrder(this.#timings);
  }

  get errors(): readonly ToolErrorRecord[] {
    return this.#inCallOrder(this.#errors);
  }

  get spans(): readonly EvalSpan[] {
    return this.#inCallOrder(this.#spans);
  }

  /** True while some call has not come back. */
  get incomplete(): boolean {
    return this.#pending.size > 0;
  }

  /** What the server answered to a call, as it came. */
  rawResult(toolCallId: string): unknown {
    return this.#raw.get(toolCallId);
  }

  #inCallOrder<Row extends { readonly toolCallId?: string }>(rows: readonly Row[]): Row[] {
    const at = (row: Row) => this.#order.get(row.toolCallId ?? "") ?? Number.POSITIVE_INFINITY;
    return [...rows].sort((a, b) => at(a) - at(b));
  }
}

/** What the model is shown of a result: its text when that is all there is, else the whole as data. */
export function modelVisibleText(answer: unknown): string {
  const result = isRecord(answer) ? (answer as McpToolResult) : undefined;
  const text = contentText(result);
  const items = Array.isArray(result?.content) ? result.content : [];
  const onlyText = items.every((item) => isRecord(item) && item.type === "text");
  if (text !== undefined && onlyText) return text;
  if (items.length === 0 && result?.structuredContent !== undefined)
    return JSON.stringify(result.structuredContent) ?? "";
  return typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "");
}

function resultRow(call: { toolName: string; toolCallId: string }, answer: unknown): TranscriptToolResult {
  const text = contentText(answer);
  const structured = isRecord(answer) ? answer.structuredContent : undefined;
  const isMcp = isRecord(answer) && (Array.isArray(answer.content) || structured !== undefined);
  return {
    toolName: call.toolName,
    toolCallId: call.toolCallId,
    ...(text === undefined ? (typeof answer === "string" ? { text: answer } : {}) : { text }),
    ...defined({ structuredContent: structured }),
    ...(isMcp || typeof answer === "string" || answer === undefined ? {} : { json: answer }),
    ...(isRecord(answer) && answer.isError === true ? { isError: true } : {}),
    size: {
      bytes: Buffer.byteLength(modelVisibleText(answer), "utf8"),
      basis: "model_visible_output",
      complete: true,
    },
    rawBytes: Buffer.byteLength(JSON.stringify(answer) ?? "", "utf8"),
  };
}

function codeOf(error: unknown): number {
  const code = isRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "number" ? code : CONNECTION_CLOSED;
}
