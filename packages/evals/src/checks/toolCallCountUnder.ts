import { defineCheck, fail, pass, positiveInt, toolNameField } from "./check.js";
import { inScope, ofTool } from "./scope.js";

export const toolCallCountUnder = defineCheck({
  kind: "toolCallCountUnder",
  stage: "selection",
  question: "Were few enough calls made?",
  turnScopable: true,
  fields: { count: positiveInt, toolName: toolNameField.optional() },
  evaluate(transcript, { count, toolName }) {
    const calls = inScope(transcript.toolCalls, toolName).length;
    const text = `${calls} calls${ofTool(toolName)}, expected fewer than ${count}`;
    return calls < count ? pass(text) : fail(text);
  },
});
