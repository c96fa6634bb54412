import type { CheckRole } from "../checks/check-policy.js";
import type { PredicateResult } from "../checks/evaluate.js";
import { checkRole } from "../checks/predicate.js";
import type { ToolCallMatchResult } from "../match/match-tool-calls.js";
import type { EvalTestConfig } from "../suite/eval-test-config.js";
import { count, list, quote } from "../transcript/reason.js";

/** What a grader's row may say, in the public contract's order. Only `scored` holds a value. */
export const GRADER_ROW_STATUSES = Object.freeze(["scored", "error", "skipped", "not_applicable"] as const);
type GraderRowStatus = (typeof GRADER_ROW_STATUSES)[number];

/** Something that grades a trial, and what its absence of a score means. */
export interface Grader {
  readonly id: string;
  readonly role: CheckRole;
  readonly onError: "fail" | "ignore";
  readonly onSkip: "fail" | "ignore";
}

/** One grader's row of one trial. `value` is 0 or 1, only when scored; `passed` is value ≥ 1. */
export interface GraderRow {
  readonly graderId: string;
  readonly status: GraderRowStatus;
  readonly value?: number;
  readonly passed?: boolean;
  readonly reason?: string;
}

const TEST_GRADER = "test";
const MATCH_GRADER = "toolCalls:match";

/** The graders of a case, in order: its `test()`, the tool-call matcher, each check. */
export function gradersOf(config: EvalTestConfig): Grader[] {
  return [
    graderOf(TEST_GRADER, "gating"),
    graderOf(MATCH_GRADER, "gating"),
    ...(config.predicates ?? []).map((predicate, index) =>
      graderOf(`check:${index}:${predicate.type}`, checkRole(predicate)),
    ),
  ];
}

// A gating grader that could not look must not read as one that did; an advisory one decides nothing either way.
function graderOf(id: string, role: CheckRole): Grader {
  const policy = role === "gating" ? "fail" : "ignore";
  return { id, role, onError: policy, onSkip: policy };
}

/** How `test()` came out: its value, or why there is none. */
export type TestOutcome =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "notRun"; readonly why: string };

/** The rows of one trial, in grader order. */
export function graderRows(
  graders: readonly Grader[],
  test: TestOutcome,
  match: ToolCallMatchResult | undefined,
  checks: readonly PredicateResult[],
): GraderRow[] {
  return graders.map((grader, index) => {
    if (index === 0) return testRow(grader.id, test);
    if (index === 1) return matchRow(grader.id, match);
    return checkRow(grader.id, checks[index - 2]);
  });
}

function testRow(graderId: string, test: TestOutcome): GraderRow {
  if (test.kind === "returned") {
    return scored(graderId, Boolean(test.value), `test() returned ${test.value ? "true" : "false"}`);
  }
  return test.kind === "failed"
    ? { graderId, status: "error", reason: `test() did not return: ${quote(test.error)}` }
    : { graderId, status: "skipped", reason: test.why };
}

function matchRow(graderId: string, match: ToolCallMatchResult | undefined): GraderRow {
  if (match === undefined)
    return { graderId, status: "not_applicable", reason: "the case expects no particular call" };
  return scored(graderId, match.passed, describeMatch(match));
}

function checkRow(graderId: string, result: PredicateResult | undefined): GraderRow {
  if (result === undefined) return { graderId, status: "skipped", reason: "the check was not run" };
  if (result.status === "error") return { graderId, status: "error", reason: result.reason };
  return scored(graderId, result.passed, result.reason);
}

function scored(graderId: string, passed: boolean, reason: string): GraderRow {
  return { graderId, status: "scored", value: passed ? 1 : 0, passed, reason };
}

/** A match as one line: what is missing, what is wrong, what was not asked for. */
function describeMatch(match: ToolCallMatchResult): string {
  const names = (calls: readonly { readonly toolName: string }[]) =>
    list(calls.map((call) => quote(call.toolName)));
  const parts = [
    ...(match.missing.length > 0 ? [`missing ${names(match.missing)}`] : []),
    ...(match.argumentMismatches.length > 0
      ? [`wrong arguments for ${names(match.argumentMismatches)}`]
      : []),
    ...(match.extra.length > 0 ? [`${count(match.extra.length, "extra call")}: ${names(match.extra)}`] : []),
  ];
  return parts.length === 0 ? "the calls were the expected ones" : parts.join("; ");
}

/**
 * Whether a trial passes: every gating grader has a row, and that row is scored and passed, or not applicable, or
 * has no score and a policy that ignores it. A row of an unknown grader fails.
 */
export function trialPassed(graders: readonly Grader[], rows: readonly GraderRow[]): boolean {
  const known = new Map(graders.map((grader) => [grader.id, grader]));
  if (rows.some((row) => !known.has(row.graderId))) return false;
  const byGrader = new Map(rows.map((row) => [row.graderId, row]));
  return graders.every((grader) => {
    if (grader.role !== "gating") return true;
    const row = byGrader.get(grader.id);
    switch (row?.status) {
      case "scored":
        return row.passed === true;
      case "not_applicable":
        return true;
      case "error":
        return grader.onError === "ignore";
      case "skipped":
        return grader.onSkip === "ignore";
      default:
        return false;
    }
  });
}
