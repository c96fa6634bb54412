import { defined } from "../json/defined.js";
import { STAGE_ANALYZER_VERSION } from "../stages/derivation.js";
import { STAGE_MEASUREMENTS_SCHEMA_VERSION } from "../stages/measurements.js";
import {
  EVAL_STAGE_COVERAGE_DETAIL_KEYS,
  EVAL_STAGE_EXCLUSION_CLASSES,
  type EvalStageAnalyticsMaterializationState,
  type EvalStageCoverageDetailKey,
  type EvalStageExclusionClass,
} from "../vocabulary/analytics.js";
import { EVAL_STAGE_ANALYTICS_SCHEMA_VERSION, type EvalStageAnalyticsV1 } from "./document.js";
import { type StageAnalyticsSetupSignalInput, setupTallies } from "./setup.js";
import { observeStages, orderedCounts } from "./slice-counter.js";
import { SliceTable } from "./slice-table.js";
import { classifyStageAnalyticsTrial, type StageAnalyticsTrialInput } from "./trial.js";

/** The run an analytics row describes. Times are epoch milliseconds and come from the caller. */
export interface StageAnalyticsRunInput {
  readonly runId: string;
  readonly suiteId: string;
  readonly runGroupId?: string | undefined;
  readonly configRevision?: string | undefined;
  readonly caseSetFingerprint?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly runCompletedAt?: number | undefined;
  readonly sourceMaxUpdatedAt?: number | undefined;
  /** `provisional` while any applicable judge pass is outstanding. Only the caller knows; it is never inferred. */
  readonly materializationState: EvalStageAnalyticsMaterializationState;
  readonly now: number;
  /** The earlier row's value, on a rebuild. */
  readonly createdAt?: number | undefined;
  /** The newest analyzer this reader understands; defaults to this package's own. */
  readonly readerStageAnalyzerVersion?: number | undefined;
  /** The newest measurement schema this reader understands; defaults to this package's own. */
  readonly readerMeasurementsSchemaVersion?: number | undefined;
}

/** What one analytics row is made from. */
export interface StageAnalyticsInput {
  readonly run: StageAnalyticsRunInput;
  /** Read once, one after the other, and not kept: a generator can feed a run of any size. */
  readonly trials: Iterable<StageAnalyticsTrialInput>;
  readonly setupSignals?: readonly StageAnalyticsSetupSignalInput[] | undefined;
}

/**
 * Counts one run's trials into its funnel (spec §4).
 *
 * Pure, linear in the number of trials, and independent of their order. An excluded trial is counted with its reason
 * and touches no stage; nothing is inferred, every state and reach is read off the stored rows.
 */
export function aggregateStageAnalytics(input: StageAnalyticsInput): EvalStageAnalyticsV1 {
  const { run, trials } = input;
  const readerAnalyzer = run.readerStageAnalyzerVersion ?? STAGE_ANALYZER_VERSION;
  const readerMeasurements = run.readerMeasurementsSchemaVersion ?? STAGE_MEASUREMENTS_SCHEMA_VERSION;
  const table = new SliceTable();
  const excluded: Partial<Record<EvalStageExclusionClass, number>> = {};
  const detail: Partial<Record<EvalStageCoverageDetailKey, number>> = {};
  const analyzerVersions = new Set<number>();
  const measurementVersions = new Set<number>();
  let totalTrials = 0;
  for (const trial of trials) {
    totalTrials += 1;
    const slices = table.of(trial);
    const verdict = classifyStageAnalyticsTrial(trial, readerAnalyzer, readerMeasurements);
    if (verdict.class !== undefined) {
      excluded[verdict.class] = (excluded[verdict.class] ?? 0) + 1;
      if (verdict.detail !== undefined) detail[verdict.detail] = (detail[verdict.detail] ?? 0) + 1;
      for (const slice of slices) slice.exclude(verdict.class);
      continue;
    }
    const observations = observeStages(trial);
    for (const slice of slices) slice.include(trial.failureCategory, observations);
    const analyzer = trial.stageAnalyzerVersion ?? trial.measurements?.stageAnalyzerVersion;
    if (analyzer !== undefined) analyzerVersions.add(analyzer);
    if (trial.measurements !== undefined) measurementVersions.add(trial.measurements.schemaVersion);
  }
  const analyzer = versionStamp(analyzerVersions, readerAnalyzer);
  const measurements = versionStamp(measurementVersions, readerMeasurements);
  return {
    schemaVersion: EVAL_STAGE_ANALYTICS_SCHEMA_VERSION,
    measurementUnit: "trial",
    runId: run.runId,
    suiteId: run.suiteId,
    ...present(run, [
      "runGroupId",
      "configRevision",
      "caseSetFingerprint",
      "organizationId",
      "workspaceId",
      "projectId",
      "runCompletedAt",
    ]),
    sourceIterationCount: totalTrials,
    ...present(run, ["sourceMaxUpdatedAt"]),
    stageAnalyzerVersion: analyzer.newest,
    ...defined({ sourceStageAnalyzerVersions: analyzer.all }),
    measurementsSchemaVersion: measurements.newest,
    ...defined({ sourceMeasurementsSchemaVersions: measurements.all }),
    materializationState: run.materializationState,
    createdAt: run.createdAt ?? run.now,
    updatedAt: run.now,
    includedTrials: table.overall.includedTrials,
    excludedTrials: orderedCounts(EVAL_STAGE_EXCLUSION_CLASSES, excluded),
    totalTrials,
    excludedTrialDetail: orderedCounts(EVAL_STAGE_COVERAGE_DETAIL_KEYS, detail),
    ...splitTruncation(table, setupTallies(input.setupSignals ?? [])),
  };
}

function splitTruncation(
  table: SliceTable,
  setup: EvalStageAnalyticsV1["setup"],
): Pick<EvalStageAnalyticsV1, "slices" | "setup" | "sliceTruncation"> {
  const { slices, sliceTruncation } = table.rows();
  return { slices, setup, ...defined({ sliceTruncation }) };
}

/** The one observed version; the newest and the full list when several; the reader's own when none was included. */
function versionStamp(observed: ReadonlySet<number>, reader: number): { newest: number; all?: number[] } {
  const ascending = [...observed].sort((left, right) => left - right);
  const newest = ascending.at(-1) ?? reader;
  return ascending.length > 1 ? { newest, all: ascending } : { newest };
}

/** The named fields that carry something. An empty identity is no identity. */
function present<const Field extends keyof StageAnalyticsRunInput>(
  run: StageAnalyticsRunInput,
  fields: readonly Field[],
): { [Key in Field]?: NonNullable<StageAnalyticsRunInput[Key]> } {
  const kept: { [Key in Field]?: NonNullable<StageAnalyticsRunInput[Key]> } = {};
  for (const field of fields) {
    const value = run[field];
    if (value !== undefined && value !== null && value !== "") kept[field] = value;
  }
  return kept;
}
