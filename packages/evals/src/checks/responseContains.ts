import { z } from "zod";
import { contains, isBlank } from "../match/needle.js";
import { quote } from "../transcript/reason.js";
import { defineCheck, fail, pass } from "./check.js";

// The cap of `toolResultContains`: both carry author text into every stored row.
const MAX_NEEDLE_CHARS = 1_000;

export const responseContains = defineCheck({
  kind: "responseContains",
  stage: "userValue",
  question: "Does the answer contain this text?",
  turnScopable: true,
  fields: { needle: z.string().min(1).max(MAX_NEEDLE_CHARS), caseSensitive: z.boolean().optional() },
  evaluate(transcript, { needle, caseSensitive = false }) {
    if (isBlank(needle)) return fail("malformed check: needle is blank");
    const message = transcript.finalAssistantMessage ?? "";
    if (contains(message, needle, caseSensitive)) return pass(`the answer contains ${quote(needle)}`);
    return fail(
      message === ""
        ? `expected the answer to contain ${quote(needle)}, there is no final answer`
        : `expected the answer to contain ${quote(needle)}, it is ${quote(message)}`,
    );
  },
});
