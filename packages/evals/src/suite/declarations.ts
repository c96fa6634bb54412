import { type CheckOutcome, error, fail, pass } from "../checks/check.js";
import { notCaptured } from "../checks/scope.js";
import { count, list, quote } from "../transcript/reason.js";
import {
  captureOf,
  type IterationTranscript,
  type TranscriptToolDeclaration,
} from "../transcript/transcript.js";

/**
 * Grades every declaration of every server, before names are de-duplicated. A catalog that was not captured whole
 * is an error; an empty one passes, and says so.
 *
 * @param problemOf what is wrong with one declaration, or undefined
 */
export function gradeDeclarations(
  transcript: IterationTranscript,
  held: string,
  problemOf: (declaration: TranscriptToolDeclaration) => string | undefined,
): CheckOutcome {
  if (captureOf(transcript, "toolDeclarations") !== "complete") {
    return error(notCaptured(transcript, "toolDeclarations"));
  }
  const declarations = transcript.toolDeclarations ?? [];
  if (declarations.length === 0)
    return pass("no tools advertised, so there is nothing to hold against the catalog");
  const problems = declarations.flatMap((declaration) => {
    const problem = problemOf(declaration);
    return problem === undefined ? [] : [`${nameOf(declaration)} ${problem}`];
  });
  if (problems.length === 0) return pass(`${held} (${count(declarations.length, "tool")})`);
  return fail(`${problems.length} of ${count(declarations.length, "tool")}: ${list(problems)}`);
}

// A declaration as a reason names it: its server only when it has one.
function nameOf(declaration: TranscriptToolDeclaration): string {
  const tool = quote(declaration.name);
  return declaration.serverKey === undefined || declaration.serverKey === ""
    ? tool
    : `${tool} of server ${quote(declaration.serverKey)}`;
}
