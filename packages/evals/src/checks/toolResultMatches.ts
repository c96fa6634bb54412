import { canonicalJson } from "@gradable/chain";
import {
  gradePatterns,
  patternFields,
  type Subject,
  subjectOf,
  textSubject,
} from "../match/pattern-match.js";
import { count } from "../transcript/reason.js";
import { captureOf, type IterationTranscript, type TranscriptToolResult } from "../transcript/transcript.js";
import { defineCheck, toolNameField } from "./check.js";
import { inScope, notCaptured } from "./scope.js";

export const toolResultMatches = defineCheck({
  kind: "toolResultMatches",
  stage: "response",
  question: "Does the tool's output carry what the request asked for?",
  needs: "toolResults",
  fields: { ...patternFields, toolName: toolNameField.optional() },
  undecidableFields: ["toolName", ...Object.keys(patternFields)],
  evaluate(transcript, rule) {
    const rows = inScope(transcript.toolResults, rule.toolName);
    const calls = inScope(transcript.toolCalls, rule.toolName).length;
    return gradePatterns(rule, {
      noun: "result",
      subjects: rows.map((row) => subjectOfResult(row, rule.path)),
      ...unseenOf(transcript, rows.length, calls),
    });
  },
});

function unseenOf(
  transcript: IterationTranscript,
  rows: number,
  calls: number,
): { unseen: number; coverage: string } {
  if (captureOf(transcript, "toolResults") !== "complete") {
    return { unseen: Number.POSITIVE_INFINITY, coverage: notCaptured(transcript, "toolResults") };
  }
  if (rows === 0 && calls > 0) {
    return {
      unseen: Number.POSITIVE_INFINITY,
      coverage: `${count(calls, "call")} and no result captured for any`,
    };
  }
  // A call that failed in transport has no result, so fewer rows than calls hide nothing.
  return { unseen: 0, coverage: rows < calls ? `${count(rows, "result")} for ${count(calls, "call")}` : "" };
}

function subjectOfResult(row: TranscriptToolResult, path: string | undefined): Subject {
  if (path !== undefined) {
    return subjectOf(row.structuredContent === undefined ? row.json : row.structuredContent, path);
  }
  if (row.truncated === true) return { kind: "unreadable", why: "its text was cut for storage" };
  try {
    return textSubject(
      [
        ...(typeof row.text === "string" ? [row.text] : []),
        ...(row.structuredContent === undefined ? [] : [canonicalJson(row.structuredContent)]),
        ...(row.json === undefined ? [] : [canonicalJson(row.json)]),
      ].join("\n"),
    );
  } catch {
    return { kind: "unreadable", why: "it is not JSON" };
  }
}
