import { count, quote, show } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";
import { callsTo } from "./scope.js";

export const toolNeverCalled = defineCheck({
  kind: "toolNeverCalled",
  stage: "selection",
  question: "Was the forbidden tool left alone?",
  turnScopable: true,
  fields: { toolName: toolNameField },
  evaluate(transcript, { toolName }) {
    const calls = callsTo(transcript, toolName);
    if (calls.length === 0) return pass(`${quote(toolName)} was never called`);
    return fail(
      `${quote(toolName)} was called (${count(calls.length, "call")}), the first with ${show(calls[0]?.arguments)}`,
    );
  },
});
