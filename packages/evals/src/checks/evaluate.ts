import { redactAuthoredArguments } from "../mcp/redact.js";
import { isRecord } from "../run/record.js";
import { messageOf, quote, reason } from "../transcript/reason.js";
import type { IterationTranscript } from "../transcript/transcript.js";
import { checkOfKind, checkRole, type Predicate, type PredicateScope } from "./predicate.js";

/**
 * One check's result. `status` absent means it was scored; `error` means that evidence was missing, which is not a
 * verdict. `scope` absent means the whole iteration.
 */
export interface PredicateResult {
  readonly predicate: Predicate;
  readonly passed: boolean;
  readonly status?: "error";
  readonly reason: string;
  readonly scope?: PredicateScope;
}

/** Grades one check. Pure; never throws: an unknown kind and a broken check are scored failures. */
export function evaluatePredicate(transcript: IterationTranscript, predicate: Predicate): PredicateResult {
  const check = isRecord(predicate) ? checkOfKind(predicate.type) : undefined;
  if (check === undefined) {
    const kind = isRecord(predicate) ? (predicate as Record<string, unknown>).type : predicate;
    return { predicate, passed: false, reason: reason(`unknown check ${quote(kind)}`) };
  }
  try {
    const { outcome, reason: text } = check.grade(transcript, predicate);
    const row = { predicate: echoed(predicate), passed: outcome === "pass", reason: text };
    return outcome === "error" ? { ...row, status: "error" } : row;
  } catch (thrown) {
    return {
      predicate,
      passed: false,
      reason: reason(`the check could not be evaluated: ${quote(messageOf(thrown))}`),
    };
  }
}

/** Grades every check, in order. Never throws. */
export function evaluatePredicates(
  transcript: IterationTranscript,
  predicates: readonly Predicate[] | undefined,
): PredicateResult[] {
  return (Array.isArray(predicates) ? (predicates as readonly Predicate[]) : []).map((predicate) =>
    evaluatePredicate(transcript, predicate),
  );
}

/** The case gate: every gating row passed. An error row does not pass; without gating rows there is no gate. */
export function allPredicatesPassed(results: readonly PredicateResult[]): boolean {
  return results.every((row) => row.passed || checkRole(row.predicate) === "advisory");
}

/** One turn's checks and the slice of the iteration they are graded on. */
export interface TurnChecksInput {
  /** Zero-based position of the turn. */
  readonly promptIndex: number;
  readonly checks: readonly Predicate[] | undefined;
  readonly transcript: IterationTranscript;
}

/** Grades each turn's checks on that turn. Kinds that cannot be scoped to a turn are dropped, rows carry their turn. */
export function evaluateTurnChecks(turns: readonly TurnChecksInput[]): PredicateResult[] {
  return turns.flatMap(({ promptIndex, checks, transcript }) =>
    evaluatePredicates(
      transcript,
      checks?.filter((check) => {
        const known = checkOfKind(check?.type);
        // An unknown kind stays, to fail where a reader sees it.
        return known === undefined || known.turnScopable;
      }),
    ).map((row) => ({ ...row, scope: { kind: "turn", promptIndex } as const })),
  );
}

/** A check as a row or a record shows it: the author's own text, except argument values under sensitive keys. */
export function echoed(predicate: Predicate): Predicate {
  if (predicate.type !== "toolCalledWith" || !isRecord(predicate.args)) return predicate;
  return {
    ...predicate,
    args: {
      ...predicate.args,
      args: redactAuthoredArguments(predicate.args.args) as Record<string, unknown>,
    },
  };
}
