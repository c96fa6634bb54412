import { USER_VALUE_STAGE_LABELS, USER_VALUE_STAGE_QUESTIONS } from "@gradable/chain";
import {
  type Annotation,
  CATEGORIES,
  countText,
  DEFECTS,
  formatScore,
  JUDGE_STAGES,
  LOSSES,
  NOT_MEASURED_REASONS,
  nounText,
  OBSERVATIONS,
  PAIR_SEVERITIES,
  type Report,
  type Run,
  roundDown,
} from "@gradable/contract";
import {
  annotationsOn,
  countTrials,
  groupBy,
  isEmbeddedJudge,
  measuredPoints,
  missingPoints,
  type PlacedAnnotation,
  type PointLoss,
  placedAnnotations,
  pointsToGain,
  type RewriteEffect,
  rewriteEffect,
  stageTallies,
  subjectName,
  type TaskFinding,
  type ToolFindings,
  toolFindings,
  toolsBySize,
  worstPairsFirst,
} from "@gradable/insight";
import { annotationMarkdown, annotationRow } from "../phrase/annotation.js";
import { answersText } from "../phrase/answers.js";
import { dayText, gainText, intervalText, ratioText, shareText } from "../phrase/figures.js";
import { lossRows } from "../phrase/loss.js";
import {
  joinMarkdown,
  MARKDOWN,
  type Markdown,
  markdownBlock,
  markdownCode,
  markdownText,
  md,
  ours,
} from "../phrase/markdown.js";
import { ourWords } from "../phrase/markup.js";
import { suggestionPlace, tokenChangeText } from "../phrase/rewrite.js";
import { decisionWords, stageReasonsText } from "../phrase/stages.js";
import { EMBEDDED_JUDGE_STATEMENT, scanCommand } from "../phrase/subject.js";
import { fillTemplate } from "../phrase/template.js";
import { rewriteView, suggestionVerdict } from "./rewrite.js";

/** Tools written out in full; the rest of a large surface gets one table row each. */
const FULL_TOOLS = 40;
/** Requests listed per tool and kind, pairs and largest tools listed in all: enough to act on, all are in report.json. */
const LISTED_REQUESTS = 6;
const LISTED_PAIRS = 60;
const LISTED_LARGEST = 8;
const LISTED_REWRITE = { tools: 40, confused: 20, lost: 12 };

/**
 * The fix brief of a report, as Markdown for the maintainer of the scanned server: the verdict, what costs most points,
 * then everything found ordered by the points it costs, what a rewrite would lose, and how to check or contest it.
 * Text of the server appears only neutralised.
 */
export function renderFix(report: Report): string {
  const losses = pointsToGain(report);
  const findings = toolFindings(report, losses);
  const annotations = placedAnnotations(report);
  const effect = rewriteEffect(report);
  return fillTemplate(new URL("../../templates/fix.md.hbs", import.meta.url), {
    name: markdownText(subjectName(report), { maxChars: 80 }),
    verdict: verdict(report, losses),
    judge: judgeStatement(report),
    losses: lossRows(losses, report).map((row) => ourWords(MARKDOWN, row)),
    requests: losses.some((loss) => loss.id === "missed-selections"),
    destructive: losses.some((loss) => loss.id === "unsafe-destructive-calls"),
    missing: ours(roundDown(missingPoints(report), 2)),
    safetyNote: safetyNote(report),
    tools: findings.slice(0, FULL_TOOLS).map((tool) => toolView(tool, report, annotations, effect)),
    moreTools: findings.slice(FULL_TOOLS).map((tool) => ({
      name: markdownCode(tool.tool.name, { maxChars: 80, cell: true }),
      points: ours(gainText(tool.exact)),
      what: ours(shortFindings(tool)),
    })),
    pairs: pairViews(report, annotations),
    morePairs: Math.max(0, report.analysis.confusablePairs.length - LISTED_PAIRS),
    largest: losses.some((loss) => loss.id === "definition-tokens" || loss.id === "tokens-per-task")
      ? largestTools(report)
      : [],
    rewrite: rewrite(report, effect),
    stages: stageViews(report),
    decision: decisionText(report),
    observations: report.observations.map((observation) => ({
      id: markdownCode(observation.id),
      what: ours(OBSERVATIONS.label(observation.id)),
      count: observation.count > 1 ? ours(` (${countText(observation.count)} times)`) : ours(""),
      tools: observation.tools?.length
        ? md` Tools: ${joinMarkdown(
            observation.tools.slice(0, 20).map((name) => markdownCode(name, { maxChars: 80 })),
            ", ",
          )}.`
        : ours(""),
      facts: factsText(observation.facts),
      remark: annotationMarkdown(
        observation.tools?.length ? [] : annotationsOn(annotations, observation.id, [""]),
      ),
    })),
    remarks: annotations.map(annotationRow),
    stagesOfJudge: report.provenance === "mixed" ? judgeStages(report) : [],
    suggests: report.analysis.suggestions.length > 0,
    replay: markdownBlock(`npx ${scanCommand(report.target)} --tasks-from report.json`, { language: "sh" }),
    verify: markdownBlock("npx gradable verify report.json", { language: "sh" }),
    contest: markdownBlock("npx gradable contest report.json", { language: "sh" }),
    explain: markdownBlock("npx gradable explain selectionAccuracy", { language: "sh" }),
    bases: ours(basesText(report)),
    gradableVersion: markdownText(report.gradableVersion, { maxChars: 40 }),
    surfaceSha256: markdownCode(report.surface.surfaceSha256),
    taskSetSha256: markdownCode(report.taskSetSha256),
    methodology: markdownText(report.methodology),
  });
}

