import { gradePatterns, patternFields, subjectOf } from "../match/pattern-match.js";
import { defineCheck, toolNameField } from "./check.js";
import { callsTo } from "./scope.js";

export const toolInputMatches = defineCheck({
  kind: "toolInputMatches",
  stage: "call",
  question: "Does the tool's input carry what the request asked for?",
  turnScopable: true,
  fields: { toolName: toolNameField, ...patternFields },
  undecidableFields: ["toolName", ...Object.keys(patternFields)],
  evaluate(transcript, rule) {
    const calls = callsTo(transcript, rule.toolName);
    return gradePatterns(rule, {
      noun: "call",
      subjects: calls.map((call) => subjectOf(call.arguments ?? {}, rule.path)),
      unseen: 0,
      coverage: "",
    });
  },
});
