import { dereference, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isRecord } from "../run/record.js";
import { messageOf } from "../transcript/reason.js";
import { schemaForInstance, UnusableSchemaError } from "./json-schema-pattern.js";

/** What kind of mistake a violation is; the words are the public contract's. */
type SchemaViolationClass = "missing-required" | "wrong-type" | "bad-enum" | "hallucinated-param" | "other";

/** One place where a value does not fit its schema. `path` is a JSON Pointer, empty for the value itself. */
export interface SchemaViolation {
  readonly class: SchemaViolationClass;
  readonly keyword: string;
  readonly path: string;
  readonly message: string;
}

/** What comparing a value with a schema gave. Only `checked` says anything about the value. */
export type SchemaCheck =
  | { readonly state: "checked"; readonly violations: readonly SchemaViolation[] }
  | { readonly state: "unsupportedDialect"; readonly dialect: string }
  | { readonly state: "unusableSchema"; readonly detail: string };

// References a validation may follow before the schema counts as hostile: real ones need a few hundred.
const MAX_REFERENCES = 100_000;

/**
 * Compares a value with a JSON Schema: 2020-12 unless `$schema` says draft-07; no other dialect. Interprets the
 * schema (no code is generated), follows only references inside it, never touches a network, and never throws.
 */
export function checkJsonSchema(schema: unknown, value: unknown): SchemaCheck {
  if (!isRecord(schema) && typeof schema !== "boolean") {
    return { state: "unusableSchema", detail: "it is not a JSON Schema object" };
  }
  const draft = draftOf(schema);
  if (typeof draft === "object") return draft;
  try {
    const safe = schemaForInstance(schema, value) as Parameters<typeof validate>[1];
    const lookup = typeof safe === "boolean" ? {} : budgeted(dereference(safe));
    const result = validate(value, safe, draft, lookup, false);
    return { state: "checked", violations: result.valid ? [] : violationsOf(result.errors) };
  } catch (error) {
    const detail =
      error instanceof UnusableSchemaError
        ? error.message
        : error instanceof RangeError
          ? "it refers to itself without end"
          : (messageOf(error).split("\n")[0] ?? "it cannot be read");
    return { state: "unusableSchema", detail };
  }
}

function draftOf(schema: Record<string, unknown> | boolean): SchemaDraft | SchemaCheck {
  const declared = typeof schema === "boolean" ? undefined : schema.$schema;
  if (declared === undefined) return "2020-12";
  if (typeof declared !== "string")
    return { state: "unusableSchema", detail: 'its "$schema" is not a string' };
  const name = declared
    .trim()
    .replace(/^https?:\/\//, "")
    .replace(/#$/, "");
  if (name === "json-schema.org/draft/2020-12/schema") return "2020-12";
  if (name === "json-schema.org/draft-07/schema") return "7";
  return { state: "unsupportedDialect", dialect: declared };
}

function budgeted<Lookup extends object>(lookup: Lookup): Lookup {
  let followed = 0;
  return new Proxy(lookup, {
    get(target, key, receiver) {
      followed += 1;
      if (followed > MAX_REFERENCES) throw new UnusableSchemaError("its references multiply without end");
      return Reflect.get(target, key, receiver);
    },
  });
}

interface OutputUnit {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

// Units that only say that something below them failed; what failed has a unit of its own.
const WRAPPERS = new Set([
  "$ref",
  "allOf",
  "dependentSchemas",
  "if",
  "items",
  "additionalItems",
  "additionalProperties",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

function violationsOf(units: readonly OutputUnit[]): SchemaViolation[] {
  const violations: SchemaViolation[] = [];
  for (const [index, unit] of units.entries()) {
    // A `false` subschema is named by the keyword that held it: that is the unit before it.
    if (unit.keyword === "false" && WRAPPERS.has(units[index - 1]?.keyword ?? "")) continue;
    const closes = units[index + 1]?.keyword === "false";
    if (WRAPPERS.has(unit.keyword) && !closes) continue;
    violations.push({
      class: classOf(unit.keyword),
      keyword: unit.keyword,
      path: closes ? (units[index + 1]?.instanceLocation ?? "#").slice(1) : unit.instanceLocation.slice(1),
      message: unit.keyword === "pattern" ? "String does not match the pattern." : unit.error,
    });
  }
  return violations;
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
