import { describe, expect, it } from "vitest";
import type { StageDerivationInput } from "../src/stages/evidence.js";
import { projectStageDerivation, stageDerivationToMetadata } from "../src/stages/projection.js";
import { deriveStageResults } from "../src/stages/results.js";
import { deriveRunnerChecks } from "../src/stages/runner-checks.js";
import { aggregateEvalRunVerdict } from "../src/verdict/aggregate.js";
import {
  assembleEvalRunDecisionChain,
  assembleEvalRunDecisionSummary,
  type EvalRunDecisionAssemblyInput,
  type EvalRunDecisionIterationInput,
  type EvalRunDecisionRunInput,
  evalIterationTracePath,
} from "../src/verdict/assembly.js";
import { resolveEvalValidityPolicy } from "../src/verdict/policy.js";
import { type EvalRunDecisionSummary, evalRunDecisionSummarySchema } from "../src/verdict/summary.js";
import {
  describeCounts,
  describeDiagnostics,
  describeRate,
  describeStageRow,
} from "../src/vocabulary/describe.js";
import {
  DECISION_SUMMARY_FALLBACK_NEXT_ACTION,
  FAILURE_CATEGORIES,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
} from "../src/vocabulary/trial.js";

const decision = aggregateEvalRunVerdict({
  policy: resolveEvalValidityPolicy(),
  cases: [
    {
      caseId: "c_a",
      configuredTrials: 2,
      effectivePassThreshold: 0.5,
      trials: [
        { status: "completed", taskVerdict: "passed" },
        { status: "completed", taskVerdict: "failed" },
      ],
    },
    {
      caseId: "c_b",
      configuredTrials: 1,
      effectivePassThreshold: 1,
      trials: [{ status: "completed", taskVerdict: "failed" }],
    },
  ],
});

const derive = (evidence: StageDerivationInput["evidence"]) =>
  deriveStageResults({
    authored: { mode: "model_driven", expectsToolCall: true, assertionCount: 1 },
    evidence,
    iteration: { status: "completed" },
  });
const failedChain = derive({
  spans: [
    { id: "ok", category: "tool", status: "ok" },
    { id: "bad", category: "tool", status: "error" },
  ],
  prompts: [{ promptIndex: 0, expectedToolCalls: [{}], passed: true }],
  checkResults: [{ kind: "responseContains", passed: false, reason: "no total" }],
});

const iteration = (
  overrides: Partial<EvalRunDecisionIterationInput> = {},
): EvalRunDecisionIterationInput => ({
  id: "it-1",
  iterationNumber: 1,
  status: "completed",
  result: "failed",
  ...overrides,
});

function assemble(
  run: Partial<EvalRunDecisionRunInput> = {},
  iterations: EvalRunDecisionIterationInput[] = [],
  page: EvalRunDecisionAssemblyInput["page"] = { complete: true },
): EvalRunDecisionSummary {
  const summary = assembleEvalRunDecisionSummary({
    projectId: "p",
    run: { id: "run", status: "completed", ...run },
    iterations,
    page,
  });
  expect(evalRunDecisionSummarySchema.safeParse(summary).error?.issues ?? []).toEqual([]);
  return summary;
}

