import { defined } from "@gradable/contract";
import { modelVisibleText } from "../mcp/tool-recorder.js";
import { isRecord, nonBlank } from "../run/record.js";
import type { EvalSpan, PromptMessage, PromptResult } from "../suite/prompt-result.js";
import { buildIterationTranscript } from "./build-transcript.js";
import { contentText } from "./tool-errors.js";
import type {
  IterationTranscript,
  TranscriptCaptureState,
  TranscriptChannel,
  TranscriptToolCallTiming,
  TranscriptToolResult,
} from "./transcript.js";

/** What checks read of an iteration: everything its prompts recorded, one after the other. */
export function iterationTranscript(prompts: readonly PromptResult[]): IterationTranscript {
  const toolCalls = prompts.flatMap((prompt) => prompt.getToolCalls());
  const evidence = prompts.map((prompt) => prompt.getEvidence());
  const results = prompts.map(
    (prompt) => prompt.getEvidence().toolResults ?? resultsOf(prompt.getMessages()),
  );
  const timings = prompts.map(
    (prompt) => prompt.getEvidence().toolCallTimings ?? timingsOf(prompt.getSpans()),
  );
  // The last prompt that knows a catalog knows the newest one.
  const inventory = evidence.findLast((entry) => entry.toolInventory !== undefined)?.toolInventory;
  const declarations = evidence.findLast((entry) => entry.toolDeclarations !== undefined)?.toolDeclarations;
  const built = buildIterationTranscript({
    trace: {
      messages: prompts.flatMap((prompt) => prompt.getMessages()),
      spans: iterationSpans(prompts) ?? [],
    },
    toolCalls,
    toolErrors: evidence.flatMap((entry) => entry.toolErrors ?? []),
    usage: {
      inputTokens: sum(prompts, (prompt) => prompt.inputTokens()),
      outputTokens: sum(prompts, (prompt) => prompt.outputTokens()),
      totalTokens: sum(prompts, (prompt) => prompt.totalTokens()),
    },
    toolResults: results.flatMap((rows) => rows ?? []),
    toolCallTimings: timings.flatMap((rows) => rows ?? []),
    ...defined({ toolInventory: inventory, toolDeclarations: declarations }),
  });
  return {
    ...built,
    capture: {
      ...built.capture,
      toolResults: captureState(prompts, "toolResults", results, built.capture?.toolResults),
      toolCallTimings: captureState(prompts, "toolCallTimings", timings, built.capture?.toolCallTimings),
    },
  };
}

/** Every span of an iteration, with ids that do not repeat and the prompt it belongs to; undefined without any. */
export function iterationSpans(
  prompts: readonly PromptResult[],
): (EvalSpan & { readonly promptIndex: number })[] | undefined {
  if (prompts.every((prompt) => prompt.getSpans() === undefined)) return undefined;
  return prompts.flatMap((prompt, promptIndex) =>
    (prompt.getSpans() ?? []).map((span) => ({ ...span, id: `p${promptIndex}-${span.id}`, promptIndex })),
  );
}

// A channel is complete when every prompt that made calls captured it, and at least one prompt says so by itself.
function captureState(
  prompts: readonly PromptResult[],
  channel: TranscriptChannel & ("toolResults" | "toolCallTimings"),
  rows: readonly (readonly unknown[] | undefined)[],
  capped: TranscriptCaptureState | undefined,
): TranscriptCaptureState {
  const relevant = prompts.flatMap((prompt, index) =>
    prompt.getToolCalls().length > 0 || prompt.getEvidence()[channel] !== undefined ? [index] : [],
  );
  const captured = relevant.filter((index) => rows[index] !== undefined);
  if (captured.length === 0) return "absent";
  const partial = prompts.some((prompt) => prompt.getEvidence().partial?.includes(channel) === true);
  return partial || captured.length < relevant.length || capped === "partial" ? "partial" : "complete";
}

// An executor that keeps the servers' answers in its tool messages captured them, without saying so separately.
function resultsOf(messages: readonly PromptMessage[]): TranscriptToolResult[] | undefined {
  const rows = messages.flatMap((message) =>
    message.role === "tool" && Array.isArray(message.content) ? message.content.flatMap(rowOf) : [],
  );
  return rows.length === 0 ? undefined : rows;
}

function rowOf(part: unknown): TranscriptToolResult[] {
  if (!isRecord(part) || part.type !== "tool-result") return [];
  const toolCallId = nonBlank(part.toolCallId);
  const output = isRecord(part.output) && "value" in part.output ? part.output.value : part.output;
  const raw = part.result ?? output;
  const text = typeof raw === "string" ? raw : contentText(raw);
  const structured = isRecord(raw) ? raw.structuredContent : undefined;
  const isError = part.isError === true || (isRecord(raw) && raw.isError === true);
  return [
    {
      toolName: typeof part.toolName === "string" ? part.toolName : "",
      ...defined({ toolCallId, text, structuredContent: structured }),
      ...(text === undefined && structured === undefined && raw !== undefined ? { json: raw } : {}),
      ...(isError ? { isError } : {}),
      size: {
        bytes: Buffer.byteLength(modelVisibleText(raw), "utf8"),
        basis: part.result === undefined ? "model_visible_output" : "raw_result",
        complete: raw !== undefined,
      },
    },
  ];
}

function timingsOf(spans: readonly EvalSpan[] | undefined): TranscriptToolCallTiming[] | undefined {
  const rows = (spans ?? []).flatMap((span) =>
    span.category === "tool" &&
    Number.isFinite(span.startMs) &&
    Number.isFinite(span.endMs) &&
    span.endMs >= span.startMs
      ? [
          {
            toolName: span.toolName ?? "",
            ...defined({ toolCallId: span.toolCallId }),
            durationMs: span.endMs - span.startMs,
            provenance: "span" as const,
          },
        ]
      : [],
  );
  return rows.length === 0 ? undefined : rows;
}

function sum(prompts: readonly PromptResult[], of: (prompt: PromptResult) => number): number {
  return prompts.reduce((total, prompt) => total + of(prompt), 0);
}
