import type { JsonValue } from "@gradable/contract";
import { isJsonObject } from "./json-value.js";

/** What an input schema's root says it is. */
export type InputSchemaShape = "missing" | "notObject" | "typeMissing" | "noParameters" | "object";

/** What reading a schema showed. Nothing is inlined and nothing is fetched. */
export interface SchemaFindings {
  /** Addresses outside the schema, each once. */
  readonly externalReferences: readonly string[];
  /** A reference leads back to a schema it stands in. */
  readonly recursive: boolean;
  /** Where it breaks the rules of JSON Schema, as `pointer: problem`, at most 5. */
  readonly problems: readonly string[];
}

/** Keywords by what their value holds; everything else (enum, const, default, examples) is data and not walked. */
const MAPS = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SINGLES = new Set([
  ...[
    "additionalProperties",
    "additionalItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "items",
    "contains",
  ],
  ...["not", "if", "then", "else", "propertyNames", "contentSchema"],
]);
const TYPES = new Set(["null", "boolean", "object", "array", "number", "string", "integer"]);
const NUMBERS = new Set(["minimum", "maximum", "multipleOf"]);
const COUNTS = new Set(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]);
/** Dialects whose meta-schemas are shipped with every validator; another one would have to be fetched. */
const DIALECT =
  /^https?:\/\/json-schema\.org\/(?:draft-0[34678]|draft\/2019-09|draft\/2020-12)\/(?:hyper-)?schema#?$|^https?:\/\/json-schema\.org\/schema#?$/;

const MAX_PROBLEMS = 5;
/** Schemas looked at per declaration: a bound on time, far above any real one. */
const MAX_NODES = 100_000;

/** `{}` and `{"type": "object"}` are fine: no parameters. Only a root that cannot be an object is not. */
export function inputSchemaShape(schema: JsonValue | undefined): InputSchemaShape {
  if (schema === undefined) return "missing";
  if (!isJsonObject(schema)) return "notObject";
  const type = schema.type;
  if (type === undefined) return Object.keys(schema).length === 0 ? "noParameters" : "typeMissing";
  const types = Array.isArray(type) ? type : [type];
  if (!types.includes("object")) return "notObject";
  return isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0
    ? "object"
    : "noParameters";
}

interface Node {
  readonly schema: Record<string, JsonValue>;
  readonly pointer: string;
  /** Schemas one step further: contained or referred to. */
  readonly next: object[];
}

