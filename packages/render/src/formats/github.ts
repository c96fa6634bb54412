import {
  type ConfusablePair,
  DEFECTS,
  type Failed,
  formatScore,
  nounText,
  PAIR_SEVERITIES,
  type Report,
} from "@gradable/contract";
import {
  type GateCheck,
  type GateOutcome,
  newDefects,
  type PlacedAnnotation,
  placedAnnotations,
  subjectName,
  worstPairsFirst,
} from "@gradable/insight";
import { failureText } from "../phrase/failure.js";
import { defectText, pairText } from "../phrase/finding.js";
import { gateText } from "../phrase/gate.js";
import { joinMarkdown, type Markdown, markdownText, md, ours } from "../phrase/markdown.js";
import { workflowCommand } from "../phrase/workflow-command.js";
import { renderFailedMarkdown } from "../views/failed.js";
import type { Format } from "./format.js";
import { renderMarkdown } from "./markdown.js";

/** GitHub shows ten warnings of a step and drops the others without a word, so the tenth says how many there are. */
const SHOWN_WARNINGS = 10;

/**
 * A report as workflow commands: an error for every check that is not met, then warnings for the findings, new ones and worst
 * first, then one notice with the score.
 */
export function renderGithub(report: Report, { checks, baseline }: GateOutcome): string {
  const errors = checks
    .filter(({ met }) => !met)
    .map((check) => workflowCommand("error", `Gradable: ${check.id}`, gateText(check)));
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
  return workflowCommand("error", `Gradable: not scored (${failed.code})`, `Stopped ${failureText(failed)}`);
}

/** The checks as a Markdown list, for the top of a job summary. */
export function renderGateMarkdown(checks: readonly GateCheck[]): string {
  const lines = checks.map(
    (check): Markdown =>
      md`- ${ours(check.met ? "passed" : "**not passed**")}: ${markdownText(gateText(check), { maxChars: 2000 })}`,
  );
  return `${joinMarkdown(lines, "\n")}\n`;
}

export const format: Format = {
  reader: "pipeline",
  scored: renderGithub,
  failed: renderGithubFailed,
  jobSummary: {
    scored: (report, { checks }) => `${renderGateMarkdown(checks)}\n${renderMarkdown(report)}`,
    failed: renderFailedMarkdown,
  },
};

function findings(report: Report, baseline: Report | undefined): string[] {
  const { defects, confusablePairs } = report.analysis;
  const annotations = placedAnnotations(report);
  const fresh = new Set(baseline === undefined ? [] : newDefects(report, baseline));
  const ordered = [
    ...defects.filter((defect) => fresh.has(defect)),
    ...defects.filter((defect) => !fresh.has(defect)),
  ];
  const pairs = worstPairsFirst(confusablePairs);
  return [
    ...pairs.filter(({ severity }) => severity === "high").map((pair) => pairWarning(pair, annotations)),
    ...ordered.map((defect) =>
      workflowCommand(
        "warning",
        `${fresh.has(defect) ? "New: " : ""}${DEFECTS.label(defect.type)} (${defect.type})`,
        `${defectText(defect, annotations)} To mend it, ${DEFECTS.entries[defect.type].remedy}.`,
      ),
    ),
    ...pairs.filter(({ severity }) => severity !== "high").map((pair) => pairWarning(pair, annotations)),
  ];
}

function pairWarning(pair: ConfusablePair, annotations: readonly PlacedAnnotation[]): string {
  const title = `Confusable tools (${PAIR_SEVERITIES.label(pair.severity)})`;
  return workflowCommand("warning", title, pairText(pair, annotations));
}
