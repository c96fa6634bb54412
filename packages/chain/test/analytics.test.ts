import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ABSENCES, resolveStageAnalytics } from "../src/analytics/absence.js";
import { aggregateStageAnalytics, type StageAnalyticsRunInput } from "../src/analytics/aggregate.js";
import {
  type EvalStageAnalyticsV1,
  type EvalStageLatencyAggregate,
  type EvalStageTally,
  evalStageAnalyticsSchema,
  evalStageTallySchema,
} from "../src/analytics/document.js";
import { mergeLatency } from "../src/analytics/latency.js";
import { sortParityBlockers, stageAnalyticsParityBlockers } from "../src/analytics/parity.js";
import type { StageAnalyticsSetupSignalInput } from "../src/analytics/setup.js";
import {
  latencyMeanMs,
  measuredPassRate,
  measurementCoverageRate,
  reachRate,
  stageRate,
} from "../src/analytics/stage-rates.js";
import { classifyStageAnalyticsTrial, type StageAnalyticsTrialInput } from "../src/analytics/trial.js";
import type { StageResultRow } from "../src/stages/derivation.js";
import {
  deriveStageMeasurements,
  reachForStageState,
  reachIsConsistentWithState,
  stageMeasurementsSchema,
  unionDurationMs,
} from "../src/stages/measurements.js";
import {
  STAGE_STATES,
  type StageState,
  USER_VALUE_STAGES,
  type UserValueStage,
} from "../src/vocabulary/stage.js";
import { FAILURE_CATEGORIES, ITERATION_STATUSES } from "../src/vocabulary/trial.js";

const legalReason = {
  passed: "observed",
  failed: "toolError",
  notReached: "earlierStageFailed",
  notMeasured: "noEvidenceCaptured",
  notApplicable: "notAuthored",
} as const;

/** Six rows with the given states; the rest passed. */
function chainOf(states: Partial<Record<UserValueStage, StageState>>): StageResultRow[] {
  return USER_VALUE_STAGES.map((stage) => {
    const state = states[stage] ?? "passed";
    return { stage, state, reason: legalReason[state] };
  });
}

function trialOf(
  states: Partial<Record<UserValueStage, StageState>> = {},
  overrides: Partial<StageAnalyticsTrialInput> = {},
): StageAnalyticsTrialInput {
  const stageResults = chainOf(states);
  return {
    trialKey: "t",
    status: "completed",
    stageResults,
    stageAnalyzerVersion: 1,
    chainVerified: true,
    measurements: deriveStageMeasurements({ stageResults }),
    measurementsVerified: true,
    ...overrides,
  };
}

const run: StageAnalyticsRunInput = {
  runId: "run",
  suiteId: "suite",
  runGroupId: "group",
  configRevision: "config",
  caseSetFingerprint: "cases",
  materializationState: "final",
  now: 1000,
};

function aggregate(
  trials: StageAnalyticsTrialInput[],
  overrides: Partial<StageAnalyticsRunInput> = {},
  setupSignals?: StageAnalyticsSetupSignalInput[],
): EvalStageAnalyticsV1 {
  const row = aggregateStageAnalytics({ run: { ...run, ...overrides }, trials, setupSignals });
  expect(evalStageAnalyticsSchema.safeParse(row).error?.issues ?? []).toEqual([]);
  return row;
}

const tallyOf = (row: EvalStageAnalyticsV1, stage: UserValueStage): EvalStageTally =>
  row.slices[0]?.stages[USER_VALUE_STAGES.indexOf(stage)] as EvalStageTally;

