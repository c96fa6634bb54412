import { quote } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";

export const toolCalledBefore = defineCheck({
  kind: "toolCalledBefore",
  stage: "selection",
  question: "Did the one tool always come before the other?",
  turnScopable: true,
  fields: { toolName: toolNameField, beforeToolName: toolNameField },
  evaluate(transcript, { toolName, beforeToolName }) {
    const first = transcript.toolCalls.findIndex((call) => call.toolName === toolName);
    const later = transcript.toolCalls.findIndex((call) => call.toolName === beforeToolName);
    if (later === -1)
      return pass(`${quote(beforeToolName)} was never called, so nothing had to come before it`);
    // Only the earliest calls matter: if one precedes the earliest, it precedes all. Equal names satisfy themselves.
    if (first !== -1 && first <= later) {
      return pass(`every call to ${quote(beforeToolName)} came after a call to ${quote(toolName)}`);
    }
    return fail(
      `${quote(beforeToolName)} was call ${later + 1} without an earlier call to ${quote(toolName)}, ${
        first === -1 ? "which was never called" : `whose first was call ${first + 1}`
      }`,
    );
  },
});
