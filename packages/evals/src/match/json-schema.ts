import { checkSchema, type SchemaViolation as Violation } from "@gradable/schema";
import { isRecord } from "../run/record.js";

/** What kind of mistake a violation is; the words are the public contract's. */
type SchemaViolationClass = "missing-required" | "wrong-type" | "bad-enum" | "hallucinated-param" | "other";

/** One place where a value does not fit its schema. `path` is a JSON Pointer, empty for the value itself. */
export interface SchemaViolation extends Violation {
  readonly class: SchemaViolationClass;
}

/** What comparing a value with a schema gave. Only `checked` says anything about the value. */
export type SchemaCheck =
  | { readonly state: "checked"; readonly violations: readonly SchemaViolation[] }
  | { readonly state: "unsupportedDialect"; readonly dialect: string }
  | { readonly state: "unusableSchema"; readonly detail: string };

/**
 * Compares a value with a JSON Schema: 2020-12 unless `$schema` says draft-07; no other dialect. Interprets the
 * schema (no code is generated), follows only references inside it, never touches a network, and never throws.
 */
export function checkJsonSchema(schema: unknown, value: unknown): SchemaCheck {
  if (!isRecord(schema) && typeof schema !== "boolean") {
    return { state: "unusableSchema", detail: "it is not a JSON Schema object" };
  }
  const refused = refusedDialect(schema);
  if (refused !== undefined) return refused;
  // `format` is an annotation in 2020-12 and optional in draft-07.
  const check = checkSchema(schema, value, { formats: false });
  if ("unusable" in check) return { state: "unusableSchema", detail: check.unusable };
  return {
    state: "checked",
    violations: check.violations.map((violation) => ({ ...violation, class: classOf(violation.keyword) })),
  };
}

function refusedDialect(schema: Record<string, unknown> | boolean): SchemaCheck | undefined {
  const declared = typeof schema === "boolean" ? undefined : schema.$schema;
  if (declared === undefined) return undefined;
  if (typeof declared !== "string")
    return { state: "unusableSchema", detail: 'its "$schema" is not a string' };
  const name = declared
    .trim()
    .replace(/^https?:\/\//, "")
    .replace(/#$/, "");
  return /^json-schema\.org\/(?:draft\/2020-12|draft-07)\/schema$/.test(name)
    ? undefined
    : { state: "unsupportedDialect", dialect: declared };
}

function classOf(keyword: string): SchemaViolationClass {
  switch (keyword) {
    case "required":
      return "missing-required";
    case "type":
      return "wrong-type";
    case "enum":
    case "const":
      return "bad-enum";
    case "additionalProperties":
    case "unevaluatedProperties":
      return "hallucinated-param";
    default:
      return "other";
  }
}