function verdict(report: Report, losses: readonly PointLoss[]): Markdown {
  const { composite, grade, ci95, categories } = report.score;
  const shown = formatScore(composite.exact);
  const beside = categories.safety.measured ? "" : ", safety not measured";
  const head = `**Grade ${grade}${beside}: ${shown} of 100** (${intervalText(ci95)}).`;
  const { cli, cliVersion, model } = report.judge;
  const who = isEmbeddedJudge(report)
    ? md`the embedded judge (${markdownText(`${cli} ${cliVersion}, ${model}`)}), a ${ours(EMBEDDED_JUDGE_STATEMENT)}`
    : md`${markdownText(`${cli} ${cliVersion}, ${model}`)}`;
  const counts = report.runs.baseline.counts;
  const asked = ours(
    `${nounText(report.surface.toolCount, "tool")} ${report.surface.toolCount === 1 ? "was" : "were"} tried with ${nounText(counts.tasks, "request")}${
      report.trialsPerTask > 1 ? `, ${report.trialsPerTask} times each,` : ""
    } on ${dayText(report.scannedAt)}`,
  );
  const answers = answersText(report);
  const unanswered = answers === null ? "" : ` ${answers}`;
  return md`${ours(head)} ${asked} by ${who}.${ours(unanswered)} ${ours(costliest(losses, missingPoints(report)))}`;
}

function costliest(losses: readonly PointLoss[], exact: string): string {
  const [first, second] = losses;
  if (first === undefined) return "No point is missing.";
  const missing = roundDown(exact, 2);
  const name = (loss: PointLoss) =>
    `${gainText(loss.exact)} are lost at “${LOSSES.label(loss.id).toLowerCase()}”`;
  return second === undefined
    ? `All ${missing} missing points are lost at “${LOSSES.label(first.id).toLowerCase()}”.`
    : `Of the ${missing} missing points, ${name(first)} and ${name(second)}.`;
}

function judgeStatement(report: Report): Markdown {
  const mixed =
    report.provenance === "mixed"
      ? ours(
          " Provenance is mixed: not every question was answered by the same judge; who answered what is listed at the end.",
        )
      : ours("");
  const is = isEmbeddedJudge(report)
    ? ours(
        "The embedded judge ranks tools by the words of their names, descriptions and parameters, as a retrieval step before a model would; a language model may do better or worse.",
      )
    : ours("Another judge may read the same surface differently.");
  return md`${is} A score compares only with scores of the same judge configuration.${mixed}`;
}

function judgeStages(report: Report) {
  return JUDGE_STAGES.ids.flatMap((stage) => {
    const who = report.judge.stages[stage];
    if (who === null) return [];
    return [
      {
        question: ours(JUDGE_STAGES.label(stage)),
        who: markdownText(`${who.cli} ${who.cliVersion}, ${who.model}`),
        version: markdownCode(who.version, { cell: true }),
      },
    ];
  });
}

function safetyNote(report: Report): Markdown {
  const { safety } = report.score.categories;
  if (safety.measured) return ours("");
  return ours(
    `**${CATEGORIES.entries.safety.label} was not measured**: ${NOT_MEASURED_REASONS.label(safety.reason)}. The score is over the other ${measuredPoints(report)} points, scaled to 100; it says nothing about how safe a call is.`,
  );
}

