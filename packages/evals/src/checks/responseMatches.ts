import { z } from "zod";
import { isBlank } from "../match/needle.js";
import { MAX_SUBJECT_CHARS, runScriptPattern } from "../match/regex.js";
import { quote, showPattern } from "../transcript/reason.js";
import { defineCheck, fail, pass } from "./check.js";

// A group that ends in a quantifier and is itself quantified, the classic runaway: refused by contract even where
// the linear-time engine could run it, so that a suite means the same everywhere.
const NESTED_QUANTIFIER = /[+*}]\??\)[+*{]/;

export const responseMatches = defineCheck({
  kind: "responseMatches",
  stage: "userValue",
  question: "Does the answer match this pattern?",
  turnScopable: true,
  fields: { pattern: z.string().min(1) },
  evaluate(transcript, { pattern }) {
    const shown = showPattern(pattern);
    if (isBlank(pattern)) return fail("malformed check: pattern is blank");
    if (NESTED_QUANTIFIER.test(pattern))
      return fail(`refused ${shown}: a quantified group ends in a quantifier`);
    const message = transcript.finalAssistantMessage ?? "";
    if (message.length > MAX_SUBJECT_CHARS) {
      return fail(
        `the answer has ${message.length} characters, more than the ${MAX_SUBJECT_CHARS} a pattern is run on`,
      );
    }
    switch (runScriptPattern(pattern, message)) {
      case "match":
        return pass(`the answer matches ${shown}`);
      case "noMatch":
        return fail(`expected the answer to match ${shown}, it is ${quote(message)}`);
      case "invalid":
        return fail(`refused ${shown}: it is not a regular expression`);
      case "runaway":
        return fail(`refused ${shown}: it does not finish in reasonable time`);
    }
  },
});
