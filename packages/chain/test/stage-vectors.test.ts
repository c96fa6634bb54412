import { describe, expect, it } from "vitest";
import { type StageResultRow, stageDerivationSchema } from "../src/stages/derivation.js";
import type { StageAuthoredCase, StageDerivationInput, StageEvidence } from "../src/stages/evidence.js";
import { deriveStageResults } from "../src/stages/results.js";
import { USER_VALUE_STAGES, type UserValueStage } from "../src/vocabulary/stage.js";

// The vectors of spec §2.9, then one test per rule of §2.3-2.7 that they leave open. Expected rows are written by hand.

const authored: StageAuthoredCase = { mode: "model_driven", expectsToolCall: true, assertionCount: 1 };
const okSpan = { id: "s1", category: "tool", status: "ok", toolName: "search" };
const cleanTurn = { promptIndex: 0, expectedToolCalls: [{ toolName: "search" }], passed: true };
const served = { kind: "responseContains", role: "gating", passed: true, reason: "found" } as const;
const clean: StageEvidence = {
  spans: [okSpan],
  prompts: [cleanTurn],
  checkResults: [served],
  toolSignals: { toolsTotalBefore: 3 },
};

interface Overrides {
  authored?: Partial<StageAuthoredCase>;
  evidence?: StageEvidence;
  status?: StageDerivationInput["iteration"]["status"];
  policy?: StageDerivationInput["policy"];
}

/** Derives a clean and complete trial with the given changes, and validates what comes out. */
function derive(overrides: Overrides = {}) {
  const derivation = deriveStageResults({
    authored: { ...authored, ...overrides.authored },
    evidence: { ...clean, ...overrides.evidence },
    iteration: { status: overrides.status ?? "completed" },
    policy: overrides.policy,
  });
  expect(stageDerivationSchema.safeParse(derivation).error?.issues ?? []).toEqual([]);
  const rows = new Map(derivation.stageResults.map((row) => [row.stage, row]));
  return {
    ...derivation,
    row: (stage: UserValueStage) => rows.get(stage) as StageResultRow,
    /** "state/reason" of each stage, in chain order. */
    short: derivation.stageResults.map((row) => `${row.state}/${row.reason}`),
  };
}

const nothing: StageEvidence = {
  spans: [],
  prompts: [],
  checkResults: [],
  toolSignals: undefined,
};

