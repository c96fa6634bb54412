import { quote } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";

export const firstToolWas = defineCheck({
  kind: "firstToolWas",
  stage: "selection",
  question: "Was this the first tool called?",
  turnScopable: true,
  fields: { toolName: toolNameField },
  evaluate(transcript, { toolName }) {
    const first = transcript.toolCalls[0];
    if (first === undefined)
      return fail(`expected the first call to be ${quote(toolName)}, no tool was called`);
    if (first.toolName === toolName) return pass(`the first call was ${quote(toolName)}`);
    return fail(`expected the first call to be ${quote(toolName)}, it was ${quote(first.toolName)}`);
  },
});
