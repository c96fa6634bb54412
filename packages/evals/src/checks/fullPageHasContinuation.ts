import { isRecord, ownValue } from "../run/record.js";
import { count, quote } from "../transcript/reason.js";
import { payloadOf } from "../transcript/result-payload.js";
import { captureOf, type TranscriptToolCall, type TranscriptToolResult } from "../transcript/transcript.js";
import { defineCheck, error, fail, pass, toolNameField } from "./check.js";
import { inScope, notCaptured, ofTool } from "./scope.js";

// Both lists in the order they are read; source: spec evals.md §3.4.
const LIMIT_KEYS = [
  "limit",
  "page_size",
  "pageSize",
  "per_page",
  "perPage",
  "max_results",
  "maxResults",
  "first",
  "top",
];
const CONTINUATION_KEYS = [
  "nextCursor",
  "next_cursor",
  "hasMore",
  "has_more",
  "cursor",
  "nextPage",
  "next_page",
  "nextPageToken",
  "truncated",
];

export const fullPageHasContinuation = defineCheck({
  kind: "fullPageHasContinuation",
  stage: "response",
  question: "Does a full page say how to get the next one?",
  advisoryOnly: true,
  needs: "toolResults",
  fields: { toolName: toolNameField.optional() },
  evaluate(transcript, { toolName }) {
    if (captureOf(transcript, "toolResults") !== "complete")
      return error(notCaptured(transcript, "toolResults"));
    const pairs = pairResults(inScope(transcript.toolCalls, toolName), transcript.toolResults ?? []);
    const full = pairs.filter(isFullPage);
    // A full page does not prove that more exists; the reason says what was seen and no more.
    const bare = full.find(({ payload }) => !hasContinuation(payload));
    if (bare !== undefined) {
      return fail(
        `${quote(bare.call.toolName)} returned exactly the ${bare.limit} entries asked for and no field that says whether there are more`,
      );
    }
    if (full.length === 0) return pass(`no result${ofTool(toolName)} filled the page that was asked for`);
    return pass(`${count(full.length, "full page")}${ofTool(toolName)} said how to go on`);
  },
});

interface Page {
  readonly call: TranscriptToolCall;
  readonly limit: number | undefined;
  readonly payload: unknown;
}

function pairResults(calls: readonly TranscriptToolCall[], results: readonly TranscriptToolResult[]): Page[] {
  const free = new Set(results);
  const own = new Map<TranscriptToolCall, TranscriptToolResult>();
  const take = (call: TranscriptToolCall, row: TranscriptToolResult | undefined) => {
    if (row === undefined) return;
    free.delete(row);
    own.set(call, row);
  };
  for (const call of calls) {
    if (call.toolCallId === undefined) continue;
    take(
      call,
      [...free].find((row) => row.toolCallId === call.toolCallId),
    );
  }
  const allIdentified = results.every((row) => row.toolCallId !== undefined);
  for (const call of calls) {
    if (own.has(call) || (call.toolCallId !== undefined && allIdentified)) continue;
    take(
      call,
      [...free].find((row) => row.toolName === call.toolName),
    );
  }
  return calls.flatMap((call) => {
    const row = own.get(call);
    const payload = row === undefined ? undefined : payloadOf(row);
    return payload === undefined ? [] : [{ call, limit: limitOf(call.arguments), payload: payload.value }];
  });
}

function limitOf(args: unknown): number | undefined {
  if (!isRecord(args)) return undefined;
  return LIMIT_KEYS.map((key) => ownValue(args, key)).find(
    (value): value is number => Number.isInteger(value) && (value as number) > 0,
  );
}

function isFullPage({ limit, payload }: Page): boolean {
  if (limit === undefined) return false;
  const lists = Array.isArray(payload)
    ? [payload]
    : isRecord(payload)
      ? Object.values(payload).filter((value) => Array.isArray(value))
      : [];
  return lists.length > 0 && Math.max(...lists.map((entries) => entries.length)) === limit;
}

function hasContinuation(payload: unknown): boolean {
  return isRecord(payload) && CONTINUATION_KEYS.some((key) => Object.hasOwn(payload, key));
}
