import { UsageError } from "../usage-error.js";

/** Reads a flag as a whole number; throws a usage error that quotes the value. */
export function wholeNumber(flag: string, value: unknown, range: { min: number; max?: number }): number {
  const number =
    typeof value === "number" ? value : /^-?\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  const max = range.max ?? Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(number) && number >= range.min && number <= max) return number;
  throw new UsageError(
    `${flag} ${JSON.stringify(value)}: expected a whole number of at least ${range.min}${range.max === undefined ? "" : ` and at most ${range.max}`}.`,
    `For example: ${flag} ${Math.max(range.min, 1)}`,
  );
}

/** Reads a flag as a number within a range; throws a usage error that quotes the value. */
export function numberInRange(flag: string, value: unknown, range: { min: number; max: number }): number {
  const number = String(value).trim() === "" ? Number.NaN : Number(value);
  if (Number.isFinite(number) && number >= range.min && number <= range.max) return number;
  throw new UsageError(
    `${flag} ${JSON.stringify(value)}: expected a number from ${range.min} to ${range.max}.`,
    `For example: ${flag} ${range.max === 100 ? 80 : range.max}`,
  );
}

/** Splits repeated `NAME<separator>VALUE` flags; throws a usage error that quotes the name only, since the value may be a secret. */
export function namedValues(
  flag: string,
  values: readonly string[] | undefined,
  separator: "=" | ":",
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const value of values ?? []) {
    const at = value.indexOf(separator);
    if (at <= 0) {
      throw new UsageError(
        `${flag}: expected NAME${separator}VALUE, found ${at === 0 ? "no name" : `no "${separator}"`} (the value is not shown, it may be a secret).`,
        `For example: ${flag} ${separator === "=" ? "API_KEY=abc" : '"Authorization: Bearer abc"'}`,
      );
    }
    result[value.slice(0, at).trim()] = separator === ":" ? value.slice(at + 1).trim() : value.slice(at + 1);
  }
  return result;
}

/** The last value of a flag that may have been repeated (yargs collects repeats in an array). */
export function last<Value>(value: Value | readonly Value[] | undefined): Value | undefined {
  return Array.isArray(value) ? (value as readonly Value[]).at(-1) : (value as Value | undefined);
}
