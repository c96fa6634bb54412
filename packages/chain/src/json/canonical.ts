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
  const ordered = inOrder(value, 0);
  return ordered === notPlain ? deep(value) : JSON.stringify(ordered);
}

/** Levels that are walked by recursion: far more than documents have, far less than a call stack holds. */
const maxRecursion = 200;

/** Stands for a value that `deep` has to write, or to refuse. */
const notPlain = Symbol("not plain");

/**
 * The value with the keys of its objects in canonical order, so that JSON.stringify, which is several times faster than any walk, writes
 * it canonically; what is in order is not copied. `notPlain` for a value that has no canonical form or is too deep (a cycle is), and
 * for keys that no object can hold in that order.
 */
function inOrder(value: unknown, depth: number): unknown {
  if (typeof value !== "object") return hasForm(value) ? value : notPlain;
  if (value === null) return value;
  if (depth > maxRecursion) return notPlain;
  if (Array.isArray(value)) return entriesInOrder(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return notPlain;
  return membersInOrder(value as Record<string, unknown>, depth);
}

/** An undefined member is dropped, an undefined entry becomes null, by JSON.stringify as by RFC 8785's users. */
function hasForm(value: unknown): boolean {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value);
    case "string":
    case "boolean":
    case "undefined":
      return true;
    default:
      return false;
  }
}

function entriesInOrder(list: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const entry = list[index];
    const ordered = inOrder(entry, depth + 1);
    if (ordered === notPlain) return notPlain;
    if (ordered === entry) continue;
    copy ??= list.slice();
    copy[index] = ordered;
  }
  return copy ?? list;
}

function membersInOrder(node: Readonly<Record<string, unknown>>, depth: number): unknown {
  const keys = Object.keys(node);
  let copy: Record<string, unknown> | undefined;
  if (sort(keys)) {
    // An object gives its array indexes first and in numeric order, and takes `__proto__` for something else.
    for (const key of keys) if (startsWithDigit(key) || key === "__proto__") return notPlain;
    copy = {};
  }
  for (const key of keys) {
    const member = node[key];
    const ordered = typeof member === "string" ? member : inOrder(member, depth + 1);
    if (ordered === notPlain) return notPlain;
    if (copy === undefined) {
      if (ordered === member) continue;
      if (key === "__proto__") return notPlain;
      copy = { ...node };
    }
    copy[key] = ordered;
  }
  return copy ?? node;
}

function startsWithDigit(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
}

/** Up to this many keys, which nearly every object is below, an insertion sort is several times faster than the array's own. */
const fewKeys = 32;

/** Sorts keys by UTF-16 code unit, the order RFC 8785 asks for; false when they were in order. */
function sort(keys: string[]): boolean {
  let unsorted = 1;
  while (unsorted < keys.length && (keys[unsorted - 1] as string) <= (keys[unsorted] as string)) unsorted++;
  if (unsorted >= keys.length) return false;
  if (keys.length > fewKeys) {
    keys.sort();
    return true;
  }
  for (let index = unsorted; index < keys.length; index++) {
    const key = keys[index] as string;
    let place = index;
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return true;
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
