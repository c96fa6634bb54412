import { COMPARISON_NOTES, countText, DEFECTS, nounText, TASK_CHANGES } from "@gradable/contract";
import type { Comparison, ComparisonSide, TaskOutcome } from "@gradable/insight";
import { dayText } from "../phrase/figures.js";
import { joinMarkdown, type Markdown, markdownCode, markdownText, md, ours } from "../phrase/markdown.js";
import { fillTemplate } from "../phrase/template.js";
import { figureRows, sameRows, signedCount, toolRows } from "./rows.js";
import { blockersText } from "./text.js";

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
  return fillTemplate(template("parity"), {
    same: sameRows(comparison).map(({ what, text }) => ({ what: ours(what), text: ours(text) })),
    differs: comparison.differs.map(({ field, a, b }) => ({
      field: markdownCode(field, { cell: true }),
      a: markdownCode(a, { maxChars: 120, cell: true }),
      b: markdownCode(b, { maxChars: 120, cell: true }),
    })),
  });
}

/** Every figure on both sides, then the requests, defects, pairs and tools that differ. */
export function differenceMarkdown(comparison: Comparison): Markdown {
  const { tasks, pairs, notes } = comparison;
  const defects = [
    ...comparison.defects.appeared.map((defect) => ({ how: "Only in B", ...defect })),
    ...comparison.defects.gone.map((defect) => ({ how: "Only in A", ...defect })),
  ];
  const tools = toolRows(comparison);
  const more = (all: readonly unknown[]) => Math.max(0, all.length - LISTED);
  return fillTemplate(template("difference"), {
    figures: figureRows(comparison).map(({ name, a, b, change, beside }) => ({
      name: ours(name),
      a: ours(a),
      b: ours(b),
      change: ours(change),
      beside: ours(beside),
    })),
    notes: notes.map((note) => ours(COMPARISON_NOTES.label(note))),
    taskCounts: ours(
      `${TASK_CHANGES.ids
        .map((change) => [change, tasks.changed.filter((task) => task.change === change).length] as const)
        .filter(([, count]) => count > 0)
        .map(([change, count]) => `${countText(count)} ${TASK_CHANGES.label(change)} (${change})`)
        .join("; ")}.`,
    ),
    tasks: tasks.changed.slice(0, LISTED).map((task) => ({
      change: ours(task.change),
      prompt: markdownText(task.prompt, { maxChars: 240 }),
      tool: markdownCode(task.tool, { maxChars: 80, cell: true }),
      a: outcomeMarkdown(task.a),
      b: outcomeMarkdown(task.b),
    })),
    moreTasks: more(tasks.changed),
    defects: defects.slice(0, LISTED).map(({ how, tool, type, evidence }) => ({
      how: ours(how),
      tool: markdownCode(tool, { maxChars: 80 }),
      name: ours(DEFECTS.label(type).toLowerCase()),
      evidence: markdownText(evidence, { maxChars: 300 }),
    })),
    moreDefects: more(defects),
    pairs: pairs.slice(0, LISTED).map(({ tools: [first, second], a, b }) => ({
      first: markdownCode(first, { maxChars: 80 }),
      second: markdownCode(second, { maxChars: 80 }),
      how: ours(a === null ? `only in B, ${b}` : b === null ? `only in A, ${a}` : `${a} in A, ${b} in B`),
    })),
    morePairs: more(pairs),
    tools: tools.slice(0, LISTED).map(({ tool, how, a, b, difference }) => ({
      name: markdownCode(tool, { maxChars: 80, cell: true }),
      how: ours(how === "changed" ? "declared otherwise" : how),
      a: ours(a === null ? "" : countText(a)),
      b: ours(b === null ? "" : countText(b)),
      change: ours(difference === null ? "" : signedCount(difference)),
    })),
    moreTools: more(tools),
  });
}

/** A report in a line: name, grade, day, judge. */
function sideText(side: ComparisonSide): Markdown {
  return md`${markdownText(side.name, { maxChars: 80 })}, ${ours(`grade ${side.grade}, ${nounText(side.tools, "tool")}, ${nounText(side.tasks, "request")}, ${dayText(side.scannedAt)}`)}, judged by ${markdownText(`${side.judge.cli} ${side.judge.cliVersion}, ${side.judge.model}`, { maxChars: 120 })}`;
}

function outcomeMarkdown({ trials, picked, malformed, candidates, confirmed }: TaskOutcome): Markdown {
  if (trials === 0) return ours("not graded");
  const tools = picked
    .slice(0, 4)
    .map((name) => (name === null ? ours("no tool") : markdownCode(name, { maxChars: 60, cell: true })));
  const asides = [
    ...(malformed > 0 ? ["malformed call"] : []),
    ...(candidates > confirmed ? ["made without asking"] : []),
  ];
  return md`${joinMarkdown(tools, ", ")}${ours(asides.length > 0 ? ` (${asides.join(", ")})` : "")}`;
}
