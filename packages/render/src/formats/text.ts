import {
  CATEGORIES,
  type Category,
  formatScore,
  type Grade,
  LOSSES,
  NOT_MEASURED_REASONS,
  nounText,
  OBSERVATIONS,
  type Report,
} from "@gradable/contract";
import {
  countTrials,
  groupBy,
  isEmbeddedJudge,
  measuredPoints,
  type PlacedAnnotation,
  placedAnnotations,
  pointsToGain,
  subjectName,
  type ToolFindings,
  toolFindings,
} from "@gradable/insight";
import { annotationCounts, annotationText } from "../phrase/annotation.js";
import { answersText } from "../phrase/answers.js";
import { gainText, intervalText } from "../phrase/figures.js";
import { lossText } from "../phrase/loss.js";
import { rewriteSentence } from "../phrase/rewrite.js";
import { EMBEDDED_JUDGE_STATEMENT, scanCommand, shellWord } from "../phrase/subject.js";
import {
  cutToWidth,
  type Paint,
  padToWidth,
  painter,
  type Style,
  terminalText,
  visibleWidth,
  wrapToWidth,
} from "../phrase/terminal.js";
import type { Format, ScoredContext } from "./format.js";

/** What {@link renderText} is told besides the report. */
type TextOptions = Pick<ScoredContext, "color" | "width" | "installedJudges" | "files">;

/** Losses and tools named in the summary; the fix brief has them all. */
const SHOWN_LOSSES = 3;
const SHOWN_TOOLS = 3;
const SHOWN_OBSERVATIONS = 2;
/** Columns of a category's name, and of the space before every line. */
const LABEL_COLUMNS = 17;
const INDENT = "  ";
/** The space before what belongs to a figure above it. */
const GUTTER = " ".repeat(10);

const GRADE_STYLES: Readonly<Record<Grade, Style>> = {
  A: "green",
  B: "green",
  C: "yellow",
  D: "red",
  F: "red",
};

/**
 * The summary of a report for a terminal: grade, score and interval, four bars, what costs most points, who judged,
 * and the next command. No trailing line break. Text of the server appears only neutralised.
 */
