import { z } from "zod";
import { contains, isBlank } from "../match/needle.js";
import { count, quote } from "../transcript/reason.js";
import { searchedText } from "../transcript/result-payload.js";
import type { TranscriptToolResult } from "../transcript/transcript.js";
import { defineCheck, error, fail, pass, toolNameField } from "./check.js";
import { channelScope, ofTool } from "./scope.js";

export const toolResultContains = defineCheck({
  kind: "toolResultContains",
  stage: "response",
  question: "Does some result contain this text?",
  needs: "toolResults",
  fields: {
    needle: z.string().min(1).max(1_000),
    caseSensitive: z.boolean().optional(),
    toolName: toolNameField.optional(),
  },
  evaluate(transcript, { needle, caseSensitive = false, toolName }) {
    if (isBlank(needle)) return fail("malformed check: needle is blank");
    const scope = channelScope<TranscriptToolResult>(transcript, "toolResults", toolName);
    if (scope.kind === "error") return scope.outcome;
    if (scope.kind === "absence")
      return fail(`expected a result${ofTool(toolName)} with ${quote(needle)}, nothing was called`);
    const found = scope.rows.filter((row) => contains(searchedText(row), needle, caseSensitive)).length;
    const rows = count(scope.rows.length, "result");
    if (found > 0)
      return pass(`${found} of ${rows}${ofTool(toolName)} contain ${quote(needle)}${scope.coverage}`);
    // What was cut off might have held it: a stored prefix proves presence, never absence.
    const cutRows = scope.rows.filter((row) => row.truncated === true).length;
    if (cutRows > 0)
      return error(
        `${quote(needle)} is not in what was kept of ${rows}${ofTool(toolName)}, ${cutRows} of them cut for storage`,
      );
    return fail(`none of ${rows}${ofTool(toolName)} contains ${quote(needle)}${scope.coverage}`);
  },
});
