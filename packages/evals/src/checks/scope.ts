import { count, quote } from "../transcript/reason.js";
import {
  captureOf,
  type IterationTranscript,
  type TranscriptChannel,
  type TranscriptToolCall,
} from "../transcript/transcript.js";
import { type CheckOutcome, error } from "./check.js";

/** Rows of one tool, or all rows when no tool is named. */
export function inScope<Row extends { readonly toolName: string }>(
  rows: readonly Row[] | undefined,
  toolName: string | undefined,
): readonly Row[] {
  const all = Array.isArray(rows) ? (rows as readonly Row[]) : [];
  return toolName === undefined ? all : all.filter((row) => row.toolName === toolName);
}

/** ` of "search"` when a tool is named, else nothing. */
export function ofTool(toolName: string | undefined): string {
  return toolName === undefined ? "" : ` of ${quote(toolName)}`;
}

/** The calls to one tool. */
export function callsTo(transcript: IterationTranscript, toolName: string): readonly TranscriptToolCall[] {
  return inScope(transcript.toolCalls, toolName);
}

/** Rows to grade, or why there are none: an error, or a scored absence (no calls, so nothing to grade). */
export type ChannelScope<Row> =
  | { readonly kind: "rows"; readonly rows: readonly Row[]; readonly coverage: string }
  | { readonly kind: "absence" }
  | { readonly kind: "error"; readonly outcome: CheckOutcome };

/** The rows of a measured channel in scope, by the table of spec evals.md §2.6. */
export function channelScope<Row extends { readonly toolName: string }>(
  transcript: IterationTranscript,
  channel: TranscriptChannel & ("toolResults" | "toolCallTimings"),
  toolName: string | undefined,
): ChannelScope<Row> {
  const rows = inScope(transcript[channel] as readonly unknown[] as readonly Row[] | undefined, toolName);
  const calls = inScope(transcript.toolCalls, toolName).length;
  const noun = channel === "toolResults" ? "result" : "timed call";
  if (rows.length > 0) {
    const coverage = rows.length < calls ? ` (${count(rows.length, noun)} for ${count(calls, "call")})` : "";
    return { kind: "rows", rows, coverage };
  }
  if (captureOf(transcript, channel) !== "complete") {
    return { kind: "error", outcome: error(notCaptured(transcript, channel)) };
  }
  if (calls > 0) {
    return {
      kind: "error",
      outcome: error(
        `${count(calls, "call")}${ofTool(toolName)} in scope and no ${noun} captured for any of them`,
      ),
    };
  }
  return { kind: "absence" };
}

/** Why a channel cannot be graded. */
export function notCaptured(transcript: IterationTranscript, channel: TranscriptChannel): string {
  return captureOf(transcript, channel) === "partial"
    ? `${CHANNEL_NAMES[channel]} were captured only in part, so nothing can be said about what is missing`
    : `${CHANNEL_NAMES[channel]} were not captured in this run`;
}

const CHANNEL_NAMES: Readonly<Record<TranscriptChannel, string>> = {
  toolResults: "tool results",
  toolCallTimings: "tool call timings",
  toolInventory: "the tools advertised to the model",
  toolDeclarations: "the tool declarations of the servers",
};
