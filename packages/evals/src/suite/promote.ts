import { checkRole, type Predicate } from "../checks/predicate.js";
import type { ResolvedMatchOptions } from "../match/match-options.js";
import type { EvalExpectedToolCall } from "../match/match-tool-calls.js";

/** A case's checks after promotion: the calls the matcher grades, and the checks that stay rows. */
export interface Promoted {
  readonly expectedToolCalls: readonly EvalExpectedToolCall[];
  readonly predicates: readonly Predicate[];
}

/**
 * Moves every gating `toolCalledWith` into the case's expected calls (`minCount` copies), where the matcher grades it
 * together with the others. One whose argument mode is not the case's stays a check, because the matcher has one mode;
 * an advisory one stays, because an expectation could fail the trial. `EvalTest` does not promote.
 */
export function promotePredicates(predicates: readonly Predicate[], options: ResolvedMatchOptions): Promoted {
  const expectedToolCalls: EvalExpectedToolCall[] = [];
  const kept: Predicate[] = [];
  for (const predicate of predicates) {
    const promotable =
      predicate.type === "toolCalledWith" &&
      checkRole(predicate) === "gating" &&
      (predicate.args.argumentMatching ?? "partial") === options.argumentMatching;
    if (!promotable) {
      kept.push(predicate);
      continue;
    }
    for (let copy = 0; copy < (predicate.minCount ?? 1); copy++) {
      expectedToolCalls.push({ toolName: predicate.toolName, arguments: predicate.args.args });
    }
  }
  return { expectedToolCalls, predicates: kept };
}
