import {
  CATEGORIES,
  type Category,
  formatScore,
  type Grade,
  NOT_MEASURED_LABELS,
  type Report,
} from "@gradable/contract";
import { gainText, intervalText, nounText } from "./figures.js";
import { CATEGORY_LABELS, LOSS_LABELS } from "./labels.js";
import { lossText } from "./loss-text.js";
import { measuredPoints, pointsToGain } from "./points-to-gain.js";
import { EMBEDDED_JUDGE_STATEMENT, isEmbeddedJudge, shellWord, subjectName } from "./subject.js";
import {
  cutToWidth,
  type Paint,
  padToWidth,
  painter,
  type Style,
  terminalText,
  visibleWidth,
  wrapToWidth,
} from "./terminal.js";
import { countTrials, groupBy, type ToolFindings, toolFindings } from "./tool-findings.js";

/** Options of {@link renderText}. */
export interface TextOptions {
  /** Write colour codes; without it there is no escape character in the text. */
  readonly color: boolean;
  /** Columns to fill, 40 to 100; default 80. */
  readonly width?: number;
  /** Names of the model CLIs found on this machine, offered where the embedded judge answered. */
  readonly installedJudges?: readonly string[];
  /** Where the report and the fix brief were written, for the next command. */
  readonly files?: { readonly report: string; readonly fix?: string };
}

/** Losses and tools named in the summary; the fix brief has them all. */
const SHOWN_LOSSES = 3;
const SHOWN_TOOLS = 3;
/** Columns of a category's name, and of the space before every line. */
const LABEL_COLUMNS = 17;
const INDENT = "  ";

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
    CATEGORIES.flatMap((category) => categoryLines(category, report, paint, width)).join("\n"),
    costs(report, paint, width),
    notes(report, options, paint, width),
    next(options, paint),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function heading(report: Report, paint: Paint, width: number): string {
  const { composite, grade, ci95, categories } = report.score;
  const interval = intervalText(ci95);
  const beside = [
    interval === null ? `no interval: ${notMeasuredText(ci95)}` : `95 % interval ${interval}`,
    ...(categories.safety.measured ? [] : ["safety not measured"]),
  ];
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

function notMeasuredText(value: Report["score"]["ci95"]): string {
  return value.state === "notMeasured" ? NOT_MEASURED_LABELS[value.reason] : "";
}

function categoryLines(category: Category, report: Report, paint: Paint, width: number): string[] {
  const found = report.score.categories[category];
  const label = INDENT + CATEGORY_LABELS[category].padEnd(LABEL_COLUMNS);
  if (!found.measured) {
    const [first = "", ...rest] = wrapToWidth(
      `not measured: ${NOT_MEASURED_LABELS[found.reason]}`,
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
  const lines = [INDENT + paint("bold", "What costs most points")];
  const gutter = `${INDENT}        `;
  for (const loss of losses.slice(0, SHOWN_LOSSES)) {
    const gain = loss.exact === "0" ? "" : gainText(loss.exact);
    const shown = gain.startsWith("under") ? "<0.01" : gain;
    lines.push(
      `${INDENT}${paint("yellow", shown.padStart(6))}  ${cutToWidth(LOSS_LABELS[loss.id], width - gutter.length)}`,
    );
    lines.push(
      ...wrapToWidth(lossText(loss, report), width - gutter.length).map(
        (line) => gutter + paint("dim", line),
      ),
    );
  }
  if (losses.length > SHOWN_LOSSES) {
    lines.push(
      gutter + paint("dim", `and ${nounText(losses.length - SHOWN_LOSSES, "smaller row")} in the fix brief`),
    );
  }
  const tools = toolFindings(report, losses).filter((tool) => tool.exact !== "0");
  if (tools.length > 0) {
    lines.push("", INDENT + paint("bold", "Tools to start with"));
    for (const tool of tools.slice(0, SHOWN_TOOLS)) lines.push(...toolLines(tool, paint, width));
    if (tools.length > SHOWN_TOOLS) {
      lines.push(
        gutter + paint("dim", `and ${nounText(tools.length - SHOWN_TOOLS, "more tool")} in the fix brief`),
      );
    }
  }
  return lines.join("\n");
}

function toolLines(found: ToolFindings, paint: Paint, width: number): string[] {
  const gutter = `${INDENT}        `;
  const gain = gainText(found.exact);
  const name = terminalText(found.tool.name, { maxChars: 80 }) || "(no name)";
  const picked = groupBy(
    found.missed.flatMap((finding) => finding.trials),
    (trial) => trial.selected,
  );
  const instead = [...picked]
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, 3)
    .map(([selected, trials]) => {
      const tool = selected === null ? "no tool" : terminalText(selected, { maxChars: 40 });
      return trials.length > 1 ? `${tool} (${trials.length})` : tool;
    });
  const defects = new Set(found.defects.map((defect) => defect.type)).size;
  const what = [
    instead.length > 0 ? `requests went to ${instead.join(", ")}` : "",
    defects > 0 ? nounText(defects, "description defect") : "",
    found.malformed.length > 0
      ? `${countTrials(found.malformed)} malformed ${countTrials(found.malformed) === 1 ? "call" : "calls"}`
      : "",
    found.unsafe.length > 0
      ? `${countTrials(found.unsafe)} destructive ${countTrials(found.unsafe) === 1 ? "call" : "calls"} made without asking`
      : "",
  ].filter((part) => part !== "");
  const shown = gain.startsWith("under") ? "<0.01" : gain;
  return [
    `${INDENT}${paint("yellow", shown.padStart(6))}  ${cutToWidth(name, width - gutter.length)}`,
    ...wrapToWidth(what.join("; "), width - gutter.length).map((line) => gutter + paint("dim", line)),
  ];
}

function notes(report: Report, options: TextOptions, paint: Paint, width: number): string {
  const { cli, cliVersion, model } = report.judge;
  const who = terminalText(isEmbeddedJudge(report) ? `${cli} ${model}` : `${cli} ${cliVersion}, ${model}`);
  const others = (options.installedJudges ?? []).map((name) => terminalText(name, { maxChars: 40 }));
  const counts = report.runs.baseline.counts;
  const ungraded = counts.configuredTrials - counts.gradeableTrials;
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
  if (!report.score.categories.safety.measured) {
    rows.push([
      "Safety",
      `not measured, so the score is over the other ${measuredPoints(report)} points, scaled to 100`,
    ]);
  }
  if (ungraded > 0) {
    rows.push([
      "Answers",
      `${ungraded} of ${counts.configuredTrials} trials gave none that could be graded; they count neither way`,
    ]);
  }
  if (report.economics.definitionTokensSource === "estimated") {
    rows.push(["Tokens", "estimated from bytes, because the tokenizer was not used"]);
  }
  if (report.observations.length > 0) {
    rows.push(["Observed", observedText(report)]);
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
      files?.fix === undefined ? `gradable fix ${file}` : terminalText(files.fix, { maxChars: 1000 }),
    ],
    ["Check", `gradable verify ${file}`],
    ["Next", `${scanCommand(report.target)} --tasks-from ${file}`],
  ];
  // A path or a command is not broken over lines: it is there to be copied.
  return rows.map(([label, text]) => `${INDENT}${paint("bold", padToWidth(label, 11))}${text}`).join("\n");
}

function observedText({ observations }: Report): string {
  const shown = observations.slice(0, SHOWN_OBSERVATIONS).map(({ id }) => OBSERVATIONS[id]);
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
