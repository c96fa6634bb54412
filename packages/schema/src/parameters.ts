import type { JsonValue, SurfaceTool } from "@gradable/contract";
import { resolveLocal } from "./validate/expansion.js";

type SchemaObject = { readonly [key: string]: JsonValue };
type ParameterType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** A schema boiled down to what a caller needs to know; references followed, alternatives decided for the first that is not null. */
export interface SimpleSchema {
  /** Undefined where the schema does not say and nothing in it tells. */
  readonly type: ParameterType | undefined;
  readonly description: string;
  /** Allowed values (`enum`, `const`, alternatives of constants), at most 200. */
  readonly choices: readonly JsonValue[] | undefined;
  readonly default: JsonValue | undefined;
  readonly examples: readonly JsonValue[];
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly minLength: number;
  readonly maxLength: number | undefined;
  readonly minItems: number;
  readonly maxItems: number | undefined;
  /** Element schema of an array. */
  readonly items: SimpleSchema | undefined;
  /** Members of an object, in declared order. */
  readonly members: readonly Parameter[];
  /** Whether members not named may be given. */
  readonly open: boolean;
}

/** A parameter of a tool, or a member of an object parameter. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SimpleSchema;
}

/** How deep parameters are read: deeper members are accepted by validation but neither searched nor filled. */
const MAX_PARAMETER_DEPTH = 6;
const MAX_PARAMETERS = 300;
const MAX_CHOICES = 200;

const cache = new WeakMap<SurfaceTool, readonly Parameter[]>();

/** The parameters of a tool in declared order (at most 300 in all, nested ones included); empty where it declares none. Remembered per tool object. */
export function parametersOf(tool: SurfaceTool): readonly Parameter[] {
  let known = cache.get(tool);
  if (known === undefined) {
    const root = tool.inputSchema;
    known = isObject(root) ? simplify(root, root, 0, { left: MAX_PARAMETERS }).members : [];
    cache.set(tool, known);
  }
  return known;
}

interface Budget {
  left: number;
}

function simplify(
  declared: JsonValue | undefined,
  root: SchemaObject,
  depth: number,
  budget: Budget,
): SimpleSchema {
  const schema = flatten(declared, root);
  const choices = choicesOf(schema, root);
  const type = typeOf(schema, choices);
  const readable = depth < MAX_PARAMETER_DEPTH;
  const items = Array.isArray(schema.items) ? schema.items[0] : (schema.items ?? firstOf(schema.prefixItems));
  return {
    type,
    description: text(schema.description) || text(schema.title),
    choices,
    default: schema.default,
    examples: Array.isArray(schema.examples)
      ? schema.examples.slice(0, 20)
      : schema.example === undefined
        ? []
        : [schema.example],
    format: optionalText(schema.format),
    pattern: optionalText(schema.pattern),
    minimum: lowest(schema),
    maximum: highest(schema),
    minLength: count(schema.minLength) ?? 0,
    maxLength: count(schema.maxLength),
    minItems: count(schema.minItems) ?? 0,
    maxItems: count(schema.maxItems),
    items:
      type === "array" && readable && items !== undefined
        ? simplify(items, root, depth + 1, budget)
        : undefined,
    members: type === "object" && readable ? membersOf(schema, root, depth, budget) : [],
    open: schema.additionalProperties !== false,
  };
}

function membersOf(schema: SchemaObject, root: SchemaObject, depth: number, budget: Budget): Parameter[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  // Required, and declared nowhere: a caller must still give something.
  const undeclared = [...required].filter(
    (name) => typeof name === "string" && !Object.hasOwn(properties, name),
  ) as string[];
  // All members before the members of the first: a large body must not hide the parameter behind it.
  const names = [...Object.keys(properties), ...undeclared].slice(0, Math.max(budget.left, 0));
  budget.left -= names.length;
  return names.map((name) => ({
    name,
    required: required.has(name),
    schema: simplify(Object.hasOwn(properties, name) ? properties[name] : undefined, root, depth + 1, budget),
  }));
}

/** Follows references and merges `allOf`; of alternatives the first that is not null. Bounded, so cycles end. */
function flatten(declared: JsonValue | undefined, root: SchemaObject, hops = 0): SchemaObject {
  if (!isObject(declared) || hops > 8) return {};
  let schema: SchemaObject = declared;
  const reference = schema.$ref;
  if (typeof reference === "string") {
    const { $ref: _followed, ...beside } = schema;
    schema = { ...flatten(resolveLocal(root, reference), root, hops + 1), ...beside };
  }
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf.slice(0, 8)) schema = merge(schema, flatten(part, root, hops + 1));
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives) && schema.type === undefined && schema.properties === undefined) {
    const options = alternatives.slice(0, 16).map((option) => flatten(option, root, hops + 1));
    const chosen = options.find((option) => option.type !== "null" && option.const !== null) ?? {};
    schema = merge(schema, chosen);
  }
  return schema;
}

function merge(base: SchemaObject, added: SchemaObject): SchemaObject {
  const properties =
    isObject(base.properties) && isObject(added.properties)
      ? { properties: { ...added.properties, ...base.properties } }
      : {};
  const required =
    Array.isArray(base.required) && Array.isArray(added.required)
      ? { required: [...base.required, ...added.required] }
      : {};
  return { ...added, ...base, ...properties, ...required };
}

function choicesOf(schema: SchemaObject, root: SchemaObject): readonly JsonValue[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, MAX_CHOICES);
  if (schema.const !== undefined) return [schema.const];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(alternatives)) return undefined;
  const constants = alternatives.slice(0, MAX_CHOICES).map((option) => flatten(option, root).const);
  const given = constants.filter((constant) => constant !== undefined);
  return given.length > 0 && given.length === constants.length ? given : undefined;
}

const TYPES: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
]);

function typeOf(schema: SchemaObject, choices: readonly JsonValue[] | undefined): ParameterType | undefined {
  const declared = Array.isArray(schema.type)
    ? (schema.type.find((type) => TYPES.has(type) && type !== "null") ?? schema.type[0])
    : schema.type;
  if (TYPES.has(declared)) return declared as ParameterType;
  if (isObject(schema.properties)) return "object";
  if (schema.items !== undefined) return "array";
  const sample = choices?.[0];
  if (typeof sample === "string" || typeof sample === "number" || typeof sample === "boolean") {
    return typeof sample as ParameterType;
  }
  return schema.format !== undefined || schema.pattern !== undefined ? "string" : undefined;
}

function lowest(schema: SchemaObject): number | undefined {
  const exclusive = schema.exclusiveMinimum;
  const step = schema.type === "integer" ? 1 : 0.5;
  if (typeof exclusive === "number") return Math.max(exclusive + step, number(schema.minimum) ?? -Infinity);
  return number(schema.minimum);
}

function highest(schema: SchemaObject): number | undefined {
  const exclusive = schema.exclusiveMaximum;
  const step = schema.type === "integer" ? 1 : 0.5;
  if (typeof exclusive === "number") return Math.min(exclusive - step, number(schema.maximum) ?? Infinity);
  return number(schema.maximum);
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
const firstOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value[0] : undefined);
const text = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");
const optionalText = (value: JsonValue | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
const number = (value: JsonValue | undefined): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const count = (value: JsonValue | undefined): number | undefined => {
  const given = number(value);
  return given === undefined || given < 0 ? undefined : Math.floor(given);
};
