import { checkJsonSchema, type SchemaViolation } from "../match/json-schema.js";
import { isRecord, ownValue } from "../run/record.js";
import { count, list, quote } from "../transcript/reason.js";
import {
  captureOf,
  type TranscriptToolCall,
  type TranscriptToolInventoryEntry,
} from "../transcript/transcript.js";
import { type CheckOutcome, defineCheck, error, fail, pass, toolNameField } from "./check.js";
import { inScope, notCaptured, ofTool } from "./scope.js";

export const argumentsMatchToolSchema = defineCheck({
  kind: "argumentsMatchToolSchema",
  stage: "call",
  question: "Were the arguments valid against the tool's own input schema?",
  needs: "toolInventory",
  fields: { toolName: toolNameField.optional() },
  evaluate(transcript, { toolName }) {
    if (captureOf(transcript, "toolInventory") !== "complete")
      return error(notCaptured(transcript, "toolInventory"));
    const calls = inScope(transcript.toolCalls, toolName);
    if (calls.length === 0) return pass(`no calls${ofTool(toolName)} to hold against a schema`);
    const inventory = new Map((transcript.toolInventory ?? []).map((tool) => [tool.name, tool]));
    const problems: string[] = [];
    const unknown = new Set<string>();
    for (const call of calls) {
      const checked = checkCall(call, inventory.get(call.toolName));
      if ("outcome" in checked) return checked;
      problems.push(...checked.violations.map((violation) => describe(call, violation)));
      for (const key of checked.undeclared) unknown.add(key);
    }
    const note = unknown.size === 0 ? "" : `; not declared, and allowed: ${list([...unknown].map(quote))}`;
    if (problems.length > 0) return fail(`${count(problems.length, "violation")}: ${list(problems)}${note}`);
    return pass(`${count(calls.length, "call")} valid against the declared input schemas${note}`);
  },
});

function checkCall(
  call: TranscriptToolCall,
  tool: TranscriptToolInventoryEntry | undefined,
): CheckOutcome | { violations: readonly SchemaViolation[]; undeclared: string[] } {
  const name = quote(call.toolName);
  if (tool === undefined)
    return error(`${name} was called and is not among the tools advertised to the model`);
  if (tool.inputSchema === undefined) return error(`${name} declares no input schema`);
  const checked = checkJsonSchema(tool.inputSchema, call.arguments ?? {});
  if (checked.state === "unsupportedDialect") {
    return error(
      `the input schema of ${name} is written in ${quote(checked.dialect)}, which is not supported`,
    );
  }
  if (checked.state === "unusableSchema") {
    return error(`the input schema of ${name} cannot be checked against: ${checked.detail}`);
  }
  return {
    violations: checked.violations,
    undeclared: undeclaredKeys(tool.inputSchema, call.arguments, checked.violations),
  };
}

// Reported, never a violation by itself: an open schema takes them.
function undeclaredKeys(schema: unknown, args: unknown, violations: readonly SchemaViolation[]): string[] {
  const properties = isRecord(schema) ? ownValue(schema, "properties") : undefined;
  if (!isRecord(properties) || !isRecord(args)) return [];
  const refused = new Set(violations.filter((v) => v.class === "hallucinated-param").map((v) => v.path));
  return Object.keys(args).filter(
    (key) =>
      !Object.hasOwn(properties, key) && !refused.has(`/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function describe(call: TranscriptToolCall, violation: SchemaViolation): string {
  const place = violation.path === "" ? "" : ` at ${quote(violation.path)}`;
  return `${quote(call.toolName)}${place}: ${violation.class} (${quote(violation.message)})`;
}
