import { GradableError, type GradableErrorInit } from "./error.js";
import type { Facts } from "./json.js";
import { plainText } from "./plain-text.js";

/** A text about a failure: words that name facts in braces, or a function where words alone won't do. */
type ErrorText = string | ((facts: Facts) => string);

/** One failure a package names. */
export interface ErrorEntry extends Pick<GradableErrorInit, "owner" | "stage"> {
  /** What was found, and what was expected. */
  readonly message: ErrorText;
  /** What to do next. */
  readonly hint?: ErrorText;
}

/** What an error of a table carries besides its code and facts; `stage` and `hint` take the place of the table's. */
export type ErrorDetail = Pick<GradableErrorInit, "stage" | "hint" | "partial" | "cause">;

/**
 * The failures of one package by code: the one place where their texts are written. `init()` puts facts into the text of a code;
 * the facts must be free of credentials already, and what a function is given must be neutralised (facts named in braces are
 * neutralised here). `error()` makes the error.
 */
export function defineErrors<const Table extends Readonly<Record<string, ErrorEntry>>>(table: Table) {
  type Code = keyof Table & string;
  const init = (code: Code, facts: Facts = {}, detail: ErrorDetail = {}): GradableErrorInit => {
    const entry = table[code] as ErrorEntry;
    return {
      code,
      owner: entry.owner,
      stage: detail.stage ?? entry.stage,
      message: say(entry.message, facts),
      hint: detail.hint ?? (entry.hint === undefined ? undefined : say(entry.hint, facts)),
      facts,
      partial: detail.partial,
      cause: detail.cause,
    };
  };
  return {
    table,
    init,
    error: (code: Code, facts?: Facts, detail?: ErrorDetail) => new GradableError(init(code, facts, detail)),
  };
}

function say(text: ErrorText, facts: Facts): string {
  if (typeof text === "function") return text(facts);
  return text.replace(/\{(\w+)\}/g, (_, fact: string) => plainText(facts[fact] ?? "unknown"));
}