describe("which verdict", () => {
  it("a run under policy v2 carries its decision and the tally of its case variants", () => {
    const summary = assemble({ verdictPolicyVersion: 2, verdictSummary: decision });
    expect(summary).toEqual({
      schemaVersion: 1,
      runId: "run",
      runStatus: "completed",
      verdict: "failed",
      verdictSource: "policyV2",
      counts: { measurementUnit: "caseVariant", total: 2, passed: 1, failed: 1, inconclusive: 0 },
      decision,
      diagnostics: { items: [], complete: true, scannedIterations: 0 },
    });
  });

  it("its lifecycle is not consulted further", () => {
    expect(assemble({ status: "failed", verdictPolicyVersion: 2, verdictSummary: decision }).verdict).toBe(
      "failed",
    );
  });

  it.each([
    ["a run that has not finished", { status: "running", result: "passed" }, "runNotTerminal"],
    [
      "a v2 run that has not finished",
      { status: "pending", verdictPolicyVersion: 2, verdictSummary: decision },
      "runNotTerminal",
    ],
    [
      "a v2 run without a decision",
      { verdictPolicyVersion: 2, result: "passed" },
      "verdictSummaryUnavailable",
    ],
    [
      "a v2 run whose decision does not validate",
      { verdictPolicyVersion: 2, verdictSummary: { ...decision, verdict: "passed" } },
      "verdictSummaryUnavailable",
    ],
    ["a legacy run that was cancelled", { status: "cancelled", result: "passed" }, "runStatusNotAVerdict"],
    ["a legacy run that timed out", { status: "timed_out", result: "passed" }, "runStatusNotAVerdict"],
    ["a legacy run that failed", { status: "failed", result: "failed" }, "runStatusNotAVerdict"],
    ["a legacy run without a result", { result: null }, "runResultNotAVerdict"],
    ["a run whose policy version is the text 2", { verdictPolicyVersion: "2" }, "runResultNotAVerdict"],
  ] as [string, Partial<EvalRunDecisionRunInput>, string][])("%s has none", (_name, run, reason) => {
    const summary = assemble({ ...run, summary: { total: 3 } });
    expect([summary.verdict, summary.verdictSource]).toEqual(["notEstablished", "none"]);
    expect(summary.undecided).toEqual({ reason });
    expect(summary).not.toHaveProperty("counts");
    expect(summary).not.toHaveProperty("decision");
  });

  it("quotes the platform's own message, and none of ours", () => {
    const run = { verdictPolicyVersion: 2, verdictPolicyIntegrityError: "scores were edited" };
    expect(assemble(run).undecided?.detail).toBe("scores were edited");
    expect(assemble({ ...run, verdictPolicyIntegrityError: 5 }).undecided).not.toHaveProperty("detail");
  });

  it("a legacy run counts the trials it stored, and only those", () => {
    const summary = assemble({ result: "passed", summary: { total: 3, passed: 2.5, failed: 0 } });
    expect([summary.verdict, summary.verdictSource]).toEqual(["passed", "legacy"]);
    expect(summary.counts).toEqual({ measurementUnit: "trial", total: 3, failed: 0 });
    expect(assemble({ result: "failed", summary: { total: -1 } })).not.toHaveProperty("counts");
    expect(assemble({ result: "failed", summary: null })).not.toHaveProperty("counts");
  });
});

describe("diagnostics", () => {
  it("lists every trial without a pass, in stored order", () => {
    const iterations = [
      iteration({ id: "a", result: "passed" }),
      iteration({ id: "b", result: "failed" }),
      iteration({ id: "c", result: null, status: "pending" }),
      iteration({ id: "d", result: "cancelled", status: "cancelled" }),
    ];
    const { diagnostics } = assemble({ result: "failed" }, iterations);
    expect(diagnostics.items.map((item) => [item.iterationId, item.result])).toEqual([
      ["b", "failed"],
      ["c", undefined],
      ["d", undefined],
    ]);
    expect(diagnostics.scannedIterations).toBe(4);
  });

  it("is complete only when nothing follows", () => {
    expect(assemble({ result: "passed" }, [], { complete: false }).diagnostics.complete).toBe(false);
    expect(assemble({ result: "passed" }, [], { complete: true, nextCursor: "next" }).diagnostics).toEqual({
      items: [],
      complete: false,
      nextCursor: "next",
      scannedIterations: 0,
    });
  });

  it("quotes the evidence of the first failed stage and of no other", () => {
    const [item] = assemble({ result: "failed" }, [
      iteration({
        ...stageDerivationToMetadata(failedChain),
        caseId: "c_a",
        testCaseId: "row",
        title: "T",
        expectedToolCalls: [{ toolName: "search" }, { tool: "get" }, { name: "search" }, {}],
        actualToolCalls: [{ toolName: "" }],
        error: "boom",
      }),
    ]).diagnostics.items;
    expect(item).toEqual({
      iterationId: "it-1",
      iterationNumber: 1,
      caseId: "c_a",
      testCaseId: "row",
      title: "T",
      status: "completed",
      result: "failed",
      chain: {
        status: "verified",
        stages: failedChain.stageResults,
        firstFailedStage: "response",
        failureCategory: "serverData",
        analyzerVersion: 1,
      },
      expected: { toolNames: ["search", "get"] },
      observed: { failure: "boom" },
      evidence: {
        runId: "run",
        iterationId: "it-1",
        stage: "response",
        spanIds: ["bad"],
        tracePath: "/projects/p/eval-runs/run/iterations/it-1/trace",
      },
      nextAction: "inspect the tool response returned by the server",
    });
  });

  it.each(FAILURE_CATEGORIES)("the next owner of %s is its label", (failureCategory) => {
    const { stageResults, stageAnalyzerVersion } = derive({});
    const [item] = assemble({ result: "failed" }, [
      iteration({ stageResults, stageAnalyzerVersion, failureCategory }),
    ]).diagnostics.items;
    expect(item?.nextAction).toBe(NEXT_ACTION_BY_FAILURE_CATEGORY[failureCategory]);
  });

  it("without a believable chain there is one fixed next step, and no claim", () => {
    const broken = { ...stageDerivationToMetadata(failedChain), firstFailedStage: "call" };
    const items = assemble({ result: "failed" }, [iteration(), iteration(broken)]).diagnostics.items;
    expect(items.map((item) => item.chain)).toEqual([
      { status: "absent" },
      { status: "unverified", analyzerVersion: 1 },
    ]);
    for (const item of items) {
      expect(item.nextAction).toBe(DECISION_SUMMARY_FALLBACK_NEXT_ACTION);
      expect(item.evidence).not.toHaveProperty("stage");
    }
  });

  it("drops a case id that is none", () => {
    const [item] = assemble({ result: "failed" }, [iteration({ caseId: "not an id" })]).diagnostics.items;
    expect(item).not.toHaveProperty("caseId");
  });
});

