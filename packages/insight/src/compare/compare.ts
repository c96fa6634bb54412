import { COMPARISON_NOTES, type ComparisonNote, plainText, type Report } from "@gradable/contract";
import { verify } from "@gradable/score";
import { subjectName } from "../report/subject.js";
import { rateComparison, scoreComparison, tokenComparison } from "./figures.js";
import { defectComparison, pairComparison } from "./findings.js";
import { comparisonBlockers, comparisonDiffers, judgeComparison, sameMethodology } from "./parity.js";
import { COMPARISON_SCHEMA_VERSION, type Comparison, type ComparisonSide } from "./schema.js";
import { suggests } from "./suggests.js";
import { surfaceComparison } from "./surface.js";
import { taskComparison } from "./tasks.js";

/** A report and the name it goes by in what is shown: a path, or the name of an attachment. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/**
 * Two reports side by side: whether their figures may be set against each other, and everything that differs, as B − A.
 * Pure, and without a clock. Never throws for two well-formed reports: what may not be compared is still described, with the
 * blockers beside it.
 */
export function compareReports(first: NamedReport, second: NamedReport): Comparison {
  const [a, b] = [first.report, second.report];
  const sides = { a: sideOf(first), b: sideOf(second) };
  const blockers = comparisonBlockers(a, b);
  const comparison: Omit<Comparison, "suggests"> = {
    schemaVersion: COMPARISON_SCHEMA_VERSION,
    ...sides,
    comparable: blockers.length === 0 && sides.a.mismatchCount + sides.b.mismatchCount === 0,
    blockers,
    differs: comparisonDiffers(a, b),
    notes: notesOn(a, b),
    surface: surfaceComparison(a, b),
    tasks: taskComparison(a, b),
    judge: judgeComparison(a, b),
    methodology: { same: sameMethodology(a, b) },
    score: scoreComparison(a, b),
    rates: rateComparison(a, b),
    defects: defectComparison(a, b),
    pairs: pairComparison(a, b),
    tokens: tokenComparison(a, b),
  };
  return { ...comparison, suggests: suggests(comparison) };
}

function sideOf({ file, report }: NamedReport): ComparisonSide {
  const mismatches = verify(report);
  return {
    file,
    slug: report.slug,
    name: plainText(subjectName(report), { maxChars: 80 }),
    target: plainText(report.target.label, { maxChars: 500 }),
    scannedAt: report.scannedAt,
    gradableVersion: report.gradableVersion,
    reportSha256: report.reportSha256,
    surfaceSha256: report.surface.surfaceSha256,
    taskSetSha256: report.taskSetSha256,
    tasks: report.tasks.length,
    trialsPerTask: report.trialsPerTask,
    tools: report.surface.toolCount,
    methodology: report.methodology,
    judge: report.judge,
    provenance: report.provenance,
    composite: report.score.composite,
    grade: report.score.grade,
    mismatchCount: mismatches.length,
    mismatches: mismatches.slice(0, 5).map(({ message }) => plainText(message, { maxChars: 400 })),
  };
}

function notesOn(a: Report, b: Report): ComparisonNote[] {
  const differ = (of: (report: Report) => unknown) => of(a) !== of(b);
  const holds: Readonly<Record<ComparisonNote, boolean>> = {
    safetyOnOneSide: differ((report) => report.score.categories.safety.measured),
    responsesOnOneSide: differ((report) => report.economics.responses === null),
    differentTrialsPerTask: differ((report) => report.trialsPerTask),
    differentCliVersion:
      a.judge.cli === b.judge.cli &&
      a.judge.model === b.judge.model &&
      differ((report) => report.judge.cliVersion),
    mixedProvenance: a.provenance === "mixed" || b.provenance === "mixed",
    pairedRequests: a.taskSetSha256 === b.taskSetSha256 && differ((report) => report.score.composite.exact),
  };
  return COMPARISON_NOTES.ids.filter((note) => holds[note]);
}
