import { countText, formatScore, nounText, type Report } from "@gradable/contract";
import {
  isEmbeddedJudge,
  measuredPoints,
  type PointLoss,
  placedAnnotations,
  pointsToGain,
  rewriteEffect,
  subjectName,
  toolFindings,
} from "@gradable/insight";
import { answersText } from "../../phrase/answers.js";
import { placesText } from "../../phrase/cell.js";
import { dayText, intervalText } from "../../phrase/figures.js";
import { lossRows } from "../../phrase/loss.js";
import { ourWords } from "../../phrase/markup.js";
import { decisionWords } from "../../phrase/stages.js";
import { EMBEDDED_JUDGE_STATEMENT } from "../../phrase/subject.js";
import { bar } from "../charts/bar.js";
import { scoreStrip } from "../charts/score-strip.js";
import { singleFrame, siteFrame } from "../head.js";
import { code, HTML, ours, shown } from "../html.js";
import { fill } from "../page.js";
import { annotationsView } from "./annotations.js";
import { categoriesView, scaledText } from "./categories.js";
import type { ServerContext, Standing } from "./context.js";
import { funnelView } from "./funnel.js";
import { historyView } from "./history.js";
import { commandsView, judgeView, observationsView } from "./provenance.js";
import { requestsView } from "./requests.js";
import { rewriteView } from "./rewrite.js";
import { defectsView, pairsView, toolsView } from "./tools.js";

/** The page of one report: within the site where it stands among others, or as a file of its own. */
export function serverPage(report: Report, standing?: Standing): string {
  const losses = pointsToGain(report);
  const context: ServerContext = {
    report,
    losses,
    findings: toolFindings(report, losses),
    annotations: placedAnnotations(report),
    effect: rewriteEffect(report),
    method: ours(standing === undefined ? "method.html" : "../../method.html"),
  };
  const { grade, composite, ci95, categories } = report.score;
  const name = shown(subjectName(report), { maxChars: 80 });
  const score = formatScore(composite.exact);
  const title = {
    title: shown(`${report.slug}: grade ${grade}, ${score} of 100`),
    description: shown(
      `How legible the tools of ${report.slug} are to a language model: grade ${grade}, ${score} of 100.`,
    ),
  };
  const counts = report.runs.baseline.counts;
  const answers = answersText(report);
  return fill("server", {
    frame:
      standing === undefined
        ? singleFrame(title)
        : siteFrame({ ...title, root: "../../", scripts: ["page.js"] }),
    method: context.method,
    slug: ours(report.slug),
    name,
    named: String(name) !== report.slug,
    target: code(report.target.label, { maxChars: 300 }),
    version: report.surface.serverInfo?.version
      ? shown(report.surface.serverInfo.version, { maxChars: 40 })
      : null,
    grade: ours(grade),
    score: ours(score),
    interval: ours(sentenceText(intervalText(ci95))),
    safetyMeasured: categories.safety.measured,
    strip: scoreStrip(
      composite.value,
      ci95.state === "measured" ? ci95 : null,
      report.rubric.grades,
      ours(`Score ${score} of 100, grade ${grade}; ${intervalText(ci95)}`),
    ),
    day: ours(dayText(report.scannedAt)),
    tools: ours(nounText(report.surface.toolCount, "tool")),
    requests: ours(nounText(counts.tasks, "request")),
    repeated: report.trialsPerTask > 1 ? ours(`, each asked ${report.trialsPerTask} times`) : null,
    answers: answers === null ? null : ours(answers),
    judge: shown(`${report.judge.cli} ${report.judge.cliVersion}, ${report.judge.model}`, { maxChars: 160 }),
    embedded: isEmbeddedJudge(report) ? ours(EMBEDDED_JUDGE_STATEMENT) : null,
    mixed: report.provenance === "mixed",
    standing: standing === undefined ? null : standingView(standing),
    losses: lossRows(losses, report).map((row, index) => ({
      ...ourWords(HTML, row),
      bar: bar(lossNumber(losses[index]), lossNumber(losses[0]), "loss"),
    })),
    categories: categoriesView(report),
    scaled: scaledText(measuredPoints(report)),
    funnel: funnelView(report),
    decision: ourWords(HTML, decisionWords(report)),
    toolTable: toolsView(context),
    definitionTokens: ours(
      `${report.economics.definitionTokensSource === "estimated" ? "about " : ""}${nounText(report.economics.definitionTokens, "token")}`,
    ),
    defects: defectsView(context),
    pairs: pairsView(context),
    requestGroups: requestsView(context),
    rewrite: rewriteView(context),
    stages: judgeView(report),
    calibration: report.judge.calibrationSha256 === undefined ? null : code(report.judge.calibrationSha256),
    observations: observationsView(context),
    remarks: annotationsView(context),
    history: standing === undefined ? null : historyView(standing.history),
    commands: commandsView(report),
    hashes: [
      { name: ours("Report"), value: code(report.reportSha256) },
      { name: ours("Surface"), value: code(report.surface.surfaceSha256) },
      { name: ours("Task set"), value: code(report.taskSetSha256) },
    ],
    methodology: ours(report.methodology),
    gradableVersion: shown(report.gradableVersion, { maxChars: 40 }),
  });
}

function standingView({ row, leaderboard, majority, history }: Standing) {
  return {
    rank: ours(placesText(row.rank)),
    of: ours(countText(row.rank.of)),
    tied: row.rank.low !== row.rank.high,
    leaderboard,
    majority,
    laterFailed: row.flags.includes("laterScanFailed"),
    scores: history.length,
  };
}

/** Words that stand alone, begun as a sentence is. */
function sentenceText(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The points lost as the nearest double, for drawing only. */
function lossNumber(loss: PointLoss | undefined): number {
  const [numerator = "0", denominator = "1"] = (loss?.exact ?? "1").split("/");
  return Number(numerator) / Number(denominator);
}
