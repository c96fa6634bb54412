import { COMPARISON_NOTES, countText, DEFECTS, TASK_CHANGES } from "@gradable/contract";
import { type Comparison, changedTools, type TaskOutcome } from "@gradable/insight";
import { figureRows, sameRows, signedCount } from "../phrase/comparison.js";
import { type Markup, ourWords } from "../phrase/markup.js";

/**
 * Two reports side by side: what was the same and what not, every figure on both sides, then the requests, defects, pairs and tools that
 * differ, `listed` of each.
 */
export function differenceView<Text>(comparison: Comparison, markup: Markup<Text>, listed: number) {
  const { ours, name, text } = markup;
  const { tasks, pairs, notes, differs } = comparison;
  const defects = [
    ...comparison.defects.appeared.map((defect) => ({ appeared: true, ...defect })),
    ...comparison.defects.gone.map((defect) => ({ appeared: false, ...defect })),
  ];
  const tools = changedTools(comparison);
  const more = (all: readonly unknown[]) => Math.max(0, all.length - listed);
  return {
    same: sameRows(comparison).map((row) => ({ what: ours(row.what), text: text(row.text, 300) })),
    differs: differs.map(({ field, a, b }) => ({
      field: name(field, { cell: true }),
      a: name(a, { maxChars: 120, cell: true }),
      b: name(b, { maxChars: 120, cell: true }),
    })),
    figures: figureRows(comparison).map((row) => ourWords(markup, row)),
    notes: notes.map((note) => ours(COMPARISON_NOTES.label(note))),
    tasks: tasks.changed.slice(0, listed).map((task) => ({
      change: ours(task.change),
      changeName: ours(TASK_CHANGES.label(task.change)),
      worse: task.change === "lost" || task.change === "unconfirmed",
      prompt: text(task.prompt, 240),
      tool: name(task.tool, { cell: true }),
      a: outcome(task.a, markup),
      b: outcome(task.b, markup),
    })),
    moreTasks: more(tasks.changed),
    defects: defects.slice(0, listed).map(({ appeared, tool, type, evidence }) => ({
      appeared,
      tool: name(tool),
      name: ours(DEFECTS.label(type)),
      nameInSentence: ours(DEFECTS.label(type).toLowerCase()),
      evidence: text(evidence, 300),
    })),
    moreDefects: more(defects),
    pairs: pairs.slice(0, listed).map(({ tools: [first, second], a, b }) => ({
      first: name(first),
      second: name(second),
      onlyInA: b === null,
      onlyInB: a === null,
      a: ours(a ?? "none"),
      b: ours(b ?? "none"),
    })),
    morePairs: more(pairs),
    tools: tools.slice(0, listed).map(({ tool, how, a, b, difference }) => ({
      name: name(tool, { cell: true }),
      how: ours(how === "changed" ? "declared otherwise" : how),
      a: ours(a === null ? "" : countText(a)),
      b: ours(b === null ? "" : countText(b)),
      change: ours(difference === null ? "" : signedCount(difference)),
    })),
    moreTools: more(tools),
  };
}

/** How a request went: the tools picked, and what was wrong with the call. */
function outcome<Text>(
  { trials, picked, malformed, candidates, confirmed }: TaskOutcome,
  { ours, name, join }: Markup<Text>,
): Text {
  if (trials === 0) return ours("not graded");
  const tools = picked
    .slice(0, 4)
    .map((tool) => (tool === null ? ours("no tool") : name(tool, { maxChars: 60, cell: true })));
  const asides = [
    ...(malformed > 0 ? ["malformed call"] : []),
    ...(candidates > confirmed ? ["made without asking"] : []),
  ];
  const aside = asides.length > 0 ? ` (${asides.join(", ")})` : "";
  return join([join(tools, ", "), ours(aside)], "");
}
