import { z } from "zod";
import { list, quote } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";

export const onlyToolsCalled = defineCheck({
  kind: "onlyToolsCalled",
  stage: "selection",
  question: "Was nothing called but the allowed tools?",
  turnScopable: true,
  fields: { toolNames: z.array(toolNameField) },
  evaluate(transcript, { toolNames }) {
    // Nothing can be named blank, so a blank entry would read as an allowance and grade as none.
    if (toolNames.some((name) => name.trim() === ""))
      return fail("malformed check: toolNames has a blank entry");
    const allowed = new Set(toolNames);
    const others = transcript.toolCalls.filter((call) => !allowed.has(call?.toolName));
    const names = toolNames.length === 0 ? "no tool at all" : `only ${list(toolNames.map(quote))}`;
    if (others.length === 0) return pass(`expected ${names}, and nothing else was called`);
    const called = others.map((call) =>
      typeof call?.toolName === "string" && call.toolName !== ""
        ? quote(call.toolName)
        : "a call without a name",
    );
    return fail(`expected ${names}, also called: ${list([...new Set(called)])}`);
  },
});
