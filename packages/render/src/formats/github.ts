import {
  type ConfusablePair,
  DEFECTS,
  FAILURE_OWNERS,
  type Failed,
  formatScore,
  nounText,
  PAIR_SEVERITIES,
  type Report,
  SCAN_STAGES,
} from "@gradable/contract";
import { subjectName } from "@gradable/insight";
import { defectText, pairText } from "../phrase/finding-text.js";
import { type Remark, remarksOf } from "../phrase/remarks.js";
import { workflowCommand } from "../phrase/workflow-command.js";
import { type GateOutcome, newDefects } from "../views/gate.js";

/** GitHub shows ten warnings of a step and drops the others without a word, so the tenth says how many there are. */
const SHOWN_WARNINGS = 10;

/**
 * A report as workflow commands: an error for every check that is not met, then warnings for the findings, new ones and worst
 * first, then one notice with the score.
 */
export function renderGithub(report: Report, { checks, baseline }: GateOutcome): string {
  const errors = checks
    .filter(({ met }) => !met)
    .map(({ id, message }) => workflowCommand("error", `Gradable: ${id}`, message));
  const warnings = findings(report, baseline);
  const shown = warnings.length > SHOWN_WARNINGS ? warnings.slice(0, SHOWN_WARNINGS - 1) : warnings;
  const rest =
    shown.length < warnings.length
      ? workflowCommand(
          "warning",
          "Gradable",
          `${nounText(warnings.length - shown.length, "more finding")}; the job summary and fix.md have them all.`,
        )
      : "";
  const { grade, composite } = report.score;
  const notice = workflowCommand(
    "notice",
    "Gradable",
    `${subjectName(report)}: grade ${grade}, score ${formatScore(composite.exact)}`,
  );
  return [...errors, ...shown, rest, notice].join("");
}

/** A scan that gave no score, as one error. */
export function renderGithubFailed(failed: Failed): string {
  const hint = failed.hint === undefined ? "" : ` ${failed.hint}`;
  return workflowCommand(
    "error",
    `Gradable: not scored (${failed.code})`,
    `Stopped while ${SCAN_STAGES.label(failed.stage)}, a failure of ${FAILURE_OWNERS.label(failed.owner)}. ${failed.message}${hint}`,
  );
}

function findings(report: Report, baseline: Report | undefined): string[] {
  const { defects, confusablePairs } = report.analysis;
  const remarks = remarksOf(report);
  const fresh = new Set(baseline === undefined ? [] : newDefects(report, baseline));
  const ordered = [
    ...defects.filter((defect) => fresh.has(defect)),
    ...defects.filter((defect) => !fresh.has(defect)),
  ];
  const pairs = [...confusablePairs].sort((a, b) => SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity]);
  return [
    ...pairs.filter(({ severity }) => severity === "high").map((pair) => pairWarning(pair, remarks)),
    ...ordered.map((defect) =>
      workflowCommand(
        "warning",
        `${fresh.has(defect) ? "New: " : ""}${DEFECTS.label(defect.type)} (${defect.type})`,
        `${defectText(defect, remarks)} To mend it, ${DEFECTS.entries[defect.type].remedy}.`,
      ),
    ),
    ...pairs.filter(({ severity }) => severity !== "high").map((pair) => pairWarning(pair, remarks)),
  ];
}

const SEVERITY_RANK = { high: 0, medium: 1, low: 2 } as const;

function pairWarning(pair: ConfusablePair, remarks: readonly Remark[]): string {
  const title = `Confusable tools (${PAIR_SEVERITIES.label(pair.severity)})`;
  return workflowCommand("warning", title, pairText(pair, remarks));
}
