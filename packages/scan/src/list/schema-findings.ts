import type { JsonValue } from "@gradable/contract";
import { isJsonObject } from "./json-value.js";
import { expectation, isKnownDialect, isReference, subschemas } from "./schema-keywords.js";

/** What an input schema's root says it is. */
export type InputSchemaShape = "missing" | "notObject" | "typeMissing" | "noParameters" | "object";

/** What reading a schema showed. Nothing is inlined and nothing is fetched. */
export interface SchemaFindings {
  /** Addresses outside the schema, each once. */
  readonly externalReferences: readonly string[];
  /** A reference leads back to a schema that it stands in. */
  readonly recursive: boolean;
  /** Where it breaks the rules of JSON Schema, as `pointer: problem`, at most 5. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 5;
/** Schemas looked at per declaration: a bound on time, far above any real one. */
const MAX_NODES = 100_000;

type SchemaObject = Record<string, JsonValue>;

interface Node {
  readonly schema: SchemaObject;
  readonly parent: Node | null;
  /** From the parent, as part of a pointer. */
  readonly step: string;
  /** The nearest schema around with an address of its own: pointers start there. */
  readonly resource: SchemaObject;
  /** Schemas one step further: contained, and later also referred to. */
  readonly next: SchemaObject[];
}

/** `{}` and `{"type": "object"}` are fine: no parameters. Only a root that cannot be an object is not. */
export function inputSchemaShape(schema: JsonValue | undefined): InputSchemaShape {
  if (schema === undefined) return "missing";
  if (!isJsonObject(schema)) return "notObject";
  const { type, properties } = schema;
  if (type === undefined) return Object.keys(schema).length === 0 ? "noParameters" : "typeMissing";
  if (!(Array.isArray(type) ? type : [type]).includes("object")) return "notObject";
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? "object" : "noParameters";
}

/** Walks a schema with its own stack and a visited set, so that neither depth nor recursion can overflow it. */
export function schemaFindings(root: JsonValue): SchemaFindings {
  const problems: string[] = [];
  const complain = (node: Node | null, step: string, problem: string): void => {
    if (problems.length < MAX_PROBLEMS)
      problems.push(`${pointerTo(node)}${step && `/${step.slice(0, 100)}`}: ${problem}`);
  };
  if (!isJsonObject(root)) {
    if (typeof root !== "boolean") complain(null, "", `expected a schema, found ${brief(root)}`);
    return { externalReferences: [], recursive: false, problems };
  }
  const nodes = new Map<object, Node>();
  const addresses = new Map<string, SchemaObject>();
  const references: { from: Node; to: string }[] = [];
  const external = new Set<string>();
  const stack: Node[] = [{ schema: root, parent: null, step: "", resource: root, next: [] }];

  for (let node = stack.pop(); node !== undefined && nodes.size < MAX_NODES; node = stack.pop()) {
    const { schema } = node;
    nodes.set(schema, node);
    const own = schema.$id ?? schema.id;
    if (typeof own === "string") addresses.set(own.replace(/#$/, ""), schema);
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof anchor === "string") addresses.set(`#${anchor}`, schema);
    }
    for (const keyword of Object.keys(schema)) {
      const item = schema[keyword] as JsonValue;
      const expected = expectation(keyword, item);
      if (expected !== null) complain(node, keyword, `expected ${expected}, found ${brief(item)}`);
      if (typeof item === "string") {
        if (isReference(keyword)) references.push({ from: node, to: item });
        else if (keyword === "$schema" && !isKnownDialect(item)) external.add(item);
      }
      for (const { value, step } of subschemas(keyword, item)) {
        if (isJsonObject(value)) {
          const resource = typeof value.$id === "string" ? value : node.resource;
          node.next.push(value);
          stack.push({ schema: value, parent: node, step, resource, next: [] });
        } else if (typeof value !== "boolean") {
          complain(node, step, `expected a schema, found ${brief(value)}`);
        }
      }
    }
  }

  for (const { from, to } of references) {
    const target = resolve(to, from, root, addresses);
    if (target === "external") external.add(to);
    else if (target === undefined) complain(from, "", `${to.slice(0, 100)} leads nowhere`);
    else if (isJsonObject(target)) from.next.push(target);
  }
  const recursive = references.length > 0 && hasCycle(nodes, root);
  return { externalReferences: [...external], recursive, problems };
}

/** What a reference points at; undefined where it leads nowhere inside the schema. */
function resolve(
  reference: string,
  from: Node,
  root: SchemaObject,
  addresses: ReadonlyMap<string, SchemaObject>,
): JsonValue | undefined | "external" {
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  if (address !== "") {
    const base = root.$id ?? root.id;
    const absolute =
      typeof base === "string" && URL.canParse(address, base) ? new URL(address, base).href : address;
    const found = addresses.get(address) ?? addresses.get(absolute);
    if (found === undefined) return "external";
    return fragment === "" ? found : atPointer(found, fragment);
  }
  if (fragment === "") return from.resource;
  if (!fragment.startsWith("/")) return addresses.get(`#${fragment}`);
  return atPointer(from.resource, fragment) ?? atPointer(root, fragment);
}

/** The value at a JSON pointer, which may be percent-encoded as part of an address. */
function atPointer(start: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = start;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    const key = percentDecoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    value = Object.hasOwn(value, key) ? (value as SchemaObject)[key] : undefined;
  }
  return value;
}

/** Depth-first with an explicit stack; a schema met again while still open closes a cycle. */
function hasCycle(nodes: ReadonlyMap<object, Node>, root: SchemaObject): boolean {
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

function pointerTo(node: Node | null): string {
  const steps: string[] = [];
  for (let at = node; at?.parent; at = at.parent) steps.unshift(at.step.slice(0, 100));
  return ["#", ...steps.slice(-20)].join("/");
}

/** A value in a few characters; what it holds may be large. */
function brief(value: JsonValue): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isJsonObject(value)) return "an object";
  return (JSON.stringify(value) ?? "").slice(0, 40);
}

function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
