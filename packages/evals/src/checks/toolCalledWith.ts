import { argMatch, argMatcherSchema } from "../match/arg-match.js";
import { count, quote, show } from "../transcript/reason.js";
import { defineCheck, fail, pass, positiveInt, toolNameField } from "./check.js";
import { callsTo } from "./scope.js";

export const toolCalledWith = defineCheck({
  kind: "toolCalledWith",
  stage: "selection",
  question: "Was the tool called with these arguments?",
  turnScopable: true,
  fields: { toolName: toolNameField, args: argMatcherSchema, minCount: positiveInt.optional() },
  evaluate(transcript, { toolName, args, minCount = 1 }) {
    const calls = callsTo(transcript, toolName);
    const matching = calls.filter((call) => argMatch(args, call.arguments)).length;
    const wanted = `${count(minCount, "call")} to ${quote(toolName)} with ${args.argumentMatching ?? "partial"} arguments ${show(args.args)}`;
    if (matching >= minCount) return pass(`found ${matching}, expected at least ${wanted}`);
    const actual =
      calls.length === 0
        ? "it was never called"
        : `${count(calls.length, "call")}, the first with ${show(calls[0]?.arguments)}`;
    return fail(`expected at least ${wanted}, found ${matching}: ${actual}`);
  },
});
