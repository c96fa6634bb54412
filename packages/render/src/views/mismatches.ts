import { formatScore, nounText, type Report } from "@gradable/contract";
import { subjectName } from "@gradable/insight";
import { painter, terminalText } from "../phrase/terminal.js";

/** One thing about a report that its own evidence contradicts, as `verify` names it. */
export interface ShownMismatch {
  readonly path: string;
  readonly message: string;
}

/** Options of {@link renderMismatches}. */
export interface MismatchOptions {
  /** The file as it was given. */
  readonly file: string;
  readonly color: boolean;
  /** Mismatches written out; default 20. */
  readonly max?: number;
}

/**
 * The outcome of `verify` on one report for a terminal, ending with a line break: one line when everything follows from
 * the report's evidence, else every mismatch with what the report says and what the evidence gives.
 */
export function renderMismatches(
  report: Pick<Report, "slug" | "surface" | "score" | "runs">,
  mismatches: readonly ShownMismatch[],
  options: MismatchOptions,
): string {
  const paint = painter(options.color);
  const file = terminalText(options.file, { maxChars: 1000 });
  if (mismatches.length === 0) {
    const { composite, grade } = report.score;
    const trials = report.runs.baseline.trials.length + (report.runs.after_rewrite?.trials.length ?? 0);
    return `${paint("green", "verified")}  ${file}: ${terminalText(subjectName(report as Report), { maxChars: 80 })}, grade ${grade}, ${formatScore(composite.exact)} of 100, recomputed from ${nounText(trials, "trial")}\n`;
  }
  const max = options.max ?? 20;
  return [
    `${paint("red", "refused")}   ${file}: ${nounText(mismatches.length, "figure")} ${mismatches.length === 1 ? "does" : "do"} not follow from the report's own evidence`,
    ...mismatches.slice(0, max).map((mismatch) => `  - ${terminalText(mismatch.message, { maxChars: 500 })}`),
    ...(mismatches.length > max ? [`  … and ${nounText(mismatches.length - max, "more", "more")}`] : []),
    "",
  ].join("\n");
}
