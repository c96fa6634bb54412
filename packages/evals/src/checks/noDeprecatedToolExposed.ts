import { gradeDeclarations } from "../suite/declarations.js";
import { marksItselfDeprecated } from "../transcript/self-deprecation.js";
import { defineCheck } from "./check.js";

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
