import { EVAL_VERDICT_DECISION_REASON_LABELS } from "@gradable/chain";
import {
  type Annotation,
  GradableError,
  type JudgeIdentity,
  judgeIdentity,
  provenanceOf,
  REPORT_SCHEMA_VERSION,
  type Report,
  type RunCounts,
  reportAnnotations,
  reportSha256,
  type Trial,
  taskSetSha256,
} from "@gradable/contract";
import { chainEvidence, publicationBlockers } from "./chain-evidence.js";
import { RUBRIC } from "./rubric.js";
import { deriveRun, type RunContext } from "./run.js";
import { scoreReport } from "./score.js";

/** What a scan recorded: everything in a report that is not computed from the rest of it. */
export interface ReportEvidence
  extends Pick<
    Report,
    | "gradableVersion"
    | "slug"
    | "target"
    | "scannedAt"
    | "observations"
    | "tasks"
    | "trialsPerTask"
    | "analysis"
    | "economics"
  > {
  readonly surface: Omit<Report["surface"], "toolCount">;
  /** Who answered each question, as reported by the objects that answered. */
  readonly stages: JudgeIdentity["stages"];
  /** Hash of the calibration that these judges had, where one was given. */
  readonly calibrationSha256?: string | undefined;
  /** The maintainer's remarks on findings, where there are any; they explain and move no score. */
  readonly annotations?: readonly Annotation[] | undefined;
  readonly trials: {
    readonly baseline: readonly Trial[];
    readonly after_rewrite?: readonly Trial[] | undefined;
  };
}

/**
 * The report that follows from recorded evidence: counts, metrics, chain rows, decision, funnel, score and hashes.
 *
 * Pure: the same evidence gives the same bytes. `verify` rebuilds a report with this very function, so a report made
 * here verifies. Throws `GradableError` (owner judge, stage score): `run-inconclusive` when too little was graded to
 * publish a score.
 */
export function deriveReport(evidence: ReportEvidence): Report {
  const content = deriveContent(evidence);
  return { ...content, reportSha256: reportSha256(content) };
}

/** {@link deriveReport} without the hash over it, which a verifier takes of the file instead. */
export function deriveContent(evidence: ReportEvidence): Omit<Report, "reportSha256"> {
  const { surface, trials, tasks, trialsPerTask } = evidence;
  const context: RunContext = {
    tasks,
    trialsPerTask,
    tools: surface.tools,
    targetKind: evidence.target.kind,
  };
  const baseline = deriveRun({ kind: "baseline", trials: trials.baseline }, context);
  const runs: Report["runs"] =
    trials.after_rewrite === undefined
      ? { baseline }
      : {
          baseline,
          after_rewrite: deriveRun({ kind: "after_rewrite", trials: trials.after_rewrite }, context),
        };
  const judge = judgeIdentity(evidence.stages, evidence.calibrationSha256);
  const chain = chainEvidence({
    slug: evidence.slug,
    scannedAt: evidence.scannedAt,
    judge,
    methodology: RUBRIC.methodology,
    tasks,
    trialsPerTask,
    targetKind: evidence.target.kind,
    trials: baseline.trials,
  });
  refuseInconclusive(chain.decision, baseline.counts);
  const annotations = reportAnnotations(evidence.annotations ?? []);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    methodology: RUBRIC.methodology,
    gradableVersion: evidence.gradableVersion,
    slug: evidence.slug,
    target: evidence.target,
    scannedAt: evidence.scannedAt,
    surface: {
      surfaceSha256: surface.surfaceSha256,
      toolCount: surface.tools.length,
      serverInfo: surface.serverInfo,
      protocolVersion: surface.protocolVersion,
      listing: surface.listing,
      tools: surface.tools,
    },
    observations: evidence.observations,
    judge,
    provenance: provenanceOf(judge),
    tasks,
    taskSetSha256: taskSetSha256(tasks),
    trialsPerTask,
    runs,
    analysis: evidence.analysis,
    ...(annotations && { annotations }),
    economics: evidence.economics,
    score: scoreReport({ tasks, runs, analysis: evidence.analysis, economics: evidence.economics, judge }),
    chain,
    rubric: RUBRIC,
  };
}

/** Too little was graded to publish: a failed.json, never a grade. [M1.11] */
function refuseInconclusive(decision: Report["chain"]["decision"], counts: RunCounts): void {
  const reasons = publicationBlockers(decision);
  if (reasons.length === 0) return;
  const labels = reasons.map((reason) => EVAL_VERDICT_DECISION_REASON_LABELS[reason]);
  throw new GradableError({
    code: "run-inconclusive",
    owner: "judge",
    stage: "score",
    message:
      `Too little could be graded to publish a score: of ${counts.configuredTrials} trials ${counts.attemptedTrials} were tried, ` +
      `${counts.completedTrials} completed, ${counts.evaluatorErrors} had an unusable answer (${labels.join("; ")}).`,
    hint: "Scan again. If it repeats, look at the errors of the trials, lower the concurrency, or use another judge.",
    facts: { reasons, ...counts },
  });
}

/** The evidence inside a report: what {@link deriveReport} was given, with everything derived left out. */
export function evidenceOf(report: Report): ReportEvidence {
  const { toolCount: _derived, ...surface } = report.surface;
  const recorded = (run: Report["runs"]["baseline"]): Trial[] =>
    run.trials.map(({ chain: _rows, ...trial }) => trial);
  return {
    gradableVersion: report.gradableVersion,
    slug: report.slug,
    target: report.target,
    scannedAt: report.scannedAt,
    surface,
    observations: report.observations,
    stages: report.judge.stages,
    ...(report.judge.calibrationSha256 && { calibrationSha256: report.judge.calibrationSha256 }),
    tasks: report.tasks,
    trialsPerTask: report.trialsPerTask,
    trials: {
      baseline: recorded(report.runs.baseline),
      ...(report.runs.after_rewrite && { after_rewrite: recorded(report.runs.after_rewrite) }),
    },
    analysis: report.analysis,
    ...(report.annotations && { annotations: report.annotations.entries }),
    economics: report.economics,
  };
}
