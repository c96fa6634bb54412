import { defineCheck } from "../check.js";
import { gradeDeclarations } from "../declarations.js";
import { marksItselfDeprecated } from "../self-deprecation.js";

export const noDeprecatedToolExposed = defineCheck({
  kind: "noDeprecatedToolExposed",
  stage: "discovery",
  question: "Is no advertised tool marked as deprecated?",
  advisoryOnly: true,
  needs: "toolDeclarations",
  fields: {},
  evaluate(transcript) {
    return gradeDeclarations(transcript, "no description marks its tool as deprecated", ({ description }) =>
      marksItselfDeprecated(description) ? "describes itself as deprecated" : undefined,
    );
  },
});