export function renderText(report: Report, options: TextOptions): string {
  const paint = painter(options.color);
  const width = Math.min(100, Math.max(40, Math.floor(options.width ?? 80)));
  return [
    heading(report, paint, width),
    CATEGORIES.ids.flatMap((category) => categoryLines(category, report, paint, width)).join("\n"),
    costs(report, paint, width),
    notes(report, options, paint, width),
    next(report, options, paint),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function heading(report: Report, paint: Paint, width: number): string {
  const { composite, grade, ci95, categories } = report.score;
  const beside = [...(categories.safety.measured ? [] : ["safety not measured"]), intervalText(ci95)];
  const score = `${formatScore(composite.exact)} / 100`;
  const head = `Grade ${grade}   ${score}`;
  const oneLine = visibleWidth(head) + 3 + visibleWidth(beside.join(", ")) + INDENT.length <= width;
  const name = terminalText(subjectName(report), { maxChars: 80 });
  const version = terminalText(report.surface.serverInfo?.version ?? "", { maxChars: 20 });
  const about = [
    version === "" ? name : `${name} ${version}`,
    nounText(report.surface.toolCount, "tool"),
    nounText(report.runs.baseline.counts.tasks, "request"),
  ].join(" · ");
  return [
    `${INDENT}${paint("bold", paint(GRADE_STYLES[grade], `Grade ${grade}`))}   ${paint("bold", score)}${
      oneLine ? `   ${paint("dim", beside.join(", "))}` : ""
    }`,
    ...(oneLine
      ? []
      : wrapToWidth(beside.join(", "), width - INDENT.length).map((line) => INDENT + paint("dim", line))),
    INDENT + cutToWidth(about, width - INDENT.length),
  ].join("\n");
}

function categoryLines(category: Category, report: Report, paint: Paint, width: number): string[] {
  const found = report.score.categories[category];
  const label = INDENT + CATEGORIES.label(category).padEnd(LABEL_COLUMNS);
  if (!found.measured) {
    const [first = "", ...rest] = wrapToWidth(
      `not measured: ${NOT_MEASURED_REASONS.label(found.reason)}; the score is over the other ${measuredPoints(report)} points, scaled to 100`,
      width - label.length,
    );
    return [
      label + paint("dim", first),
      ...rest.map((line) => " ".repeat(label.length) + paint("dim", line)),
    ];
  }
  const figure = `${formatScore(found.points.exact).padStart(4)} / ${found.max}`;
  const columns = Math.min(30, Math.max(8, width - label.length - figure.length - 2));
  // Rounded down like the figure: a full bar is a full score.
  const full = Math.floor((found.points.value / found.max) * columns + 1e-9);
  return [`${label}${paint("cyan", "█".repeat(full))}${paint("dim", "░".repeat(columns - full))}  ${figure}`];
}

function costs(report: Report, paint: Paint, width: number): string {
  const losses = pointsToGain(report);
  if (losses.length === 0) return `${INDENT}Nothing to gain: every measured part has all its points.`;
  const tools = toolFindings(report, losses).filter((tool) => tool.exact !== "0");
  const annotations = placedAnnotations(report).filter(({ found }) => found);
  const more = (count: number, noun: string) =>
    count > 0
      ? wrapToWidth(`and ${nounText(count, noun)} in the fix brief`, width - GUTTER.length).map(
          (line) => GUTTER + paint("dim", line),
        )
      : [];
  const lines = [
    INDENT + paint("bold", "What costs most points"),
    ...losses
      .slice(0, SHOWN_LOSSES)
      .flatMap((loss) => costLines(loss.exact, LOSSES.label(loss.id), lossText(loss, report), paint, width)),
    ...more(losses.length - SHOWN_LOSSES, "smaller row"),
  ];
  if (tools.length === 0) return lines.join("\n");
  return [
    ...lines,
    "",
    INDENT + paint("bold", "Tools to start with"),
    ...tools.slice(0, SHOWN_TOOLS).flatMap((tool) => {
      const name = terminalText(tool.tool.name, { maxChars: 80 }) || "(no name)";
      return [
        ...costLines(tool.exact, cutToWidth(name, width - GUTTER.length), toolText(tool), paint, width),
        ...annotationLines(annotations, tool, paint, width),
      ];
    }),
    ...more(tools.length - SHOWN_TOOLS, "more tool"),
  ].join("\n");
}

function costLines(exact: string, title: string, detail: string, paint: Paint, width: number): string[] {
  const gain = gainText(exact).replace("under ", "<").padStart(6);
  const [first = "", ...rest] = wrapToWidth(title, width - GUTTER.length);
  return [
    `${INDENT}${paint("yellow", gain)}  ${first}`,
    ...rest.map((line) => GUTTER + line),
    ...wrapToWidth(detail, width - GUTTER.length).map((line) => GUTTER + paint("dim", line)),
  ];
}

/** What the maintainer says about findings of a tool. */
function annotationLines(
  annotations: readonly PlacedAnnotation[],
  { tool }: ToolFindings,
  paint: Paint,
  width: number,
): string[] {
  return annotations
    .filter(({ annotation }) => annotation.tool === tool.name)
    .flatMap((placed) => wrapToWidth(annotationText(placed), width - GUTTER.length))
    .map((line) => GUTTER + paint("dim", line));
}

/** What was found on one tool, in a line: where its requests went, then defects and calls. */
function toolText(found: ToolFindings): string {
  const answers = found.missed.flatMap((finding) => finding.trials);
  const picked = answers.filter((trial) => trial.selected !== null);
  const instead = [...groupBy(picked, (trial) => trial.selected)]
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, 3)
    .map(([selected, trials]) => {
      const name = terminalText(selected, { maxChars: 40 }) || "(no name)";
      return trials.length > 1 ? `${name} (${trials.length})` : name;
    });
  const defects = new Set(found.defects.map((defect) => defect.type)).size;
  const malformed = countTrials(found.malformed);
  const unsafe = countTrials(found.unsafe);
  return [
    instead.length > 0 ? `requests went to ${instead.join(", ")}` : "",
    picked.length < answers.length
      ? `${nounText(answers.length - picked.length, "request")} got no tool`
      : "",
    unsafe > 0 ? `${nounText(unsafe, "destructive call")} made without asking` : "",
    malformed > 0 ? nounText(malformed, "malformed call") : "",
    defects > 0 ? nounText(defects, "description defect") : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function notes(report: Report, options: TextOptions, paint: Paint, width: number): string {
  const { cli, cliVersion, model } = report.judge;
  const who = terminalText(isEmbeddedJudge(report) ? `${cli} ${model}` : `${cli} ${cliVersion}, ${model}`);
  const others = (options.installedJudges ?? []).map((name) => terminalText(name, { maxChars: 40 }));
  const rows: [string, string][] = [
    [
      "Judge",
      isEmbeddedJudge(report)
        ? `${who}, a ${EMBEDDED_JUDGE_STATEMENT}${others.length > 0 ? `; installed CLIs that could judge instead: ${others.join(", ")}` : ""}`
        : who,
    ],
  ];
  if (report.provenance === "mixed")
    rows.push(["Provenance", "mixed: not every question was answered by the same judge"]);
  const answers = answersText(report);
  if (answers !== null) rows.push(["Answers", answers.replace(/\.$/, "")]);
  if (report.economics.definitionTokensSource === "estimated") {
    rows.push(["Tokens", "estimated from bytes, because the tokenizer was not used"]);
  }
  const rewrite = rewriteSentence(report);
  if (rewrite !== null) rows.push(["Rewrite", rewrite]);
  if (report.observations.length > 0) {
    rows.push(["Observed", observedText(report)]);
  }
  const annotations = placedAnnotations(report);
  if (annotations.length > 0) {
    rows.push([
      "Remarks",
      `${annotationCounts(annotations)} by the maintainer, in the fix brief; they move no score`,
    ]);
  }
  return rows.flatMap(([label, text]) => row(label, text, paint, width)).join("\n");
}

/** Where to read on, how to check the figures, and the same requests again after a change. */
function next(report: Report, options: TextOptions, paint: Paint): string {
  const { files } = options;
  const file = shellWord(terminalText(files?.report ?? "report.json", { maxChars: 1000 }));
  const rows: [string, string][] = [
    [
      "Fix brief",
      files?.fix === undefined ? `npx gradable fix ${file}` : terminalText(files.fix, { maxChars: 1000 }),
    ],
    ["Check", `npx gradable verify ${file}`],
    ["Next", `npx ${scanCommand(report.target)} --tasks-from ${file}`],
  ];
  // A path or a command is not broken over lines: it is there to be copied.
  return rows.map(([label, text]) => `${INDENT}${paint("bold", padToWidth(label, 11))}${text}`).join("\n");
}

function observedText({ observations }: Report): string {
  const shown = observations.slice(0, SHOWN_OBSERVATIONS).map(({ id }) => OBSERVATIONS.label(id));
  const more = observations.length - shown.length;
  return `${shown.join("; ")}${more > 0 ? `; and ${more} more in the fix brief` : ""} (moves no score)`;
}

function row(label: string, text: string, paint: Paint, width: number): string[] {
  const [first = "", ...rest] = wrapToWidth(text, width - INDENT.length - 11);
  return [
    `${INDENT}${paint("bold", padToWidth(label, 11))}${first}`,
    ...rest.map((line) => `${INDENT}${" ".repeat(11)}${line}`),
  ];
}

/** A failure is told on stderr, whatever the format. */
export const format: Format = {
  reader: "people",
  scored: (report, context) => `${renderText(report, context)}\n`,
  failed: () => "",
};
