import { list, quote } from "../transcript/reason.js";
import { marksItselfDeprecated } from "../transcript/self-deprecation.js";
import { captureOf } from "../transcript/transcript.js";
import { defineCheck, error, fail, pass } from "./check.js";
import { notCaptured } from "./scope.js";

export const noDeprecatedToolCalled = defineCheck({
  kind: "noDeprecatedToolCalled",
  stage: "selection",
  question: "Was no tool called that says it is deprecated?",
  advisoryOnly: true,
  needs: "toolInventory",
  fields: {},
  evaluate(transcript) {
    if (captureOf(transcript, "toolInventory") !== "complete")
      return error(notCaptured(transcript, "toolInventory"));
    const deprecated = new Set(
      (transcript.toolInventory ?? [])
        .filter((tool) => marksItselfDeprecated(tool.description))
        .map((tool) => tool.name),
    );
    const called = [...new Set(transcript.toolCalls.map((call) => call.toolName))].filter((name) =>
      deprecated.has(name),
    );
    if (called.length === 0) return pass("no called tool describes itself as deprecated");
    return fail(`called although their descriptions mark them deprecated: ${list(called.map(quote))}`);
  },
});
