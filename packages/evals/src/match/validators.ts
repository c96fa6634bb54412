import { isRecord, ownValue } from "../run/record.js";
import { deepEqual } from "./equal.js";

/** A call as the validators read it. */
export interface ValidatedToolCall {
  readonly toolName: string;
  readonly arguments: Record<string, unknown>;
}

/** The same names in the same order, and nothing else. */
export function matchToolCalls(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.length === actual.length && expected.every((name, index) => actual[index] === name);
}

/** Every expected name occurs; how often does not matter. Nothing expected is true. */
export function matchToolCallsSubset(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.every((name) => actual.includes(name));
}

/** At least one expected name occurs. Nothing expected is false. */
export function matchAnyToolCall(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.some((name) => actual.includes(name));
}

/** The name occurs exactly `count` times. */
export function matchToolCallCount(toolName: string, actual: readonly string[], count: number): boolean {
  return actual.filter((name) => name === toolName).length === count;
}

/** No tool was called. */
export function matchNoToolCalls(actual: readonly string[]): boolean {
  return actual.length === 0;
}

/** Some call to the tool has exactly these arguments. */
export function matchToolCallWithArgs(
  toolName: string,
  expectedArgs: Record<string, unknown>,
  toolCalls: readonly ValidatedToolCall[],
): boolean {
  return toolCalls.some(
    (call) => call.toolName === toolName && deepEqual(expectedArgs, call.arguments ?? {}),
  );
}

/** Some call to the tool has every expected key with that value; no placeholders. */
export function matchToolCallWithPartialArgs(
  toolName: string,
  expectedArgs: Record<string, unknown>,
  toolCalls: readonly ValidatedToolCall[],
): boolean {
  return toolCalls.some(
    (call) =>
      call.toolName === toolName &&
      Object.keys(expectedArgs).every(
        (key) => hasKey(call, key) && deepEqual(expectedArgs[key], ownValue(call.arguments, key)),
      ),
  );
}

/** Some call to the tool has the key with that value. */
export function matchToolArgument(
  toolName: string,
  argumentName: string,
  expectedValue: unknown,
  toolCalls: readonly ValidatedToolCall[],
): boolean {
  return toolCalls.some(
    (call) =>
      call.toolName === toolName &&
      hasKey(call, argumentName) &&
      deepEqual(expectedValue, ownValue(call.arguments, argumentName)),
  );
}

/** Some call to the tool has the key and the function accepts its value. What the function throws is passed on. */
export function matchToolArgumentWith(
  toolName: string,
  argumentName: string,
  accept: (value: unknown) => boolean,
  toolCalls: readonly ValidatedToolCall[],
): boolean {
  return toolCalls.some(
    (call) =>
      call.toolName === toolName &&
      hasKey(call, argumentName) &&
      Boolean(accept(ownValue(call.arguments, argumentName))),
  );
}

function hasKey(call: ValidatedToolCall, key: string): boolean {
  return isRecord(call.arguments) && Object.hasOwn(call.arguments, key);
}
