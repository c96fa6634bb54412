import type { JsonValue } from "@gradable/contract";
import { isObject, type RawSchema } from "./flat-schema.js";

/** No value can be made; the message says for what. */
export class NoValue extends Error {
  override readonly name = "NoValue";
}

/** Longest array that is made. */
const MAX_ITEMS = 12;

/** An array for a schema: a tuple's places, else two items of a simple kind or one of a nested one, within the bounds. */
export function arrayOf(
  schema: RawSchema,
  attempt: number,
  item: (node: JsonValue | undefined, index: number) => JsonValue,
): JsonValue[] {
  const tuple = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const least = typeof schema.minItems === "number" ? schema.minItems : 0;
  const most = Math.min(typeof schema.maxItems === "number" ? schema.maxItems : MAX_ITEMS, MAX_ITEMS);
  const usual = tuple.length > 0 ? tuple.length : isNested(rest) || attempt > 8 ? 1 : 2;
  const closed = rest === false ? tuple.length : most;
  const length = Math.min(Math.max(least, usual), most, closed);
  if (length < least) throw new NoValue(`an array of ${least} items is longer than a request names`);
  const items: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const declared = index < tuple.length ? tuple[index] : rest;
    const node = index === 0 && isObject(schema.contains) ? both(declared, schema.contains) : declared;
    let value = item(node, index);
    // Two of a kind differ, whether they must or not: nobody names one thing twice.
    for (let again = 0; again < 12 && index >= tuple.length && has(items, value); again++)
      value = item(node, index);
    if (index >= tuple.length && has(items, value)) {
      if (index >= least) break;
      if (schema.uniqueItems === true) throw new NoValue("too few different items were found");
    }
    items.push(value);
  }
  return items;
}

function both(a: JsonValue | undefined, b: RawSchema): JsonValue {
  return a === undefined || a === true ? b : { allOf: [a, b] };
}

/** Whether a schema is, or may be, one of objects or arrays. */
export function isNested(node: JsonValue | undefined): boolean {
  return (
    isObject(node) &&
    (node.type === "object" ||
      node.type === "array" ||
      isObject(node.properties) ||
      node.$ref !== undefined ||
      node.anyOf !== undefined)
  );
}

function has(items: readonly JsonValue[], value: JsonValue): boolean {
  const text = JSON.stringify(value);
  return items.some((item) => JSON.stringify(item) === text);
}
