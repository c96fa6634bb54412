import { sha256Hex } from "./sha256.js";

/** What made a value impossible to write canonically. */
export type CanonicalJsonErrorCode =
  | "undefinedRoot"
  | "nonFiniteNumber"
  | "unsupportedType"
  | "nonPlainObject"
  | "cycle";

/** A value that has no canonical JSON form. `path` says where it was met, `$` being the root. */
export class CanonicalJsonError extends Error {
  readonly code: CanonicalJsonErrorCode;
  readonly path: string;

  constructor(code: CanonicalJsonErrorCode, found: string, path: string) {
    super(
      `Cannot write canonical JSON: ${found} at ${path}. Expected null, a boolean, a finite number, a string, ` +
        "an array or a plain object.",
    );
    this.name = "CanonicalJsonError";
    this.code = code;
    this.path = path;
  }
}

interface Frame {
  readonly node: object;
  /** Property names to write, or undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
  wrote: boolean;
}

/**
 * JSON with one spelling per value, after RFC 8785.
 *
 * Keys sort by UTF-16 code unit, without whitespace; numbers are written in their shortest round-trip form, -0 as 0;
 * properties whose value is undefined are dropped, undefined array entries become null. Walks with its own stack,
 * so depth is limited by memory and never by the call stack.
 *
 * @throws {CanonicalJsonError} for undefined at the root, a non-finite number, a function, symbol or bigint, an
 *   object that is neither plain nor an array, or a cycle
 */
export function canonicalJson(value: unknown): string {
  if (value === undefined) throw new CanonicalJsonError("undefinedRoot", "undefined", "$");
  const out: string[] = [];
  const stack: Frame[] = [];
  const open = new Set<object>();
  write(value, out, stack, open);
  while (stack.length > 0) {
    const frame = stack[stack.length - 1] as Frame;
    if (frame.next >= frame.length) {
      out.push(frame.keys === undefined ? "]" : "}");
      open.delete(frame.node);
      stack.pop();
      continue;
    }
    writeNext(frame, out, stack, open);
  }
  return out.join("");
}

/** SHA-256 of the canonical JSON of a value, as 64 lowercase hex digits. Throws like `canonicalJson`. */
export function canonicalDigest(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

function writeNext(frame: Frame, out: string[], stack: Frame[], open: Set<object>): void {
  const position = frame.next;
  frame.next += 1;
  if (frame.keys === undefined) {
    const entry = (frame.node as readonly unknown[])[position];
    if (frame.wrote) out.push(",");
    frame.wrote = true;
    write(entry === undefined ? null : entry, out, stack, open);
    return;
  }
  const key = frame.keys[position] as string;
  const entry = (frame.node as Record<string, unknown>)[key];
  if (entry === undefined) return;
  out.push(frame.wrote ? `,${JSON.stringify(key)}:` : `${JSON.stringify(key)}:`);
  frame.wrote = true;
  write(entry, out, stack, open);
}

function write(value: unknown, out: string[], stack: Frame[], open: Set<object>): void {
  switch (typeof value) {
    case "boolean":
      out.push(value ? "true" : "false");
      return;
    case "number":
      if (!Number.isFinite(value)) {
        throw new CanonicalJsonError("nonFiniteNumber", String(value), pathOf(stack));
      }
      // JSON.stringify writes the shortest round-trip form, and -0 as 0.
      out.push(JSON.stringify(value));
      return;
    case "string":
      out.push(JSON.stringify(value));
      return;
    case "object":
      if (value === null) out.push("null");
      else enter(value, out, stack, open);
      return;
    default:
      throw new CanonicalJsonError("unsupportedType", `a ${typeof value}`, pathOf(stack));
  }
}

function enter(node: object, out: string[], stack: Frame[], open: Set<object>): void {
  if (open.has(node)) throw new CanonicalJsonError("cycle", "a value that contains itself", pathOf(stack));
  if (Array.isArray(node)) {
    out.push("[");
    open.add(node);
    stack.push({ node, keys: undefined, length: node.length, next: 0, wrote: false });
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(node);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CanonicalJsonError("nonPlainObject", "an object that is not plain", pathOf(stack));
  }
  // The default sort compares UTF-16 code units, which is the order RFC 8785 asks for.
  const keys = Object.keys(node).sort();
  out.push("{");
  open.add(node);
  stack.push({ node, keys, length: keys.length, next: 0, wrote: false });
}

function pathOf(stack: readonly Frame[]): string {
  let path = "$";
  for (const frame of stack.slice(0, maxPathFrames)) {
    const position = frame.next - 1;
    path += frame.keys === undefined ? `[${position}]` : `.${frame.keys[position]}`;
  }
  return stack.length > maxPathFrames ? `${path}…` : path;
}

/** A path is for a person; a deeply nested one is cut so that the message stays readable. */
const maxPathFrames = 20;
