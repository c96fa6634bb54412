import {
  type EvalStageParityBlocker,
  sortParityBlockers,
  stageAnalyticsParityBlockers,
} from "@gradable/chain";
import {
  canonicalJson,
  JUDGE_STAGES,
  type JudgeStage,
  type Report,
  type StageIdentity,
} from "@gradable/contract";
import { configurationDifferences, configurationOf, missingIdentity } from "../rank/configuration.js";
import type { Comparison } from "./schema.js";

/**
 * Why the figures of two reports may not be set against each other, in the chain's vocabulary and order. Reports belong to one
 * group when they share a slug, a surface or a task set: putting two scans of one server side by side is what a
 * comparison is for, also when they were filed under two names.
 */
export function comparisonBlockers(a: Report, b: Report): EvalStageParityBlocker[] {
  const related =
    a.slug === b.slug ||
    a.surface.surfaceSha256 === b.surface.surfaceSha256 ||
    a.taskSetSha256 === b.taskSetSha256;
  return sortParityBlockers(
    stageAnalyticsParityBlockers(parityInput(a, a.slug), parityInput(b, related ? a.slug : b.slug)),
  );
}

/** The fields of the configuration that differ, spelt as in a report, with both values. */
export function comparisonDiffers(a: Report, b: Report): Comparison["differs"] {
  const fields = configurationDifferences(configurationOf(a), configurationOf(b)).map(
    ({ field, here, majority }) => ({ field, a: here, b: majority }),
  );
  const more = (field: string, of: (report: Report) => string) => {
    if (of(a) !== of(b)) fields.push({ field, a: of(a), b: of(b) });
  };
  for (const key of Object.keys({ ...a.rubric, ...b.rubric }) as (keyof Report["rubric"])[])
    more(`rubric.${key}`, (report) => canonicalJson(report.rubric[key] ?? null));
  more("economics.tokenizer", (report) => report.economics.tokenizer);
  return fields;
}

/** Who answered each question on the two sides; a program's version does not make another judge. */
export function judgeComparison(a: Report, b: Report): Comparison["judge"] {
  const stages = JUDGE_STAGES.ids.map((stage) => {
    const [left, right] = [a.judge.stages[stage], b.judge.stages[stage]];
    return { stage, same: sameJudge(left, right), a: left, b: right };
  });
  // The suggestions are tried in a run of their own, which is not scored.
  const scored = (stage: JudgeStage) => stage !== "rewrite";
  return { same: stages.every(({ stage, same }) => same || !scored(stage)), stages };
}

/** The same methodology and the same constants. */
export function sameMethodology(a: Report, b: Report): boolean {
  return a.methodology === b.methodology && canonicalJson(a.rubric) === canonicalJson(b.rubric);
}

function sameJudge(a: StageIdentity | null, b: StageIdentity | null): boolean {
  if (a === null || b === null) return a === b;
  return a.cli === b.cli && a.model === b.model && a.version === b.version;
}

function parityInput(report: Report, runGroupId: string) {
  const { stageAnalyzerVersion, measurementsSchemaVersion, measurementUnit, ...judged } =
    configurationOf(report);
  return {
    ...report.chain.analytics,
    runGroupId,
    configRevision:
      missingIdentity(report.judge).length > 0 ? undefined : canonicalJson([judged, report.rubric]),
    caseSetFingerprint: report.taskSetSha256,
    // Tokens of two tokenizers are two units.
    measurementUnit: `${measurementUnit}, ${report.economics.tokenizer}`,
    stageAnalyzerVersion,
    measurementsSchemaVersion,
  };
}