describe("test vectors", () => {
  it("a clean and complete trial passes every stage", () => {
    const trial = derive();
    expect(trial.short).toEqual([
      "passed/impliedByLaterEvidence",
      "passed/observed",
      "passed/observed",
      "passed/observed",
      "passed/observed",
      "passed/observed",
    ]);
    expect(trial).not.toHaveProperty("firstFailedStage");
    expect(trial).not.toHaveProperty("failureCategory");
    expect(trial.stageAnalyzerVersion).toBe(1);
  });

  it("a cancelled trial was stopped", () => {
    const trial = derive({ status: "cancelled" });
    expect(trial.short).toEqual(Array(6).fill("notMeasured/lifecycleStopped"));
    expect(trial.failureCategory).toBe("setup");
    expect(trial).not.toHaveProperty("firstFailedStage");
  });

  it("a failed selection leaves later measured stages their verdicts", () => {
    const trial = derive({
      evidence: { prompts: [{ promptIndex: 0, missing: [{ toolName: "fetch" }], passed: false }] },
    });
    expect(trial.short.slice(2)).toEqual([
      "failed/missingToolCall",
      "passed/observed",
      "passed/observed",
      "passed/observed",
    ]);
    expect(trial.row("selection").evidence).toEqual({ promptIndexes: [0] });
    expect(trial.firstFailedStage).toBe("selection");
    expect(trial.failureCategory).toBe("selection");
  });

  it("a failed selection with nothing else captured leaves later stages not reached", () => {
    const trial = derive({
      evidence: { ...nothing, prompts: [{ promptIndex: 0, missing: [{ toolName: "fetch" }] }] },
    });
    expect(trial.short.slice(2)).toEqual([
      "failed/missingToolCall",
      "notReached/earlierStageFailed",
      "notReached/earlierStageFailed",
      "notReached/earlierStageFailed",
    ]);
  });

  it.each([
    [true, "passed/observed"],
    [undefined, "notMeasured/matchVerdictUnavailable"],
    [false, "failed/unexpectedToolCall"],
  ])("extra calls in a turn with passed %s", (passed, expected) => {
    const trial = derive({
      evidence: { prompts: [{ promptIndex: 4, unexpected: [{ toolName: "x" }], passed }] },
    });
    expect(trial.short[2]).toBe(expected);
    expect(trial.row("selection").evidence).toEqual({ promptIndexes: [4] });
  });

  it("extra calls and mismatched arguments in one failed turn are left to the call stage", () => {
    const trial = derive({
      evidence: {
        prompts: [{ promptIndex: 0, unexpected: [{}], argumentMismatches: [{ path: "q" }], passed: false }],
      },
    });
    expect(trial.short[2]).toBe("passed/observed");
    expect(trial.short[3]).toBe("failed/argumentMismatch");
    expect(trial.failureCategory).toBe("arguments");
  });

  it("an errored tool span without a code is the server's answer", () => {
    const trial = derive({ evidence: { spans: [{ ...okSpan, status: "error" }] } });
    expect(trial.short.slice(3, 5)).toEqual(["passed/observed", "failed/toolError"]);
    expect(trial.failureCategory).toBe("serverData");
  });

  it("an errored tool span with code -32602 never produced a result", () => {
    const trial = derive({ evidence: { spans: [{ ...okSpan, status: "error", mcpErrorCode: -32602 }] } });
    expect(trial.short[3]).toBe("failed/protocolError");
    expect(trial.failureCategory).toBe("serverData");
  });

  it("an errored tool span with code -32000 only is our side", () => {
    const trial = derive({
      evidence: { spans: [{ ...okSpan, status: "error", mcpErrorCode: -32000 }], toolSignals: undefined },
    });
    expect(trial.short[0]).toBe("notMeasured/noEvidenceCaptured");
    expect(trial.short[3]).toBe("failed/protocolError");
    expect(trial.failureCategory).toBe("setup");
  });

  it("a failed connect without egress proof is no failure of the server", () => {
    const trial = derive({
      evidence: { ...nothing, setupSignals: { connection: { outcome: "failed", attribution: "theirs" } } },
    });
    expect(trial.short[0]).toBe("notMeasured/egressUnverified");
    expect(trial).not.toHaveProperty("firstFailedStage");
  });

  it("a model outage withdraws a missing call", () => {
    const trial = derive({
      evidence: {
        ...nothing,
        prompts: [{ promptIndex: 0, missing: [{}], passed: false }],
        stepError: { source: "model" },
      },
    });
    expect(trial.row("selection")).toEqual({
      stage: "selection",
      state: "notMeasured",
      reason: "providerError",
    });
    expect(trial.short.slice(3)).toEqual(Array(3).fill("notMeasured/providerError"));
    expect(trial).not.toHaveProperty("firstFailedStage");
    expect(trial.failureCategory).toBe("setup");
  });

  it("a model outage after an unexpected call leaves the call and blanks what follows", () => {
    const trial = derive({
      evidence: {
        ...nothing,
        prompts: [{ promptIndex: 0, unexpected: [{}], passed: false }],
        stepError: { source: "model" },
      },
    });
    expect(trial.short[2]).toBe("failed/unexpectedToolCall");
    // Blank rows are the provider's first and then only unmeasured ones, so position still covers them.
    expect(trial.short.slice(3)).toEqual(Array(3).fill("notReached/earlierStageFailed"));
    expect(trial.firstFailedStage).toBe("selection");
  });

  it("a broken evaluator is its own category when nothing failed", () => {
    const trial = derive({ evidence: { evaluatorErrored: true } });
    expect(trial.short[5]).toBe("notMeasured/evaluatorError");
    expect(trial.failureCategory).toBe("evaluator");
  });

  it("a broken evaluator does not hide a failed response", () => {
    const trial = derive({
      evidence: { evaluatorErrored: true, spans: [{ ...okSpan, status: "error" }] },
    });
    expect(trial.failureCategory).toBe("serverData");
  });

  it("an errored gating catalog check decides nothing and is an evaluator error", () => {
    const trial = derive({
      evidence: {
        checkResults: [
          served,
          { kind: "toolNamesUnique", role: "gating", passed: false, status: "error", reason: "no catalog" },
        ],
      },
    });
    expect(trial.short[1]).toBe("passed/observed");
    expect(trial.failureCategory).toBe("evaluator");
  });

  it("a tool span without any expectation is no evidence about selection", () => {
    const trial = derive({
      authored: { expectsToolCall: false },
      evidence: { prompts: [{ promptIndex: 0, passed: true }] },
    });
    expect(trial.short[2]).toBe("notMeasured/matchVerdictUnavailable");
    expect(trial.row("selection").evidence).toEqual({ spanIds: ["s1"] });
  });

  it("a judge is discarded when the call failed", () => {
    const trial = derive({
      evidence: {
        checkResults: [],
        spans: [{ ...okSpan, status: "error", mcpErrorCode: -32602 }],
        judgeEvidence: { status: "scored", verdict: "pass" },
      },
    });
    expect(trial.short[3]).toBe("failed/protocolError");
    expect(trial.short[5]).toBe("notReached/earlierStageFailed");
  });

  it("a negative case with turns and no calls passes its call stage", () => {
    const trial = derive({
      authored: { isNegativeTest: true, expectsToolCall: false },
      evidence: { spans: [], prompts: [{ promptIndex: 0, passed: true }] },
    });
    expect(trial.short[3]).toBe("passed/observed");
  });
});

