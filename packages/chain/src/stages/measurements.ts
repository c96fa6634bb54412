import { z } from "zod";
import { type StageReach, stageReachSchema } from "../vocabulary/analytics.js";
import {
  type StageState,
  USER_VALUE_STAGES,
  type UserValueStage,
  userValueStageSchema,
} from "../vocabulary/stage.js";
import { STAGE_ANALYZER_VERSION, type StageResultRow } from "./derivation.js";

/** The version of the measurements' shape and meaning; independent of the analyzer's. */
export const STAGE_MEASUREMENTS_SCHEMA_VERSION = 1;

/** The only unit of a latency: milliseconds. */
export const LATENCY_UNIT = "ms";
/** How a trial's latency was computed: the union of the intervals of the spans the row cites. */
export const LATENCY_BASIS_EVIDENCE_SPAN_UNION = "evidence_span_union";
/** How a setup phase's latency was computed: its wall time, once per run. Never mixed with the other basis. */
export const LATENCY_BASIS_SETUP_PHASE_WALL = "setup_phase_wall";

/**
 * The stages that may carry a latency per trial. Connection and discovery are timed once per run, and nothing times
 * the grading of user value.
 */
const STAGE_LATENCY_ELIGIBLE_STAGES = Object.freeze([
  "selection",
  "call",
  "response",
] as const satisfies readonly UserValueStage[]);

const latencyEligible: ReadonlySet<UserValueStage> = new Set(STAGE_LATENCY_ELIGIBLE_STAGES);

/** True for a stage that may carry a latency. */
function stageMayCarryLatency(stage: UserValueStage): boolean {
  return latencyEligible.has(stage);
}

const reachByState: Readonly<Record<StageState, StageReach>> = {
  passed: "reached",
  failed: "reached",
  notReached: "notReached",
  notMeasured: "unknown",
  notApplicable: "notApplicable",
};

/** The reach a state implies on its own. `notMeasured` is `unknown`: neither an observation nor a drop-off. */
export function reachForStageState(state: StageState): StageReach {
  return reachByState[state];
}

/** Whether a row in this state may report this reach. Every state pins it, except that `notMeasured` may be `reached`. */
export function reachIsConsistentWithState(state: StageState, reach: StageReach): boolean {
  return reach === reachByState[state] || (state === "notMeasured" && reach === "reached");
}

/** How long one stage took in one trial. Zero is a measurement; an unknown latency is absent. */
const stageLatencySampleSchema = z.strictObject({
  unit: z.literal(LATENCY_UNIT),
  basis: z.literal(LATENCY_BASIS_EVIDENCE_SPAN_UNION),
  value: z.number().min(0),
});

/** One stage's measurement. */
const stageMeasurementRowSchema = z.strictObject({
  stage: userValueStageSchema,
  reach: stageReachSchema,
  latency: stageLatencySampleSchema.optional(),
});
/** One stage's measurement. */
export type StageMeasurementRow = z.infer<typeof stageMeasurementRowSchema>;

const measurementsShape = z.strictObject({
  schemaVersion: z.literal(STAGE_MEASUREMENTS_SCHEMA_VERSION),
  stageAnalyzerVersion: z.number().int().min(1),
  rows: z.array(stageMeasurementRowSchema).length(USER_VALUE_STAGES.length),
});

/**
 * One trial's measurements: six rows in stage order. Kept apart from the derivation, so that no verdict can come to
 * depend on a duration.
 */
export const stageMeasurementsSchema = measurementsShape.superRefine((measurements, context) => {
  for (const [index, stage] of USER_VALUE_STAGES.entries()) {
    const row = measurements.rows[index];
    if (row === undefined) continue;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: ["rows", index, field], message });
    if (row.stage !== stage) refuse("stage", `found ${row.stage}, expected ${stage}`);
    if (row.latency === undefined) continue;
    if (!stageMayCarryLatency(row.stage)) refuse("latency", `${row.stage} carries no latency per trial`);
    if (row.reach !== "reached") refuse("latency", `a stage with reach ${row.reach} took no time`);
  }
});
/** One trial's measurements. */
export type StageMeasurementsV1 = z.infer<typeof measurementsShape>;

