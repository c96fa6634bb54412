/** One place where two JSON values differ; `undefined` stands for a member or an entry that is not there. */
export interface Difference {
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/**
 * Every place where `found` differs from `expected`, deepest path first named, in the order of `expected`. Paths are
 * written like `runs.baseline.trials[3].status`.
 */
export function differences(found: unknown, expected: unknown, path = ""): Difference[] {
  if (isSame(found, expected)) return [];
  if (Array.isArray(found) && Array.isArray(expected)) {
    if (found.length !== expected.length) {
      return [{ path: join(path, "length"), found: found.length, expected: expected.length }];
    }
    return expected.flatMap((entry, index) => differences(found[index], entry, `${path}[${index}]`));
  }
  if (isObject(found) && isObject(expected)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    return keys.flatMap((key) => differences(found[key], expected[key], join(path, key)));
  }
  return [{ path, found, expected }];
}

/** Whether two JSON values have no difference; nearly every part of nearly every report, so it makes no paths and no lists. */
export function isSame(found: unknown, expected: unknown): boolean {
  if (Object.is(found, expected) || (found === 0 && expected === 0)) return true;
  if (Array.isArray(found) && Array.isArray(expected)) {
    if (found.length !== expected.length) return false;
    for (let index = 0; index < expected.length; index++) {
      if (!isSame(found[index], expected[index])) return false;
    }
    return true;
  }
  if (!isObject(found) || !isObject(expected)) return false;
  // A member of `expected` that is undefined is one that is not there, so the names of both sides are looked at.
  for (const key in expected) if (!isSame(found[key], expected[key])) return false;
  for (const key in found) if (!Object.hasOwn(expected, key) && found[key] !== undefined) return false;
  return true;
}

/** `parent.key`, with keys that are not plain names in brackets. */
export function join(parent: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
