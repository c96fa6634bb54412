import { CATEGORIES, formatScore, NOT_MEASURED_REASONS, nounText, type Report } from "@gradable/contract";
import {
  isEmbeddedJudge,
  measuredPoints,
  placedAnnotations,
  pointsToGain,
  subjectName,
  toolFindings,
} from "@gradable/insight";
import { annotationRow } from "../phrase/annotation.js";
import { answersText } from "../phrase/answers.js";
import { dayText, gainText, intervalText } from "../phrase/figures.js";
import { lossRows } from "../phrase/loss.js";
import { MARKDOWN, markdownCode, markdownText, md, ours } from "../phrase/markdown.js";
import { ourWords } from "../phrase/markup.js";
import { rewriteSentence } from "../phrase/rewrite.js";
import { EMBEDDED_JUDGE_STATEMENT } from "../phrase/subject.js";
import { fillTemplate } from "../phrase/template.js";
import type { Format } from "./format.js";

/** Tools named in the summary; the fix brief has them all. */
const SHOWN_TOOLS = 10;
const SHOWN_ANNOTATIONS = 20;

/** A page of Markdown about a report, for a job summary or a pull request: the figures of the terminal summary. */
export function renderMarkdown(report: Report): string {
  const { composite, grade, ci95, categories } = report.score;
  const losses = pointsToGain(report);
  const tools = toolFindings(report, losses).filter((tool) => tool.exact !== "0");
  const { cli, cliVersion, model } = report.judge;
  const annotations = placedAnnotations(report);
  return fillTemplate(new URL("../../templates/summary.md.hbs", import.meta.url), {
    name: markdownText(subjectName(report), { maxChars: 80 }),
    grade: ours(grade),
    score: ours(formatScore(composite.exact)),
    interval: ours(intervalText(ci95)),
    tools: ours(nounText(report.surface.toolCount, "tool")),
    requests: ours(nounText(report.runs.baseline.counts.tasks, "request")),
    day: ours(dayText(report.scannedAt)),
    categories: CATEGORIES.ids.map((category) => {
      const found = categories[category];
      return {
        name: ours(CATEGORIES.label(category)),
        points: ours(found.measured ? formatScore(found.points.exact) : "not measured"),
        max: found.max,
        note: ours(found.measured ? "" : NOT_MEASURED_REASONS.label(found.reason)),
      };
    }),
    overPoints: categories.safety.measured ? null : measuredPoints(report),
    losses: lossRows(losses, report).map((row) => ourWords(MARKDOWN, row)),
    costliest: tools.slice(0, SHOWN_TOOLS).map((tool) => ({
      name: markdownCode(tool.tool.name, { maxChars: 80, cell: true }),
      points: ours(gainText(tool.exact)),
    })),
    moreTools: Math.max(0, tools.length - SHOWN_TOOLS),
    remarks: annotations.slice(0, SHOWN_ANNOTATIONS).map(annotationRow),
    moreRemarks: Math.max(0, annotations.length - SHOWN_ANNOTATIONS),
    rewrite: ours(rewriteSentence(report) ?? ""),
    answers: ours(answersText(report) ?? ""),
    judge: isEmbeddedJudge(report)
      ? md`${markdownText(`${cli} ${cliVersion}, ${model}`)}, a ${ours(EMBEDDED_JUDGE_STATEMENT)}`
      : markdownText(`${cli} ${cliVersion}, ${model}`),
    mixed: report.provenance === "mixed",
    gradableVersion: markdownText(report.gradableVersion, { maxChars: 40 }),
    methodology: markdownText(report.methodology),
  });
}

export const format: Format = { reader: "people", scored: renderMarkdown, failed: () => "" };