function toolView(
  found: ToolFindings,
  report: Report,
  annotations: readonly PlacedAnnotation[],
  effect: RewriteEffect | null,
) {
  const { suggestion } = found;
  const remark = (finding: Annotation["finding"]) =>
    annotationMarkdown(annotationsOn(annotations, finding, [found.tool.name]));
  return {
    name: markdownCode(found.tool.name, { maxChars: 80 }),
    points: ours(gainText(found.exact)),
    costs: found.exact !== "0",
    defects: found.defects.map((defect) => ({
      name: ours(DEFECTS.label(defect.type)),
      mend: ours(DEFECTS.entries[defect.type].remedy),
      evidence: markdownText(defect.evidence, { maxChars: 500 }),
      parameters: joinMarkdown(
        (defect.parameters ?? []).map((name) => markdownCode(name, { maxChars: 60 })),
        ", ",
      ),
      remark: remark(defect.type),
    })),
    suggestion: suggestion
      ? {
          how: ours(suggestionPlace(suggestion)),
          tokens: ours(tokenChangeText(suggestion.addedTokens)),
          text: markdownBlock(suggestion.text),
          verdict: ours(verdictText(effect, found.toolIndex)),
        }
      : null,
    missed: requestViews(found.missed, pickedText),
    moreMissed: Math.max(0, found.missed.length - LISTED_REQUESTS),
    missedCount: ours(requestCount(found.missed, report)),
    missedAdvice: missedAdvice(found),
    missedRemark: remark("missed_selection"),
    malformed: requestViews(found.malformed, violationsText),
    malformedRemark: remark("malformed_first_call"),
    moreMalformed: Math.max(0, found.malformed.length - LISTED_REQUESTS),
    unsafe: requestViews(found.unsafe, () => ours("")),
    unsafeRemark: remark("unsafe_destructive_call"),
    moreUnsafe: Math.max(0, found.unsafe.length - LISTED_REQUESTS),
    observations: found.observations.map((id) => ({
      what: ours(OBSERVATIONS.label(id)),
      remark: remark(id),
    })),
  };
}

function requestCount(findings: readonly TaskFinding[], report: Report): string {
  return nounText(countTrials(findings), report.trialsPerTask === 1 ? "request" : "trial");
}

function requestViews(findings: readonly TaskFinding[], outcome: (finding: TaskFinding) => Markdown) {
  return findings.slice(0, LISTED_REQUESTS).map((finding) => ({
    prompt: markdownText(finding.task.prompt, { maxChars: 240 }),
    outcome: outcome(finding),
  }));
}

/** What was picked instead, by how often when a task was asked several times. */
function pickedText({ trials, of }: TaskFinding): Markdown {
  const groups = [...groupBy(trials, (trial) => trial.selected)];
  return joinMarkdown(
    groups.map(([selected, group]) => {
      const picked =
        selected === null ? ours("no tool") : markdownCode(selected, { maxChars: 80, cell: true });
      return of > 1 ? md`${picked} (${group.length} of ${of})` : picked;
    }),
    ", ",
  );
}

/** Tools that advice names, of those that were picked instead. */
const NAMED_PICKS = 3;

/** What to do about requests that went elsewhere. Also on a tool without a defect: what it lacks then is what sets it apart. */
function missedAdvice({ tool, defects, missed }: ToolFindings): Markdown {
  const own = markdownCode(tool.name, { maxChars: 80 });
  const picks = [...new Set(missed.flatMap(({ trials }) => trials.map(({ selected }) => selected)))]
    .filter((name) => name !== null)
    .slice(0, NAMED_PICKS)
    .map((name) => markdownCode(name, { maxChars: 80 }));
  const apart =
    defects.length === 0
      ? ours(
          "Its description has none of the defects that are looked for; what it lacks is what sets it apart. ",
        )
      : ours("");
  return picks.length === 0
    ? md`${apart}To mend it, use in the description of ${own} the words that such requests use.`
    : md`${apart}To mend it, say in ${own} which requests are for it, in words that they use; where ${joinMarkdown(picks, " or ")} could be mistaken for it, say there when to use which.`;
}

/** From which folder the commands are meant: a command line or file is named as it was from where the scan ran. */
function basesText({ target }: Report): string {
  const here = "The commands are for the folder of this file and its report.json.";
  return target.kind === "npm" || target.kind === "http"
    ? here
    : `${here} The target is named as it was given, so scan again from the folder that scan ran in, with the path of report.json from there.`;
}

function violationsText({ trials }: TaskFinding): Markdown {
  const violations = [...new Set(trials.flatMap((trial) => trial.firstCall?.violations ?? []))].slice(0, 5);
  return violations.length === 0
    ? ours("the arguments do not fit the input schema")
    : joinMarkdown(
        violations.map((violation) => markdownCode(violation, { maxChars: 160, cell: true })),
        "; ",
      );
}

