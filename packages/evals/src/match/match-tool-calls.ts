import { argumentsCompatible } from "./arg-match.js";
import { type EvalMatchOptions, type ResolvedMatchOptions, resolveMatchOptions } from "./match-options.js";

/** A call a case expects. Missing `arguments` act as `{}`. */
export interface EvalExpectedToolCall {
  readonly toolName: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** A call that was made. */
export interface EvalActualToolCall {
  readonly toolName: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** A call to the right tool with the wrong arguments. */
interface ArgumentMismatch {
  readonly toolName: string;
  readonly expectedArgs: Record<string, unknown>;
  readonly actualArgs: Record<string, unknown>;
}

/** What comparing expected and actual calls found. `outOfOrder` is part of the shape and always empty. */
export interface ToolCallMatchResult<Expected = EvalExpectedToolCall, Actual = EvalActualToolCall> {
  readonly missing: Expected[];
  readonly extra: Actual[];
  readonly outOfOrder: Actual[];
  readonly argumentMismatches: ArgumentMismatch[];
  readonly passed: boolean;
}

/** Options of {@link evaluateToolCalls}. A negative test passes exactly when no call was made. */
export interface EvaluateToolCallsOptions extends EvalMatchOptions {
  readonly isNegativeTest?: boolean | undefined;
}

/**
 * Compares the calls a case expects with the calls that were made.
 *
 * First every expected call is paired with a compatible actual one: `ignore` takes the earliest unused one (greedy,
 * not maximal), `strict` only the one at the same index, `superset` the next one forward. Then each unpaired
 * expected call takes the first unused actual of its name, which explains it as an argument mismatch. What is left
 * is missing or extra. The cap on extras is independent of the order mode. Non-arrays act as empty.
 *
 * @throws {TypeError} for invalid match options
 */
export function evaluateToolCalls<Expected extends EvalExpectedToolCall, Actual extends EvalActualToolCall>(
  expected: readonly Expected[],
  actual: readonly Actual[],
  options: EvaluateToolCallsOptions = {},
): ToolCallMatchResult<Expected, Actual> {
  const resolved = resolveMatchOptions(options);
  const wanted = Array.isArray(expected) ? (expected as readonly Expected[]) : [];
  const made = Array.isArray(actual) ? (actual as readonly Actual[]) : [];
  if (options.isNegativeTest === true) {
    return { ...nothing<Expected, Actual>(), extra: [...made], passed: made.length === 0 };
  }
  if (made.length === 0) return { ...nothing<Expected, Actual>(), missing: [...wanted], passed: false };

  const pairing = pair(wanted, made, resolved);
  const argumentMismatches = diagnose(wanted, made, resolved, pairing);
  const missing = wanted.filter((_, index) => !pairing.expected.has(index));
  const extra = made.filter((_, index) => !pairing.actual.has(index));
  return {
    missing,
    extra,
    outOfOrder: [],
    argumentMismatches,
    passed:
      missing.length === 0 &&
      argumentMismatches.length === 0 &&
      (resolved.maxExtraToolCalls === null || extra.length <= resolved.maxExtraToolCalls),
  };
}

interface Pairing {
  /** Indexes of expected calls that are accounted for. */
  readonly expected: Set<number>;
  /** Indexes of actual calls that are used up. */
  readonly actual: Set<number>;
  /** Where the superset cursor stood when each expected call was searched for. */
  readonly cursors: number[];
}

function pair(
  wanted: readonly EvalExpectedToolCall[],
  made: readonly EvalActualToolCall[],
  options: ResolvedMatchOptions,
): Pairing {
  const pairing: Pairing = { expected: new Set(), actual: new Set(), cursors: [] };
  let cursor = 0;
  for (const [index, want] of wanted.entries()) {
    pairing.cursors.push(cursor);
    const [from, to] =
      options.toolCallOrder === "strict"
        ? [index, index + 1]
        : [options.toolCallOrder === "superset" ? cursor : 0, made.length];
    const found = findIndex(
      made,
      from,
      to,
      (call, at) => !pairing.actual.has(at) && compatible(want, call, options),
    );
    if (found !== -1) {
      pairing.expected.add(index);
      pairing.actual.add(found);
    }
    // A search that found nothing has walked the cursor to the end: nothing after it can be in order.
    if (options.toolCallOrder === "superset") cursor = found === -1 ? made.length : found + 1;
  }
  return pairing;
}

function diagnose(
  wanted: readonly EvalExpectedToolCall[],
  made: readonly EvalActualToolCall[],
  options: ResolvedMatchOptions,
  pairing: Pairing,
): ArgumentMismatch[] {
  const mismatches: ArgumentMismatch[] = [];
  for (const [index, want] of wanted.entries()) {
    if (pairing.expected.has(index)) continue;
    const [from, to] =
      options.toolCallOrder === "strict"
        ? [index, index + 1]
        : [options.toolCallOrder === "superset" ? (pairing.cursors[index] ?? 0) : 0, made.length];
    const found = findIndex(
      made,
      from,
      to,
      (call, at) => !pairing.actual.has(at) && call?.toolName === want?.toolName,
    );
    if (found === -1) continue;
    pairing.expected.add(index);
    pairing.actual.add(found);
    if (options.argumentMatching === "ignore") continue;
    mismatches.push({
      toolName: want.toolName,
      expectedArgs: want.arguments ?? {},
      actualArgs: made[found]?.arguments ?? {},
    });
  }
  return mismatches;
}

function compatible(
  want: EvalExpectedToolCall,
  call: EvalActualToolCall,
  options: ResolvedMatchOptions,
): boolean {
  return (
    want?.toolName === call?.toolName &&
    argumentsCompatible(want.arguments, call.arguments, options.argumentMatching)
  );
}

function findIndex(
  made: readonly EvalActualToolCall[],
  from: number,
  to: number,
  test: (call: EvalActualToolCall, at: number) => boolean,
): number {
  for (let at = from; at < Math.min(to, made.length); at++) {
    if (test(made[at] as EvalActualToolCall, at)) return at;
  }
  return -1;
}

function nothing<Expected, Actual>(): Omit<ToolCallMatchResult<Expected, Actual>, "passed"> {
  return { missing: [], extra: [], outOfOrder: [], argumentMismatches: [] };
}

/** One turn compared with its expectations, as the chain reads it. `unexpected` are the matcher's extras. */
export interface TurnMatchSummary {
  readonly promptIndex: number;
  readonly expectedToolCalls: readonly EvalExpectedToolCall[];
  readonly missing: readonly EvalExpectedToolCall[];
  readonly unexpected: readonly EvalActualToolCall[];
  readonly argumentMismatches: readonly ArgumentMismatch[];
  readonly passed: boolean;
}

/** The summary of one turn: without expectations on a positive case there is nothing to find, and it passes. */
export function summarizeTurn(
  promptIndex: number,
  expected: readonly EvalExpectedToolCall[],
  actual: readonly EvalActualToolCall[],
  options: EvaluateToolCallsOptions = {},
): TurnMatchSummary {
  if (expected.length === 0 && options.isNegativeTest !== true) {
    return {
      promptIndex,
      expectedToolCalls: [],
      missing: [],
      unexpected: [],
      argumentMismatches: [],
      passed: true,
    };
  }
  const { missing, extra, argumentMismatches, passed } = evaluateToolCalls(expected, actual, options);
  return { promptIndex, expectedToolCalls: expected, missing, unexpected: extra, argumentMismatches, passed };
}
