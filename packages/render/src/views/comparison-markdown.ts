import { countText, nounText, TASK_CHANGES } from "@gradable/contract";
import type { Comparison, ComparisonSide } from "@gradable/insight";
import { blockersText } from "../phrase/comparison.js";
import { dayText } from "../phrase/figures.js";
import { MARKDOWN, type Markdown, markdownCode, markdownText, md, ours } from "../phrase/markdown.js";
import { fillTemplate } from "../phrase/template.js";
import { differenceView } from "./difference.js";

/** Rows of each list: an issue holds 65,536 characters, and the reports have them all. */
const LISTED = 30;

const template = (name: string) => new URL(`../../templates/${name}.md.hbs`, import.meta.url);

/** A comparison as a page of Markdown. Text of servers appears only neutralised. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  const { a, b, comparable, suggests } = comparison;
  const name = (side: ComparisonSide) => markdownText(side.name, { maxChars: 80 });
  return fillTemplate(template("comparison"), {
    title: a.name === b.name ? md`${name(a)}: two scans compared` : md`${name(a)} and ${name(b)} compared`,
    fileA: markdownCode(a.file, { maxChars: 200 }),
    aboutA: sideText(a),
    fileB: markdownCode(b.file, { maxChars: 200 }),
    aboutB: sideText(b),
    comparable: ours(
      comparable
        ? "The two may be compared."
        : `**The two may not be compared**: ${blockersText(comparison)}. What follows are separate observations.`,
    ),
    suggests: suggests.map(({ statement }) => ours(statement)),
    parity: parityMarkdown(comparison),
    difference: differenceMarkdown(comparison),
  });
}

/** Which of surface, requests, judge and methodology were the same, and the fields that were not. */
export function parityMarkdown(comparison: Comparison): Markdown {
  const { same, differs } = differenceView(comparison, MARKDOWN, LISTED);
  return fillTemplate(template("parity"), { same, differs });
}

/** Every figure on both sides, then the requests, defects, pairs and tools that differ. */
export function differenceMarkdown(comparison: Comparison): Markdown {
  const { changed } = comparison.tasks;
  return fillTemplate(template("difference"), {
    ...differenceView(comparison, MARKDOWN, LISTED),
    taskCounts: ours(
      `${TASK_CHANGES.ids
        .map((change) => [change, changed.filter((task) => task.change === change).length] as const)
        .filter(([, count]) => count > 0)
        .map(([change, count]) => `${countText(count)} ${TASK_CHANGES.label(change)} (${change})`)
        .join("; ")}.`,
    ),
  });
}

/** A report in a line: name, grade, day, judge. */
function sideText(side: ComparisonSide): Markdown {
  return md`${markdownText(side.name, { maxChars: 80 })}, ${ours(`grade ${side.grade}, ${nounText(side.tools, "tool")}, ${nounText(side.tasks, "request")}, ${dayText(side.scannedAt)}`)}, judged by ${markdownText(`${side.judge.cli} ${side.judge.cliVersion}, ${side.judge.model}`, { maxChars: 120 })}`;
}
