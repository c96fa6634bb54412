import { quote } from "../transcript/reason.js";
import { defineCheck, fail, pass } from "./check.js";

export const noEndingQuestion = defineCheck({
  kind: "noEndingQuestion",
  stage: "userValue",
  question: "Does the answer end without asking the user something?",
  advisoryOnly: true,
  turnScopable: true,
  fields: {},
  evaluate(transcript) {
    const lines = (transcript.finalAssistantMessage ?? "").split(/\r?\n/).map((line) => line.trim());
    const last = lines.findLast((line) => line !== "");
    if (last === undefined) return pass("there is no final answer that could ask");
    return last.endsWith("?")
      ? fail(`the answer ends by asking: ${quote(last)}`)
      : pass("the answer does not end in a question");
  },
});