describe("precedence", () => {
  it("a policy block measures nothing and has no category, even with a broken evaluator", () => {
    const trial = derive({ policy: { blocked: true }, evidence: { evaluatorErrored: true } });
    expect(trial.short).toEqual(Array(6).fill("notMeasured/blockedByPolicy"));
    expect(trial).not.toHaveProperty("failureCategory");
    expect(derive({ policy: { blocked: false } }).short[5]).toBe("passed/observed");
  });

  it.each([
    ["cancelled", "lifecycleStopped"],
    ["timed_out", "lifecycleStopped"],
    ["skipped", "lifecycleStopped"],
    ["setup_failed", "setupAborted"],
  ] as const)("status %s gives %s", (status, reason) => {
    const trial = derive({ status, authored: { assertionCount: 0 } });
    expect(trial.short).toEqual([...Array(5).fill(`notMeasured/${reason}`), "notApplicable/notAuthored"]);
    expect(trial.failureCategory).toBe("setup");
  });

  it.each(["failed", "setup_failed"] as const)(
    "a %s trial that captured nothing is a setup abort",
    (status) => {
      const trial = derive({ status, evidence: { ...nothing, traceAbsent: true } });
      expect(trial.short).toEqual(Array(6).fill("notMeasured/setupAborted"));
      expect(trial.failureCategory).toBe("setup");
    },
  );

  it("a setup abort with signals names whose side broke", () => {
    const trial = derive({
      status: "setup_failed",
      authored: { assertionCount: 0 },
      evidence: {
        ...nothing,
        traceAbsent: true,
        setupSignals: {
          connection: {
            outcome: "failed",
            attribution: "theirs",
            egressVerified: true,
            spanIds: ["run-connect-1"],
          },
        },
      },
    });
    expect(trial.short).toEqual([
      "failed/connectFailed",
      ...Array(4).fill("notReached/earlierStageFailed"),
      "notApplicable/notAuthored",
    ]);
    expect(trial.row("connection").evidence).toEqual({ spanIds: ["run-connect-1"] });
    expect([trial.firstFailedStage, trial.failureCategory]).toEqual(["connection", "setup"]);
  });

  it("a setup abort of our own measures nothing further", () => {
    const trial = derive({
      status: "failed",
      evidence: {
        ...nothing,
        traceAbsent: true,
        setupSignals: { connection: { outcome: "failed", attribution: "ours" } },
      },
    });
    expect(trial.short).toEqual([
      "notMeasured/setupAborted",
      "notMeasured/traceAbsent",
      ...Array(4).fill("notMeasured/setupAborted"),
    ]);
  });

  it("a listing that failed on a reached server fails discovery", () => {
    const trial = derive({
      status: "setup_failed",
      evidence: {
        ...nothing,
        traceAbsent: true,
        setupSignals: {
          connection: { outcome: "ok" },
          discovery: { outcome: "failed", attribution: "theirs" },
        },
      },
    });
    expect(trial.short.slice(0, 3)).toEqual([
      "passed/observed",
      "failed/toolsListFailed",
      "notReached/earlierStageFailed",
    ]);
    expect([trial.firstFailedStage, trial.failureCategory]).toEqual(["discovery", "setup"]);
  });

  it("a failed trial with check rows is not a setup abort", () => {
    const trial = derive({
      status: "failed",
      evidence: { ...nothing, traceAbsent: true, checkResults: [served] },
    });
    expect(trial.short[5]).toBe("passed/observed");
    expect(trial.short[0]).toBe("notMeasured/traceAbsent");
  });

  it.each(["pending", "running"] as const)("a %s trial is derived from what it captured", (status) => {
    expect(derive({ status }).short).toEqual(derive().short);
  });
});

