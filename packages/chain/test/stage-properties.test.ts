import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stageDerivationSchema } from "../src/stages/derivation.js";
import type { StageDerivationInput } from "../src/stages/evidence.js";
import { deriveStageResults } from "../src/stages/results.js";
import { PREDICATE_KINDS } from "../src/vocabulary/predicate-stage.js";
import { USER_VALUE_STAGES } from "../src/vocabulary/stage.js";
import { ITERATION_STATUSES } from "../src/vocabulary/trial.js";

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const flag = maybe(fc.boolean());
const list = <Value>(arbitrary: fc.Arbitrary<Value>) => maybe(fc.array(arbitrary, { maxLength: 4 }));
const some = fc.array(fc.constant({}), { maxLength: 2 });

const span = fc.record({
  id: maybe(fc.string({ maxLength: 4 })),
  category: fc.constantFrom("tool", "llm", undefined),
  status: fc.constantFrom("ok", "error", undefined),
  toolName: fc.constantFrom("a", "b", undefined),
  mcpErrorCode: fc.constantFrom(undefined, undefined, -32000, -32001, -32602),
});
const prompt = fc.record({
  promptIndex: maybe(fc.nat(5)),
  expectedToolCalls: maybe(some),
  missing: maybe(some),
  unexpected: maybe(some),
  argumentMismatches: maybe(some),
  passed: flag,
});
const check = fc.record({
  kind: fc.constantFrom(...PREDICATE_KINDS, undefined),
  role: fc.constantFrom("gating", "advisory", undefined),
  passed: flag,
  status: fc.constantFrom("scored", "error", undefined),
  reason: maybe(fc.string()),
  promoted: flag,
} as const);
const signal = fc.record({
  outcome: fc.constantFrom("ok", "failed"),
  attribution: fc.constantFrom("ours", "theirs", "unknown", undefined),
  egressVerified: flag,
  spanIds: list(fc.string({ maxLength: 3 })),
  durationMs: maybe(fc.nat()),
} as const);
const judgeStatus = fc.constantFrom("scored", "error", "skipped", "not_applicable", "pending" as const);
const pendingKind = fc.constantFrom("scheduled", "not_requested", undefined);

const evidence = fc.record({
  spans: list(span),
  traceAbsent: flag,
  traceLacksSpanChannel: flag,
  prompts: list(prompt),
  checkResults: list(check),
  toolErrors: list(fc.record({ kind: fc.constantFrom("content-error", "protocol-error") })),
  stepError: maybe(fc.record({ source: fc.constantFrom("model", "setup", undefined) } as const)),
  renderObservations: list(fc.record({ status: fc.constantFrom("rendered", "mount_failed") })),
  toolSignals: maybe(fc.record({ toolsTotalBefore: maybe(fc.nat(3)) })),
  setupSignals: maybe(fc.record({ connection: maybe(signal), discovery: maybe(signal) })),
  observedToolCalls: maybe(fc.nat(2)),
  observedToolResults: maybe(fc.nat(2)),
  evaluatorErrored: flag,
  judgeEvidence: maybe(
    fc.record({
      status: judgeStatus,
      pendingKind,
      verdict: fc.constantFrom("pass", "partial", "fail", undefined),
      reasons: list(fc.string()),
    } as const),
  ),
  metadataAttribution: maybe(
    fc.record({ status: judgeStatus, attributed: flag, reasons: list(fc.string()) }),
  ),
});
const trial: fc.Arbitrary<StageDerivationInput> = fc.record({
  authored: fc.record({
    mode: fc.constantFrom("model_driven", "model_free"),
    isNegativeTest: flag,
    expectsToolCall: flag,
    expectsWidgetRender: flag,
    assertionCount: maybe(fc.nat(2)),
    hasUserAsk: flag,
    toolExpectation: fc.constantFrom("required", "not_required", "open", undefined),
    checkStages: maybe(fc.uniqueArray(fc.constantFrom(...USER_VALUE_STAGES))),
  } as const),
  evidence,
  iteration: fc.record({ status: fc.constantFrom(...ITERATION_STATUSES) }),
  policy: maybe(fc.record({ blocked: fc.boolean() })),
});

const holds = (check: (input: StageDerivationInput) => void) =>
  fc.assert(fc.property(trial, check), { numRuns: 500 });