describe("measurements", () => {
  it("reach follows the state", () => {
    expect(STAGE_STATES.map(reachForStageState)).toEqual([
      "reached",
      "reached",
      "notReached",
      "unknown",
      "notApplicable",
    ]);
    expect(reachIsConsistentWithState("notMeasured", "reached")).toBe(true);
    expect(reachIsConsistentWithState("notMeasured", "notReached")).toBe(false);
    expect(reachIsConsistentWithState("passed", "unknown")).toBe(false);
  });

  const rowsCiting = (state: StageState, spanIds: string[]): StageResultRow[] =>
    chainOf({ call: state }).map((row) => (row.stage === "call" ? { ...row, evidence: { spanIds } } : row));
  const callRow = (
    state: StageState,
    spanIds: string[],
    spans: Parameters<typeof deriveStageMeasurements>[0]["spans"],
  ) => {
    const measurements = deriveStageMeasurements({ stageResults: rowsCiting(state, spanIds), spans });
    expect(stageMeasurementsSchema.safeParse(measurements).error).toBeUndefined();
    return measurements.rows[3];
  };

  it("an unmeasured row that cites a captured span was reached", () => {
    expect(callRow("notMeasured", ["a"], [{ id: "a" }])).toEqual({ stage: "call", reach: "reached" });
    expect(callRow("notMeasured", ["a"], [{ id: "b" }])).toEqual({ stage: "call", reach: "unknown" });
  });

  it("latency is the union of the complete intervals of the cited spans", () => {
    const spans = [
      { id: "a", startedAt: 0, endedAt: 100 },
      { id: "b", startedAt: 50, endedAt: 120 },
      { id: "c", startedAt: 200, endedAt: 230 },
      { id: "d", startedAt: 0, endedAt: 1000 },
      { id: "e", startedAt: 10, endedAt: 5 },
      { id: "f", startedAt: 10, endedAt: null },
      { id: "g", startedAt: Number.NaN, endedAt: 5 },
    ];
    expect(callRow("passed", ["a", "b", "c", "e", "f"], spans)?.latency).toEqual({
      unit: "ms",
      basis: "evidence_span_union",
      value: 150,
    });
    expect(callRow("passed", ["e", "f", "g"], spans)).toEqual({ stage: "call", reach: "reached" });
    expect(callRow("passed", ["z"], [{ id: "z", startedAt: 7, endedAt: 7 }])?.latency?.value).toBe(0);
    expect(callRow("notReached", ["a"], spans)).toEqual({ stage: "call", reach: "notReached" });
  });

  it("only selection, call and response carry one", () => {
    const stageResults = chainOf({}).map((row) => ({ ...row, evidence: { spanIds: ["a"] } }));
    const { rows } = deriveStageMeasurements({
      stageResults,
      spans: [{ id: "a", startedAt: 0, endedAt: 5 }],
    });
    expect(rows.filter((row) => row.latency !== undefined).map((row) => row.stage)).toEqual([
      "selection",
      "call",
      "response",
    ]);
  });

  it("a union does not depend on order and never exceeds the sum", () => {
    const interval = fc
      .tuple(fc.integer({ min: 0, max: 50 }), fc.nat(20))
      .map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(interval), (intervals) => {
        // Counting the covered unit steps one by one is the slow and obvious way.
        const covered = new Set<number>();
        for (const { start, end } of intervals)
          for (let step = start; step < end; step += 1) covered.add(step);
        expect(unionDurationMs(intervals)).toBe(covered.size);
        expect(unionDurationMs([...intervals].reverse())).toBe(covered.size);
      }),
    );
  });

  it("the schema refuses misplaced rows and latency where nothing was reached", () => {
    const measurements = deriveStageMeasurements({ stageResults: chainOf({}) });
    const latency = { unit: "ms", basis: "evidence_span_union", value: 1 };
    const withRow = (index: number, row: object) => ({
      ...measurements,
      rows: measurements.rows.map((old, at) => (at === index ? row : old)),
    });
    for (const value of [
      { ...measurements, rows: [...measurements.rows].reverse() },
      { ...measurements, schemaVersion: 2 },
      withRow(0, { stage: "connection", reach: "reached", latency }),
      withRow(3, { stage: "call", reach: "notReached", latency }),
      withRow(3, { stage: "call", reach: "reached", latency: { ...latency, basis: "setup_phase_wall" } }),
      withRow(3, {
        stage: "call",
        reach: "reached",
        latency: { ...latency, value: Number.POSITIVE_INFINITY },
      }),
    ]) {
      expect(stageMeasurementsSchema.safeParse(value).success).toBe(false);
    }
  });
});

