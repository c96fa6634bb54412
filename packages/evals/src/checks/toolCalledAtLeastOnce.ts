import { count, list, quote } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";
import { callsTo } from "./scope.js";

export const toolCalledAtLeastOnce = defineCheck({
  kind: "toolCalledAtLeastOnce",
  stage: "selection",
  question: "Was the tool called?",
  turnScopable: true,
  fields: { toolName: toolNameField },
  evaluate(transcript, { toolName }) {
    const calls = callsTo(transcript, toolName).length;
    if (calls > 0) return pass(`${quote(toolName)} was called (${count(calls, "call")})`);
    const others = transcript.toolCalls.map((call) => quote(call.toolName));
    return fail(
      `${quote(toolName)} was never called; ${others.length === 0 ? "no tool was" : `called: ${list(others)}`}`,
    );
  },
});
