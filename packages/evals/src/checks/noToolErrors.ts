import { count, list, quote } from "../transcript/reason.js";
import type { ToolErrorRecord } from "../transcript/transcript.js";
import { defineCheck, fail, pass } from "./check.js";

export const noToolErrors = defineCheck({
  kind: "noToolErrors",
  stage: "response",
  question: "Did every call come back without an error?",
  turnScopable: true,
  fields: {},
  evaluate(transcript) {
    const errors = transcript.toolErrors ?? [];
    if (errors.length === 0) return pass("no tool reported an error");
    return fail(`${count(errors.length, "tool error")}: ${list(errors.map(describe))}`);
  },
});

function describe({ kind, toolName, message }: ToolErrorRecord): string {
  const name = toolName === undefined ? "a tool" : quote(toolName);
  return `${name} ${kind}${message === undefined ? "" : ` ${quote(message)}`}`;
}