describe("classification, first match wins", () => {
  const measurements = deriveStageMeasurements({ stageResults: chainOf({}) });
  it.each([
    [{ evaluatorErrored: true, status: "cancelled" }, "lifecycle", "evaluatorError"],
    [{ status: "pending" }, "lifecycle", "notTerminal"],
    [{ status: "running" }, "lifecycle", "notTerminal"],
    [{ status: "skipped" }, "lifecycle", "skipped"],
    [{ status: "cancelled", stageResults: undefined }, "lifecycle", "cancelled"],
    [{ status: "setup_failed" }, "lifecycle", "setupFailed"],
    [{ status: "timed_out" }, "lifecycle", "timedOut"],
    [{ status: "exploded" }, "lifecycle", "executionFailed"],
    [{ stageAnalyzerVersion: 2, chainVerified: false }, "version", "chainVersionAhead"],
    [
      { stageAnalyzerVersion: undefined, measurements: { ...measurements, stageAnalyzerVersion: 2 } },
      "version",
      "chainVersionAhead",
    ],
    [{ measurements: { ...measurements, schemaVersion: 2 } }, "version", "measurementsVersionAhead"],
    [{ stageResults: undefined }, "integrity", "chainMissing"],
    [{ stageResults: [] }, "integrity", "chainMissing"],
    [{ chainVerified: undefined }, "integrity", "chainUnverified"],
    [{ measurements: undefined }, "integrity", "measurementsMissing"],
    [{ measurementsVerified: undefined }, "integrity", "measurementsInvalid"],
    [{ measurements: { ...measurements, stageAnalyzerVersion: 0 } }, "integrity", "analyzerMismatch"],
    [{}, undefined, undefined],
    [{ status: "failed" }, undefined, undefined],
  ] as [Partial<StageAnalyticsTrialInput>, string | undefined, string | undefined][])(
    "%o",
    (overrides, exclusion, detail) => {
      const expected = exclusion === undefined ? {} : { class: exclusion, detail };
      expect(classifyStageAnalyticsTrial(trialOf({}, overrides))).toEqual(expected);
    },
  );
});

