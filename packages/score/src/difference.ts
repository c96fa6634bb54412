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
  if (Object.is(found, expected) || (found === 0 && expected === 0)) return [];
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

/** `parent.key`, with keys that are not plain names in brackets. */
export function join(parent: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