describe("applicability", () => {
  const stateOf = (overrides: Overrides, stage: UserValueStage) => derive(overrides).row(stage).state;
  const bare: Partial<StageAuthoredCase> = { expectsToolCall: false, assertionCount: 0 };

  it("selection needs a model", () => {
    expect(stateOf({ authored: { mode: "model_free" } }, "selection")).toBe("notApplicable");
  });

  it.each([
    [{ expectsToolCall: true }, true],
    [{ isNegativeTest: true }, true],
    [{ toolExpectation: "required" }, true],
    [{ toolExpectation: "open" }, true],
    [{ toolExpectation: "not_required" }, false],
    [{ checkStages: ["call"] }, true],
    [{ checkStages: new Set(["response"]) }, false],
  ] as [Partial<StageAuthoredCase>, boolean][])("call with %o", (facts, applies) => {
    expect(stateOf({ authored: { ...bare, ...facts } }, "call") !== "notApplicable").toBe(applies);
  });

  it.each([
    [{}, {}, false],
    [{ expectsWidgetRender: true }, {}, true],
    [{ checkStages: ["response"] }, {}, true],
    [{ expectsToolCall: true }, {}, true],
    [{}, { toolErrors: [{ kind: "content-error" }] }, true],
    [{}, { toolErrors: [{ kind: "protocol-error" }] }, false],
    [{}, { spans: [{ ...okSpan, status: "error" }] }, true],
    [{}, { spans: [{ ...okSpan, mcpErrorCode: -32000 }] }, false],
  ] as [Partial<StageAuthoredCase>, StageEvidence, boolean][])(
    "response with %o and %o",
    (facts, evidence, applies) => {
      expect(stateOf({ authored: { ...bare, ...facts }, evidence }, "response") !== "notApplicable").toBe(
        applies,
      );
    },
  );

  it.each([
    [{}, false],
    [{ assertionCount: 1 }, true],
    [{ expectsWidgetRender: true }, true],
    [{ hasUserAsk: true }, true],
  ] as [Partial<StageAuthoredCase>, boolean][])("user value with %o", (facts, applies) => {
    expect(stateOf({ authored: { ...bare, ...facts } }, "userValue") !== "notApplicable").toBe(applies);
  });
});

describe("connection and discovery", () => {
  const rows = (evidence: StageEvidence) =>
    derive({ evidence: { ...nothing, ...evidence } }).short.slice(0, 2);

  it.each([
    ["an ok signal", { setupSignals: { connection: { outcome: "ok" } } }, "passed/observed"],
    ["a tool span", { spans: [okSpan] }, "passed/impliedByLaterEvidence"],
    ["an inventory", { toolSignals: { toolsTotalBefore: 1 } }, "passed/impliedByLaterEvidence"],
    ["an empty inventory", { toolSignals: { toolsTotalBefore: 0 } }, "notMeasured/noEvidenceCaptured"],
    [
      "a failure of theirs with egress proof",
      { setupSignals: { connection: { outcome: "failed", attribution: "theirs", egressVerified: true } } },
      "failed/connectFailed",
    ],
    [
      "a failure of theirs disproved by a call",
      {
        spans: [okSpan],
        setupSignals: { connection: { outcome: "failed", attribution: "theirs", egressVerified: true } },
      },
      "passed/impliedByLaterEvidence",
    ],
    [
      "a failure nobody attributed",
      { setupSignals: { connection: { outcome: "failed", egressVerified: true } } },
      "notMeasured/egressUnverified",
    ],
    [
      "a failure of ours",
      { setupSignals: { connection: { outcome: "failed", attribution: "ours" } } },
      "notMeasured/setupAborted",
    ],
    ["no trace", { traceAbsent: true }, "notMeasured/traceAbsent"],
    ["nothing", {}, "notMeasured/noEvidenceCaptured"],
  ] as [string, StageEvidence, string][])("connection with %s", (_name, evidence, expected) => {
    expect(rows(evidence)[0]).toBe(expected);
  });

  const connected = { connection: { outcome: "ok" } } as const;
  const badCatalog = { kind: "toolNamesUnique", passed: false, reason: "two tools are named a" } as const;
  it.each([
    ["an ok signal", { setupSignals: { discovery: { outcome: "ok" } } }, "passed/observed"],
    ["an inventory", { toolSignals: { toolsTotalBefore: 1 } }, "passed/observed"],
    ["any tool span", { spans: [{ ...okSpan, mcpErrorCode: -32001 }] }, "passed/impliedByLaterEvidence"],
    [
      "a failure of theirs on a reached server",
      { setupSignals: { ...connected, discovery: { outcome: "failed", attribution: "theirs" } } },
      "failed/toolsListFailed",
    ],
    [
      "a failure of theirs on a server not known to be reached",
      { setupSignals: { discovery: { outcome: "failed", attribution: "theirs" } } },
      "notMeasured/egressUnverified",
    ],
    [
      "a failure of theirs that outranks an inventory and a failing catalog check",
      {
        toolSignals: { toolsTotalBefore: 2 },
        checkResults: [badCatalog],
        setupSignals: { discovery: { outcome: "failed", attribution: "theirs" } },
      },
      "failed/toolsListFailed",
    ],
    [
      "a failure disproved by a call",
      { spans: [okSpan], setupSignals: { discovery: { outcome: "failed", attribution: "theirs" } } },
      "passed/impliedByLaterEvidence",
    ],
    [
      "a failure of ours",
      { setupSignals: { ...connected, discovery: { outcome: "failed", attribution: "ours" } } },
      "notMeasured/setupAborted",
    ],
    ["a failed catalog check", { ...clean, checkResults: [badCatalog] }, "failed/predicateFailed"],
    [
      "an advisory catalog check",
      { ...clean, checkResults: [{ ...badCatalog, role: "advisory" }] },
      "passed/observed",
    ],
    ["no trace", { traceAbsent: true }, "notMeasured/traceAbsent"],
  ] as [string, StageEvidence, string][])("discovery with %s", (_name, evidence, expected) => {
    expect(rows(evidence)[1]).toBe(expected);
  });

  it("a failed catalog check is filed under tool metadata", () => {
    const trial = derive({ evidence: { checkResults: [served, badCatalog] } });
    expect([trial.firstFailedStage, trial.failureCategory]).toEqual(["discovery", "metadata"]);
    expect(trial.row("discovery").evidence).toEqual({ predicateReasons: ["two tools are named a"] });
  });
});