describe("counting", () => {
  it("counts each stage of each included trial once", () => {
    const row = aggregate([
      trialOf({}),
      trialOf(
        { call: "failed", response: "notReached", userValue: "notReached" },
        { failureCategory: "serverData" },
      ),
      trialOf({ userValue: "notApplicable" }),
      trialOf({ userValue: "notMeasured" }),
      trialOf({}, { status: "cancelled" }),
    ]);
    expect([row.totalTrials, row.includedTrials, row.excludedTrials, row.excludedTrialDetail]).toEqual([
      5,
      4,
      { lifecycle: 1 },
      { cancelled: 1 },
    ]);
    expect(tallyOf(row, "call")).toEqual({
      stage: "call",
      applicable: 4,
      reached: 4,
      notReached: 0,
      reachUnknown: 0,
      measured: 4,
      passed: 3,
      failed: 1,
      notMeasured: 0,
      notApplicable: 0,
      excluded: {},
      reasons: [
        { reason: "toolError", count: 1 },
        { reason: "observed", count: 3 },
      ],
    });
    expect(tallyOf(row, "userValue")).toMatchObject({
      applicable: 3,
      reached: 1,
      notReached: 1,
      reachUnknown: 1,
      measured: 1,
      notApplicable: 1,
      excluded: { notApplicable: 1, reachUnknown: 1 },
    });
    expect(row.slices[0]?.failureCategories).toEqual([{ category: "serverData", count: 1 }]);
  });

  it("a run without trials has an overall funnel of nothing, with no rate", () => {
    const row = aggregate([]);
    expect(row.slices.map(({ slice }) => slice)).toEqual([{ dimension: "overall" }]);
    for (const stage of USER_VALUE_STAGES) {
      for (const rate of [reachRate, measurementCoverageRate, measuredPassRate]) {
        expect(rate(tallyOf(row, stage))).toMatchObject({ state: "notMeasured", value: null });
      }
    }
  });

  it("a measurement of another stage, or one its state contradicts, is not used", () => {
    const stageResults = chainOf({ call: "notMeasured" });
    const good = deriveStageMeasurements({ stageResults });
    const latency = { unit: "ms", basis: "evidence_span_union", value: 9 } as const;
    const withCall = (row: (typeof good.rows)[number]) => ({
      ...good,
      rows: good.rows.map((old, index) => (index === 3 ? row : old)),
    });
    const swapped = trialOf({}, { measurements: withCall({ stage: "response", reach: "reached", latency }) });
    expect(tallyOf(aggregate([swapped]), "call")).toMatchObject({ reached: 1, passed: 1 });
    expect(tallyOf(aggregate([swapped]), "call")).not.toHaveProperty("latency");
    const contradicted = trialOf(
      { call: "notMeasured" },
      { measurements: withCall({ stage: "call", reach: "notReached", latency }) },
    );
    expect(tallyOf(aggregate([contradicted]), "call")).toMatchObject({ reachUnknown: 1, notReached: 0 });
    const upgraded = trialOf(
      { call: "notMeasured" },
      { measurements: withCall({ stage: "call", reach: "reached", latency }) },
    );
    expect(tallyOf(aggregate([upgraded]), "call")).toMatchObject({
      reached: 1,
      notMeasured: 1,
      excluded: { notMeasured: 1 },
      latency: { sampleCount: 1, totalMs: 9, minMs: 9, maxMs: 9 },
    });
  });
});

describe("slices", () => {
  it("are marginals: one vote per dimension", () => {
    const row = aggregate([
      trialOf({}, { intent: " search ", provider: "p", model: "m", hostKey: "h", hostName: "H" }),
      trialOf({}, { intent: "", provider: "p", status: "skipped" }),
    ]);
    expect(
      row.slices.map(({ slice, includedTrials, excludedTrials }) => [slice, includedTrials, excludedTrials]),
    ).toEqual([
      [{ dimension: "overall" }, 1, { lifecycle: 1 }],
      [{ dimension: "intent", intent: "search" }, 1, {}],
      [{ dimension: "intent", intent: null }, 0, { lifecycle: 1 }],
      [{ dimension: "model", provider: "p", model: "m" }, 1, {}],
      [{ dimension: "host", hostKey: "h", hostName: "H" }, 1, {}],
    ]);
  });

  it("does not merge two pairs that join to one text, nor change the case of a label", () => {
    const row = aggregate([
      trialOf({}, { provider: "a b", model: "c", intent: "Search" }),
      trialOf({}, { provider: "a", model: "b c", intent: "search" }),
    ]);
    const of = (dimension: string) => row.slices.filter(({ slice }) => slice.dimension === dimension);
    expect(of("model")).toHaveLength(2);
    expect(of("intent").map(({ slice }) => slice)).toEqual([
      { dimension: "intent", intent: "Search" },
      { dimension: "intent", intent: "search" },
    ]);
  });

  it("claims of a host what every trial that says it agrees on", () => {
    const row = aggregate([
      trialOf({}, { hostKey: "h", hostName: "old", executionEngine: "emulated" }),
      trialOf({}, { hostKey: "h", hostName: "new", executionEngine: "emulated" }),
      trialOf({}, { hostKey: "h" }),
    ]);
    expect(row.slices.at(-1)?.slice).toEqual({
      dimension: "host",
      hostKey: "h",
      executionEngine: "emulated",
    });
  });

  it("keeps the largest above a cap, ties by key, in key order, and records what it dropped", () => {
    const name = (index: number) => `i${String(index).padStart(3, "0")}`;
    const trials = Array.from({ length: 60 }, (_, index) => trialOf({}, { intent: name(index) }));
    trials.push(trialOf({}, { intent: name(59) }));
    const row = aggregate(trials);
    expect(row.sliceTruncation).toEqual([{ dimension: "intent", distinctValues: 60, retained: 50 }]);
    const kept = row.slices.flatMap(({ slice }) => (slice.dimension === "intent" ? [slice.intent] : []));
    expect(kept).toEqual([...Array.from({ length: 49 }, (_, index) => name(index)), name(59)]);
    expect(row.includedTrials).toBe(61);
    expect(aggregate(trials.slice(0, 50))).not.toHaveProperty("sliceTruncation");
  });

  it("never exceed 101 rows", () => {
    const trials = Array.from({ length: 200 }, (_, index) =>
      trialOf({}, { intent: `i${index}`, provider: "p", model: `m${index}`, hostKey: `h${index}` }),
    );
    const row = aggregate(trials);
    expect(row.slices).toHaveLength(101);
    expect(row.sliceTruncation?.map(({ dimension, retained }) => [dimension, retained])).toEqual([
      ["intent", 50],
      ["model", 25],
      ["host", 25],
    ]);
  });
});

