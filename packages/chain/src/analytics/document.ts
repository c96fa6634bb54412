import { z } from "zod";
import { about } from "../json/about.js";
import {
  LATENCY_BASIS_EVIDENCE_SPAN_UNION,
  LATENCY_BASIS_SETUP_PHASE_WALL,
  LATENCY_UNIT,
} from "../stages/measurements.js";
import {
  EVAL_STAGE_COVERAGE_DETAIL_KEYS,
  EVAL_STAGE_EXCLUSION_CLASSES,
  evalStageAnalyticsMaterializationStateSchema,
  SETUP_PHASES,
  setupPhaseSchema,
} from "../vocabulary/analytics.js";
import { STAGE_REASONS, stageReasonSchema } from "../vocabulary/reason.js";
import { USER_VALUE_STAGES, userValueStageSchema } from "../vocabulary/stage.js";
import { FAILURE_CATEGORIES, failureCategorySchema } from "../vocabulary/trial.js";
import { countSchema } from "./rate.js";

/** The version of the analytics row. */
export const EVAL_STAGE_ANALYTICS_SCHEMA_VERSION = 1;

// Slice caps of spec §4.3: a row keeps a bounded size, and what a cap dropped is recorded.

/** Intents one row keeps. */
export const MAX_INTENT_SLICES = 50;
/** Provider and model pairs one row keeps. */
export const MAX_MODEL_SLICES = 25;
/** Hosts one row keeps. */
export const MAX_HOST_SLICES = 25;
/** Slices one row holds at most: `overall` and the three caps. */
const MAX_ANALYTICS_SLICES = 1 + MAX_INTENT_SLICES + MAX_MODEL_SLICES + MAX_HOST_SLICES;

const positiveCount = z.number().int().min(1);
const epochMs = z.number().int().min(0);
const identity = z.string().min(1);

/** Counts by exclusion class. A class that excluded nothing is absent. */
export const evalStageExclusionsSchema = z.strictObject(optionalCounts(EVAL_STAGE_EXCLUSION_CLASSES));
/** Counts by exclusion class. */
export type EvalStageExclusions = z.infer<typeof evalStageExclusionsSchema>;

/** Counts by exact ground of exclusion, once per run. */
const evalStageCoverageDetailSchema = z.strictObject(optionalCounts(EVAL_STAGE_COVERAGE_DETAIL_KEYS));

/** Sums rather than means, so that two aggregates of one basis can be added and a mean derived. */
function latencyAggregate<const Basis extends string>(basis: Basis) {
  return z
    .strictObject({
      unit: z.literal(LATENCY_UNIT),
      basis: z.literal(basis),
      sampleCount: positiveCount,
      totalMs: z.number().min(0),
      minMs: z.number().min(0),
      maxMs: z.number().min(0),
    })
    .superRefine((latency, context) => {
      const { sampleCount, totalMs, minMs, maxMs } = latency;
      // Adding the samples one by one rounds each time; the bounds allow for that and for nothing more.
      const rounding = totalMs * sampleCount * Number.EPSILON;
      if (minMs > maxMs) refuse(context, ["minMs"], `minMs ${minMs} exceeds maxMs ${maxMs}`);
      if (totalMs < minMs * sampleCount - rounding || totalMs > maxMs * sampleCount + rounding) {
        refuse(
          context,
          ["totalMs"],
          `totalMs ${totalMs} is outside ${sampleCount} samples from ${minMs} to ${maxMs}`,
        );
      }
    });
}

/** The latency of one stage over the trials of a slice. */
const evalStageLatencyAggregateSchema = latencyAggregate(LATENCY_BASIS_EVIDENCE_SPAN_UNION);
/** The latency of one stage over the trials of a slice. */
export type EvalStageLatencyAggregate = z.infer<typeof evalStageLatencyAggregateSchema>;

/** The latency of one setup phase of a run. */
const evalSetupLatencyAggregateSchema = latencyAggregate(LATENCY_BASIS_SETUP_PHASE_WALL);
/** The latency of one setup phase of a run. */
export type EvalSetupLatencyAggregate = z.infer<typeof evalSetupLatencyAggregateSchema>;

const stageTallyShape = z.strictObject({
  stage: userValueStageSchema,
  applicable: countSchema.describe("trials that a stage applies to"),
  reached: countSchema.describe("trials that got as far as a stage"),
  notReached: countSchema,
  reachUnknown: countSchema,
  measured: countSchema,
  passed: countSchema,
  failed: countSchema,
  notMeasured: countSchema,
  notApplicable: countSchema,
  excluded: evalStageExclusionsSchema.describe(
    "what was left out, by reason; on a leaderboard, files without a rank",
  ),
  reasons: z
    .array(z.strictObject({ reason: stageReasonSchema, count: positiveCount }))
    .max(STAGE_REASONS.length),
  latency: evalStageLatencyAggregateSchema.optional(),
});

