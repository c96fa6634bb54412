/** One call the model made: a name and the arguments it sent. */
export interface TranscriptToolCall {
  readonly toolName: string;
  readonly arguments: Record<string, unknown>;
  readonly toolCallId?: string;
}

/**
 * How a tool failure surfaced: `content-error` is an answer with `isError`, `protocol-error` is a call that never
 * produced an answer (JSON-RPC error, transport failure).
 */
export type ToolErrorKind = "content-error" | "protocol-error";

/** One tool failure. */
export interface ToolErrorRecord {
  readonly kind: ToolErrorKind;
  readonly toolName?: string;
  readonly message?: string;
  readonly toolCallId?: string;
}

/** Token counts as the provider reported them; an absent part was not reported. */
export interface TranscriptUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
}

/** Outcomes of one widget render attempt, in the public contract's order. Only `rendered` is a success. */
const RENDER_OBSERVATION_STATUSES = Object.freeze([
  "rendered",
  "no_ui_resource",
  "resource_read_failed",
  "mount_failed",
  "bridge_timeout",
  "render_error",
  "blank_screenshot",
  "screenshot_failed",
  "browser_unavailable",
] as const);
type RenderObservationStatus = (typeof RENDER_OBSERVATION_STATUSES)[number];

/** One widget render attempt. `elapsedMs` is milliseconds from mount to the outcome. */
export interface RenderObservationSummary {
  readonly toolName: string;
  readonly toolCallId?: string;
  readonly serverId?: string;
  readonly status: RenderObservationStatus;
  readonly elapsedMs: number;
  readonly consoleErrors?: readonly string[];
}

/** How large a result was, measured before any storage cap. `complete` is false when only a part was seen. */
export interface TranscriptResultSize {
  readonly bytes: number;
  readonly basis: "model_visible_output" | "raw_result";
  readonly complete: boolean;
}

/** One tool result, in call order. `truncated` marks `text` as cut for storage. */
export interface TranscriptToolResult {
  readonly toolName: string;
  readonly toolCallId?: string;
  readonly text?: string;
  readonly truncated?: boolean;
  readonly structuredContent?: unknown;
  readonly json?: unknown;
  readonly isError?: boolean;
  readonly size: TranscriptResultSize;
  readonly rawBytes?: number;
}

/** How long one call took, in milliseconds. */
export interface TranscriptToolCallTiming {
  readonly toolName: string;
  readonly toolCallId?: string;
  readonly durationMs: number;
  readonly provenance: "span" | "evidence";
}

/** One tool as it was advertised to the model. */
export interface TranscriptToolInventoryEntry {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly annotations?: Record<string, unknown>;
}

/** One tool as one server declared it, before names are de-duplicated. */
export interface TranscriptToolDeclaration {
  readonly serverKey: string;
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Record<string, unknown>;
}

/** Channels whose capture is stated, because an empty list alone proves nothing. */
const TRANSCRIPT_CHANNELS = Object.freeze([
  "toolResults",
  "toolCallTimings",
  "toolInventory",
  "toolDeclarations",
] as const);
export type TranscriptChannel = (typeof TRANSCRIPT_CHANNELS)[number];

/** `complete`: looked, all there. `partial`: looked, some missing. `absent`: nobody looked. */
export type TranscriptCaptureState = "complete" | "partial" | "absent";
type TranscriptCapture = { readonly [Channel in TranscriptChannel]?: TranscriptCaptureState };

/** What a check reads: one iteration, or one turn of it. Everything but `toolCalls` may be missing. */
export interface IterationTranscript {
  readonly toolCalls: readonly TranscriptToolCall[];
  readonly toolErrors?: readonly ToolErrorRecord[];
  readonly finalAssistantMessage?: string;
  readonly usage?: TranscriptUsage;
  readonly turnCount?: number;
  readonly renderObservations?: readonly RenderObservationSummary[];
  readonly toolResults?: readonly TranscriptToolResult[];
  readonly toolCallTimings?: readonly TranscriptToolCallTiming[];
  readonly toolInventory?: readonly TranscriptToolInventoryEntry[];
  readonly toolDeclarations?: readonly TranscriptToolDeclaration[];
  readonly capture?: TranscriptCapture;
}

/** The capture state of a channel; missing means `absent`, whatever the arrays hold. */
export function captureOf(
  transcript: IterationTranscript,
  channel: TranscriptChannel,
): TranscriptCaptureState {
  const state = transcript.capture?.[channel];
  return state === "complete" || state === "partial" ? state : "absent";
}