describe("setup", () => {
  const failed = (
    overrides: Partial<StageAnalyticsSetupSignalInput> = {},
  ): StageAnalyticsSetupSignalInput => ({
    phase: "connection",
    outcome: "failed",
    attribution: "theirs",
    egressVerified: true,
    durationMs: 3000,
    trialKey: "t0",
    ...overrides,
  });
  const tally = (signals: StageAnalyticsSetupSignalInput[]) => aggregate([], {}, signals).setup;

  it("N copies are one attempt, one sample and N impacted trials", () => {
    expect(tally([failed(), failed({ trialKey: "t1" }), failed({ trialKey: "t1" })])).toEqual([
      {
        phase: "connection",
        uniqueAttempts: 1,
        failedAttempts: 1,
        serverAttributedFailures: 1,
        impactedTrials: 2,
        latency: {
          unit: "ms",
          basis: "setup_phase_wall",
          sampleCount: 1,
          totalMs: 3000,
          minMs: 3000,
          maxMs: 3000,
        },
      },
    ]);
  });

  it("claims nothing the copies disagree on, in either order", () => {
    const copies = [failed(), failed({ attribution: "ours", durationMs: 5, trialKey: "t1" })];
    const expected = [
      {
        phase: "connection",
        uniqueAttempts: 1,
        failedAttempts: 1,
        serverAttributedFailures: 0,
        impactedTrials: 2,
      },
    ];
    expect(tally(copies)).toEqual(expected);
    expect(tally(copies.reverse())).toEqual(expected);
  });

  it.each([{ egressVerified: undefined }, { attribution: "unknown" as const }])(
    "does not attribute a failure with %o to the server",
    (overrides) => {
      expect(tally([failed(overrides)])[0]?.serverAttributedFailures).toBe(0);
    },
  );

  it("has one row per phase with a signal, in order", () => {
    expect(tally([])).toEqual([]);
    expect(
      tally([failed({ phase: "discovery", outcome: "ok" }), failed()]).map(({ phase }) => phase),
    ).toEqual(["connection", "discovery"]);
  });
});

