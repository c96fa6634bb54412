import { isRecord, nonBlank, ownValue } from "../run/record.js";
import { count, quote } from "../transcript/reason.js";
import {
  captureOf,
  type IterationTranscript,
  type ToolErrorRecord,
  type TranscriptToolCall,
} from "../transcript/transcript.js";
import { type CheckOutcome, defineCheck, error, fail, pass, toolNameField } from "./check.js";
import { notCaptured, ofTool } from "./scope.js";

export const toolErrorNamesInput = defineCheck({
  kind: "toolErrorNamesInput",
  stage: "response",
  question: "Does every error say which input it is about?",
  advisoryOnly: true,
  needs: "toolInventory",
  fields: { toolName: toolNameField.optional() },
  evaluate(transcript, { toolName }) {
    const errors = (transcript.toolErrors ?? []).filter(
      (record) => toolName === undefined || record.toolName === toolName,
    );
    if (errors.length === 0) return pass(`no errors${ofTool(toolName)} to read`);
    if (captureOf(transcript, "toolInventory") !== "complete")
      return error(notCaptured(transcript, "toolInventory"));
    for (const record of errors) {
      const problem = problemOf(record, transcript);
      if (problem !== undefined) return problem;
    }
    return pass(
      `${count(errors.length, "error")}${ofTool(toolName)} named an input or a value that was sent`,
    );
  },
});

function problemOf(record: ToolErrorRecord, transcript: IterationTranscript): CheckOutcome | undefined {
  const who = record.toolName === undefined ? "a tool" : quote(record.toolName);
  const message = nonBlank(record.message)?.toLowerCase();
  if (message === undefined) return fail(`${who} failed without a message`);
  if (inputKeys(record.toolName, transcript).some((key) => message.includes(key.toLowerCase())))
    return undefined;
  const { calls, certain } = candidatesOf(record, transcript.toolCalls);
  const named = calls.some((call) => sentTexts(call.arguments).some((text) => message.includes(text)));
  if (named) {
    return certain
      ? undefined
      : error(
          `the error of ${who} names a value that was sent, but ${count(calls.length, "call")} could be meant`,
        );
  }
  return fail(`the error of ${who} names no input: ${quote(record.message)}`);
}

function inputKeys(toolName: string | undefined, transcript: IterationTranscript): string[] {
  if (toolName === undefined) return [];
  const schema = transcript.toolInventory?.find((tool) => tool.name === toolName)?.inputSchema;
  const properties = isRecord(schema) ? ownValue(schema, "properties") : undefined;
  return isRecord(properties) ? Object.keys(properties).filter((key) => key !== "") : [];
}

function candidatesOf(
  record: ToolErrorRecord,
  calls: readonly TranscriptToolCall[],
): { calls: readonly TranscriptToolCall[]; certain: boolean } {
  if (record.toolCallId !== undefined) {
    const own = calls.filter((call) => call.toolCallId === record.toolCallId);
    if (own.length > 0) return { calls: own, certain: own.length === 1 };
  }
  const named =
    record.toolName === undefined ? calls : calls.filter((call) => call.toolName === record.toolName);
  return { calls: named, certain: named.length === 1 };
}

// Strings of three characters or more and numbers: shorter strings are in every sentence.
function sentTexts(args: unknown): string[] {
  const texts: string[] = [];
  const stack: unknown[] = [args];
  const seen = new Set<object>();
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === "string" && value.length >= 3) texts.push(value.toLowerCase());
    if (typeof value === "number") texts.push(String(value));
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    stack.push(...Object.values(value));
  }
  return texts;
}