/**
 * One stage's counts within one slice. Every field counts trials of that stage; tallies of different stages count the
 * same trials, so they are never added.
 */
export const evalStageTallySchema = stageTallyShape.superRefine((tally, context) => {
  expectSum(context, "measured", tally.measured, [tally.passed, tally.failed]);
  expectSum(context, "reached", tally.reached, [tally.measured, tally.notMeasured]);
  expectSum(context, "applicable", tally.applicable, [tally.reached, tally.notReached, tally.reachUnknown]);
  if (tally.latency !== undefined && tally.latency.sampleCount > tally.reached) {
    refuse(
      context,
      ["latency", "sampleCount"],
      `${tally.latency.sampleCount} samples of ${tally.reached} reached`,
    );
  }
  expectOrder(
    context,
    ["reasons"],
    tally.reasons.map((entry) => entry.reason),
    STAGE_REASONS,
  );
});
/** One stage's counts within one slice. */
export type EvalStageTally = z.infer<typeof stageTallyShape>;

/** Which trials a slice describes. Marginals only: adding a combined dimension would be a new version. */
const evalStageAnalyticsSliceSchema = z.discriminatedUnion("dimension", [
  z.strictObject({ dimension: z.literal("overall").register(...about("what the run was divided by")) }),
  // Null is the slice of the trials without a label, which is a real population.
  z.strictObject({ dimension: z.literal("intent"), intent: identity.nullable() }),
  z.strictObject({ dimension: z.literal("model"), provider: identity, model: identity }),
  z.strictObject({
    dimension: z.literal("host"),
    hostKey: identity,
    hostName: identity.optional(),
    executionEngine: identity.optional(),
  }),
]);
/** Which trials a slice describes. */
export type EvalStageAnalyticsSlice = z.infer<typeof evalStageAnalyticsSliceSchema>;

const sliceRowShape = z.strictObject({
  slice: evalStageAnalyticsSliceSchema.describe("which part of the run counts are of"),
  includedTrials: countSchema.describe("trials that are counted"),
  excludedTrials: evalStageExclusionsSchema.describe("trials that are not counted, by reason"),
  failureCategories: z
    .array(
      z.strictObject({ category: failureCategorySchema.describe("kind of failure"), count: positiveCount }),
    )
    .max(FAILURE_CATEGORIES.length)
    .register(...about("how many trials failed in which way")),
  stages: z.array(evalStageTallySchema).length(USER_VALUE_STAGES.length),
});

/** One slice: its trials and its six tallies in stage order. */
const evalStageAnalyticsSliceRowSchema = sliceRowShape.superRefine((row, context) => {
  for (const [index, stage] of USER_VALUE_STAGES.entries()) {
    const tally = row.stages[index];
    if (tally === undefined) continue;
    if (tally.stage !== stage) {
      refuse(context, ["stages", index, "stage"], `found ${tally.stage}, expected ${stage}`);
    }
  }
  const categories = row.failureCategories.map((entry) => entry.category);
  expectOrder(context, ["failureCategories"], categories, FAILURE_CATEGORIES);
});
/** One slice. */
export type EvalStageAnalyticsSliceRow = z.infer<typeof sliceRowShape>;

const setupTallyShape = z.strictObject({
  phase: setupPhaseSchema.describe("a part of the setup: connection or discovery"),
  uniqueAttempts: countSchema.describe("times that a part of the setup was tried"),
  failedAttempts: countSchema.describe("times that it failed"),
  serverAttributedFailures: countSchema.describe("failures of it that are the server's"),
  impactedTrials: countSchema.describe("trials that such a failure hit"),
  latency: evalSetupLatencyAggregateSchema.optional(),
});

/** One setup phase of the run. Attempts are counted once per run, the trials they hit one by one. */
const evalSetupTallySchema = setupTallyShape.superRefine((tally, context) => {
  const atMost = (field: string, value: number, limit: number) => {
    if (value > limit) refuse(context, [field], `found ${value}, expected at most ${limit}`);
  };
  atMost("failedAttempts", tally.failedAttempts, tally.uniqueAttempts);
  atMost("serverAttributedFailures", tally.serverAttributedFailures, tally.failedAttempts);
  atMost("latency", tally.latency?.sampleCount ?? 0, tally.uniqueAttempts);
});
/** One setup phase of the run. */
export type EvalSetupTally = z.infer<typeof setupTallyShape>;

