import type { JsonValue } from "@gradable/contract";
import { isJsonObject } from "./json-value.js";

/**
 * Keywords of JSON Schema by what their value holds, over the dialects from draft 4 to 2020-12. A keyword that is
 * not here holds data (enum, const, default, examples) or text, and is not walked.
 */
type Holds =
  | "map"
  | "list"
  | "schema"
  | "schema-or-list"
  | "type"
  | "names"
  | "array"
  | "number"
  | "count"
  | "address";

const KEYWORDS: ReadonlyMap<string, Holds> = new Map(
  Object.entries({
    map: ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"],
    list: ["allOf", "anyOf", "oneOf", "prefixItems"],
    schema: [
      ...["additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems", "contains"],
      ...["not", "if", "then", "else", "propertyNames", "contentSchema"],
    ],
    "schema-or-list": ["items"],
    type: ["type"],
    names: ["required"],
    array: ["enum"],
    number: ["minimum", "maximum", "multipleOf"],
    count: ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"],
    address: ["$ref", "$dynamicRef", "$recursiveRef"],
  } satisfies Record<Holds, readonly string[]>).flatMap(([holds, names]) =>
    names.map((name) => [name, holds as Holds] as const),
  ),
);

const TYPES = new Set<unknown>(["null", "boolean", "object", "array", "number", "string", "integer"]);

/** Dialects whose meta-schemas are shipped with every validator; another one would have to be fetched. */
const DIALECT =
  /^https?:\/\/json-schema\.org\/(?:draft-0[34678]\/(?:hyper-)?schema|draft\/2019-09\/schema|draft\/2020-12\/schema|schema)#?$/;

/** Whether the keyword's text value refers to another schema. */
export function isReference(keyword: string): boolean {
  return KEYWORDS.get(keyword) === "address";
}

export function isKnownDialect(address: string): boolean {
  return DIALECT.test(address);
}

/** A schema inside another, with the end of its pointer. */
export interface Subschema {
  readonly value: JsonValue;
  readonly step: string;
}

/** The schemas that a keyword's value holds. */
export function subschemas(keyword: string, item: JsonValue): readonly Subschema[] {
  const holds = KEYWORDS.get(keyword);
  if (holds === "map" && isJsonObject(item)) {
    const entries = Object.entries(item).map(([name, value]) => ({ value, step: `${keyword}/${name}` }));
    // Before draft 2019-09 a dependency may be a list of property names.
    return keyword === "dependencies" ? entries.filter(({ value }) => !Array.isArray(value)) : entries;
  }
  if ((holds === "list" || holds === "schema-or-list") && Array.isArray(item)) {
    return item.map((value, index) => ({ value, step: `${keyword}/${index}` }));
  }
  return holds === "schema" || holds === "schema-or-list" ? [{ value: item, step: keyword }] : [];
}

/** What the keyword wants and its value is not, or null. Only what every dialect agrees on. */
export function expectation(keyword: string, item: JsonValue): string | null {
  switch (KEYWORDS.get(keyword)) {
    case "map":
      return isJsonObject(item) ? null : "an object";
    case "list":
    case "array":
      return Array.isArray(item) ? null : "an array";
    case "type": {
      const types = Array.isArray(item) ? item : [item];
      return types.length > 0 && types.every((type) => TYPES.has(type)) ? null : "a type of JSON Schema";
    }
    // Draft 3 habits: `required: true` on the property itself.
    case "names":
      return Array.isArray(item) && item.every((name) => typeof name === "string")
        ? null
        : "an array of names";
    case "number":
      return typeof item === "number" ? null : "a number";
    case "count":
      return Number.isInteger(item) && (item as number) >= 0 ? null : "a count";
    // Draft 2019-09 has `$recursiveRef`, and some write a boolean.
    case "address":
      return typeof item === "string" || typeof item === "boolean" ? null : "an address";
    default:
      return null;
  }
}
