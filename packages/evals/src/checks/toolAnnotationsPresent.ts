import { z } from "zod";
import { isRecord, ownValue } from "../run/record.js";
import { gradeDeclarations } from "../suite/declarations.js";
import { defineCheck } from "./check.js";

const HINTS = ["readOnlyHint", "destructiveHint"] as const;

export const toolAnnotationsPresent = defineCheck({
  kind: "toolAnnotationsPresent",
  stage: "discovery",
  question: "Does every tool carry annotations?",
  needs: "toolDeclarations",
  fields: { require: z.array(z.enum(HINTS)).optional() },
  evaluate(transcript, { require = [] }) {
    return gradeDeclarations(
      transcript,
      require.length === 0 ? "every tool has annotations" : `every tool states ${require.join(" and ")}`,
      ({ annotations }) => {
        if (!isRecord(annotations)) return "has no annotations";
        const missing = require.filter((hint) => typeof ownValue(annotations, hint) !== "boolean");
        return missing.length === 0 ? undefined : `does not state ${missing.join(" and ")}`;
      },
    );
  },
});
