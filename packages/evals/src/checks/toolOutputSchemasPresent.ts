import { isRecord } from "../run/record.js";
import { gradeDeclarations } from "../suite/declarations.js";
import { defineCheck } from "./check.js";

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
