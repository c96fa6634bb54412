import { GradableError, type Trial } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { publicationBlockers } from "../src/chain-evidence.js";
import { deriveReport } from "../src/report.js";
import { busyDesk, paperDesk } from "./paper-desk.js";

const blank = { action: null, calls: [], selected: null, firstCall: null } satisfies Partial<Trial>;
const unusable = {
  ...blank,
  error: { evaluator: true, owner: "judge", code: "reply-not-json", message: "prose" },
} satisfies Partial<Trial>;

/** The worked example with `trials` trials per task, the first `count` of which are changed. */
function desk(trials: number, count: number, change: Partial<Trial>) {
  const evidence = paperDesk();
  const all = evidence.trials.baseline.flatMap((trial) =>
    Array.from({ length: trials }, (_, index) => ({ ...trial, trial: index })),
  );
  return {
    ...evidence,
    trialsPerTask: trials,
    trials: { baseline: all.map((trial, index) => (index < count ? { ...trial, ...change } : trial)) },
  };
}

const failureOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof GradableError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

describe("decision [M1.11]", () => {
  it("has one case per task, which passes when all of its gradeable trials are successful first calls", () => {
    const { decision } = deriveReport(paperDesk()).chain;
    expect(decision.cases.map((row) => [row.caseId, row.verdict])).toEqual([
      ["list-1", "passed"],
      ["list-2", "passed"],
      ["read-1", "passed"],
      ["read-2", "failed"],
      ["save-1", "passed"],
      ["save-2", "failed"],
      ["remove-1", "passed"],
      ["remove-2", "passed"],
    ]);
    expect(decision.verdict).toBe("failed");
    expect(decision.cases[0]?.effectivePassThreshold).toBe(1);
  });

  it("uses the default validity limits", () => {
    expect(deriveReport(paperDesk()).chain.decision.validity.policy).toEqual({
      coverage: { kind: "allConfiguredTrialsAttempted", minGradeableTrials: 1 },
      minCompletionRate: 0.8,
      maxEvaluatorErrorRate: 0.1,
    });
  });

  it("publishes at the limit of evaluator errors and not above it", () => {
    // 10 trials for each of 8 tasks: 8 of 80 is 0.1, 9 of 80 is above.
    expect(deriveReport(desk(10, 8, unusable)).score.grade).toBeDefined();
    const error = failureOf(() => deriveReport(desk(10, 9, unusable)));
    expect(error).toMatchObject({ code: "run-inconclusive", owner: "judge", stage: "score" });
    expect(error.facts).toMatchObject({ reasons: ["evaluatorErrorRateAboveMaximum"], evaluatorErrors: 9 });
    expect(error.message).toContain("9 had an unusable answer");
  });

  it("publishes at the limit of completion and not below it", () => {
    const stopped = { ...blank, status: "timed_out" } as const;
    // 10 trials each: 16 of 80 stopped leaves 0.8, 17 leaves less.
    expect(deriveReport(desk(10, 16, stopped)).score.grade).toBeDefined();
    const error = failureOf(() => deriveReport(desk(10, 17, stopped)));
    expect(error.facts).toMatchObject({ reasons: expect.arrayContaining(["completionRateBelowMinimum"]) });
  });

  it("does not publish a run that was cut short", () => {
    const error = failureOf(() => deriveReport(desk(1, 1, { ...blank, status: "cancelled" })));
    expect(error.facts).toMatchObject({ reasons: expect.arrayContaining(["configuredTrialsNotAttempted"]) });
  });

  it("does not publish a run without a gradeable trial", () => {
    const error = failureOf(() => deriveReport(desk(1, 8, unusable)));
    expect(error.code).toBe("run-inconclusive");
  });

  it("publishes when a single task could not be graded, and calls the decision inconclusive", () => {
    const evidence = desk(2, 2, unusable);
    // 2 of 16 is above the limit; one unusable trial of 16 is within it, and its task has another trial.
    expect(failureOf(() => deriveReport(evidence)).code).toBe("run-inconclusive");
    const ten = paperDesk();
    const tasks = [...ten.tasks, ...ten.tasks.map((task) => ({ ...task, id: `${task.id}-again` }))];
    const baseline = [
      ...ten.trials.baseline,
      ...ten.trials.baseline.map((trial) => ({ ...trial, taskId: `${trial.taskId}-again` })),
    ];
    baseline[1] = { ...(baseline[1] as Trial), ...unusable };
    const { chain, score } = deriveReport({ ...ten, tasks, trials: { baseline } });
    expect(chain.decision).toMatchObject({ verdict: "inconclusive", reasons: ["caseHasNoEligibleTrials"] });
    expect(publicationBlockers(chain.decision)).toEqual([]);
    expect(score.grade).toBe("C");
  });
});

describe("funnel", () => {
  it("counts the baseline's trials stage by stage and leaves unusable replies out", () => {
    const { analytics } = deriveReport(busyDesk()).chain;
    expect(analytics).toMatchObject({
      totalTrials: 16,
      includedTrials: 15,
      excludedTrialDetail: { evaluatorError: 1 },
    });
    const overall = analytics.slices.find((row) => row.slice.dimension === "overall");
    expect(overall?.stages.map((stage) => [stage.stage, stage.passed, stage.failed])).toEqual([
      ["connection", 15, 0],
      ["discovery", 15, 0],
      // save-2 twice: once to the wrong tool, once without a call. read-1's second trial was never measured.
      ["selection", 12, 2],
      ["call", 11, 2],
      ["response", 0, 0],
      ["userValue", 0, 0],
    ]);
  });

  it("takes its ids from the report and its time from the scan", () => {
    const { analytics } = deriveReport(paperDesk()).chain;
    expect(analytics).toMatchObject({
      runId: "paper-desk/2026-11-29T09:00:00.000Z",
      suiteId: "paper-desk",
      runGroupId: "paper-desk",
      createdAt: Date.UTC(2026, 10, 29, 9),
      materializationState: "final",
    });
  });
});
