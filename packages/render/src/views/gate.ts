import {
  countText,
  type Defect,
  formatScore,
  GATE_CHECKS,
  type GateCheckId,
  GRADES,
  type Grade,
  isUndecided,
  nounText,
  plainText,
  type Report,
} from "@gradable/contract";
import Fraction from "fraction.js";
import { dayText } from "../phrase/figures.js";
import { joinMarkdown, type Markdown, markdownText, md, ours } from "../phrase/markdown.js";

/** Thresholds asked of a report. */
export interface GateThresholds {
  /** Lowest composite that passes, as decimal text ("80.5"); compared with the exact composite, not with the shown one. */
  readonly failUnder?: string;
  readonly minGrade?: Grade;
  /** Most description defects that the baseline report does not have. */
  readonly maxNewDefects?: { readonly max: number; readonly baseline: Report };
}

/** One check and how it came out; `message` says it in one sentence of plain text, neutralised. */
export interface GateCheck {
  readonly id: GateCheckId;
  readonly met: boolean;
  readonly message: string;
}

/** What a renderer of CI results is told besides the report. */
export interface GateOutcome {
  readonly checks: readonly GateCheck[];
  /** The report that new defects are counted against. */
  readonly baseline?: Report;
}

/** Defects named in a message; the outputs list them all anyway. */
const NAMED_DEFECTS = 10;

/**
 * What was asked of a report, check by check, in the order of {@link GATE_CHECKS}. A run in which not every request got an answer
 * that could be graded never passes, whatever its score: the missing answers might be the bad ones.
 */
export function gateChecks(report: Report, thresholds: GateThresholds): GateCheck[] {
  const { failUnder, minGrade, maxNewDefects } = thresholds;
  const checks = [complete(report)];
  if (failUnder !== undefined) checks.push(scoreCheck(report, failUnder));
  if (minGrade !== undefined) checks.push(gradeCheck(report, minGrade));
  if (maxNewDefects !== undefined) checks.push(newDefectsCheck(report, maxNewDefects));
  return checks;
}

/** Whether a run may pass at all: every configured trial was graded in the baseline, but for those that the built-in judge left undecided. */
function complete(report: Report): GateCheck {
  const { counts, trials } = report.runs.baseline;
  const { configuredTrials, gradeableTrials } = counts;
  const undecided = trials.filter(isUndecided).length;
  const met = gradeableTrials + undecided === configuredTrials;
  return {
    id: "complete",
    met,
    message: met
      ? undecided === 0
        ? `All ${countText(configuredTrials)} answers of the judge could be graded.`
        : `The judge decided ${countText(gradeableTrials)} of ${nounText(configuredTrials, "request")}; of the others it said that it can’t tell.`
      : `Only ${countText(gradeableTrials)} of ${countText(configuredTrials)} answers of the judge could be graded; an incomplete run never passes.`,
  };
}

function scoreCheck(report: Report, failUnder: string): GateCheck {
  const { exact } = report.score.composite;
  const met = new Fraction(exact).compare(new Fraction(failUnder)) >= 0;
  return {
    id: "fail-under",
    met,
    message: `The score is ${formatScore(exact)}, ${met ? "not below" : "below"} --fail-under ${failUnder}.`,
  };
}

function gradeCheck(report: Report, minGrade: Grade): GateCheck {
  const { grade } = report.score;
  const met = GRADES.indexOf(grade) <= GRADES.indexOf(minGrade);
  return {
    id: "min-grade",
    met,
    message: `The grade is ${grade}, ${met ? "not worse" : "worse"} than --min-grade ${minGrade}.`,
  };
}

function newDefectsCheck(
  report: Report,
  asked: { readonly max: number; readonly baseline: Report },
): GateCheck {
  const { max, baseline } = asked;
  const found = newDefects(report, baseline);
  const met = found.length <= max;
  const named = found
    .slice(0, NAMED_DEFECTS)
    .map(({ tool, type }) => `${plainText(tool, { maxChars: 80 })} (${type})`);
  const more = found.length - named.length;
  const list =
    found.length === 0 ? "" : `: ${named.join(", ")}${more > 0 ? ` and ${countText(more)} more` : ""}`;
  const since = `that the report of ${dayText(baseline.scannedAt)} does not have`;
  return {
    id: "max-new-defects",
    met,
    message: `${nounText(found.length, "description defect")} ${since}, ${met ? "not more" : "more"} than --max-new-defects ${max}${list}.`,
  };
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

/** The checks as a Markdown list, for the top of a job summary. */
export function renderGateMarkdown(checks: readonly GateCheck[]): string {
  const lines = checks.map(
    ({ met, message }): Markdown =>
      md`- ${ours(met ? "passed" : "**not passed**")}: ${markdownText(message, { maxChars: 2000 })}`,
  );
  return `${joinMarkdown(lines, "\n")}\n`;
}