describe("selection", () => {
  const row = (overrides: Overrides) => derive(overrides).row("selection");

  it("an open expectation never passes on a bare call", () => {
    const open: Overrides = {
      authored: { toolExpectation: "open", expectsToolCall: true },
      evidence: { prompts: [{ promptIndex: 0, passed: true }] },
    };
    expect(row(open)).toMatchObject({ state: "notMeasured", reason: "matchVerdictUnavailable" });
    expect(row({ ...open, evidence: { ...open.evidence, spans: [] } })).toMatchObject({
      reason: "noEvidenceCaptured",
    });
    expect(
      row({ ...open, evidence: { ...open.evidence, spans: [], traceLacksSpanChannel: true } }).reason,
    ).toBe("executorEmitsNoSpans");
    expect(row({ ...open, evidence: { ...open.evidence, traceAbsent: true } }).reason).toBe("traceAbsent");
    const declared = [{ promptIndex: 0, expectedToolCalls: [{}], passed: true }];
    expect(row({ ...open, evidence: { prompts: declared } }).state).toBe("passed");
  });

  it.each([
    ["toolCalledAtLeastOnce", "missingToolCall"],
    ["toolCalledWith", "missingToolCall"],
    ["firstToolWas", "unexpectedToolCall"],
    ["toolNeverCalled", "unexpectedToolCall"],
    ["onlyToolsCalled", "unexpectedToolCall"],
    ["toolCallCountUnder", "unexpectedToolCall"],
    ["toolCalledBefore", "unexpectedToolCall"],
    ["noDestructiveToolCalled", "unexpectedToolCall"],
  ])("a failed %s is %s", (kind, reason) => {
    expect(row({ evidence: { checkResults: [{ kind, passed: false, reason: "why" }] } })).toEqual({
      stage: "selection",
      state: "failed",
      reason,
      evidence: { predicateReasons: ["why"] },
    });
  });

  it("a missing call outranks an unexpected one, and a matcher's missing outranks checks", () => {
    const checkResults = [
      { kind: "toolNeverCalled", passed: false, reason: "a" },
      { kind: "toolCalledAtLeastOnce", passed: false, reason: "b" },
    ];
    expect(row({ evidence: { checkResults } })).toMatchObject({
      reason: "missingToolCall",
      evidence: { predicateReasons: ["a", "b"] },
    });
    const prompts = [{ promptIndex: 7, missing: [{}] }];
    expect(row({ evidence: { checkResults, prompts } })).toMatchObject({ evidence: { promptIndexes: [7] } });
  });

  it("a promoted toolCalledWith is the matcher's to judge", () => {
    const promoted = { kind: "toolCalledWith", passed: false, promoted: true, reason: "no such call" };
    expect(row({ evidence: { checkResults: [promoted] } }).state).toBe("passed");
  });

  it("observing kinds and advisory rows decide nothing, whatever role they claim", () => {
    const checkResults = [
      { kind: "noDeprecatedToolCalled", role: "gating", passed: false },
      { kind: "toolNeverCalled", role: "advisory", passed: false },
    ];
    expect(row({ evidence: { checkResults } }).state).toBe("passed");
  });

  it("an unknown role gates", () => {
    const checkResults = [{ kind: "toolNeverCalled", role: "blocking", passed: false }];
    expect(row({ evidence: { checkResults } }).state).toBe("failed");
  });

  it("passing checks pass it without turns", () => {
    const checkResults = [{ kind: "toolNeverCalled", passed: true }];
    expect(row({ evidence: { ...nothing, checkResults } })).toMatchObject({ state: "passed" });
  });

  it.each([
    [{ traceAbsent: true }, "traceAbsent"],
    [{ traceLacksSpanChannel: true }, "executorEmitsNoSpans"],
    [{}, "noEvidenceCaptured"],
  ] as [StageEvidence, string][])("without turns and with %o", (evidence, reason) => {
    expect(row({ evidence: { ...nothing, ...evidence } }).reason).toBe(reason);
  });
});

