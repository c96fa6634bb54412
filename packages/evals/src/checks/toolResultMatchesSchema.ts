import { z } from "zod";
import { checkJsonSchema } from "../match/json-schema.js";
import { isRecord } from "../run/record.js";
import { count, list, quote } from "../transcript/reason.js";
import { payloadOf } from "../transcript/result-payload.js";
import type { TranscriptToolResult } from "../transcript/transcript.js";
import { type CheckOutcome, defineCheck, error, fail, pass, toolNameField } from "./check.js";
import { channelScope, ofTool } from "./scope.js";

// Largest authored schema, in UTF-8 bytes of its JSON; source: spec evals.md §2.1.
const MAX_RESULT_SCHEMA_BYTES = 16_384;

export const toolResultMatchesSchema = defineCheck({
  kind: "toolResultMatchesSchema",
  stage: "response",
  question: "Does every result fit this schema?",
  needs: "toolResults",
  fields: {
    schema: z.record(z.string(), z.unknown()).refine((schema) => bytesOf(schema) <= MAX_RESULT_SCHEMA_BYTES, {
      message: `the schema is larger than ${MAX_RESULT_SCHEMA_BYTES} bytes`,
    }),
    toolName: toolNameField.optional(),
  },
  undecidableFields: ["schema"],
  evaluate(transcript, { schema, toolName }) {
    const scope = channelScope<TranscriptToolResult>(transcript, "toolResults", toolName);
    if (scope.kind === "error") return scope.outcome;
    if (scope.kind === "absence") return fail(`expected a result${ofTool(toolName)}, nothing was called`);
    const problems: string[] = [];
    for (const row of scope.rows) {
      const checked = checkRow(row, schema);
      if (isRecord(checked)) return checked as CheckOutcome;
      if (checked !== undefined) problems.push(`${quote(row.toolName)} ${checked}`);
    }
    const rows = `${count(scope.rows.length, "result")}${ofTool(toolName)}`;
    if (problems.length === 0) return pass(`${rows} fit the schema${scope.coverage}`);
    return fail(`${problems.length} of ${rows} do not fit the schema: ${list(problems)}${scope.coverage}`);
  },
});

function checkRow(
  row: TranscriptToolResult,
  schema: Record<string, unknown>,
): CheckOutcome | string | undefined {
  const payload = payloadOf(row);
  if (payload === undefined) {
    // A JSON text that was cut for storage no longer parses, and that says nothing about the result.
    return row.truncated === true
      ? error(`the result of ${quote(row.toolName)} was cut for storage and cannot be read as JSON`)
      : "has no JSON to check";
  }
  const checked = checkJsonSchema(schema, payload.value);
  if (checked.state === "unsupportedDialect") {
    return error(`the schema is written in ${quote(checked.dialect)}, which is not supported`);
  }
  if (checked.state === "unusableSchema")
    return error(`the schema cannot be checked against: ${checked.detail}`);
  const first = checked.violations[0];
  if (first === undefined) return undefined;
  const more = checked.violations.length > 1 ? ` and ${checked.violations.length - 1} more` : "";
  return `${first.class}${first.path === "" ? "" : ` at ${quote(first.path)}`} (${quote(first.message)})${more}`;
}

function bytesOf(schema: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(schema), "utf8");
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
