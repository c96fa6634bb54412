import { gradeDeclarations } from "../suite/declarations.js";
import { defineCheck } from "./check.js";

export const toolNamesUnique = defineCheck({
  kind: "toolNamesUnique",
  stage: "discovery",
  question: "Does every tool of a server have a name of its own?",
  needs: "toolDeclarations",
  fields: {},
  evaluate(transcript) {
    // Two servers may use one name; only a second use on the same server is a defect.
    const seen = new Map<string, Set<string>>();
    return gradeDeclarations(transcript, "no server declares a name twice", ({ serverKey, name }) => {
      const names = seen.get(serverKey) ?? new Set<string>();
      seen.set(serverKey, names);
      if (names.has(name)) return "is declared more than once";
      names.add(name);
      return undefined;
    });
  },
});
