import {
  type Annotation,
  type Report,
  reportAnnotations,
  reportSha256,
  type StageIdentity,
  type Surface,
} from "@gradable/contract";
import { RUBRIC } from "@gradable/score";
import type { TaskSet } from "@gradable/tasks";
import type { JudgingOptions } from "./judge-surface.js";
import { whoSelects } from "./selection-identity.js";

/** What a scan knows before it judges. */
export interface BeforeJudging {
  readonly surface: Surface;
  readonly taskSet: TaskSet;
  readonly annotations: readonly Annotation[] | undefined;
  readonly options: Pick<
    JudgingOptions,
    "judge" | "tokenizer" | "calibration" | "trials" | "rewrite" | "responses" | "signal"
  >;
}

/**
 * Whether scanning again would repeat `report`: the same surface, task set, methodology and judge, asked in the same way, with the
 * same remarks of the maintainer. A report that was edited never counts. Who would answer is known only from who answered, so the selector is asked the first
 * task; a prompted judge keeps that answer, and a scan that goes on does not ask for it twice.
 */
export async function isUnchanged(report: Report, now: BeforeJudging): Promise<boolean> {
  const { surface, taskSet, annotations, options } = now;
  const first = taskSet.tasks[0];
  return (
    first !== undefined &&
    report.surface.surfaceSha256 === surface.surfaceSha256 &&
    report.taskSetSha256 === taskSet.taskSetSha256 &&
    report.methodology === RUBRIC.methodology &&
    report.trialsPerTask === (options.trials ?? 1) &&
    report.economics.tokenizer === options.tokenizer.name &&
    report.economics.responses === null &&
    options.responses === undefined &&
    (report.analysis.suggestions.length > 0 && options.rewrite !== false) ===
      (report.runs.after_rewrite !== undefined) &&
    report.annotations?.sha256 === reportAnnotations(annotations ?? [])?.sha256 &&
    report.judge.calibrationSha256 === options.calibration?.sha256 &&
    sameIdentity(report.judge.stages.tasks, taskSet.identity) &&
    reportSha256(report) === report.reportSha256 &&
    sameIdentity(report.judge.stages.selection, await whoSelects(surface, taskSet, options))
  );
}

function sameIdentity(a: StageIdentity, b: StageIdentity): boolean {
  return a.cli === b.cli && a.cliVersion === b.cliVersion && a.model === b.model && a.version === b.version;
}