describe("the row", () => {
  const older = trialOf({}, { stageAnalyzerVersion: 0 });
  const old = {
    ...older,
    measurements: { ...(older.measurements as never as object), stageAnalyzerVersion: 0 },
  };
  it("stamps the versions its trials were made with", () => {
    expect(aggregate([])).toMatchObject({ stageAnalyzerVersion: 1, measurementsSchemaVersion: 1 });
    const uniform = aggregate([old as StageAnalyticsTrialInput]);
    expect(uniform.stageAnalyzerVersion).toBe(0);
    expect(uniform).not.toHaveProperty("sourceStageAnalyzerVersions");
    const mixed = aggregate([trialOf(), old as StageAnalyticsTrialInput]);
    expect([mixed.stageAnalyzerVersion, mixed.sourceStageAnalyzerVersions]).toEqual([1, [0, 1]]);
    const excluded = aggregate([trialOf({}, { stageAnalyzerVersion: 5, status: "cancelled" })]);
    expect(excluded.stageAnalyzerVersion).toBe(1);
  });

  it("keeps its birth on a rebuild, and takes its state from the caller", () => {
    const row = aggregate([], { createdAt: 7, now: 9, materializationState: "provisional" });
    expect([row.createdAt, row.updatedAt, row.materializationState]).toEqual([7, 9, "provisional"]);
  });

  it("drops an empty identity", () => {
    expect(aggregate([], { runGroupId: "" })).not.toHaveProperty("runGroupId");
  });

  it("does not depend on the order of its trials, byte for byte", () => {
    const trial = fc.record({
      states: fc.record(
        Object.fromEntries(USER_VALUE_STAGES.map((stage) => [stage, fc.constantFrom(...STAGE_STATES)])),
      ),
      status: fc.constantFrom(...ITERATION_STATUSES),
      intent: fc.constantFrom(undefined, null, "a", "b"),
      model: fc.constantFrom(undefined, "m1", "m2"),
      host: fc.constantFrom(undefined, "h1", "h2"),
      hostName: fc.constantFrom(undefined, "n1", "n2"),
      category: fc.constantFrom(undefined, ...FAILURE_CATEGORIES),
      ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
    });
    const built = fc.array(trial, { maxLength: 12 }).map((specs) =>
      specs.map((spec, index) => {
        const stageResults = chainOf(spec.states).map((row) => ({ ...row, evidence: { spanIds: ["s"] } }));
        return trialOf(
          {},
          {
            trialKey: `t${index}`,
            status: spec.status,
            stageResults,
            measurements: deriveStageMeasurements({
              stageResults,
              spans: [{ id: "s", startedAt: 0, endedAt: spec.ms }],
            }),
            intent: spec.intent,
            provider: "p",
            model: spec.model,
            hostKey: spec.host,
            hostName: spec.hostName,
            failureCategory: spec.category,
          },
        );
      }),
    );
    fc.assert(
      fc.property(built, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (trials, random) => {
        const shuffled = trials
          .map((entry) => ({ entry, at: random.next().value as number }))
          .sort((left, right) => left.at - right.at)
          .map(({ entry }) => entry);
        expect(JSON.stringify(aggregate(shuffled))).toBe(JSON.stringify(aggregate(trials)));
      }),
      { numRuns: 200 },
    );
  });

  it("sums latency exactly: ten times a tenth is one", () => {
    const stageResults = chainOf({}).map((row) => ({ ...row, evidence: { spanIds: ["s"] } }));
    const measurements = deriveStageMeasurements({
      stageResults,
      spans: [{ id: "s", startedAt: 0, endedAt: 0.1 }],
    });
    const row = aggregate(Array.from({ length: 10 }, () => trialOf({}, { stageResults, measurements })));
    // Adding 0.1 ten times one after the other gives 0.9999999999999999.
    expect(tallyOf(row, "call").latency?.totalMs).toBe(1);
  });

  it("is refused when it contradicts itself", () => {
    const valid = () => structuredClone(aggregate([trialOf(), trialOf()]));
    const call = (row: EvalStageAnalyticsV1) => tallyOf(row, "call") as unknown as Record<string, unknown>;
    const changes: ((row: EvalStageAnalyticsV1) => void)[] = [
      (row) => Object.assign(row, { measurementUnit: "caseVariant" }),
      (row) => Object.assign(row, { passRate: 1 }),
      (row) => Object.assign(row, { includedTrials: 1 }),
      (row) => Object.assign(row, { totalTrials: 1 }),
      (row) => row.slices.pop(),
      (row) => Object.assign(row, { slices: [] }),
      (row) => row.slices[0]?.stages.reverse(),
      (row) => Object.assign(call(row), { passed: 1 }),
      (row) => Object.assign(call(row), { reached: 1 }),
      (row) => Object.assign(call(row), { applicable: 3 }),
      (row) => Object.assign(call(row), { reasons: [{ reason: "observed", count: 0 }] }),
      (row) =>
        Object.assign(call(row), {
          latency: {
            unit: "ms",
            basis: "evidence_span_union",
            sampleCount: 3,
            totalMs: 3,
            minMs: 1,
            maxMs: 1,
          },
        }),
      (row) =>
        Object.assign(call(row), {
          latency: {
            unit: "ms",
            basis: "evidence_span_union",
            sampleCount: 2,
            totalMs: 9,
            minMs: 1,
            maxMs: 2,
          },
        }),
      (row) => Object.assign(row, { sourceStageAnalyzerVersions: [1] }),
      (row) => Object.assign(row, { sourceStageAnalyzerVersions: [2, 1] }),
    ];
    // The second slice is the one of unlabelled intent, so only the first change of `slices` leaves a valid row.
    const accepted = changes.filter((change) => {
      const row = valid();
      change(row);
      return evalStageAnalyticsSchema.safeParse(row).success;
    });
    expect(accepted).toEqual([changes[4]]);
  });
});

