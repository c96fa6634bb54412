/** The caller's mistake on the command line: exit code 2. Kept apart from `GradableError` so that `--help` loads no schema. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(
    message: string,
    /** What to do next. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