describe("the chain of a stored trial", () => {
  const stored = stageDerivationToMetadata(failedChain);

  it("is flagged, not refused, when it is newer than this build", () => {
    expect(assembleEvalRunDecisionChain({ ...stored, stageAnalyzerVersion: 9 })).toMatchObject({
      status: "verified",
      analyzerVersion: 9,
      analyzerVersionAhead: { reported: 9, known: 1 },
    });
    expect(
      assembleEvalRunDecisionChain({ stageResults: [{ stage: "tea" }], stageAnalyzerVersion: 9 }),
    ).toEqual({
      status: "unverified",
      analyzerVersion: 9,
      analyzerVersionAhead: { reported: 9, known: 1 },
    });
  });

  it("is not believed when its keeper says so", () => {
    expect(assembleEvalRunDecisionChain({ ...stored, stageResultsUnverified: true }).status).toBe(
      "unverified",
    );
    expect(assembleEvalRunDecisionChain({ stageResultsUnverified: true })).toEqual({ status: "unverified" });
  });

  it("is projected as absent, whole, or a flag with its version", () => {
    expect(projectStageDerivation({})).toEqual({});
    expect(projectStageDerivation(stored)).toEqual(failedChain);
    expect(projectStageDerivation({ ...stored, firstFailedStage: "call" })).toEqual({
      stageResultsUnverified: true,
      stageAnalyzerVersion: 1,
    });
  });

  it("is stored without members it lacks", () => {
    expect(Object.keys(stageDerivationToMetadata(derive({})))).toEqual([
      "stageResults",
      "stageAnalyzerVersion",
    ]);
  });
});

describe("evalRunDecisionSummarySchema", () => {
  const v2 = () => structuredClone(assemble({ verdictPolicyVersion: 2, verdictSummary: decision }));
  const legacy = () => structuredClone(assemble({ result: "passed", summary: { total: 1 } }));
  const none = () => structuredClone(assemble({ status: "running" }));
  const undecided = { reason: "runNotTerminal" };
  const trialCounts = { measurementUnit: "trial", total: 1 };

  it.each([
    ["another verdict than its decision's", () => ({ ...v2(), verdict: "passed" })],
    ["another tally", () => ({ ...v2(), counts: { ...v2().counts, passed: 2 } })],
    ["trial counts for a v2 run", () => ({ ...v2(), counts: trialCounts })],
    ["no counts for a v2 run", () => ({ ...v2(), counts: undefined })],
    ["no decision for a v2 run", () => ({ ...v2(), decision: undefined })],
    ["a reason beside a decision", () => ({ ...v2(), undecided })],
    ["an inconclusive legacy run", () => ({ ...legacy(), verdict: "inconclusive" })],
    ["case variants for a legacy run", () => ({ ...legacy(), counts: v2().counts })],
    ["a decision on a legacy run", () => ({ ...legacy(), decision })],
    ["a verdict without a source", () => ({ ...none(), verdict: "failed" })],
    ["no reason without a verdict", () => ({ ...none(), undecided: undefined })],
    ["counts without a verdict", () => ({ ...none(), counts: trialCounts })],
    ["an unknown field", () => ({ ...none(), note: 1 })],
    [
      "a complete page with a next one",
      () => ({
        ...none(),
        diagnostics: { items: [], complete: true, nextCursor: "x", scannedIterations: 0 },
      }),
    ],
    [
      "a status outside the vocabulary",
      () => {
        const summary = assembleEvalRunDecisionSummary({
          projectId: "p",
          run: { id: "r", status: "running" },
          iterations: [iteration({ status: "exploded" })],
          page: { complete: true },
        });
        return summary;
      },
    ],
    [
      "an absolute trace path",
      () => {
        const summary = assemble({ status: "running" }, [iteration()]);
        const [item] = summary.diagnostics.items;
        if (item !== undefined) item.evidence.tracePath = "https://example.com/trace";
        return summary;
      },
    ],
  ] as [string, () => unknown][])("refuses %s", (_name, summary) => {
    expect(evalRunDecisionSummarySchema.safeParse(summary()).success).toBe(false);
  });
});

