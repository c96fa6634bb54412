import type { Failed } from "./failed.js";
import type { Facts } from "./json.js";
import type { FailureOwner, ScanStage } from "./vocabulary/scan.js";

/** What {@link GradableError} is made of. */
export interface GradableErrorInit {
  /** Stable kebab-case id of the failure, unique across packages. */
  readonly code: string;
  /** Whose failure it is. `usage` is the caller's mistake: exit code 2, and nothing is recorded. */
  readonly owner: FailureOwner | "usage";
  /** What was found and what was expected, quoting the value; already neutralised. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** Where a scan stopped; absent outside a scan. */
  readonly stage?: ScanStage | undefined;
  readonly facts?: Facts | undefined;
  /** What had been read when it happened. */
  readonly partial?: Failed["partial"];
  readonly cause?: unknown;
}

/** Every failure Gradable names: a code, an owner, the facts, and text that says what to do next. */
export class GradableError extends Error {
  override readonly name = "GradableError";
  readonly code: string;
  readonly owner: FailureOwner | "usage";
  readonly hint: string | undefined;
  readonly stage: ScanStage | undefined;
  readonly facts: Facts;
  readonly partial: Failed["partial"];

  constructor(init: GradableErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.owner = init.owner;
    this.hint = init.hint;
    this.stage = init.stage;
    this.facts = init.facts ?? {};
    this.partial = init.partial;
  }
}