describe("call", () => {
  const row = (overrides: Overrides) => derive(overrides).row("call");
  const wrongInput = { kind: "toolInputMatches", toolName: "fetch", passed: false, reason: "no match" };

  it("a failed call check is a mismatch", () => {
    const checkResults = [{ kind: "argumentsMatchToolSchema", passed: false, reason: "limit is a string" }];
    expect(row({ evidence: { checkResults } })).toEqual({
      stage: "call",
      state: "failed",
      reason: "argumentMismatch",
      evidence: { predicateReasons: ["limit is a string"] },
    });
  });

  it("a protocol error without a span fails it", () => {
    expect(row({ evidence: { toolErrors: [{ kind: "protocol-error" }] } })).toEqual({
      stage: "call",
      state: "failed",
      reason: "protocolError",
    });
  });

  it("a check on a tool that was never called files here", () => {
    expect(row({ evidence: { ...nothing, checkResults: [wrongInput], observedToolCalls: 0 } }).reason).toBe(
      "argumentMismatch",
    );
  });

  it("… unless the demanded call already failed selection", () => {
    const trial = derive({
      evidence: {
        spans: [okSpan],
        checkResults: [wrongInput],
        prompts: [{ promptIndex: 0, missing: [{ toolName: "fetch" }] }],
        observedToolCalls: 1,
      },
    });
    expect(trial.short.slice(2, 4)).toEqual(["failed/missingToolCall", "passed/observed"]);
    const called = derive({
      evidence: {
        spans: [{ ...okSpan, toolName: "fetch" }],
        checkResults: [wrongInput, { kind: "toolCalledWith", passed: false, reason: "other arguments" }],
        observedToolCalls: 1,
      },
    });
    expect(called.short.slice(2, 4)).toEqual(["failed/missingToolCall", "failed/argumentMismatch"]);
  });

  it("a check that held passes it only when a call was seen", () => {
    const checkResults = [{ kind: "argumentsMatchToolSchema", passed: true }];
    const evidence = { ...nothing, checkResults };
    expect(row({ evidence: { ...evidence, observedToolCalls: 1 } }).state).toBe("passed");
    expect(row({ evidence: { ...evidence, observedToolCalls: 0 } }).reason).toBe("noEvidenceCaptured");
    expect(row({ evidence })).toMatchObject({ state: "notMeasured" });
  });
});

describe("response", () => {
  const row = (overrides: Overrides) => derive(overrides).row("response");
  const widget: Overrides["authored"] = { expectsWidgetRender: true };

  it("a domain error outranks a failed check", () => {
    const checkResults = [{ kind: "noToolErrors", passed: false, reason: "1 error" }];
    const spans = [okSpan, { ...okSpan, id: "s2", status: "error" }];
    expect(row({ evidence: { checkResults, spans } })).toMatchObject({
      reason: "toolError",
      evidence: { spanIds: ["s2"] },
    });
    expect(row({ evidence: { checkResults } })).toMatchObject({ reason: "predicateFailed" });
  });

  it.each([
    [[], "notMeasured/noEvidenceCaptured"],
    [[{ status: "rendered" }, { status: "bridge_timeout" }], "failed/renderFailed"],
    [[{ status: "rendered" }], "passed/observed"],
  ])("a widget with renders %o", (renderObservations, expected) => {
    const { state, reason } = row({ authored: widget, evidence: { renderObservations } });
    expect(`${state}/${reason}`).toBe(expected);
  });

  it("a check outranks a render", () => {
    const checkResults = [{ kind: "toolResultContains", passed: false, reason: "no total" }];
    const evidence = { checkResults, renderObservations: [{ status: "rendered" }] };
    expect(row({ authored: widget, evidence }).reason).toBe("predicateFailed");
  });

  it("a check that held passes it only when a result was seen", () => {
    const evidence = { ...nothing, checkResults: [{ kind: "toolResultContains", passed: true }] };
    expect(row({ evidence: { ...evidence, observedToolResults: 1 } }).state).toBe("passed");
    expect(row({ evidence }).reason).toBe("noEvidenceCaptured");
    expect(row({ evidence: { ...evidence, traceLacksSpanChannel: true } }).reason).toBe(
      "executorEmitsNoSpans",
    );
  });
});

