import { canonicalJson } from "@gradable/chain";
import { plainText } from "@gradable/contract";

/** One thing about a report that its own evidence contradicts. `path` is where; both values are quoted in `message`. */
export interface Mismatch {
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
  readonly message: string;
}

/** A mismatch whose message gives both values and says why the expected one is expected. */
export function mismatch(path: string, found: unknown, expected: unknown, why: string): Mismatch {
  return {
    path,
    found,
    expected,
    message: `${path}: the report says ${quoted(found)}, expected ${quoted(expected)}: ${why}.`,
  };
}

/** A value as a message quotes it: canonical JSON made safe to show, cut to 120 characters; what is not there reads "nothing". */
export function quoted(value: unknown): string {
  return value === undefined ? "nothing" : plainText(canonicalJson(value), { maxChars: 120 });
}
