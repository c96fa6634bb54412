import { defined } from "@gradable/contract";
import { isRecord, nonBlank } from "../run/record.js";
import type { ToolErrorKind, ToolErrorRecord } from "./transcript.js";

/** A trace as a runner hands it over: a message list, or messages and spans. */
export type EvalTrace =
  | readonly unknown[]
  | { readonly messages?: unknown; readonly spans?: unknown }
  | string
  | null
  | undefined;

/** The message list of a trace, when one can be read. */
export function messagesOf(trace: EvalTrace): readonly unknown[] | undefined {
  if (Array.isArray(trace)) return trace as readonly unknown[];
  if (isRecord(trace) && Array.isArray(trace.messages)) return trace.messages as readonly unknown[];
  return undefined;
}

/**
 * Every tool failure a trace shows, one record per failed call: an error text or output is a `protocol-error`, an
 * answer with `isError` a `content-error`; an errored tool span is a `protocol-error` when it carries a numeric MCP
 * error code and a `content-error` otherwise.
 */
export function extractToolErrors(trace: EvalTrace): ToolErrorRecord[] {
  const found: ToolErrorRecord[] = [];
  for (const message of messagesOf(trace) ?? []) {
    if (!isRecord(message) || !Array.isArray(message.content)) continue;
    for (const part of message.content as readonly unknown[]) {
      const record = isRecord(part) && part.type === "tool-result" ? errorOfPart(part) : undefined;
      if (record !== undefined) found.push(record);
    }
  }
  const spans = isRecord(trace) && Array.isArray(trace.spans) ? (trace.spans as readonly unknown[]) : [];
  for (const span of spans) {
    const record = isRecord(span) && span.category === "tool" ? errorOfSpan(span) : undefined;
    if (record !== undefined) found.push(record);
  }
  return mergeToolErrors(found);
}

/** One record per failed call: records that share a call id are merged, the earlier one's fields winning. */
export function mergeToolErrors(records: readonly ToolErrorRecord[]): ToolErrorRecord[] {
  const merged: ToolErrorRecord[] = [];
  const place = new Map<string, number>();
  for (const record of records) {
    const known = record.toolCallId === undefined ? undefined : place.get(record.toolCallId);
    if (known === undefined) {
      if (record.toolCallId !== undefined) place.set(record.toolCallId, merged.length);
      merged.push(record);
    } else {
      merged[known] = { ...record, ...merged[known] } as ToolErrorRecord;
    }
  }
  return merged;
}

function errorOfPart(part: Record<string, unknown>): ToolErrorRecord | undefined {
  const output = isRecord(part.output) ? part.output : undefined;
  const value = output !== undefined && "value" in output ? output.value : part.output;
  const failure =
    errorText(part.error) ?? (output?.type === "error-text" ? (nonBlank(value) ?? "tool error") : undefined);
  if (failure !== undefined) return record("protocol-error", part, failure);
  const answers = [part.result, value, part];
  if (!answers.some((answer) => isRecord(answer) && answer.isError === true)) return undefined;
  return record(
    "content-error",
    part,
    answers.map(contentText).find((text) => text !== undefined),
  );
}

function errorOfSpan(span: Record<string, unknown>): ToolErrorRecord | undefined {
  const coded = typeof span.mcpErrorCode === "number";
  if (span.status !== "error" && !coded) return undefined;
  return record(
    coded ? "protocol-error" : "content-error",
    span,
    errorText(span.error) ?? nonBlank(span.message),
  );
}

function record(
  kind: ToolErrorKind,
  from: Record<string, unknown>,
  message: string | undefined,
): ToolErrorRecord {
  const toolName = nonBlank(from.toolName);
  const toolCallId = nonBlank(from.toolCallId);
  return {
    kind,
    ...defined({ toolName, message, toolCallId }),
  };
}

function errorText(error: unknown): string | undefined {
  if (typeof error === "string") return nonBlank(error);
  return isRecord(error) ? nonBlank(error.message) : undefined;
}

/** The text items of an MCP result's content, joined by newline; undefined without any. */
export function contentText(answer: unknown): string | undefined {
  const content = isRecord(answer) ? answer.content : undefined;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((item: unknown) =>
    isRecord(item) && (item.type === undefined || item.type === "text") && typeof item.text === "string"
      ? [item.text]
      : [],
  );
  return texts.length === 0 ? undefined : nonBlank(texts.join("\n"));
}
