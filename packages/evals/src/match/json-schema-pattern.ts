import { isRecord } from "../run/record.js";
import { compileLinear } from "./regex.js";

/** A schema that cannot be checked against; the message says why. */
export class UnusableSchemaError extends Error {
  override readonly name = "UnusableSchemaError";
}

// Bounds on a declared schema: far above any real tool, low enough that a hostile one cannot stall a grader.
const MAX_DEPTH = 256;
const MAX_NODES = 50_000;
const MAX_TEXT_CHARS = 4_000_000;

const SCHEMA_KEYWORDS = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const SCHEMA_LIST_KEYWORDS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SCHEMA_MAP_KEYWORDS = new Set(["$defs", "definitions", "dependentSchemas", "properties"]);
const NUMBER_KEYWORDS = new Set([
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxContains",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minContains",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
]);
const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/**
 * A copy of a schema, safe to hand to a validator that uses the host's regular expressions, for one instance.
 *
 * Every pattern is run here, in the linear-time engine, on every text of the instance, and is replaced by an
 * anchored alternation of the texts that matched: the same verdict for this instance, and nothing left to backtrack.
 * `format` is dropped: it is an annotation in 2020-12 and optional in draft-07.
 *
 * @throws {UnusableSchemaError} for a keyword of the wrong shape, a pattern the linear-time engine does not take, or
 *   a schema above the bounds
 */
export function schemaForInstance(schema: unknown, instance: unknown): unknown {
  const state = { nodes: 0, texts: instanceTexts(instance) };
  return copySchema(schema, state, 0);
}

interface CopyState {
  nodes: number;
  readonly texts: readonly string[];
}

function copySchema(schema: unknown, state: CopyState, depth: number): unknown {
  if (typeof schema === "boolean") return schema;
  if (!isRecord(schema))
    throw new UnusableSchemaError("a schema inside it is neither an object nor a boolean");
  state.nodes += 1;
  if (depth > MAX_DEPTH || state.nodes > MAX_NODES)
    throw new UnusableSchemaError("it is too large to check against");
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "format" || keyword === "__proto__") continue;
    copy[keyword] = copyKeyword(keyword, value, state, depth + 1);
  }
  return copy;
}

function copyKeyword(keyword: string, value: unknown, state: CopyState, depth: number): unknown {
  if (SCHEMA_KEYWORDS.has(keyword)) return copySchema(value, state, depth);
  if (SCHEMA_LIST_KEYWORDS.has(keyword)) {
    return expectArray(keyword, value).map((entry) => copySchema(entry, state, depth));
  }
  if (SCHEMA_MAP_KEYWORDS.has(keyword)) return copyMap(keyword, value, state, depth);
  if (NUMBER_KEYWORDS.has(keyword) && typeof value !== "number") wrongShape(keyword);
  switch (keyword) {
    case "$dynamicRef":
    case "$recursiveRef":
      throw new UnusableSchemaError(`it uses ${keyword}, which is not supported`);
    case "$ref":
      return typeof value === "string" ? value : wrongShape(keyword);
    case "type":
      return expectTypes(value);
    case "enum":
      return expectArray(keyword, value);
    case "required":
      return expectStrings(keyword, value);
    case "items":
      return Array.isArray(value)
        ? value.map((entry) => copySchema(entry, state, depth))
        : copySchema(value, state, depth);
    case "dependencies":
      return copyDependencies(value, state, depth);
    case "pattern":
      return literalPattern(typeof value === "string" ? value : wrongShape(keyword), state.texts);
    case "patternProperties":
      return copyPatternProperties(value, state, depth);
    default:
      return value;
  }
}

function copyMap(keyword: string, value: unknown, state: CopyState, depth: number): Record<string, unknown> {
  if (!isRecord(value)) return wrongShape(keyword);
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, entry] of Object.entries(value)) copy[name] = copySchema(entry, state, depth);
  return copy;
}

function copyDependencies(value: unknown, state: CopyState, depth: number): Record<string, unknown> {
  if (!isRecord(value)) return wrongShape("dependencies");
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, entry] of Object.entries(value)) {
    copy[name] = Array.isArray(entry)
      ? expectStrings("dependencies", entry)
      : copySchema(entry, state, depth);
  }
  return copy;
}

function copyPatternProperties(value: unknown, state: CopyState, depth: number): Record<string, unknown> {
  if (!isRecord(value)) return wrongShape("patternProperties");
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [pattern, entry] of Object.entries(value)) {
    const key = literalPattern(pattern, state.texts);
    const schema = copySchema(entry, state, depth);
    // Two patterns that match the same names become one key: both schemas apply to it.
    copy[key] = copy[key] === undefined ? schema : { allOf: [copy[key], schema] };
  }
  return copy;
}

function literalPattern(source: string, texts: readonly string[]): string {
  const compiled = compileLinear(source);
  if (compiled === null) {
    throw new UnusableSchemaError("a pattern in it does not compile in the linear-time engine");
  }
  const matching = texts.filter((text) => compiled.test(text));
  if (matching.length === 0) return "(?!)";
  return `^(?:${matching.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})$`;
}

/** Every string value and property name of an instance, once each. */
function instanceTexts(instance: unknown): string[] {
  const texts = new Set<string>();
  const seen = new Set<object>();
  const stack: unknown[] = [instance];
  let chars = 0;
  const add = (text: string) => {
    if (texts.has(text)) return;
    chars += text.length;
    if (chars > MAX_TEXT_CHARS)
      throw new UnusableSchemaError("the value is too large to run its patterns on");
    texts.add(text);
  };
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === "string") add(value);
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, entry] of Object.entries(value)) {
      if (!Array.isArray(value)) add(key);
      stack.push(entry);
    }
  }
  return [...texts];
}

function expectArray(keyword: string, value: unknown): unknown[] {
  return Array.isArray(value) ? value : wrongShape(keyword);
}

function expectStrings(keyword: string, value: unknown): string[] {
  const entries = expectArray(keyword, value);
  return entries.every((entry) => typeof entry === "string") ? (entries as string[]) : wrongShape(keyword);
}

function expectTypes(value: unknown): unknown {
  const names = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((name) => TYPES.has(name as string)) ? value : wrongShape("type");
}

function wrongShape(keyword: string): never {
  throw new UnusableSchemaError(`its "${keyword}" does not have the shape the dialect asks for`);
}
