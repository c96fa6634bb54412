import { COMPARISON_NOTES, countText, DEFECTS, nounText } from "@gradable/contract";
import {
  type ChangedTask,
  type ChangedTool,
  type Comparison,
  type ComparisonSide,
  changedTools,
  type TaskOutcome,
} from "@gradable/insight";
import { blockersText, type FigureRow, figureRows, sameRows, signedCount } from "../phrase/comparison.js";
import { dayText } from "../phrase/figures.js";
import {
  type Paint,
  padToWidth,
  painter,
  type Style,
  terminalText,
  visibleWidth,
  wrapToWidth,
} from "../phrase/terminal.js";

/** Rows of each list on a terminal; JSON has them all. */
const SHOWN = 12;
const INDENT = "  ";
const LABEL_COLUMNS = 14;

/** A comparison for a terminal; no trailing line break. Text of servers appears only neutralised. */
export function renderComparisonText(
  comparison: Comparison,
  options: { readonly color: boolean; readonly width?: number },
): string {
  const paint = painter(options.color);
  const width = Math.min(110, Math.max(60, Math.floor(options.width ?? 80)));
  return [
    sides(comparison, paint, width),
    parity(comparison, paint, width),
    figures(figureRows(comparison), paint, width),
    list("Requests that went another way", comparison.tasks.changed.map(taskLine), paint, width),
    list("Defects", defectLines(comparison), paint, width),
    list("Confusable pairs", comparison.pairs.map(pairLine), paint, width),
    list("Tools", changedTools(comparison).map(toolLine), paint, width),
    suggestions(comparison, paint, width),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function sides({ a, b }: Comparison, paint: Paint, width: number): string {
  const line = (letter: string, side: ComparisonSide) => {
    const about = `${terminalText(side.name, { maxChars: 60 })}, grade ${side.grade}, ${dayText(side.scannedAt)}, ${terminalText(`${side.judge.cli} ${side.judge.model}`, { maxChars: 60 })}`;
    return [
      `${INDENT}${paint("bold", letter)}  ${terminalText(side.file, { maxChars: 1000 })}`,
      ...wrapToWidth(about, width - 5).map((text) => `${INDENT}   ${paint("dim", text)}`),
    ].join("\n");
  };
  return [line("A", a), line("B", b)].join("\n");
}

function parity(comparison: Comparison, paint: Paint, width: number): string {
  const { comparable, differs } = comparison;
  return [
    labelled(
      "Comparable",
      comparable ? "yes" : `no: ${blockersText(comparison)}`,
      paint,
      width,
      comparable ? "green" : "red",
    ),
    ...sameRows(comparison).map(({ what, text }) => labelled(what, text, paint, width)),
    ...differs.map(({ field, a, b }) =>
      labelled(
        "",
        `${field}: ${terminalText(a, { maxChars: 80 })} in A, ${terminalText(b, { maxChars: 80 })} in B`,
        paint,
        width,
      ),
    ),
  ].join("\n");
}

function figures(rows: readonly FigureRow[], paint: Paint, width: number): string {
  const columns = (["name", "a", "b", "change"] as const).map((column) =>
    Math.max(column === "name" ? 0 : 6, ...rows.map((row) => visibleWidth(row[column]))),
  ) as [number, number, number, number];
  const right = (text: string, columns: number) =>
    " ".repeat(Math.max(0, columns - visibleWidth(text))) + text;
  const [name, a, b, change] = columns;
  const used = INDENT.length + name + a + b + change + 6;
  const line = (row: FigureRow, style: "bold" | undefined) => {
    const text = `${INDENT}${padToWidth(row.name, name)}  ${right(row.a, a)}  ${right(row.b, b)}  ${right(row.change, change)}`;
    const shown = style === undefined ? text : paint(style, text);
    if (row.beside === "") return [shown];
    const fits = used + 2 + visibleWidth(row.beside) <= width;
    return fits
      ? [`${shown}  ${paint("dim", row.beside)}`]
      : [shown, ...wrapToWidth(row.beside, width - 6).map((part) => `${INDENT}    ${paint("dim", part)}`)];
  };
  return [
    paint(
      "bold",
      `${INDENT}${" ".repeat(name)}  ${right("A", a)}  ${right("B", b)}  ${right("change", change)}`,
    ),
    ...rows.flatMap((row) => line(row, row.name === "Score" ? "bold" : undefined)),
  ].join("\n");
}

function taskLine({ change, tool, prompt, a, b }: ChangedTask): string {
  return `${change}: “${terminalText(prompt, { maxChars: 120 })}” for ${terminalText(tool, { maxChars: 40 })}: ${outcomeText(a)} → ${outcomeText(b)}`;
}

/** How a request went, in a few words: the tools picked, and what was wrong with the call. */
function outcomeText({ trials, picked, malformed, candidates, confirmed }: TaskOutcome): string {
  if (trials === 0) return "(not graded)";
  const asides = [...(malformed > 0 ? ["malformed"] : []), ...(candidates > confirmed ? ["not asked"] : [])];
  const tools = picked.map((name) =>
    name === null ? "no tool" : terminalText(name, { maxChars: 40 }) || "(no name)",
  );
  return `${tools.join("/")}${asides.length > 0 ? ` (${asides.join(", ")})` : ""}`;
}

function defectLines({ defects }: Comparison): string[] {
  const line =
    (sign: string) =>
    ({ tool, type }: Comparison["defects"]["gone"][number]) =>
      `${sign} ${terminalText(tool, { maxChars: 60 })}: ${DEFECTS.label(type).toLowerCase()}`;
  return [...defects.appeared.map(line("+")), ...defects.gone.map(line("−"))];
}

function pairLine({ tools, a, b }: Comparison["pairs"][number]): string {
  const names = tools.map((tool) => terminalText(tool, { maxChars: 60 })).join(" and ");
  if (a === null) return `+ ${names} (${b})`;
  return b === null ? `− ${names} (${a})` : `~ ${names}: ${a} → ${b}`;
}

function toolLine({ tool, how, a, b, difference }: ChangedTool): string {
  const name = terminalText(tool, { maxChars: 60 });
  if (how !== "changed") {
    const tokens = difference === null ? "" : `, ${nounText(Math.abs(difference), "token")}`;
    return `${how === "added" ? "+" : "−"} ${name}${tokens}`;
  }
  if (a === null || b === null || difference === null) return `~ ${name}, declared otherwise`;
  return `~ ${name}: ${countText(a)} → ${countText(b)} tokens (${signedCount(difference)})`;
}

function list(title: string, lines: readonly string[], paint: Paint, width: number): string {
  if (lines.length === 0) return "";
  return [
    `${INDENT}${paint("bold", `${title} (${lines.length})`)}`,
    ...lines.slice(0, SHOWN).flatMap((text) => {
      const [first = "", ...rest] = wrapToWidth(text, width - 6);
      return [`${INDENT}  ${first}`, ...rest.map((more) => `${INDENT}    ${more}`)];
    }),
    ...(lines.length > SHOWN
      ? [
          `${INDENT}  ${paint("dim", `and ${nounText(lines.length - SHOWN, "more", "more")} with --format json`)}`,
        ]
      : []),
  ].join("\n");
}

function suggestions({ suggests, notes }: Comparison, paint: Paint, width: number): string {
  return [
    ...suggests.map(({ statement }, index) =>
      labelled(index === 0 ? "Suggests" : "", statement, paint, width),
    ),
    ...notes.map((note, index) =>
      labelled(index === 0 ? "Note" : "", COMPARISON_NOTES.label(note), paint, width),
    ),
  ].join("\n");
}

function labelled(label: string, text: string, paint: Paint, width: number, style?: Style): string {
  const [first = "", ...rest] = wrapToWidth(text, width - INDENT.length - LABEL_COLUMNS).map((line) =>
    style === undefined ? line : paint(style, line),
  );
  return [
    `${INDENT}${paint("bold", padToWidth(label, LABEL_COLUMNS))}${first}`,
    ...rest.map((line) => `${INDENT}${" ".repeat(LABEL_COLUMNS)}${line}`),
  ].join("\n");
}
