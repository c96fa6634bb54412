import {
  DIFFERENCE_CAUSES,
  formatScore,
  JUDGE_STAGES,
  type JudgeIdentity,
  type JudgeStage,
  nounText,
  plainText,
} from "@gradable/contract";
import {
  type Comparison,
  type ComparisonSide,
  compareReports,
  EMBEDDED_JUDGE_CLI,
  isEmbeddedJudge,
  type NamedReport,
} from "@gradable/insight";
import { blockersText } from "../phrase/comparison.js";
import { dayText } from "../phrase/figures.js";
import { type Markdown, markdownBlock, markdownCode, markdownText, md, ours } from "../phrase/markdown.js";
import { EMBEDDED_JUDGE_STATEMENT, scanCommand, shellWord } from "../phrase/subject.js";
import { fillTemplate } from "../phrase/template.js";
import { differenceMarkdown, parityMarkdown } from "./comparison-markdown.js";

/** What a contest stands on. */
export interface Contest {
  /** The report in dispute. */
  readonly published: NamedReport;
  /** The report of measuring again; `null` where that was not possible. */
  readonly again: NamedReport | null;
  /** Why measuring was not possible, or not at once: one sentence each, already neutralised. */
  readonly unreached: readonly string[];
}

/**
 * The text of an issue that disputes a published score, for a maintainer to file as it is: what it suggests, whether the
 * arithmetic holds, both judges, what was the same and what differed, and how anyone can measure it. Pure. Both reports
 * are referred to by the names they are attached under. Text of servers appears only neutralised, and lists are cut so
 * that it stays below the 65,536 characters an issue may have.
 */
export function renderContest({ published, again, unreached }: Contest): string {
  // Alone, the published report stands beside itself: what is shown of it is then its first side.
  const comparison = compareReports(published, again ?? published);
  const { a, b } = comparison;
  const measured = again !== null;
  return fillTemplate(new URL("../../templates/contest.md.hbs", import.meta.url), {
    title: md`Contested score: ${markdownText(a.name, { maxChars: 80 })}, published as grade ${ours(a.grade)}`,
    summary: summary(comparison, again),
    unreachedIntro: ours(measured ? "Tried before, without success:" : "It could not be measured again:"),
    unreached: unreached.map((reason) => markdownText(reason, { maxChars: 400 })),
    // Beside itself a report suggests nothing but what is wrong with it.
    suggests: (measured ? comparison.suggests : comparison.suggests.slice(0, 1)).map(
      ({ cause, statement }) => ({
        name: ours(DIFFERENCE_CAUSES.label(cause)),
        statement: ours(statement),
      }),
    ),
    standing: ours(
      measured && comparison.suggests.every(({ cause }) => cause === "noDifference")
        ? "Measured again, the score stands. What is left to dispute is a finding: say which, on which tool, and why it is wrong. A remark in `gradable.annotations.json` is shown beside it and moves no score."
        : "",
    ),
    comparability: ours(
      !measured || comparison.comparable
        ? ""
        : `The two may not be set against each other (${blockersText(comparison)}), so B does not correct A: it shows how much hangs on what differs.`,
    ),
    embedded: ours(
      [a, b].some(({ judge }) => judge.cli === EMBEDDED_JUDGE_CLI)
        ? `\`${EMBEDDED_JUDGE_CLI}\` is the embedded judge, a ${EMBEDDED_JUDGE_STATEMENT}.`
        : "",
    ),
    arithmetic: ours(
      a.mismatchCount === 0
        ? `It holds: every figure of \`${a.file}\` follows from the evidence in the same file.`
        : `It does not hold. In \`${a.file}\`, ${nounText(a.mismatchCount, "figure")} ${a.mismatchCount === 1 ? "does" : "do"} not follow from the evidence in the same file:`,
    ),
    mismatches: a.mismatches.map((message) => markdownText(message, { maxChars: 400 })),
    moreMismatches: Math.max(0, a.mismatchCount - a.mismatches.length),
    measured,
    parity: parityMarkdown(comparison),
    identity: identityRows(comparison),
    judges: judgeRows(a.judge, b.judge),
    difference: differenceMarkdown(comparison),
    commands: markdownBlock(commands(published, again, comparison.tasks.same), { language: "sh" }),
    attached: [
      { file: markdownCode(a.file), what: ours(`the published report, reportSha256 \`${a.reportSha256}\``) },
      ...(measured
        ? [
            {
              file: markdownCode(b.file),
              what: ours(`the report of measuring again, reportSha256 \`${b.reportSha256}\``),
            },
          ]
        : []),
    ],
  });
}