describe("evalIterationTracePath", () => {
  it("encodes every part", () => {
    expect(evalIterationTracePath("a/b", "c d", "../e")).toBe(
      "/projects/a%2Fb/eval-runs/c%20d/iterations/..%2Fe/trace",
    );
  });
});

describe("runner checks", () => {
  const outcomes = (evidence: StageDerivationInput["evidence"]) =>
    deriveRunnerChecks(derive(evidence)).map(({ stage, outcome }) => `${stage} ${outcome}`);
  const span = { id: "s", category: "tool", status: "ok" };
  const prompts = [{ promptIndex: 0, expectedToolCalls: [{}], passed: true }];

  it.each([
    ["a clean call", { spans: [span], prompts }, "passed passed passed passed"],
    ["a tool error", { spans: [{ ...span, status: "error" }], prompts }, "passed passed passed failed"],
    [
      "a protocol error",
      { spans: [{ ...span, mcpErrorCode: -32602 }], prompts },
      "passed passed failed undecided",
    ],
    [
      "mismatched arguments",
      { spans: [span], prompts: [{ promptIndex: 0, argumentMismatches: [{}], passed: false }] },
      "passed passed undecided passed",
    ],
    [
      "a failed catalog check",
      { spans: [span], prompts, checkResults: [{ kind: "toolNamesUnique", passed: false }] },
      "passed undecided passed passed",
    ],
    [
      "a failed connect",
      { setupSignals: { connection: { outcome: "failed", attribution: "theirs", egressVerified: true } } },
      "failed undecided undecided undecided",
    ],
    ["nothing", {}, "undecided undecided undecided undecided"],
  ] as [string, StageDerivationInput["evidence"], string][])("of %s", (_name, evidence, expected) => {
    const [connection, discovery, call, response] = expected.split(" ");
    expect(outcomes(evidence)).toEqual([
      `connection ${connection}`,
      `discovery ${discovery}`,
      `call ${call}`,
      `response ${response}`,
    ]);
  });

  it("a negative case that held made no call that returned anything", () => {
    const negative = deriveStageResults({
      authored: { mode: "model_driven", isNegativeTest: true },
      evidence: { prompts: [{ promptIndex: 0, passed: true }] },
      iteration: { status: "completed" },
    });
    expect(deriveRunnerChecks(negative)[2]).toEqual({
      stage: "call",
      badge: "Built-in",
      outcome: "undecided",
      expected: "Valid call made",
      actual: "passed, because the evidence was inspected and the stage held",
    });
  });

  it("leave out stages that do not apply", () => {
    const plain = deriveStageResults({
      authored: { mode: "model_driven" },
      evidence: {},
      iteration: { status: "completed" },
    });
    expect(deriveRunnerChecks(plain).map(({ stage }) => stage)).toEqual(["connection", "discovery"]);
  });
});

describe("sentences", () => {
  it("say a row in labels", () => {
    expect(describeStageRow({ stage: "selection", state: "failed", reason: "missingToolCall" })).toBe(
      "Selection: failed, because an expected tool call was never made",
    );
    expect(describeStageRow({ stage: "call", state: "notReached" })).toBe(
      "Tool call: never ran (an earlier stage failed)",
    );
  });

  it("never show a rate without a denominator, and round down", () => {
    expect(describeRate({ state: "notMeasured", numerator: 0, denominator: 0 })).toBe("not measured");
    expect(describeRate({ state: "measured", numerator: 999, denominator: 1000 })).toBe("999 of 1000 (99 %)");
    expect(describeRate({ state: "measured", numerator: 0, denominator: 4 })).toBe("0 of 4 (0 %)");
  });

  it("show every count with its unit", () => {
    expect(
      describeCounts({ measurementUnit: "caseVariant", total: 1, passed: 1, failed: 0, inconclusive: 0 }),
    ).toBe("1 passed, 0 failed, 0 inconclusive of 1 case variant");
    expect(describeCounts({ measurementUnit: "trial", total: 3, failed: 1 })).toBe("1 failed of 3 trials");
    expect(describeCounts({ measurementUnit: "trial", passed: 1 })).toBe("1 passed (trials)");
    expect(describeCounts({ measurementUnit: "trial", total: 3 })).toBe("3 trials");
  });

  it("say nothing failed of a whole run only", () => {
    const page = { items: [], scannedIterations: 50 };
    expect(describeDiagnostics({ ...page, complete: true })).toBe("nothing failed in all 50 trials");
    expect(describeDiagnostics({ ...page, complete: false })).toBe(
      "nothing failed in 50 trials, and the run was not fully looked at",
    );
    const { items } = assemble({ result: "failed" }, [iteration()]).diagnostics;
    expect(describeDiagnostics({ items, complete: false, scannedIterations: 1 })).toBe(
      "1 trial without a pass in 1 trial, and the run was not fully looked at",
    );
  });
});
