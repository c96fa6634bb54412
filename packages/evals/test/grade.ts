import { evaluatePredicate } from "../src/checks/evaluate.js";
import type { Predicate } from "../src/checks/predicate.js";
import type { IterationTranscript } from "../src/transcript/transcript.js";

/** `pass`, `fail` or `error`, as a result row says it. */
export function outcomeOf(transcript: IterationTranscript, predicate: unknown): "pass" | "fail" | "error" {
  const row = evaluatePredicate(transcript, predicate as Predicate);
  if (row.status === "error") return "error";
  return row.passed ? "pass" : "fail";
}

export function reasonOf(transcript: IterationTranscript, predicate: unknown): string {
  return evaluatePredicate(transcript, predicate as Predicate).reason;
}

/** A transcript of calls alone; nothing else was captured. */
export function calls(
  ...names: (string | [string, Record<string, unknown>] | [string, Record<string, unknown>, string])[]
): IterationTranscript {
  return {
    toolCalls: names.map((entry) =>
      typeof entry === "string"
        ? { toolName: entry, arguments: {} }
        : {
            toolName: entry[0],
            arguments: entry[1],
            ...(entry[2] === undefined ? {} : { toolCallId: entry[2] }),
          },
    ),
  };
}

/** One row of a check's table: what it is, the transcript, the check, the expected outcome. */
export type Row = readonly [
  label: string,
  transcript: IterationTranscript,
  predicate: Record<string, unknown>,
  expected: "pass" | "fail" | "error",
];
