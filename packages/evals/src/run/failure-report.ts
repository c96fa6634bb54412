import type { IterationResult } from "./iteration.js";

const NO_FAILURES = "No failed iterations.";

/** One block per failed iteration: its error, the graders that did not pass, then each prompt's trace. */
export function failureReport(testName: string, iterations: readonly IterationResult[]): string {
  const failed = iterations.filter((iteration) => !iteration.passed);
  if (failed.length === 0) return NO_FAILURES;
  return failed.map((iteration, index) => block(testName, iteration, index + 1, failed.length)).join("\n\n");
}

function block(testName: string, iteration: IterationResult, number: number, total: number): string {
  const lines = [`=== ${testName}: failed iteration ${number} of ${total} ===`];
  if (iteration.error !== undefined) lines.push(`Error: ${iteration.error}`);
  for (const row of iteration.graderRows) {
    if (row.status === "not_applicable" || row.passed === true) continue;
    lines.push(
      `${row.graderId}: ${row.status === "scored" ? "did not hold" : row.status}, ${row.reason ?? "no reason"}`,
    );
  }
  for (const [index, prompt] of (iteration.prompts ?? []).entries()) {
    const error = prompt.getError();
    lines.push(
      `Prompt ${index + 1}: ${prompt.getPrompt()}${error === undefined ? "" : ` (error: ${error})`}`,
    );
    lines.push(prompt.formatTrace());
  }
  return lines.join("\n");
}