describe("user value", () => {
  const row = (evidence: StageEvidence) => derive({ evidence }).row("userValue");
  const silent: StageEvidence = { checkResults: [] };

  it.each([
    [{ status: "scored", verdict: "pass" }, "passed/judgeObserved"],
    [{ status: "scored", verdict: "partial" }, "failed/judgePartial"],
    [{ status: "scored", verdict: "fail" }, "failed/judgeFailed"],
    [{ status: "scored" }, "notMeasured/noEvidenceCaptured"],
    [{ status: "error" }, "notMeasured/evaluatorError"],
    [{ status: "pending", pendingKind: "not_requested" }, "notMeasured/judgeNotRequested"],
    [{ status: "pending", pendingKind: "scheduled" }, "notMeasured/judgePending"],
    [{ status: "pending" }, "notMeasured/judgePending"],
    [{ status: "skipped" }, "notMeasured/noEvidenceCaptured"],
    [{ status: "not_applicable" }, "notMeasured/noEvidenceCaptured"],
  ] as [StageEvidence["judgeEvidence"], string][])("judge %o", (judgeEvidence, expected) => {
    const { state, reason } = row({ ...silent, judgeEvidence });
    expect(`${state}/${reason}`).toBe(expected);
  });

  it("an errored advisory judge alone has no category", () => {
    const trial = derive({ evidence: { ...silent, judgeEvidence: { status: "error" } } });
    expect(trial.short[5]).toBe("notMeasured/evaluatorError");
    expect(trial).not.toHaveProperty("failureCategory");
  });

  it("a judge overturns neither a check nor a missing trace", () => {
    const judgeEvidence = { status: "scored", verdict: "fail" } as const;
    expect(row({ judgeEvidence })).toMatchObject({ state: "passed", reason: "observed" });
    expect(row({ ...silent, judgeEvidence, traceAbsent: true }).reason).toBe("traceAbsent");
  });

  it("quotes a judge's reasons under the caps of check reasons", () => {
    const reasons = ["", "  ", ...Array.from({ length: 7 }, (_, index) => `${index}${"x".repeat(600)}`)];
    const quoted = row({ ...silent, judgeEvidence: { status: "scored", verdict: "fail", reasons } }).evidence
      ?.predicateReasons;
    expect(quoted).toHaveLength(5);
    expect(quoted?.[0]).toBe(`0${"x".repeat(498)}…`);
    expect(quoted?.[0]).toHaveLength(500);
    const astral = [`${"x".repeat(498)}😀tail`];
    expect(
      row({ ...silent, judgeEvidence: { status: "scored", verdict: "fail", reasons: astral } }).evidence,
    ).toEqual({ predicateReasons: [`${"x".repeat(498)}…`] });
  });

  it("a failed check outranks an errored one, and an errored one a passing one", () => {
    const errored = { kind: "responseMatches", passed: false, status: "error", reason: "no text" } as const;
    const failed = { kind: "responseContains", passed: false, reason: "not found" };
    expect(row({ checkResults: [errored, failed] })).toMatchObject({
      reason: "predicateFailed",
      evidence: { predicateReasons: ["not found"] },
    });
    expect(row({ checkResults: [errored, served] }).reason).toBe("evaluatorError");
  });

  it("a row without a known kind is an assertion about the answer", () => {
    expect(row({ checkResults: [{ passed: false, reason: "?" }] }).reason).toBe("predicateFailed");
    expect(row({ checkResults: [{ kind: "inventedKind", passed: false, reason: "?" }] }).reason).toBe(
      "predicateFailed",
    );
  });
});

describe("provider withdrawal", () => {
  const outage = { stepError: { source: "model" } } as const;

  it("withdraws failed assertions and judge verdicts, and their evidence", () => {
    const failed = derive({
      evidence: { ...outage, checkResults: [{ kind: "responseContains", passed: false, reason: "no" }] },
    });
    expect(failed.row("userValue")).toEqual({
      stage: "userValue",
      state: "notMeasured",
      reason: "providerError",
    });
    expect(failed.failureCategory).toBe("setup");
  });

  it.each([
    ["argumentMismatch", { prompts: [{ promptIndex: 0, argumentMismatches: [{}], passed: false }] }],
    ["protocolError", { spans: [{ ...okSpan, mcpErrorCode: -32602 }] }],
    ["toolError", { spans: [{ ...okSpan, status: "error" }] }],
  ] as [string, StageEvidence][])("leaves %s, which was seen to happen", (reason, evidence) => {
    const trial = derive({ evidence: { ...outage, ...evidence } });
    const failed = trial.stageResults.find((row) => row.state === "failed");
    expect(failed?.reason).toBe(reason);
  });

  it("leaves a failed catalog check, which was read before any model call", () => {
    const checkResults = [{ kind: "toolNamesUnique", passed: false, reason: "twice" }];
    expect(derive({ evidence: { ...outage, checkResults } }).short[1]).toBe("failed/predicateFailed");
  });

  it("withdraws a call check that rests on no call", () => {
    const checkResults = [{ kind: "toolInputMatches", passed: false, reason: "never called" }];
    const evidence = { ...nothing, ...outage, checkResults };
    expect(derive({ evidence: { ...evidence, observedToolCalls: 0 } }).short[3]).toBe(
      "notMeasured/providerError",
    );
    expect(derive({ evidence: { ...evidence, observedToolCalls: 2 } }).short[3]).toBe(
      "failed/argumentMismatch",
    );
  });

  it("covers a withdrawn check behind a failure that stands, even where a result was seen", () => {
    const trial = derive({
      evidence: {
        ...outage,
        spans: [okSpan],
        prompts: [{ promptIndex: 0, argumentMismatches: [{}], passed: false }],
        checkResults: [{ kind: "toolResultContains", passed: false, reason: "no such text" }],
      },
    });
    expect(trial.short[3]).toBe("failed/argumentMismatch");
    expect(trial.row("response")).toEqual({
      stage: "response",
      state: "notReached",
      reason: "earlierStageFailed",
    });
  });

  it("does nothing for an error of the setup", () => {
    const evidence = { ...nothing, stepError: { source: "setup" } } as const;
    expect(derive({ evidence }).short[5]).toBe("notMeasured/noEvidenceCaptured");
  });

  it("also relabels the rows of a setup abort", () => {
    const trial = derive({
      status: "failed",
      evidence: {
        ...nothing,
        ...outage,
        traceAbsent: true,
        setupSignals: { connection: { outcome: "failed", attribution: "ours" } },
      },
    });
    expect(trial.short[1]).toBe("notMeasured/providerError");
    expect(trial.failureCategory).toBe("setup");
  });
});

