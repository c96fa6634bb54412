import type { JsonValue } from "@gradable/contract";

type SchemaObject = { readonly [key: string]: JsonValue };

/** Nodes of a schema that is still read; the largest input schema of our corpus has a few thousand. */
const MAX_SCHEMA_NODES = 50_000;
const MAX_SCHEMA_DEPTH = 200;
/** Schemas that a value at one place may be checked against, references followed; more is an expansion bomb. */
const MAX_IN_PLACE_SCHEMAS = 20_000;

/** Why a schema is too large to read at all; undefined where it is not. */
export function sizeProblem(schema: unknown): string | undefined {
  let nodes = 0;
  const stack: [unknown, number][] = [[schema, 1]];
  while (stack.length > 0) {
    const [node, depth] = stack.pop() as [unknown, number];
    if (typeof node !== "object" || node === null) continue;
    if (++nodes > MAX_SCHEMA_NODES)
      return `the input schema is too large to check (over ${MAX_SCHEMA_NODES} nodes)`;
    if (depth > MAX_SCHEMA_DEPTH)
      return `the input schema is too deep to check (over ${MAX_SCHEMA_DEPTH} levels)`;
    for (const member of Object.values(node)) stack.push([member, depth + 1]);
  }
  return undefined;
}

/**
 * Counts the subschemas that apply to one and the same value, over every place of the document: `allOf`, `anyOf`, `oneOf`, `not`,
 * `if`/`then`/`else` and local references. Forty definitions that each refer twice to the next would have a trillion.
 */
export function expansionProblem(root: SchemaObject): string | undefined {
  const sizes = new Map<object, number>();
  const inPlace = (schema: JsonValue | undefined, open: Set<object>): number => {
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return 1;
    const known = sizes.get(schema);
    if (known !== undefined) return known;
    if (open.has(schema)) return Number.POSITIVE_INFINITY;
    open.add(schema);
    let size = 1;
    for (const key of ["allOf", "anyOf", "oneOf"]) {
      const members = schema[key];
      if (Array.isArray(members)) for (const member of members) size += inPlace(member, open);
    }
    for (const key of ["not", "if", "then", "else"])
      if (schema[key] !== undefined) size += inPlace(schema[key], open);
    for (const key of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = schema[key];
      if (typeof reference === "string") size += inPlace(resolveLocal(root, reference), open);
    }
    open.delete(schema);
    sizes.set(schema, size);
    return size;
  };
  const stack: JsonValue[] = [root];
  while (stack.length > 0) {
    const node = stack.pop() as JsonValue;
    if (typeof node !== "object" || node === null) continue;
    if (!Array.isArray(node)) {
      const size = inPlace(node, new Set());
      if (size === Number.POSITIVE_INFINITY) return "the input schema refers to itself without end";
      if (size > MAX_IN_PLACE_SCHEMAS) {
        return `the input schema is too large to check: its references expand to over ${MAX_IN_PLACE_SCHEMAS} schemas`;
      }
    }
    for (const member of Object.values(node)) stack.push(member);
  }
  return undefined;
}

/** The part of a document that a `#/…` reference points at; undefined for anything else, anchors too. */
export function resolveLocal(root: JsonValue, reference: string): JsonValue | undefined {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let node: JsonValue | undefined = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    if (typeof node !== "object" || node === null) return undefined;
    const key = decodePointer(step);
    node = Object.hasOwn(node, key) ? (node as SchemaObject)[key] : undefined;
  }
  return node;
}

function decodePointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return step;
  }
}