function summary({ a, b, tasks }: Comparison, again: NamedReport | null): Markdown {
  const published = ours(
    `The published report (A) of ${dayText(a.scannedAt)} gives **grade ${a.grade}, ${formatScore(a.composite.exact)} of 100**.`,
  );
  if (again === null) return published;
  const asked = tasks.same
    ? `Asking the same ${nounText(a.tasks, "request")} again`
    : `Asking ${nounText(b.tasks, "request")}, ${tasks.shared} of them the same,`;
  const from =
    again.report.target.kind === "file"
      ? ", over a captured list of tools instead of the running server"
      : "";
  return md`${published} ${ours(`${asked} on ${dayText(b.scannedAt)}${from} gave **grade ${b.grade}, ${formatScore(b.composite.exact)} of 100** (B).`)}`;
}

function identityRows({ a, b }: Comparison) {
  const row = (what: string, of: (side: ComparisonSide) => Markdown) => ({
    what: ours(what),
    a: of(a),
    b: of(b),
  });
  const code = (of: (side: ComparisonSide) => string) => (side: ComparisonSide) =>
    markdownCode(of(side), { maxChars: 200, cell: true });
  return [
    row(
      "Scanned",
      code((side) => side.scannedAt),
    ),
    row(
      "Target",
      code((side) => side.target),
    ),
    row(
      "Surface",
      code((side) => side.surfaceSha256),
    ),
    row(
      "Task set",
      code((side) => side.taskSetSha256),
    ),
    row("Trials per request", (side) => ours(String(side.trialsPerTask))),
    row("Provenance", (side) => ours(side.provenance)),
    row(
      "Methodology",
      code((side) => side.methodology),
    ),
    row(
      "Gradable",
      code((side) => side.gradableVersion),
    ),
  ];
}

/** The judge block of the method on both sides, then who answered each question. */
function judgeRows(a: JudgeIdentity, b: JudgeIdentity) {
  const cell = (text: string) => markdownCode(text, { maxChars: 160, cell: true });
  const fields = ["cli", "cliVersion", "model", "taskGeneratorVersion", "promptTemplateVersion"] as const;
  const stage = (judge: JudgeIdentity, name: JudgeStage) => {
    const who = judge.stages[name];
    return who === null
      ? ours("not asked")
      : cell(`${who.cli} ${who.cliVersion}, ${who.model}, ${who.version}`);
  };
  return [
    ...fields.map((field) => ({ what: markdownCode(field), a: cell(a[field]), b: cell(b[field]) })),
    ...JUDGE_STAGES.ids.map((name) => ({
      what: md`${markdownCode(`stages.${name}`)}: ${ours(JUDGE_STAGES.label(name))}`,
      a: stage(a, name),
      b: stage(b, name),
    })),
  ];
}

function commands(published: NamedReport, again: NamedReport | null, sameTasks: boolean): string {
  const { report } = again ?? published;
  const trials = report.trialsPerTask === 1 ? "" : ` --trials ${report.trialsPerTask}`;
  const tokenizer = report.economics.tokenizer === "o200k_base" ? "" : " --tokenizer estimate";
  const scan = scanCommand(report.target);
  const { cli, model } = report.judge;
  const judge = isEmbeddedJudge(report)
    ? ""
    : ` --judge-cli ${shellWord(plainText(cli))} --judge-model ${shellWord(plainText(model))}`;
  return [
    `npx gradable verify ${published.file}`,
    // A scan refuses requests for tools that are gone; a contest leaves them out, and takes the rest from the published report.
    sameTasks
      ? `npx ${scan} --tasks-from ${published.file}${trials}${tokenizer}${judge}`
      : `npx ${scan.replace(/^gradable scan/, `gradable contest ${published.file}`)}${judge}`,
    ...(again === null ? [] : [`npx gradable compare ${published.file} ${again.file}`]),
  ].join("\n");
}
