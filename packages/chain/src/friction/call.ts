import { defined } from "../json/defined.js";
import type { FrictionOrdering } from "../vocabulary/friction.js";

/** One tool result, read out of the several places it may be stored in. */
export interface FrictionCallResult {
  readonly structuredContent?: unknown;
  readonly textParts: readonly string[];
  readonly isError: boolean;
}

/** One call of a trial. `index` is its position in the trial's call array. */
export interface FrictionCallRecord {
  readonly index: number;
  readonly toolName: string;
  readonly toolCallId?: string | undefined;
  readonly arguments: unknown;
  readonly result?: FrictionCallResult | undefined;
  readonly resultAvailable: boolean;
  readonly startedAtMs?: number | undefined;
  readonly settledAtMs?: number | undefined;
  readonly ordering: FrictionOrdering;
}

/** One retained result by call id. Times are both there or not used. */
export interface FrictionResultEntry {
  readonly raw: unknown;
  readonly startedAtMs?: number | undefined;
  readonly settledAtMs?: number | undefined;
  /** True when the producer knows that the call failed, whatever the payload says. */
  readonly isError?: boolean | undefined;
}

/** What a trial's calls are read from. Results are joined by call id only, never by position. */
export interface FrictionCallsInput {
  readonly toolsCalled: readonly unknown[];
  readonly resultsByToolCallId?: ReadonlyMap<string, FrictionResultEntry> | undefined;
}

/** Builds the call records of one trial (spec §6.1). */
export function buildFrictionCallRecords(input: FrictionCallsInput): FrictionCallRecord[] {
  return input.toolsCalled.map((call, index) => {
    const fields = isRecord(call) ? call : {};
    const toolCallId = text(fields.toolCallId);
    const entry = toolCallId === undefined ? undefined : input.resultsByToolCallId?.get(toolCallId);
    return {
      index,
      toolName: text(fields.toolName) ?? text(fields.tool) ?? text(fields.name) ?? "",
      ...defined({ toolCallId }),
      arguments: fields.arguments,
      ...(entry === undefined ? { resultAvailable: false, ordering: "unknown" } : answered(entry)),
    };
  });
}

function answered(
  entry: FrictionResultEntry,
): Pick<FrictionCallRecord, "result" | "resultAvailable" | "startedAtMs" | "settledAtMs" | "ordering"> {
  const { startedAtMs, settledAtMs } = entry;
  const result = normalizeFrictionResult(entry.raw, entry.isError === true);
  return startedAtMs === undefined || settledAtMs === undefined
    ? { result, resultAvailable: true, ordering: "messageOrder" }
    : { result, resultAvailable: true, startedAtMs, settledAtMs, ordering: "timed" };
}

/**
 * Collects the retained results of a transcript: `tool-result` items of tool messages that carry a call id and a raw
 * `result`. What only the model saw (`output`) is not what the server returned, and is not taken.
 */
export function buildResultsByToolCallIdFromMessages(
  messages: readonly unknown[],
): Map<string, FrictionResultEntry> {
  const results = new Map<string, FrictionResultEntry>();
  for (const message of messages) {
    if (!isRecord(message) || message.role !== "tool" || !Array.isArray(message.content)) continue;
    for (const item of message.content) {
      const id = isRecord(item) ? text(item.toolCallId) : undefined;
      if (id === undefined || item.type !== "tool-result" || !Object.hasOwn(item, "result")) continue;
      results.set(id, { raw: item });
    }
  }
  return results;
}

/** Reads one stored result. `isError` wins over whatever the payload says. */
export function normalizeFrictionResult(raw: unknown, isError = false): FrictionCallResult {
  const payload = payloadOf(raw);
  const structuredContent = isRecord(payload) ? payload.structuredContent : undefined;
  return {
    ...defined({ structuredContent }),
    textParts: textParts(payload),
    isError: isError || frictionResultIsError(raw),
  };
}

/** Whether a stored result says it is an error, in any of the places the flag is stored in. */
function frictionResultIsError(raw: unknown): boolean {
  if (!isRecord(raw)) return false;
  const output = isRecord(raw.output) ? raw.output.value : undefined;
  return [raw, raw.result, output].some((place) => isRecord(place) && place.isError === true);
}

function payloadOf(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  if (raw.result !== undefined) return raw.result;
  const output = isRecord(raw.output) ? raw.output.value : undefined;
  return output === undefined ? raw : output;
}

function textParts(payload: unknown): string[] {
  if (typeof payload === "string") return [payload];
  const content = isRecord(payload) ? payload.content : undefined;
  if (!Array.isArray(content)) return [];
  return content.flatMap((item: unknown) => {
    if (!isRecord(item) || typeof item.text !== "string") return [];
    return item.type === undefined || item.type === "text" ? [item.text] : [];
  });
}

/**
 * Whether call `k`'s result was available before call `j` began: by position when both are in message order, by time
 * when both are timed, and otherwise not.
 */
export function availableBefore(k: FrictionCallRecord, j: FrictionCallRecord): boolean {
  if (k.ordering === "messageOrder" && j.ordering === "messageOrder") return k.index < j.index;
  return (
    k.ordering === "timed" &&
    j.ordering === "timed" &&
    k.settledAtMs !== undefined &&
    j.startedAtMs !== undefined &&
    k.settledAtMs < j.startedAtMs
  );
}

/** True for an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.length > 0 ? value : undefined;
}
