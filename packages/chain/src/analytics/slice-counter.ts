import type { StageResultRow } from "../stages/derivation.js";
import {
  LATENCY_BASIS_EVIDENCE_SPAN_UNION,
  LATENCY_UNIT,
  reachForStageState,
  reachIsConsistentWithState,
  type StageMeasurementRow,
} from "../stages/measurements.js";
import {
  EVAL_STAGE_EXCLUSION_CLASSES,
  type EvalStageExclusionClass,
  type StageReach,
} from "../vocabulary/analytics.js";
import { STAGE_REASONS, type StageReason } from "../vocabulary/reason.js";
import { USER_VALUE_STAGES, type UserValueStage } from "../vocabulary/stage.js";
import { FAILURE_CATEGORIES, type FailureCategory } from "../vocabulary/trial.js";
import type {
  EvalStageAnalyticsSlice,
  EvalStageAnalyticsSliceRow,
  EvalStageExclusions,
  EvalStageTally,
} from "./document.js";
import { ExactSum } from "./exact-sum.js";
import type { StageAnalyticsTrialInput } from "./trial.js";

/** What one included trial says about one stage, read once and counted in each of the trial's slices. */
export interface StageObservation {
  readonly row: StageResultRow;
  readonly reach: StageReach;
  readonly latencyMs: number | undefined;
}

/** Reads the observations of one trial, one per stage; undefined where its rows do not stand in stage order. */
export function observeStages(trial: StageAnalyticsTrialInput): (StageObservation | undefined)[] {
  return USER_VALUE_STAGES.map((stage, index) => {
    const row = trial.stageResults?.[index];
    return row?.stage === stage ? observe(row, trial.measurements?.rows[index]) : undefined;
  });
}

/** A measurement row of another stage, or one its state contradicts, gives neither reach nor latency. */
function observe(row: StageResultRow, measured: StageMeasurementRow | undefined): StageObservation {
  if (measured?.stage !== row.stage || !reachIsConsistentWithState(row.state, measured.reach)) {
    return { row, reach: reachForStageState(row.state), latencyMs: undefined };
  }
  const { latency, reach } = measured;
  const sound = latency?.basis === LATENCY_BASIS_EVIDENCE_SPAN_UNION && latency.value >= 0;
  return { row, reach, latencyMs: sound && Number.isFinite(latency.value) ? latency.value : undefined };
}

/** Counts the trials of one slice. */
export class SliceCounter {
  includedTrials = 0;
  readonly #excluded: Partial<Record<EvalStageExclusionClass, number>> = {};
  readonly #categories: Partial<Record<FailureCategory, number>> = {};
  readonly #stages = USER_VALUE_STAGES.map((stage) => new StageCounter(stage));

  exclude(reason: EvalStageExclusionClass): void {
    this.#excluded[reason] = (this.#excluded[reason] ?? 0) + 1;
  }

  include(
    category: FailureCategory | undefined,
    observations: readonly (StageObservation | undefined)[],
  ): void {
    this.includedTrials += 1;
    if (category !== undefined) this.#categories[category] = (this.#categories[category] ?? 0) + 1;
    for (const [index, stage] of this.#stages.entries()) {
      const observation = observations[index];
      if (observation !== undefined) stage.count(observation);
    }
  }

  row(slice: EvalStageAnalyticsSlice): EvalStageAnalyticsSliceRow {
    return {
      slice,
      includedTrials: this.includedTrials,
      excludedTrials: orderedCounts(EVAL_STAGE_EXCLUSION_CLASSES, this.#excluded),
      failureCategories: FAILURE_CATEGORIES.flatMap((category) => {
        const count = this.#categories[category] ?? 0;
        return count > 0 ? [{ category, count }] : [];
      }),
      stages: this.#stages.map((stage) => stage.tally()),
    };
  }
}

class StageCounter {
  readonly #stage: UserValueStage;
  #notApplicable = 0;
  #notReached = 0;
  #reachUnknown = 0;
  #passed = 0;
  #failed = 0;
  #notMeasured = 0;
  #samples = 0;
  #minMs = Number.POSITIVE_INFINITY;
  #maxMs = 0;
  readonly #totalMs = new ExactSum();
  readonly #reasons: Partial<Record<StageReason, number>> = {};

  constructor(stage: UserValueStage) {
    this.#stage = stage;
  }

  count({ row, reach, latencyMs }: StageObservation): void {
    if (row.reason !== undefined) this.#reasons[row.reason] = (this.#reasons[row.reason] ?? 0) + 1;
    if (row.state === "notApplicable") this.#notApplicable += 1;
    else if (reach === "notReached") this.#notReached += 1;
    else if (reach !== "reached") this.#reachUnknown += 1;
    else {
      if (row.state === "passed") this.#passed += 1;
      else if (row.state === "failed") this.#failed += 1;
      else this.#notMeasured += 1;
      if (latencyMs !== undefined) this.#sample(latencyMs);
    }
  }

  #sample(latencyMs: number): void {
    this.#samples += 1;
    this.#totalMs.add(latencyMs);
    this.#minMs = Math.min(this.#minMs, latencyMs);
    this.#maxMs = Math.max(this.#maxMs, latencyMs);
  }

  tally(): EvalStageTally {
    const measured = this.#passed + this.#failed;
    const reached = measured + this.#notMeasured;
    const excluded: EvalStageExclusions = orderedCounts(EVAL_STAGE_EXCLUSION_CLASSES, {
      notApplicable: this.#notApplicable,
      reachUnknown: this.#reachUnknown,
      notMeasured: this.#notMeasured,
    });
    return {
      stage: this.#stage,
      applicable: reached + this.#notReached + this.#reachUnknown,
      reached,
      notReached: this.#notReached,
      reachUnknown: this.#reachUnknown,
      measured,
      passed: this.#passed,
      failed: this.#failed,
      notMeasured: this.#notMeasured,
      notApplicable: this.#notApplicable,
      excluded,
      reasons: STAGE_REASONS.flatMap((reason) => {
        const count = this.#reasons[reason] ?? 0;
        return count > 0 ? [{ reason, count }] : [];
      }),
      ...(this.#samples === 0
        ? {}
        : {
            latency: {
              unit: LATENCY_UNIT,
              basis: LATENCY_BASIS_EVIDENCE_SPAN_UNION,
              sampleCount: this.#samples,
              totalMs: this.#totalMs.value(),
              minMs: this.#minMs,
              maxMs: this.#maxMs,
            },
          }),
    };
  }
}

/** Counts in vocabulary order, zeros omitted. */
export function orderedCounts<const Key extends string>(
  order: readonly Key[],
  counts: Partial<Record<Key, number>>,
): Partial<Record<Key, number>> {
  const ordered: Partial<Record<Key, number>> = {};
  for (const key of order) {
    const count = counts[key] ?? 0;
    if (count > 0) ordered[key] = count;
  }
  return ordered;
}
