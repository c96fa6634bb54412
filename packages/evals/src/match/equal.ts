import { isRecord } from "../run/record.js";

/**
 * Deep equality of JSON-like data: key order is ignored at every depth, array order counts, `undefined` properties
 * count as absent, and numbers compare as numbers except that NaN equals NaN. Walks with its own stack, so depth
 * cannot overflow the call stack; a pair of objects already under comparison is taken as equal, which ends cycles.
 */
export function deepEqual(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  const seen = new Map<object, Set<object>>();
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b || (typeof a === "number" && typeof b === "number" && Number.isNaN(a) && Number.isNaN(b))) {
      continue;
    }
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const partners = seen.get(a) ?? new Set<object>();
    if (partners.has(b)) continue;
    partners.add(b);
    seen.set(a, partners);
    if (!pushChildren(a, b, pairs)) return false;
  }
  return true;
}

function pushChildren(a: object, b: object, pairs: [unknown, unknown][]): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) pairs.push([a[i], b[i]]);
    return true;
  }
  if (!isRecord(a) || !isRecord(b) || tagOf(a) !== tagOf(b)) return false;
  // Dates and other boxed values carry no own keys: compare what they hold.
  if (tagOf(a) !== "[object Object]") return String(a) === String(b);
  const keys = definedKeys(a);
  if (keys.length !== definedKeys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false;
    pairs.push([a[key], b[key]]);
  }
  return true;
}

function definedKeys(record: Record<string, unknown>): string[] {
  return Object.keys(record).filter((key) => record[key] !== undefined);
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value);
}
