import type { JsonValue } from "@gradable/contract";
import { resolveLocal } from "../validate/expansion.js";

/** A declared schema node. */
export type RawSchema = { readonly [key: string]: JsonValue };

/** Which of some alternatives to take; called with how many there are. */
export type Choose = (options: readonly RawSchema[]) => RawSchema;

const MAX_HOPS = 24;

/**
 * One node with everything that holds beside it merged in: references followed, `allOf` joined, of `anyOf` and `oneOf` the option that
 * `choose` takes. Bounded, so that cycles end. `true` is an empty schema; undefined where nothing can be valid.
 */
export function flatSchema(
  declared: JsonValue | undefined,
  root: JsonValue,
  choose: Choose,
  hops = 0,
): RawSchema | undefined {
  if (declared === false) return undefined;
  if (!isObject(declared) || hops > MAX_HOPS) return {};
  let schema: RawSchema | undefined = declared;
  const parts: (JsonValue | undefined)[] = [];
  if (typeof declared.$ref === "string") parts.push(resolveReference(root, declared.$ref));
  if (Array.isArray(declared.allOf)) parts.push(...declared.allOf.slice(0, 16));
  for (const part of parts) {
    const flat = flatSchema(part, root, choose, hops + 1);
    if (flat === undefined || schema === undefined) return undefined;
    schema = mergeSchemas(schema, flat);
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const alternatives: JsonValue | undefined = declared[keyword];
    if (!Array.isArray(alternatives) || schema === undefined) continue;
    const options = alternatives
      .slice(0, 32)
      .map((option) => flatSchema(option, root, choose, hops + 1))
      .filter((option) => option !== undefined);
    if (options.length === 0) return undefined;
    schema = mergeSchemas(schema, choose(options));
  }
  return schema;
}

/** What a reference inside the document points at; an anchor is looked for among the definitions. */
function resolveReference(root: JsonValue, reference: string): JsonValue | undefined {
  const found = resolveLocal(root, reference);
  if (found !== undefined || !/^#[^/]/.test(reference) || !isObject(root)) return found;
  const anchor = reference.slice(1);
  return [root.$defs, root.definitions]
    .filter(isObject)
    .flatMap((definitions) => Object.values(definitions))
    .find((node) => isObject(node) && (node.$anchor === anchor || node.$dynamicAnchor === anchor));
}

/** A schema that both hold in, as far as keywords can say it; what cannot be joined is left to the check of the finished value. */
export function mergeSchemas(a: RawSchema, b: RawSchema): RawSchema {
  const merged: Record<string, JsonValue> = { ...b, ...a };
  for (const key of ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"])
    pickNumber(merged, key, a, b, Math.max);
  for (const key of ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"])
    pickNumber(merged, key, a, b, Math.min);
  if (Array.isArray(a.required) && Array.isArray(b.required))
    merged.required = [...new Set([...a.required, ...b.required])];
  for (const key of ["properties", "patternProperties", "dependentRequired", "$defs"]) {
    const [one, other] = [a[key], b[key]];
    if (isObject(one) && isObject(other))
      merged[key] = key === "properties" ? bothMaps(one, other) : { ...other, ...one };
  }
  if (Array.isArray(a.enum) && Array.isArray(b.enum)) {
    const other = new Set(b.enum.map((value) => JSON.stringify(value)));
    merged.enum = a.enum.filter((value) => other.has(JSON.stringify(value)));
  }
  if (a.type !== undefined && b.type !== undefined) merged.type = commonTypes(a.type, b.type);
  return merged;
}

function pickNumber(
  merged: Record<string, JsonValue>,
  key: string,
  a: RawSchema,
  b: RawSchema,
  pick: (one: number, other: number) => number,
): void {
  const [one, other] = [a[key], b[key]];
  if (typeof one === "number" && typeof other === "number") merged[key] = pick(one, other);
}

function bothMaps(a: RawSchema, b: RawSchema): RawSchema {
  const both: Record<string, JsonValue> = { ...b, ...a };
  for (const [name, node] of Object.entries(a)) {
    const other = Object.hasOwn(b, name) ? b[name] : undefined;
    if (isObject(node) && isObject(other)) both[name] = { allOf: [node, other] };
  }
  return both;
}

function commonTypes(a: JsonValue, b: JsonValue): JsonValue {
  const allowed = new Set([b].flat());
  const common = [a]
    .flat()
    .filter((type) => allowed.has(type) || (type === "integer" && allowed.has("number")));
  if ([a].flat().includes("number") && allowed.has("integer")) common.push("integer");
  return common.length === 1 ? (common[0] as JsonValue) : common.length === 0 ? a : common;
}

/** Whether a JSON value is an object. */
export function isObject(value: JsonValue | undefined): value is RawSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