function shortFindings(found: ToolFindings): string {
  return [
    found.defects.length > 0 ? nounText(found.defects.length, "defect") : "",
    found.missed.length > 0 ? `${countTrials(found.missed)} missed` : "",
    found.malformed.length > 0 ? `${countTrials(found.malformed)} malformed` : "",
    found.unsafe.length > 0 ? `${countTrials(found.unsafe)} not confirmed` : "",
    found.observations.length > 0 ? nounText(found.observations.length, "observation") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function pairViews(report: Report, annotations: readonly PlacedAnnotation[]) {
  return worstPairsFirst(report.analysis.confusablePairs)
    .slice(0, LISTED_PAIRS)
    .map((pair) => ({
      first: markdownCode(pair.tools[0], { maxChars: 80 }),
      second: markdownCode(pair.tools[1], { maxChars: 80 }),
      severity: ours(PAIR_SEVERITIES.label(pair.severity)),
      evidence: markdownText(pair.evidence, { maxChars: 500 }),
      remark: annotationMarkdown(annotationsOn(annotations, "confusable_pair", pair.tools)),
    }));
}

function largestTools(report: Report) {
  return toolsBySize(report)
    .slice(0, LISTED_LARGEST)
    .map(({ tool, share }) => ({
      name: markdownCode(tool.name, { maxChars: 80, cell: true }),
      tokens: ours(countText(tool.definitionTokens)),
      share: ours(shareText(share)),
    }));
}

function stageViews(report: Report) {
  return stageTallies(report).map((stage) => {
    const count = (trials: number) => ours(stage.applicable === 0 ? "" : countText(trials));
    return {
      name: ours(USER_VALUE_STAGE_LABELS[stage.stage]),
      question: ours(USER_VALUE_STAGE_QUESTIONS[stage.stage]),
      reached: stage.applicable === 0 ? ours("does not apply") : count(stage.reached),
      passed: count(stage.passed),
      failed: count(stage.failed),
      undecided: count(stage.undecided),
      reasons: ours(stageReasonsText(stage)),
    };
  });
}

function decisionText(report: Report): Markdown {
  const { verdict, reasons } = decisionWords(report);
  const open =
    report.chain.decision.verdict === "inconclusive"
      ? " Requests without an answer that could be graded leave the decision open; the score is over the others."
      : "";
  return ours(
    `Decision under verdict policy v2: ${verdict} (${reasons}). A case is one request; it passes when every answer to it picked the right tool with a well-formed first call.${open}`,
  );
}

/** What the brief says of the suggestions beside what every output says. */
function rewrite(report: Report, effect: RewriteEffect | null) {
  const { baseline, after_rewrite: after } = report.runs;
  if (effect === null || after === undefined) return null;
  const { addedTokens } = effect;
  // The tool that a request is for is named beside it.
  const lost = effect.lost.map(({ task, pickedAfter }) => ({
    task,
    pickedAfter: pickedAfter.filter((picked) => picked !== task.tool),
  }));
  return {
    ...rewriteView(report, { ...effect, lost }, MARKDOWN, LISTED_REWRITE),
    addedTokens: ours(
      addedTokens >= 0
        ? `${nounText(addedTokens, "definition token")} more`
        : `${nounText(-addedTokens, "definition token")} fewer`,
    ),
    safer: ours(saferText(baseline, after)),
  };
}

/** That destructive calls are asked about more often: a gain that no count of picks shows. */
function saferText(before: Run, after: Run): string {
  const [was, is] = [before.metrics.destructiveSafetyRate, after.metrics.destructiveSafetyRate];
  if (was.state === "notMeasured" || is.state === "notMeasured" || is.value <= was.value) return "";
  return `What they win beside that: destructive calls are asked about first in ${ratioText(is)}, as declared in ${ratioText(was)}. To keep that, use the sentences that make a destructive effect plain.`;
}

/** What happened to one suggestion, in a sentence beside it; empty without a rewrite. */
function verdictText(effect: RewriteEffect | null, toolIndex: number): string {
  const verdict = suggestionVerdict(effect, toolIndex);
  if (verdict === null) return "";
  return verdict.hurt ? `**It hurt: do not use it as it is.** ${verdict.text}` : verdict.text;
}

function factsText(facts: Report["observations"][number]["facts"]): Markdown {
  const parts = Object.entries(facts).map(
    ([name, value]) =>
      md`${markdownText(name, { maxChars: 60 })}: ${markdownCode(Array.isArray(value) ? value.join(", ") : String(value), { maxChars: 160 })}`,
  );
  return parts.length === 0 ? ours("") : md` (${joinMarkdown(parts, "; ")})`;
}
