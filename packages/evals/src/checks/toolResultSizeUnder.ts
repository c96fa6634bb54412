import { count, quote } from "../transcript/reason.js";
import type { TranscriptToolResult } from "../transcript/transcript.js";
import { defineCheck, error, fail, pass, positiveInt, toolNameField } from "./check.js";
import { channelScope, ofTool } from "./scope.js";

// What a reader can compare with a context window; the real count depends on the model, hence "about".
const BYTES_PER_TOKEN = 4;

export const toolResultSizeUnder = defineCheck({
  kind: "toolResultSizeUnder",
  stage: "response",
  question: "Is every result small enough to read?",
  needs: "toolResults",
  fields: { maxBytes: positiveInt, toolName: toolNameField.optional() },
  evaluate(transcript, { maxBytes, toolName }) {
    const scope = channelScope<TranscriptToolResult>(transcript, "toolResults", toolName);
    if (scope.kind === "error") return scope.outcome;
    if (scope.kind === "absence") return pass(`no calls${ofTool(toolName)}, so nothing was returned`);
    const unmeasured = scope.rows.filter((row) => row.size?.complete !== true).length;
    if (unmeasured > 0)
      return error(`${unmeasured} of ${count(scope.rows.length, "result")} have no complete size`);
    const largest = scope.rows.reduce((most, row) => (row.size.bytes > most.size.bytes ? row : most));
    const bytes = largest.size.bytes;
    const text = `largest of ${count(scope.rows.length, "result")}: ${quote(largest.toolName)} with ${bytes} bytes (about ${Math.ceil(bytes / BYTES_PER_TOKEN)} tokens, an estimate), expected under ${maxBytes} bytes${scope.coverage}`;
    return bytes < maxBytes ? pass(text) : fail(text);
  },
});