/** A span with its interval, in epoch milliseconds. */
interface MeasurementSpanLike {
  readonly id?: string | undefined;
  readonly startedAt?: number | null | undefined;
  readonly endedAt?: number | null | undefined;
}

/** What the measurements of one trial are made from: its rows, their analyzer version, and every captured span. */
export interface StageMeasurementInput {
  readonly stageResults: readonly StageResultRow[];
  readonly stageAnalyzerVersion?: number | undefined;
  readonly spans?: readonly MeasurementSpanLike[] | undefined;
}

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The time covered by these intervals in milliseconds, overlap counted once. No interval covers 0. */
export function unionDurationMs(intervals: readonly Interval[]): number {
  if (intervals.length === 1) {
    const only = intervals[0] as Interval;
    return only.end - only.start;
  }
  let total = 0;
  let coveredUntil = Number.NEGATIVE_INFINITY;
  for (const { start, end } of [...intervals].sort((left, right) => left.start - right.start)) {
    if (end <= coveredUntil) continue;
    total += end - Math.max(start, coveredUntil);
    coveredUntil = end;
  }
  return total;
}

/**
 * Measures one trial (spec §4.1): six rows, each with its reach and, where it was reached and may carry one, the
 * latency of the spans its own row cites. Spans are never assigned to a stage in any other way.
 */
export function deriveStageMeasurements(input: StageMeasurementInput): StageMeasurementsV1 {
  const spans = input.spans ?? [];
  return {
    schemaVersion: STAGE_MEASUREMENTS_SCHEMA_VERSION,
    stageAnalyzerVersion: input.stageAnalyzerVersion ?? STAGE_ANALYZER_VERSION,
    rows: USER_VALUE_STAGES.map((stage) =>
      measureStage(
        stage,
        input.stageResults.find((row) => row.stage === stage),
        spans,
      ),
    ),
  };
}

function measureStage(
  stage: UserValueStage,
  row: StageResultRow | undefined,
  spans: readonly MeasurementSpanLike[],
): StageMeasurementRow {
  const reach = row === undefined ? "unknown" : reachForStageState(row.state);
  if (reach !== "reached" && reach !== "unknown") return { stage, reach };
  const cited = citedSpans(row?.evidence?.spanIds, spans);
  // A row that cites a captured span ran, even though nothing decided it.
  if (reach === "unknown" && cited.length === 0) return { stage, reach };
  if (!stageMayCarryLatency(stage)) return { stage, reach: "reached" };
  const intervals = cited.flatMap(completeInterval);
  return intervals.length === 0
    ? { stage, reach: "reached" }
    : {
        stage,
        reach: "reached",
        latency: {
          unit: LATENCY_UNIT,
          basis: LATENCY_BASIS_EVIDENCE_SPAN_UNION,
          value: unionDurationMs(intervals),
        },
      };
}

/** A row cites at most five spans, so looking each up costs less than an index of all of them. */
function citedSpans(
  ids: readonly string[] | undefined,
  spans: readonly MeasurementSpanLike[],
): readonly MeasurementSpanLike[] {
  if (ids === undefined) return noSpans;
  const cited: MeasurementSpanLike[] = [];
  for (const id of ids) {
    const span = spans.findLast((candidate) => candidate.id === id);
    if (span !== undefined) cited.push(span);
  }
  return cited;
}

const noSpans: readonly MeasurementSpanLike[] = Object.freeze([]);

/** An interval without both finite ends, or that ends before it starts, is a fault of a clock and no sample. */
function completeInterval({ startedAt, endedAt }: MeasurementSpanLike): Interval[] {
  return Number.isFinite(startedAt) &&
    Number.isFinite(endedAt) &&
    (endedAt as number) >= (startedAt as number)
    ? [{ start: startedAt as number, end: endedAt as number }]
    : [];
}
