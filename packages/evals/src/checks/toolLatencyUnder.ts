import { count, quote } from "../transcript/reason.js";
import type { TranscriptToolCallTiming } from "../transcript/transcript.js";
import { defineCheck, fail, pass, positiveInt, toolNameField } from "./check.js";
import { channelScope, ofTool } from "./scope.js";

export const toolLatencyUnder = defineCheck({
  kind: "toolLatencyUnder",
  stage: "response",
  question: "Did every call come back in time?",
  needs: "toolCallTimings",
  fields: { ms: positiveInt, toolName: toolNameField.optional() },
  evaluate(transcript, { ms, toolName }) {
    const scope = channelScope<TranscriptToolCallTiming>(transcript, "toolCallTimings", toolName);
    if (scope.kind === "error") return scope.outcome;
    if (scope.kind === "absence") return pass(`no calls${ofTool(toolName)}, so none was slow`);
    const slowest = scope.rows.reduce((worst, row) => (row.durationMs > worst.durationMs ? row : worst));
    const text = `slowest of ${count(scope.rows.length, "call")}${ofTool(toolName)}: ${quote(slowest.toolName)} in ${slowest.durationMs} ms, expected under ${ms} ms${scope.coverage}`;
    return scope.rows.every((row) => row.durationMs < ms) ? pass(text) : fail(text);
  },
});
