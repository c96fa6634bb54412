/** The stack of a failure and of everything that caused it, for `--verbose`. */
export function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined
    ? `${thrown.stack}`
    : `${thrown.stack}\nCaused by: ${stackOf(thrown.cause)}`;
}