const rowShape = z.strictObject({
  schemaVersion: z.literal(EVAL_STAGE_ANALYTICS_SCHEMA_VERSION),
  measurementUnit: z.literal("trial").register(...about("what is counted as one: a trial")),
  runId: identity.describe("id of the run: slug and time"),
  suiteId: identity.describe("id of what was tested: the slug"),
  runGroupId: identity.optional().describe("id of the runs that belong together: the slug"),
  configRevision: identity
    .optional()
    .describe("hash of what the run was configured with: another value, another configuration"),
  caseSetFingerprint: identity.optional().describe("hash of the requests and who wrote them"),
  organizationId: identity.optional(),
  workspaceId: identity.optional(),
  projectId: identity.optional(),
  runCompletedAt: epochMs.optional().describe("when the run ended, in milliseconds since 1970"),
  sourceIterationCount: countSchema.describe("trials that the counts were made from"),
  sourceMaxUpdatedAt: epochMs.optional(),
  // 0 is no version of ours, and may be one of an older source.
  stageAnalyzerVersion: countSchema,
  sourceStageAnalyzerVersions: z.array(countSchema).min(2).optional(),
  measurementsSchemaVersion: positiveCount.describe("version of the format of the counts"),
  sourceMeasurementsSchemaVersions: z.array(positiveCount).min(2).optional(),
  materializationState: evalStageAnalyticsMaterializationStateSchema.describe("whether the counts are final"),
  createdAt: epochMs.describe("when the counts were made, in milliseconds since 1970"),
  updatedAt: epochMs.describe("when the counts were last made, in milliseconds since 1970"),
  includedTrials: countSchema,
  excludedTrials: evalStageExclusionsSchema,
  totalTrials: countSchema.describe("all trials, counted or not"),
  excludedTrialDetail: evalStageCoverageDetailSchema.describe("trials that are not counted, in finer detail"),
  slices: z
    .array(evalStageAnalyticsSliceRowSchema)
    .max(MAX_ANALYTICS_SLICES)
    .register(...about("the counts of the whole run, and of parts of it")),
  setup: z
    .array(evalSetupTallySchema)
    .max(SETUP_PHASES.length)
    .register(...about("connecting and listing, once for the whole run")),
  sliceTruncation: z
    .array(
      z.strictObject({
        dimension: z.enum(["intent", "model", "host"]),
        distinctValues: positiveCount,
        retained: countSchema,
      }),
    )
    .min(1)
    .max(3)
    .optional(),
});

/**
 * The funnel of one run: counts only, every exclusion counted. Rates are derived on demand and never stored; rows of
 * different runs stand side by side and are never added.
 */
export const evalStageAnalyticsSchema = rowShape.superRefine((row, context) => {
  const overall = row.slices.filter(({ slice }) => slice.dimension === "overall");
  if (overall.length !== 1) refuse(context, ["slices"], `found ${overall.length} overall slices, expected 1`);
  else if (overall[0]?.includedTrials !== row.includedTrials) {
    refuse(
      context,
      ["includedTrials"],
      `found ${row.includedTrials}, the overall slice has ${overall[0]?.includedTrials}`,
    );
  }
  if (row.includedTrials > row.totalTrials) {
    refuse(context, ["includedTrials"], `found ${row.includedTrials} of ${row.totalTrials} trials`);
  }
  if (new Set(row.setup.map(({ phase }) => phase)).size !== row.setup.length) {
    refuse(context, ["setup"], "a phase is listed twice, expected one row per phase");
  }
  expectAscending(context, "sourceStageAnalyzerVersions", row.sourceStageAnalyzerVersions);
  expectAscending(context, "sourceMeasurementsSchemaVersions", row.sourceMeasurementsSchemaVersions);
});
/** The funnel of one run. */
export type EvalStageAnalyticsV1 = z.infer<typeof rowShape>;

function optionalCounts<const Key extends string>(keys: readonly Key[]) {
  const optional = countSchema.optional();
  return Object.fromEntries(keys.map((key) => [key, optional])) as Record<Key, typeof optional>;
}

function refuse(context: z.RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: "custom", path, message });
}

function expectSum(context: z.RefinementCtx, field: string, found: number, parts: number[]): void {
  const sum = parts.reduce((left, right) => left + right, 0);
  if (found !== sum) refuse(context, [field], `found ${found}, expected ${parts.join(" + ")} = ${sum}`);
}

function expectOrder<Member>(
  context: z.RefinementCtx,
  path: PropertyKey[],
  found: readonly Member[],
  order: readonly Member[],
): void {
  const places = found.map((member) => order.indexOf(member));
  if (places.some((place, index) => index > 0 && place <= (places[index - 1] as number))) {
    refuse(context, path, "expected each member once, in vocabulary order");
  }
}

function expectAscending(context: z.RefinementCtx, field: string, versions: number[] | undefined): void {
  if (versions?.some((version, index) => index > 0 && version <= (versions[index - 1] as number))) {
    refuse(context, [field], "expected distinct versions in ascending order");
  }
}