describe("metadata attribution", () => {
  const missing = { prompts: [{ promptIndex: 2, missing: [{}], passed: false }] };
  const attribution = { status: "scored", attributed: true, reasons: ["both say 'search things'"] } as const;

  it("moves a failed selection to tool metadata and quotes its reasons", () => {
    const trial = derive({ evidence: { ...missing, metadataAttribution: attribution } });
    expect(trial.failureCategory).toBe("metadata");
    expect(trial.row("selection")).toEqual({
      stage: "selection",
      state: "failed",
      reason: "missingToolCall",
      evidence: { promptIndexes: [2], predicateReasons: ["both say 'search things'"] },
    });
  });

  it.each([
    { ...attribution, attributed: false },
    { ...attribution, reasons: [" "] },
    { ...attribution, status: "pending" as const },
  ])("does not with %o", (metadataAttribution) => {
    expect(derive({ evidence: { ...missing, metadataAttribution } }).failureCategory).toBe("selection");
  });

  it("does nothing when selection did not fail first", () => {
    const spans = [{ ...okSpan, mcpErrorCode: -32602 }];
    const trial = derive({ evidence: { spans, metadataAttribution: attribution } });
    expect(trial.failureCategory).toBe("serverData");
    expect(trial.row("selection")).not.toHaveProperty("evidence.predicateReasons");
  });
});

describe("evidence", () => {
  it("cites at most five spans and drops ids that are none", () => {
    const spans = Array.from({ length: 9 }, (_, index) => ({
      ...okSpan,
      id: index === 0 ? "" : `s${index}`,
    }));
    expect(derive({ evidence: { spans } }).row("call").evidence).toEqual({
      spanIds: ["s1", "s2", "s3", "s4", "s5"],
    });
  });
});

describe("the published spelling of check results", () => {
  it("is read the same way", () => {
    const predicateResults = [
      { passed: false, reason: "forbidden", predicate: { type: "toolNeverCalled" } },
      { passed: false, reason: "no such call", predicate: { type: "toolCalledWith" } },
      { passed: true, reason: "ok" },
    ];
    const trial = derive({ evidence: { checkResults: undefined, predicateResults } });
    expect(trial.row("selection")).toMatchObject({
      reason: "unexpectedToolCall",
      evidence: { predicateReasons: ["forbidden"] },
    });
    expect(trial.row("userValue").state).toBe("passed");
  });
});

describe("stageDerivationSchema", () => {
  const valid = () =>
    structuredClone(deriveStageResults({ authored, evidence: clean, iteration: { status: "completed" } }));
  const refuses = (value: unknown) => expect(stageDerivationSchema.safeParse(value).success).toBe(false);

  it("refuses rows that are missing, doubled or in another order", () => {
    refuses({ ...valid(), stageResults: valid().stageResults.slice(1) });
    refuses({ ...valid(), stageResults: valid().stageResults.reverse() });
    refuses({ ...valid(), stageResults: [...valid().stageResults, valid().stageResults[5]] });
  });

  it("refuses a first failed stage that is not the first failed row's", () => {
    refuses({ ...valid(), firstFailedStage: "call" });
    const failed = valid();
    failed.stageResults[3] = { stage: "call", state: "failed", reason: "toolError" };
    failed.stageResults[4] = { stage: "response", state: "failed", reason: "toolError" };
    refuses(failed);
    refuses({ ...failed, firstFailedStage: "response" });
    expect(stageDerivationSchema.safeParse({ ...failed, firstFailedStage: "call" }).success).toBe(true);
  });

  it("refuses unknown fields, members and versions", () => {
    refuses({ ...valid(), note: "x" });
    refuses({ ...valid(), failureCategory: "network" });
    refuses({ ...valid(), stageAnalyzerVersion: 0 });
    refuses({ ...valid(), stageAnalyzerVersion: 1.5 });
    const strange = valid() as unknown as { stageResults: Record<string, unknown>[] };
    strange.stageResults[0] = { stage: "connection", state: "ok" };
    refuses(strange);
  });

  it("covers every stage", () => {
    expect(valid().stageResults.map((row) => row.stage)).toEqual(USER_VALUE_STAGES);
  });
});