describe("rates", () => {
  it.each([
    [0, 0],
    [1, 0],
    [5, 4],
    [-1, 4],
    [0.5, 4],
    [1, 4.5],
    [Number.NaN, 4],
  ])("%s / %s is not measured", (numerator, denominator) => {
    expect(stageRate(numerator, denominator)).toEqual({
      state: "notMeasured",
      value: null,
      numerator: 0,
      denominator: 0,
      exclusions: {},
    });
  });

  it("carry their arithmetic and their exclusions", () => {
    const tally: EvalStageTally = {
      stage: "call",
      applicable: 10,
      reached: 6,
      notReached: 1,
      reachUnknown: 3,
      measured: 4,
      passed: 3,
      failed: 1,
      notMeasured: 2,
      notApplicable: 5,
      excluded: { notApplicable: 5 },
      reasons: [],
    };
    expect(evalStageTallySchema.safeParse(tally).success).toBe(true);
    expect(reachRate(tally)).toEqual({
      state: "measured",
      value: 6 / 7,
      numerator: 6,
      denominator: 7,
      exclusions: { notApplicable: 5, reachUnknown: 3 },
    });
    expect(measurementCoverageRate(tally)).toMatchObject({
      value: 4 / 6,
      exclusions: { notApplicable: 5, notMeasured: 2 },
    });
    expect(measuredPassRate(tally)).toMatchObject({
      value: 0.75,
      exclusions: { notApplicable: 5, notMeasured: 2 },
    });
  });

  it("a mean needs samples", () => {
    expect(latencyMeanMs(undefined)).toBeNull();
    expect(latencyMeanMs({ sampleCount: 0, totalMs: 0 })).toBeNull();
    expect(latencyMeanMs({ sampleCount: 4, totalMs: 10 })).toBe(2.5);
  });

  it("latency of one basis can be merged", () => {
    const latency: EvalStageLatencyAggregate = {
      unit: "ms",
      basis: "evidence_span_union",
      sampleCount: 2,
      totalMs: 5,
      minMs: 1,
      maxMs: 4,
    };
    expect(mergeLatency(latency, { ...latency, sampleCount: 1, totalMs: 9, minMs: 9, maxMs: 9 })).toEqual({
      ...latency,
      sampleCount: 3,
      totalMs: 14,
      minMs: 1,
      maxMs: 9,
    });
  });
});

