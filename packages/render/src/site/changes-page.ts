import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import { COMPARISON_NOTES, countText, DEFECTS, formatScore, TASK_CHANGES } from "@gradable/contract";
import type { Comparison, ComparisonSide, TaskOutcome } from "@gradable/insight";
import { figureRows, sameRows, toolRows } from "../compare/rows.js";
import { dayText } from "../phrase/figures.js";
import { siteFrame } from "./head.js";
import { code, type Html, html, joinHtml, ours, shown } from "./html.js";
import { fill } from "./page.js";

/** Rows listed of requests, defects, pairs and tools that differ; the rest is counted, and `gradable compare` lists all. */
const LISTED = 60;

/** Two reports of one server side by side, what stands in the way of comparing them first. */
export function changesPage(comparison: Comparison): string {
  const { a, b, tasks, pairs, defects } = comparison;
  const tools = toolRows(comparison);
  const found = [
    ...defects.appeared.map((defect) => ({ how: "new", ...defect })),
    ...defects.gone.map((defect) => ({ how: "gone", ...defect })),
  ];
  const more = (all: readonly unknown[]) => Math.max(0, all.length - LISTED);
  return fill("changes", {
    frame: siteFrame({
      title: ours(`${b.slug}: what changed`),
      description: ours(`Two reports of ${b.slug} side by side.`),
      root: "../../",
    }),
    slug: ours(b.slug),
    method: ours("../../method.html"),
    before: sideView(a),
    after: sideView(b),
    comparable: comparison.comparable,
    blockers: comparison.blockers.map((blocker) => ours(EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker])),
    mismatches: [...a.mismatches, ...b.mismatches].map((message) => shown(message, { maxChars: 400 })),
    suggests: comparison.suggests.map(({ statement }) => shown(statement, { maxChars: 1000 })),
    same: sameRows(comparison).map(({ what, same, text }) => ({ what: ours(what), same, text: shown(text) })),
    differs: comparison.differs.map(({ field, a: before, b: after }) => ({
      field: code(field),
      a: code(before, { maxChars: 120 }),
      b: code(after, { maxChars: 120 }),
    })),
    figures: figureRows(comparison).map((row) => ({
      name: ours(row.name),
      a: ours(row.a),
      b: ours(row.b),
      change: ours(row.change),
      beside: ours(row.beside),
    })),
    notes: comparison.notes.map((note) => ours(COMPARISON_NOTES.label(note))),
    tasks: tasks.changed.slice(0, LISTED).map((task) => ({
      change: ours(TASK_CHANGES.label(task.change)),
      worse: task.change === "lost" || task.change === "unconfirmed",
      prompt: shown(task.prompt, { maxChars: 240 }),
      tool: code(task.tool),
      a: outcomeHtml(task.a),
      b: outcomeHtml(task.b),
    })),
    moreTasks: more(tasks.changed),
    defects: found.slice(0, LISTED).map(({ how, tool, type, evidence }) => ({
      how: ours(how),
      tool: code(tool),
      name: ours(DEFECTS.label(type)),
      evidence: shown(evidence, { maxChars: 300 }),
    })),
    moreDefects: more(found),
    pairs: pairs.slice(0, LISTED).map((pair) => ({
      first: code(pair.tools[0]),
      second: code(pair.tools[1]),
      a: ours(pair.a ?? "none"),
      b: ours(pair.b ?? "none"),
    })),
    morePairs: more(pairs),
    tools: tools.slice(0, LISTED).map((row) => ({
      name: code(row.tool),
      how: ours(row.how === "changed" ? "declared otherwise" : row.how),
      a: ours(row.a === null ? "" : countText(row.a)),
      b: ours(row.b === null ? "" : countText(row.b)),
    })),
    moreTools: more(tools),
  });
}

function sideView(side: ComparisonSide) {
  return {
    day: ours(dayText(side.scannedAt)),
    grade: ours(side.grade),
    score: ours(formatScore(side.composite.exact)),
    judge: shown(`${side.judge.cli} ${side.judge.cliVersion}, ${side.judge.model}`, { maxChars: 120 }),
    target: shown(side.target, { maxChars: 200 }),
  };
}

function outcomeHtml({ trials, picked, malformed, candidates, confirmed }: TaskOutcome): Html {
  if (trials === 0) return html`${ours("not graded")}`;
  const tools = picked
    .slice(0, 4)
    .map((name) => (name === null ? html`${ours("no tool")}` : code(name, { maxChars: 60 })));
  const asides = [
    ...(malformed > 0 ? ["malformed call"] : []),
    ...(candidates > confirmed ? ["made without asking"] : []),
  ];
  return html`${joinHtml(tools, ", ")}${ours(asides.length > 0 ? ` (${asides.join(", ")})` : "")}`;
}