/** Walks a schema with its own stack and a visited set, so that neither depth nor recursion can overflow it. */
export function schemaFindings(root: JsonValue): SchemaFindings {
  const nodes = new Map<object, Node>();
  const problems: string[] = [];
  const references: { from: Node; to: string }[] = [];
  const anchors = new Map<string, object>();
  const external = new Set<string>();
  const stack: { value: JsonValue; pointer: string; parent: Node | null }[] = [
    { value: root, pointer: "#", parent: null },
  ];

  for (let step = stack.pop(); step !== undefined && nodes.size < MAX_NODES; step = stack.pop()) {
    const { value, pointer, parent } = step;
    if (!isJsonObject(value)) {
      if (typeof value !== "boolean") problems.push(`${pointer}: expected a schema, found ${brief(value)}`);
      continue;
    }
    parent?.next.push(value);
    const node: Node = { schema: value, pointer, next: [] };
    nodes.set(value, node);
    for (const name of ["$id", "id"])
      if (typeof value[name] === "string") anchors.set(stripHash(value[name]), value);
    for (const name of ["$anchor", "$dynamicAnchor"])
      if (typeof value[name] === "string") anchors.set(`#${value[name]}`, value);
    for (const [keyword, item] of Object.entries(value)) {
      const at = `${pointer}/${keyword.slice(0, 60)}`;
      const problem = keywordProblem(keyword, item);
      if (problem) problems.push(`${at}: ${problem}`);
      if (isReference(keyword) && typeof item === "string") references.push({ from: node, to: item });
      if (keyword === "$schema" && typeof item === "string" && !DIALECT.test(item)) external.add(item);
      for (const child of subschemas(keyword, item))
        stack.push({ ...child, pointer: `${at}${child.pointer}`, parent: node });
    }
  }

  for (const { from, to } of references) {
    const target =
      to.startsWith("#") && !anchors.has(to)
        ? atPointer(root, to)
        : anchors.get(anchors.has(to) ? to : stripHash(to));
    if (typeof target === "object" && target !== null) from.next.push(target);
    else if (!to.startsWith("#")) external.add(to);
    else if (target === undefined) problems.push(`${from.pointer}: ${to} leads nowhere`);
  }
  return {
    externalReferences: [...external],
    recursive: hasCycle(nodes, root),
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

function isReference(keyword: string): boolean {
  return keyword === "$ref" || keyword === "$dynamicRef" || keyword === "$recursiveRef";
}

function stripHash(address: string): string {
  return address.replace(/#$/, "");
}

function* subschemas(keyword: string, item: JsonValue): Generator<{ value: JsonValue; pointer: string }> {
  if (MAPS.has(keyword) && isJsonObject(item)) {
    for (const [name, value] of Object.entries(item)) {
      // Before draft 2019-09 a dependency may be a list of property names.
      if (keyword === "dependencies" && Array.isArray(value)) continue;
      yield { value, pointer: `/${name.slice(0, 60)}` };
    }
  } else if ((LISTS.has(keyword) || keyword === "items") && Array.isArray(item)) {
    for (const [index, value] of item.entries()) yield { value, pointer: `/${index}` };
  } else if (SINGLES.has(keyword)) {
    yield { value: item, pointer: "" };
  }
}

/** What is wrong with the value of a keyword, or null. Only what every dialect agrees on. */
function keywordProblem(keyword: string, item: JsonValue): string | null {
  const expected = expectation(keyword, item);
  return expected === null ? null : `expected ${expected}, found ${brief(item)}`;
}

/** What the keyword wanted and did not get, or null. */
function expectation(keyword: string, item: JsonValue): string | null {
  if (keyword === "type") {
    const types = Array.isArray(item) ? item : [item];
    return types.length > 0 && types.every((type) => TYPES.has(type as string))
      ? null
      : "a type of JSON Schema";
  }
  if (MAPS.has(keyword)) return isJsonObject(item) ? null : "an object";
  if (LISTS.has(keyword) || keyword === "enum") return Array.isArray(item) ? null : "an array";
  // Draft 3 habits: `required: true` on the property itself.
  if (keyword === "required") return Array.isArray(item) && item.every(isText) ? null : "an array of names";
  if (NUMBERS.has(keyword)) return typeof item === "number" ? null : "a number";
  if (COUNTS.has(keyword)) return Number.isInteger(item) && (item as number) >= 0 ? null : "a count";
  if (isReference(keyword)) return isText(item) || typeof item === "boolean" ? null : "an address";
  return null;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** A value in a few characters; what it holds may be large. */
function brief(value: JsonValue): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isJsonObject(value)) return "an object";
  return (JSON.stringify(value) ?? "").slice(0, 40);
}

/** The value a `#/...` reference points at; undefined where it leads nowhere. */
function atPointer(root: JsonValue, reference: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    value = Object.hasOwn(value, key) ? (value as Record<string, JsonValue>)[key] : undefined;
  }
  return value;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Depth-first with an explicit stack; a schema met again while still open closes a cycle. */
function hasCycle(nodes: ReadonlyMap<object, Node>, root: JsonValue): boolean {
  if (!isJsonObject(root)) return false;
  const done = new Set<object>();
  const open = new Set<object>([root]);
  const stack: { node: object; next: number }[] = [{ node: root, next: 0 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const child = nodes.get(frame.node)?.next[frame.next];
    frame.next += 1;
    if (child === undefined) {
      open.delete(frame.node);
      done.add(frame.node);
      stack.pop();
    } else if (open.has(child)) {
      return true;
    } else if (!done.has(child)) {
      open.add(child);
      stack.push({ node: child, next: 0 });
    }
  }
  return false;
}
