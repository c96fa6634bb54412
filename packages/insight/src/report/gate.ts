import { type Defect, GRADES, type Grade, type Report } from "@gradable/contract";
import Fraction from "fraction.js";
import { answersOf } from "./answers.js";

/** Thresholds asked of a report. */
export interface GateThresholds {
  /** Lowest composite that passes, as decimal text ("80.5"); compared with the exact composite, not with the shown one. */
  readonly failUnder?: string;
  readonly minGrade?: Grade;
  /** Most description defects that the baseline report does not have. */
  readonly maxNewDefects?: { readonly max: number; readonly baseline: Report };
}

/** One check with the numbers it stands on, and whether it is met. */
export type GateCheck = { readonly met: boolean } & (
  | {
      readonly id: "complete";
      readonly graded: number;
      /** Trials in which the built-in judge said that it can't tell. */
      readonly undecided: number;
      readonly configured: number;
    }
  | { readonly id: "fail-under"; readonly composite: string; readonly asked: string }
  | { readonly id: "min-grade"; readonly grade: Grade; readonly asked: Grade }
  | {
      readonly id: "max-new-defects";
      readonly found: readonly Defect[];
      readonly asked: number;
      /** When the report was scanned that they are new against. */
      readonly since: string;
    }
);

/** What was asked of a report and how it came out. */
export interface GateOutcome {
  readonly checks: readonly GateCheck[];
  /** The report that new defects are counted against. */
  readonly baseline?: Report;
}

/**
 * What was asked of a report, check by check, in the order of `GATE_CHECKS`. A run in which not every request got an answer that
 * could be graded never passes, whatever its score: the missing answers might be the bad ones.
 */
export function gateChecks(report: Report, thresholds: GateThresholds): GateCheck[] {
  const { failUnder, minGrade, maxNewDefects } = thresholds;
  const { configured, graded, undecided, failed } = answersOf(report);
  const checks: GateCheck[] = [{ id: "complete", met: failed === 0, graded, undecided, configured }];
  if (failUnder !== undefined) {
    const composite = report.score.composite.exact;
    const met = new Fraction(composite).compare(new Fraction(failUnder)) >= 0;
    checks.push({ id: "fail-under", met, composite, asked: failUnder });
  }
  if (minGrade !== undefined) {
    const { grade } = report.score;
    const met = GRADES.indexOf(grade) <= GRADES.indexOf(minGrade);
    checks.push({ id: "min-grade", met, grade, asked: minGrade });
  }
  if (maxNewDefects !== undefined) {
    const { max: asked, baseline } = maxNewDefects;
    const found = newDefects(report, baseline);
    checks.push({
      id: "max-new-defects",
      met: found.length <= asked,
      found,
      asked,
      since: baseline.scannedAt,
    });
  }
  return checks;
}

/**
 * The defects of a report that an earlier one does not have, told apart by tool name and type: a defect that a tool keeps is not new
 * when the tool moves in the list or another of its parameters is named. A name declared twice counts twice.
 */
export function newDefects(report: Report, baseline: Report): Defect[] {
  const known = new Map<string, number>();
  const keyOf = ({ tool, type }: Defect) => `${type}\0${tool}`;
  for (const defect of baseline.analysis.defects) {
    known.set(keyOf(defect), (known.get(keyOf(defect)) ?? 0) + 1);
  }
  return report.analysis.defects.filter((defect) => {
    const left = known.get(keyOf(defect)) ?? 0;
    known.set(keyOf(defect), left - 1);
    return left <= 0;
  });
}