describe("parity", () => {
  const base = {
    runGroupId: "g",
    configRevision: "c",
    caseSetFingerprint: "f",
    stageAnalyzerVersion: 1,
    measurementsSchemaVersion: 1,
    measurementUnit: "trial",
    materializationState: "final",
  };
  it.each([
    [{}, {}, []],
    [{ runGroupId: undefined }, {}, ["missingRunGroup"]],
    [{ runGroupId: undefined }, { runGroupId: undefined }, ["missingRunGroup"]],
    [{ runGroupId: "" }, { runGroupId: "" }, ["missingRunGroup"]],
    [{ runGroupId: "other" }, {}, ["differentRunGroup"]],
    [{ configRevision: undefined }, {}, ["missingConfigIdentity"]],
    [{ configRevision: "other" }, {}, ["differentConfigIdentity"]],
    [{ caseSetFingerprint: undefined }, {}, ["missingCaseSetIdentity"]],
    [{ caseSetFingerprint: "other" }, {}, ["differentCaseSetIdentity"]],
    [{ stageAnalyzerVersion: 2 }, {}, ["differentAnalyzerVersion"]],
    [{ measurementsSchemaVersion: 2 }, {}, ["differentMeasurementsVersion"]],
    [{ measurementUnit: "session" }, {}, ["differentMeasurementUnit"]],
    [{ materializationState: "provisional" }, {}, ["provisional"]],
    [{ sourceStageAnalyzerVersions: [1, 2] }, {}, ["mixedSourceVersions"]],
    [{ sourceMeasurementsSchemaVersions: [1, 2] }, {}, ["mixedSourceVersions"]],
  ])("%o against %o", (left, right, blockers) => {
    expect(stageAnalyticsParityBlockers({ ...base, ...left }, { ...base, ...right })).toEqual(blockers);
    expect(stageAnalyticsParityBlockers({ ...base, ...right }, { ...base, ...left })).toEqual(blockers);
  });

  it("a mixed row is not even comparable to itself", () => {
    const mixed = { ...base, sourceStageAnalyzerVersions: [1, 2] };
    expect(stageAnalyticsParityBlockers(mixed, mixed)).toEqual(["mixedSourceVersions"]);
  });

  it("emits in the order of evaluation; a renderer may sort by the vocabulary", () => {
    const worst = {
      stageAnalyzerVersion: 2,
      measurementsSchemaVersion: 2,
      measurementUnit: "session",
      materializationState: "provisional",
      sourceStageAnalyzerVersions: [1, 2],
    };
    const blockers = stageAnalyticsParityBlockers(base, worst);
    expect(blockers).toEqual([
      "missingRunGroup",
      "missingConfigIdentity",
      "missingCaseSetIdentity",
      "mixedSourceVersions",
      "differentAnalyzerVersion",
      "differentMeasurementsVersion",
      "differentMeasurementUnit",
      "provisional",
    ]);
    expect(sortParityBlockers(blockers).slice(3)).toEqual([
      "differentAnalyzerVersion",
      "differentMeasurementsVersion",
      "differentMeasurementUnit",
      "mixedSourceVersions",
      "provisional",
    ]);
  });

  it("two aggregated rows of one group are comparable", () => {
    expect(
      stageAnalyticsParityBlockers(aggregate([trialOf()]), aggregate([trialOf({ call: "failed" })])),
    ).toEqual([]);
  });
});

describe("absence", () => {
  it("is three different facts, a fourth for what cannot be read, and never a funnel of zeros", () => {
    const readings = [
      resolveStageAnalytics({ supported: true, run: "notFound" }),
      resolveStageAnalytics({ supported: true, run: "found", analytics: undefined }),
      resolveStageAnalytics({ supported: false }),
      resolveStageAnalytics({ supported: true, run: "found", analytics: { schemaVersion: 9 } }),
    ];
    expect(readings).toEqual([
      { state: "absent", absence: "runNotFound" },
      { state: "absent", absence: "runUnmeasured" },
      { state: "absent", absence: "notSupported" },
      { state: "absent", absence: "unreadable" },
    ]);
    expect(new Set(Object.values(ABSENCES.labels)).size).toBe(4);
    const analytics = aggregate([trialOf()]);
    expect(resolveStageAnalytics({ supported: true, run: "found", analytics })).toEqual({
      state: "present",
      analytics,
    });
  });
});
