import type { JsonValue } from "@gradable/contract";

/**
 * Objects and arrays nested deeper than this are emptied. The deepest schema of 81 public servers has 26 levels;
 * a serialiser that recurses gives up at some thousands.
 */
export const MAX_DEPTH = 256;

/** A value fit to be kept, and what had to be changed for it. */
export interface BoundedJson {
  readonly value: JsonValue;
  readonly cutAtDepth: boolean;
  readonly numberOutOfRange: boolean;
  /** `mapText` changed something. */
  readonly textChanged: boolean;
}

interface Step {
  readonly from: object;
  readonly to: Record<string, JsonValue> | JsonValue[];
  readonly depth: number;
}

/**
 * Parsed JSON that every later step can walk and write: nothing nested deeper than {@link MAX_DEPTH}, and no
 * infinite number, which is what `JSON.parse` makes of 1e999; the largest finite one takes its place. Walks with its
 * own stack. What is fine as it is, as nearly everything is, comes back itself; otherwise a copy.
 *
 * @param mapText applied to every text and member name
 */
export function boundedJson(input: unknown, mapText?: (text: string) => string): BoundedJson {
  if (mapText === undefined && isBounded(input)) {
    return { value: input as JsonValue, cutAtDepth: false, numberOutOfRange: false, textChanged: false };
  }
  let cutAtDepth = false;
  let numberOutOfRange = false;
  let textChanged = false;
  const text = (given: string): string => {
    const mapped = mapText === undefined ? given : mapText(given);
    textChanged ||= mapped !== given;
    return mapped;
  };
  const stack: Step[] = [];
  const copy = (value: unknown, depth: number): JsonValue => {
    if (typeof value === "number" && !Number.isFinite(value)) {
      numberOutOfRange = true;
      return Math.sign(value) * Number.MAX_VALUE;
    }
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value as JsonValue;
    const to: Record<string, JsonValue> | JsonValue[] = Array.isArray(value) ? [] : {};
    if (depth < MAX_DEPTH) stack.push({ from: value, to, depth: depth + 1 });
    else if (Object.keys(value).length > 0) cutAtDepth = true;
    return to;
  };
  const value = copy(input, 0);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { from, to, depth } = step;
    if (Array.isArray(to)) {
      for (const item of from as unknown[]) to.push(copy(item, depth));
      continue;
    }
    for (const given of Object.keys(from)) {
      const key = text(given);
      const item = copy((from as Record<string, unknown>)[given], depth);
      // A member called __proto__ must stay a member.
      if (key === "__proto__")
        Object.defineProperty(to, key, { value: item, enumerable: true, writable: true, configurable: true });
      else to[key] = item;
    }
  }
  return { value, cutAtDepth, numberOutOfRange, textChanged };
}

export function isJsonObject(value: unknown): value is Record<string, JsonValue> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBounded(input: unknown): boolean {
  let level: object[] = typeof input === "object" && input !== null ? [input] : [];
  if (typeof input === "number" && !Number.isFinite(input)) return false;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const deeper: object[] = [];
    for (const node of level) {
      for (const value of Array.isArray(node) ? node : Object.values(node)) {
        if (typeof value === "object" && value !== null) deeper.push(value);
        else if (typeof value === "number" && !Number.isFinite(value)) return false;
      }
    }
    level = deeper;
  }
  return true;
}
