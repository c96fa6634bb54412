import { isBlank } from "../match/needle.js";
import { defineCheck, fail, pass } from "./check.js";

export const finalAssistantMessageNonEmpty = defineCheck({
  kind: "finalAssistantMessageNonEmpty",
  stage: "userValue",
  question: "Did the user get an answer?",
  turnScopable: true,
  fields: {},
  evaluate(transcript) {
    const message = transcript.finalAssistantMessage ?? "";
    return isBlank(message)
      ? fail("the last assistant message has no text")
      : pass(`the answer has ${message.trim().length} characters`);
  },
});
