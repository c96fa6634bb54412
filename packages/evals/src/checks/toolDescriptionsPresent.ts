import { gradeDeclarations } from "../suite/declarations.js";
import { defineCheck, positiveInt } from "./check.js";

// The public editor's default; short enough that one honest sentence passes.
const DEFAULT_MIN_LENGTH = 20;

export const toolDescriptionsPresent = defineCheck({
  kind: "toolDescriptionsPresent",
  stage: "discovery",
  question: "Does every tool describe itself?",
  needs: "toolDeclarations",
  fields: { minLength: positiveInt.optional() },
  evaluate(transcript, { minLength = DEFAULT_MIN_LENGTH }) {
    return gradeDeclarations(
      transcript,
      `every description has at least ${minLength} characters`,
      ({ description }) => {
        const length = typeof description === "string" ? description.trim().length : 0;
        if (length >= minLength) return undefined;
        return length === 0
          ? "has no description"
          : `has ${length} of ${minLength} characters of description`;
      },
    );
  },
});
