import { defined } from "@gradable/contract";
import { isRecord } from "../run/record.js";
import { type EvalTrace, extractToolErrors, mergeToolErrors, messagesOf } from "./tool-errors.js";
import type {
  IterationTranscript,
  RenderObservationSummary,
  ToolErrorRecord,
  TranscriptCaptureState,
  TranscriptToolCall,
  TranscriptToolCallTiming,
  TranscriptToolDeclaration,
  TranscriptToolInventoryEntry,
  TranscriptToolResult,
  TranscriptUsage,
} from "./transcript.js";

// Storage caps, so that one pathological iteration cannot inflate every stored transcript; source: the public
// contract's transcript builder. Sizes are measured before them, and a cap that bites makes its channel `partial`.
/** Longest stored result text, in UTF-16 units. */
const MAX_TOOL_RESULT_TEXT_CHARS = 64_000;
/** Most stored results. */
const MAX_TOOL_RESULT_ROWS = 200;
/** Most stored call durations. */
const MAX_TOOL_CALL_TIMING_ROWS = 500;

/** What a runner knows of one iteration. A `…Captured` flag says that it looked, even when it found nothing. */
export interface BuildTranscriptInput {
  readonly trace?: EvalTrace;
  readonly toolCalls: readonly TranscriptToolCall[];
  readonly usage?: TranscriptUsage;
  readonly finalAssistantMessage?: string;
  readonly renderObservations?: readonly RenderObservationSummary[];
  /** Failures the runner saw outside the trace; merged with those of the trace by call id. */
  readonly toolErrors?: readonly ToolErrorRecord[];
  readonly turnCount?: number;
  readonly toolResults?: readonly TranscriptToolResult[];
  readonly resultsCaptured?: boolean;
  readonly toolCallTimings?: readonly TranscriptToolCallTiming[];
  readonly timingsCaptured?: boolean;
  readonly toolInventory?: readonly TranscriptToolInventoryEntry[];
  readonly inventoryCaptured?: boolean;
  readonly toolDeclarations?: readonly TranscriptToolDeclaration[];
  readonly declarationsCaptured?: boolean;
}

/** The text of the chronologically last assistant message; undefined when that message has none. */
export function extractFinalAssistantMessage(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  const last = messages.findLast((message: unknown) => isRecord(message) && message.role === "assistant");
  const content: unknown = isRecord(last) ? last.content : undefined;
  const text =
    typeof content === "string"
      ? content
      : Array.isArray(content)
        ? content
            .map((part: unknown) => (isRecord(part) && part.type === "text" ? String(part.text ?? "") : ""))
            .join("")
        : "";
  // A turn that only calls tools has no final message; an earlier turn's text must not stand in for it.
  return text.trim() === "" ? undefined : text;
}

/** Assembles what checks read from what a runner has. An explicit value wins over one derived from the trace. */
export function buildIterationTranscript(input: BuildTranscriptInput): IterationTranscript {
  const messages = messagesOf(input.trace);
  const finalAssistantMessage = input.finalAssistantMessage ?? extractFinalAssistantMessage(messages);
  const turnCount = input.turnCount ?? messages?.filter((m) => isRecord(m) && m.role === "user").length;
  return {
    toolCalls: input.toolCalls,
    toolErrors: mergeToolErrors([...extractToolErrors(input.trace), ...(input.toolErrors ?? [])]),
    ...defined({ finalAssistantMessage, usage: input.usage }),
    ...(input.renderObservations?.length ? { renderObservations: input.renderObservations } : {}),
    ...defined({ turnCount }),
    ...(input.toolResults === undefined
      ? {}
      : { toolResults: input.toolResults.slice(0, MAX_TOOL_RESULT_ROWS).map(capText) }),
    ...(input.toolCallTimings === undefined
      ? {}
      : { toolCallTimings: input.toolCallTimings.slice(0, MAX_TOOL_CALL_TIMING_ROWS) }),
    ...defined({ toolInventory: input.toolInventory, toolDeclarations: input.toolDeclarations }),
    capture: {
      toolResults: stateOf(input.resultsCaptured, input.toolResults, MAX_TOOL_RESULT_ROWS),
      toolCallTimings: stateOf(input.timingsCaptured, input.toolCallTimings, MAX_TOOL_CALL_TIMING_ROWS),
      toolInventory: stateOf(input.inventoryCaptured, input.toolInventory),
      toolDeclarations: stateOf(input.declarationsCaptured, input.toolDeclarations),
    },
  };
}

/** What a runner knows of one turn. */
export interface TurnTranscriptInput {
  readonly toolCalls: readonly TranscriptToolCall[];
  readonly finalAssistantMessage?: string;
  readonly toolErrors?: readonly ToolErrorRecord[];
  readonly renderObservations?: readonly RenderObservationSummary[];
}

/** The slice of an iteration a turn's checks read: that turn's calls, errors, message and renders, nothing else. */
export function buildTurnTranscript(input: TurnTranscriptInput): IterationTranscript {
  return {
    toolCalls: input.toolCalls,
    toolErrors: input.toolErrors ?? [],
    ...(input.finalAssistantMessage === undefined
      ? {}
      : { finalAssistantMessage: input.finalAssistantMessage }),
    ...(input.renderObservations?.length ? { renderObservations: input.renderObservations } : {}),
  };
}

function stateOf(
  captured: boolean | undefined,
  rows: readonly unknown[] | undefined,
  cap = Number.POSITIVE_INFINITY,
): TranscriptCaptureState {
  if (captured === false || (rows === undefined && captured !== true)) return "absent";
  return (rows?.length ?? 0) > cap ? "partial" : "complete";
}

function capText(row: TranscriptToolResult): TranscriptToolResult {
  if (typeof row.text !== "string" || row.text.length <= MAX_TOOL_RESULT_TEXT_CHARS) return row;
  return { ...row, text: row.text.slice(0, MAX_TOOL_RESULT_TEXT_CHARS), truncated: true };
}
