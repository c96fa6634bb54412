import { canonicalJson } from "@gradable/chain";
import { quote, show } from "../transcript/reason.js";
import type { TranscriptToolCall } from "../transcript/transcript.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";
import { ofTool } from "./scope.js";

export const noRepeatedIdenticalCall = defineCheck({
  kind: "noRepeatedIdenticalCall",
  stage: "call",
  question: "Was no call repeated at once with the same arguments?",
  advisoryOnly: true,
  turnScopable: true,
  fields: { toolName: toolNameField.optional() },
  evaluate(transcript, { toolName }) {
    const calls = transcript.toolCalls;
    for (let i = 1; i < calls.length; i++) {
      const [before, call] = [calls[i - 1] as TranscriptToolCall, calls[i] as TranscriptToolCall];
      // Adjacency is judged on the full list; the scope only filters what is reported.
      if (before.toolName !== call.toolName || (toolName !== undefined && call.toolName !== toolName))
        continue;
      const canonical = canonicalArguments(call);
      if (canonical !== undefined && canonical === canonicalArguments(before)) {
        return fail(`call ${i + 1} repeats call ${i}: ${quote(call.toolName)} with ${show(call.arguments)}`);
      }
    }
    return pass(`no two consecutive calls${ofTool(toolName)} were identical`);
  },
});

// Arguments that have no canonical form equal nothing, not even themselves.
function canonicalArguments(call: TranscriptToolCall): string | undefined {
  try {
    return canonicalJson(call.arguments ?? {});
  } catch {
    return undefined;
  }
}
