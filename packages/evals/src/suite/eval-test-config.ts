import { isOpaqueId } from "@gradable/chain";
import type { GradableError } from "@gradable/contract";
import {
  checkRole,
  MAX_CASE_PREDICATES,
  type Predicate,
  predicateSchema,
  RENDER_OBSERVATION_PREDICATE_KINDS,
} from "../checks/predicate.js";
import { evalsError } from "../errors.js";
import { type EvalMatchOptions, validateMatchOptions } from "../match/match-options.js";
import type { EvalExpectedToolCall } from "../match/match-tool-calls.js";
import { list, messageOf, quote } from "../transcript/reason.js";
import { mintCaseId } from "./case-id.js";
import type { HostExecutor } from "./host-executor.js";

/** What a test does: asks the executor, looks at what came back, and says whether it is good. */
export type TestFunction = (executor: HostExecutor) => boolean | Promise<boolean>;

/** One eval case in code. */
export interface EvalTestConfig {
  /** The case's identity: 1 to 128 characters of `A-Z a-z 0-9 _ -`, minted once and committed. */
  readonly id: string;
  /** For people; free to change. */
  readonly name: string;
  readonly test: TestFunction;
  /** Calls the iteration must make. */
  readonly expectedToolCalls?: readonly EvalExpectedToolCall[] | undefined;
  /** How expected calls are matched; what is left out inherits from the suite. */
  readonly matchOptions?: EvalMatchOptions | undefined;
  /** Checks on the transcript; an iteration passes only when every gating one does. */
  readonly predicates?: readonly Predicate[] | undefined;
  /** An older identity; when given it must be the same as `id`. */
  readonly externalCaseId?: string | undefined;
  /** The iteration passes only when no tool is called. */
  readonly isNegativeTest?: boolean | undefined;
  /** What a good answer would be, for people and judges. */
  readonly expectedOutput?: string | undefined;
}

/**
 * Checks a test's configuration in the documented order and returns it with `externalCaseId` normalized. Throws
 * GradableError (owner usage) whose message names the test and the fix.
 */
export function checkedConfig(given: EvalTestConfig): EvalTestConfig {
  const test = quote(given?.name ?? "without a name");
  if (typeof given?.test !== "function") throw evalsError("evals-no-test-function", { test });
  const config = normalized(given);
  checkIdentity(config, test);
  checkMatchOptions(config, test);
  checkPredicates(config, test);
  return config;
}

function normalized(given: EvalTestConfig): EvalTestConfig {
  if (given.externalCaseId === undefined) return given;
  const { externalCaseId, ...rest } = given;
  const trimmed = externalCaseId.trim();
  return trimmed === "" ? rest : { ...rest, externalCaseId: trimmed };
}

function checkIdentity({ id, externalCaseId }: EvalTestConfig, test: string): void {
  if (typeof id !== "string" || id === "") {
    throw evalsError("evals-id-missing", { test, fix: idFix(externalCaseId) });
  }
  if (!isOpaqueId(id)) {
    throw evalsError("evals-id-invalid", {
      test,
      id,
      suggestion: `Use for example id: "${minted() ?? "c_..."}".`,
    });
  }
  if (externalCaseId !== undefined && externalCaseId !== id) {
    throw evalsError("evals-id-conflict", { test, id, externalCaseId });
  }
}

function idFix(externalCaseId: string | undefined): string {
  if (externalCaseId !== undefined && isOpaqueId(externalCaseId)) {
    return `Reuse its externalCaseId: add id: "${externalCaseId}".`;
  }
  const fresh = minted();
  if (externalCaseId !== undefined) {
    const value = fresh ?? "a value of A-Z a-z 0-9 _ -";
    return `Its externalCaseId "${externalCaseId}" is not a valid id, so no id can agree with it: rename it and declare the same value in both, id: "${value}" and externalCaseId: "${value}".`;
  }
  return fresh === undefined
    ? "Mint one with mintCaseId() and commit the literal."
    : `Add id: "${fresh}" (minted just now; commit the literal beside the test).`;
}

// A platform that cannot mint must still hear what is wrong.
function minted(): string | undefined {
  try {
    return mintCaseId();
  } catch {
    return undefined;
  }
}

function checkMatchOptions({ matchOptions }: EvalTestConfig, test: string): void {
  if (matchOptions !== undefined) refuseBadMatchOptions(matchOptions, `Test ${test}`);
}

/** Throws `evals-match-options` for invalid match options, naming whose they are. */
export function refuseBadMatchOptions(options: EvalMatchOptions, owner: string): void {
  try {
    validateMatchOptions(options);
  } catch (error) {
    throw evalsError("evals-match-options", { test: owner, problem: messageOf(error) }, error);
  }
}

function checkPredicates(config: EvalTestConfig, test: string): void {
  const predicates = config.predicates ?? [];
  const widgets = predicates
    .map((check) => check?.type)
    .filter((kind) => RENDER_OBSERVATION_PREDICATE_KINDS.includes(kind));
  if (widgets.length > 0)
    throw evalsError("evals-widget-checks", { test, kinds: list([...new Set(widgets)]) });
  if (predicates.length > MAX_CASE_PREDICATES) {
    const problem = `${predicates.length} of them, expected at most ${MAX_CASE_PREDICATES} on one case`;
    throw evalsError("evals-check-invalid", { test, check: "too many checks", problem });
  }
  for (const predicate of predicates) {
    const problem = predicateSchema.safeParse(predicate).error?.issues[0];
    if (problem === undefined) continue;
    const place = problem.path.length === 0 ? "" : `${problem.path.join(".")}: `;
    throw evalsError("evals-check-invalid", {
      test,
      check: String((predicate as Partial<Predicate> | null)?.type ?? "a check without a type"),
      problem: `${place}${problem.message}`,
    });
  }
  if (config.isNegativeTest !== true) return;
  if ((config.expectedToolCalls ?? []).length > 0) throw evalsError("evals-negative-expectations", { test });
  const demanding = predicates.find(
    (predicate) => checkRole(predicate) === "gating" && demandsCall(predicate),
  );
  if (demanding !== undefined) throw evalsError("evals-negative-check", { test, check: demanding.type });
}

function demandsCall(predicate: Predicate): boolean {
  switch (predicate.type) {
    case "toolCalledWith":
    case "toolCalledAtLeastOnce":
    case "firstToolWas":
      return true;
    case "toolInputMatches":
      return (predicate.min ?? 1) >= 1;
    default:
      return false;
  }
}

/** A usage error about an option. */
export function optionError(option: string, value: unknown, expected: string): GradableError {
  return evalsError("evals-option-invalid", {
    option,
    value: typeof value === "string" ? quote(value) : String(value),
    expected,
  });
}
