import { isRecord, nonBlank, ownValue } from "../run/record.js";
import { gradeDeclarations } from "../suite/declarations.js";
import { list, quote } from "../transcript/reason.js";
import { defineCheck } from "./check.js";

export const toolInputSchemasWellFormed = defineCheck({
  kind: "toolInputSchemasWellFormed",
  stage: "discovery",
  question: "Does every input schema describe each of its parameters?",
  needs: "toolDeclarations",
  fields: {},
  evaluate(transcript) {
    return gradeDeclarations(
      transcript,
      "every input schema is an object schema whose parameters are described",
      ({ inputSchema }) => problemOf(inputSchema),
    );
  },
});

function problemOf(schema: unknown): string | undefined {
  if (!isRecord(schema)) return "has no input schema";
  const root = followOnce(schema, schema);
  if (ownValue(root, "type") !== "object") return 'has an input schema without type "object"';
  const properties = ownValue(root, "properties");
  if (properties === undefined) return undefined;
  if (!isRecord(properties)) return "has properties that are not an object";
  const bare = Object.keys(properties).filter((name) => !isDescribed(properties[name], schema));
  return bare.length === 0 ? undefined : `leaves ${list(bare.map(quote))} without a description`;
}

function isDescribed(property: unknown, root: Record<string, unknown>): boolean {
  if (!isRecord(property)) return false;
  // A description beside `$ref` wins over the one it points at.
  return (
    nonBlank(ownValue(property, "description")) !== undefined ||
    nonBlank(ownValue(followOnce(property, root), "description")) !== undefined
  );
}

// A local `$ref` is followed once: enough for a shared definition, and never a loop.
function followOnce(schema: Record<string, unknown>, root: Record<string, unknown>): Record<string, unknown> {
  const ref = ownValue(schema, "$ref");
  if (typeof ref !== "string" || !ref.startsWith("#/")) return schema;
  let target: unknown = root;
  for (const token of ref.slice(2).split("/")) {
    if (!isRecord(target)) return schema;
    target = ownValue(target, decode(token).replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return isRecord(target) ? target : schema;
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