describe("deriveStageResults", () => {
  it("always gives six valid rows in order, each with a legal reason", () => {
    holds((input) => {
      const derivation = deriveStageResults(input);
      expect(stageDerivationSchema.safeParse(derivation).error?.issues ?? []).toEqual([]);
      expect(derivation.stageResults.map((row) => row.stage)).toEqual(USER_VALUE_STAGES);
      for (const row of derivation.stageResults) expect(row.reason).toBeDefined();
    });
  });

  it("never emits a reason only old producers wrote", () => {
    holds((input) => {
      for (const row of deriveStageResults(input).stageResults) expect(row.reason).not.toBe("noSpanChannel");
    });
  });

  it("says not reached only after a failure, without evidence, and leaves no unmeasured row after one", () => {
    holds((input) => {
      const rows = deriveStageResults(input).stageResults;
      const first = rows.findIndex((row) => row.state === "failed");
      for (const [index, row] of rows.entries()) {
        if (row.state === "notReached") {
          expect(first).toBeGreaterThanOrEqual(0);
          expect(index).toBeGreaterThan(first);
          expect(row).not.toHaveProperty("evidence");
        }
        if (row.state === "notMeasured" && first >= 0) expect(index).toBeLessThan(first);
      }
    });
  });

  it("covers only rows that decided nothing: evidence that decides a stage keeps it from being covered", () => {
    holds(({ authored, evidence, policy }) => {
      const { stageResults } = deriveStageResults({
        authored,
        // A model outage takes verdicts back, and a stage without its verdict may be covered: the next property.
        evidence: { ...evidence, stepError: undefined },
        iteration: { status: "completed" },
        policy,
      });
      const covered = new Set(
        stageResults.filter((row) => row.state === "notReached").map((row) => row.stage),
      );
      const tools = (evidence.spans ?? []).filter((span) => span.category === "tool");
      if (covered.has("discovery")) expect(tools).toEqual([]);
      if (covered.has("call")) {
        expect(tools).toEqual([]);
        for (const turn of evidence.prompts ?? []) expect(turn.argumentMismatches ?? []).toEqual([]);
      }
      if (covered.has("response")) {
        expect(evidence.toolErrors?.some((error) => error.kind === "content-error") ?? false).toBe(false);
        const clean = tools.filter((span) => span.status !== "error" && span.mcpErrorCode === undefined);
        if (authored.expectsWidgetRender !== true) expect(clean).toEqual([]);
      }
    });
  });

  it("takes verdicts back for a model outage and gives none: what stays measured is as it was without the outage", () => {
    holds((input) => {
      const rows = (source: "model" | undefined) =>
        deriveStageResults({
          ...input,
          iteration: { status: "completed" },
          evidence: { ...input.evidence, stepError: { source } },
        }).stageResults;
      const without = rows(undefined);
      for (const [index, row] of rows("model").entries()) {
        const same = without[index];
        if (row.state === "passed" || row.state === "failed") expect(row).toEqual(same);
        else expect(same?.state).not.toBe("passed");
      }
    });
  });

  it("is deterministic and leaves its input alone", () => {
    holds((input) => {
      const before = JSON.stringify(input);
      expect(deriveStageResults(input)).toEqual(deriveStageResults(input));
      expect(JSON.stringify(input)).toBe(before);
    });
  });

  it("does not change when an advisory row is added, wherever it stands", () => {
    fc.assert(
      fc.property(trial, check, fc.nat(4), (input, row, at) => {
        const { checkResults, ...rest } = input.evidence;
        // Whether a trial has any check row decides a setup abort, so start from one that has.
        if (checkResults === undefined || checkResults.length === 0) return;
        const rows = [...checkResults];
        rows.splice(at, 0, { ...row, role: "advisory" });
        expect(deriveStageResults({ ...input, evidence: { ...rest, checkResults: rows } })).toEqual(
          deriveStageResults(input),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("does not read durations", () => {
    holds((input) => {
      const slow = structuredClone(input) as {
        evidence: { setupSignals?: { connection?: { durationMs?: number } } };
      };
      if (slow.evidence.setupSignals?.connection === undefined) return;
      slow.evidence.setupSignals.connection.durationMs = 123_456;
      expect(deriveStageResults(slow as StageDerivationInput)).toEqual(deriveStageResults(input));
    });
  });

  it("passes a stage only on evidence: a trial that captured nothing passes none", () => {
    fc.assert(
      fc.property(trial, (input) => {
        const rows = deriveStageResults({ ...input, evidence: {} }).stageResults;
        expect(rows.filter((row) => row.state === "passed" || row.state === "failed")).toEqual([]);
      }),
    );
  });
});
