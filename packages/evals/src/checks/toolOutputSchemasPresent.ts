import { defineCheck } from "../check.js";
import { gradeDeclarations } from "../declarations.js";
import { isRecord } from "../record.js";

export const toolOutputSchemasPresent = defineCheck({
  kind: "toolOutputSchemasPresent",
  stage: "discovery",
  question: "Does every tool declare what it returns?",
  needs: "toolDeclarations",
  fields: {},
  evaluate(transcript) {
    return gradeDeclarations(transcript, "every tool declares an output schema", ({ outputSchema }) =>
      isRecord(outputSchema) ? undefined : "declares no output schema",
    );
  },
});
