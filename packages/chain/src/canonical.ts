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
 * properties whose value is undefined are dropped, undefined array entries become null. Depth is limited by memory and
 * never by the call stack.
 *
 * @throws {CanonicalJsonError} for undefined at the root, a non-finite number, a function, symbol or bigint, an
 *   object that is neither plain nor an array, or a cycle
 */
export function canonicalJson(value: unknown): string {
  if (value === undefined) throw new CanonicalJsonError("undefinedRoot", "undefined", "$");
  return shallow(value, 0) ?? deep(value);
}

/** Levels that are walked by recursion: far more than documents have, far less than a call stack holds. */
const maxRecursion = 200;

/**
 * The same text by recursion, several times faster, for what almost every value is; undefined for a value that is too deep (a cycle is)
 * or has no canonical form, which the walk below tells apart.
 */
function shallow(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value === 0 ? 0 : value) : undefined;
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object" || depth > maxRecursion) return undefined;
  if (Array.isArray(value)) {
    let text = "[";
    for (let index = 0; index < value.length; index++) {
      const entry: unknown = value[index];
      const written = entry === undefined ? "null" : shallow(entry, depth + 1);
      if (written === undefined) return undefined;
      text += index === 0 ? written : `,${written}`;
    }
    return `${text}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  let text = "{";
  for (const key of sortedKeys(value)) {
    const entry = (value as Record<string, unknown>)[key];
    if (entry === undefined) continue;
    const written = shallow(entry, depth + 1);
    if (written === undefined) return undefined;
    text += text.length === 1 ? `${quote(key)}:${written}` : `,${quote(key)}:${written}`;
  }
  return `${text}}`;
}

/** What JSON.stringify would escape; most strings have none of it and need only their quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what JSON escapes
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

function quote(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The keys in UTF-16 code unit order, the order RFC 8785 asks for; sorted only when they are not. */
function sortedKeys(node: object): string[] {
  const keys = Object.keys(node);
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort();
  }
  return keys;
}

/** Walks with its own stack, and says what has no canonical form and where. */
function deep(value: unknown): string {
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
  const keys = sortedKeys(node);
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
