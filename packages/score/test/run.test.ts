import type { Trial } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { deriveReport } from "../src/report.js";
import { deriveRun, type RunContext } from "../src/run.js";
import { busyDesk, paperDesk } from "./paper-desk.js";

function runOf(evidence = paperDesk()) {
  const context: RunContext = {
    tasks: evidence.tasks,
    trialsPerTask: evidence.trialsPerTask,
    tools: evidence.surface.tools,
    targetKind: evidence.target.kind,
  };
  return deriveRun({ kind: "baseline", trials: evidence.trials.baseline }, context);
}

const trialOf = (run: ReturnType<typeof runOf>, taskId: string, trial = 0) => {
  const found = run.trials.find((entry) => entry.taskId === taskId && entry.trial === trial);
  if (found === undefined) throw new Error(`no trial ${trial} of ${taskId}`);
  return found;
};

const rows = (run: ReturnType<typeof runOf>, taskId: string, trial = 0) =>
  trialOf(run, taskId, trial).chain.stageResults.map((row) => `${row.stage} ${row.state} ${row.reason}`);

describe("counts [M1.4] [M1.5]", () => {
  it("counts the worked example", () => {
    expect(runOf().counts).toEqual({
      tasks: 8,
      configuredTrials: 8,
      attemptedTrials: 8,
      completedTrials: 8,
      evaluatorErrors: 0,
      gradeableTrials: 8,
      correctSelections: 7,
      successfulFirstCalls: 6,
      toolCalls: 8,
      promptTokens: 24_050,
      completionTokens: 430,
      destructiveCandidates: 2,
      destructiveConfirmed: 1,
    });
  });

  it("never counts a reply that could not be read, or that never came, as a wrong answer", () => {
    const { counts } = runOf(busyDesk());
    // 16 configured; one unusable reply, one failed provider, one without a call.
    expect(counts).toMatchObject({
      configuredTrials: 16,
      attemptedTrials: 16,
      completedTrials: 15,
      evaluatorErrors: 1,
      gradeableTrials: 14,
      // 7 of 8 twice, less the two blanks; the answer without a call was a wrong one before as well.
      correctSelections: 12,
      toolCalls: 13,
    });
    // The blanks' 3,000 prompt tokens are not counted: 2 × 24,050 less 3,006 (list-1), 3,003 (read-1), and for save-2 3,000
    // in place of 3,005.
    expect(counts.promptTokens).toBe(2 * 24_050 - 3_006 - 3_003 - 5);
  });

  it("leaves trials that never began out of what was attempted", () => {
    const evidence = paperDesk();
    const [first, ...rest] = evidence.trials.baseline;
    const blank = { action: null, calls: [], selected: null, firstCall: null } satisfies Partial<Trial>;
    for (const status of ["pending", "skipped", "cancelled"] as const) {
      const run = runOf({
        ...evidence,
        trials: { baseline: [{ ...(first as Trial), ...blank, status }, ...rest] },
      });
      expect(run.counts).toMatchObject({ configuredTrials: 8, attemptedTrials: 7, completedTrials: 7 });
    }
    const stopped = runOf({
      ...evidence,
      trials: { baseline: [{ ...(first as Trial), ...blank, status: "timed_out" }, ...rest] },
    });
    expect(stopped.counts).toMatchObject({ attemptedTrials: 8, completedTrials: 7, gradeableTrials: 7 });
  });
});

describe("correct selection and successful first call [M1.6] [M1.7]", () => {
  const withTrial = (taskId: string, change: Partial<Trial>) => {
    const evidence = paperDesk();
    const baseline = evidence.trials.baseline.map((trial) =>
      trial.taskId === taskId ? { ...trial, ...change } : trial,
    );
    return runOf({ ...evidence, trials: { baseline } });
  };
  const call = (tool: string) => ({ tool, arguments: {} });

  it("reads the first call only", () => {
    const rightFirst = withTrial("list-1", { calls: [call("list_notes"), call("read_note")] });
    expect(rightFirst.counts).toMatchObject({ correctSelections: 7, toolCalls: 9 });
    expect(rows(rightFirst, "list-1")[2]).toBe("selection passed observed");
    const wrongFirst = withTrial("list-1", {
      calls: [call("read_note"), call("list_notes")],
      selected: "read_note",
    });
    expect(wrongFirst.counts).toMatchObject({ correctSelections: 6, toolCalls: 9 });
    expect(rows(wrongFirst, "list-1")[2]).toBe("selection failed missingToolCall");
  });

  it("takes a call to confirm for the call it names", () => {
    expect(trialOf(runOf(), "remove-1").action).toBe("confirm");
    expect(rows(runOf(), "remove-1")[2]).toBe("selection passed observed");
  });

  it("takes no call for no selection", () => {
    const run = withTrial("list-1", { action: "none", calls: [], selected: null, firstCall: null });
    expect(run.counts).toMatchObject({ gradeableTrials: 8, correctSelections: 6, toolCalls: 7 });
  });

  it("does not compare values with the expected arguments", () => {
    const evidence = paperDesk();
    const tasks = evidence.tasks.map((task) => ({ ...task, expectedArguments: { title: "another one" } }));
    expect(runOf({ ...evidence, tasks }).counts).toEqual(runOf().counts);
  });
});

describe("metrics [M1.8]", () => {
  it("are ratios of two counts, in lowest terms", () => {
    expect(runOf().metrics).toEqual({
      selectionAccuracy: { state: "measured", value: 0.875, exact: "7/8", numerator: 7, denominator: 8 },
      firstCallSuccess: { state: "measured", value: 0.75, exact: "3/4", numerator: 6, denominator: 8 },
      avgStepsToCompletion: { state: "measured", value: 1, exact: "1", numerator: 8, denominator: 8 },
      avgTokenCostPerTask: {
        state: "measured",
        value: 3060,
        exact: "3060",
        numerator: 24_480,
        denominator: 8,
      },
      destructiveSafetyRate: { state: "measured", value: 0.5, exact: "1/2", numerator: 1, denominator: 2 },
    });
  });

  it("says not measured where nothing was destructive, never 0 and never 1", () => {
    const evidence = paperDesk();
    const tools = evidence.surface.tools.map((tool) => ({ ...tool, destructive: false }));
    expect(
      runOf({ ...evidence, surface: { ...evidence.surface, tools } }).metrics.destructiveSafetyRate,
    ).toEqual({
      state: "notMeasured",
      value: null,
      exact: null,
      numerator: 0,
      denominator: 0,
      reason: "noDestructiveCandidates",
    });
  });

  it("says not measured where no trial was gradeable", () => {
    const { metrics } = runOf({ ...paperDesk(), trials: { baseline: [] } });
    for (const metric of Object.values(metrics)) {
      expect(metric).toMatchObject({ state: "notMeasured", value: null, reason: "noGradeableTrial" });
    }
  });
});

describe("destructive candidates [M1.9]", () => {
  it("are calls to destructive tools, right or wrong, confirmed when the judge asks first", () => {
    const evidence = paperDesk();
    const baseline = evidence.trials.baseline.map((trial) =>
      trial.taskId === "list-1"
        ? { ...trial, calls: [{ tool: "remove_note", arguments: {} }], selected: "remove_note" }
        : trial,
    );
    const run = runOf({ ...evidence, trials: { baseline } });
    expect(run.counts).toMatchObject({ destructiveCandidates: 3, destructiveConfirmed: 1 });
    expect(trialOf(run, "list-1").destructive).toEqual({ candidate: true, confirmed: false });
    expect(trialOf(run, "remove-1").destructive).toEqual({ candidate: true, confirmed: true });
    expect(trialOf(run, "list-2").destructive).toEqual({ candidate: false, confirmed: null });
  });

  it("follow the declared flags in both runs, whatever the trial says of itself", () => {
    const evidence = paperDesk();
    const claiming = evidence.trials.baseline.map((trial) => ({
      ...trial,
      destructive: { candidate: true, confirmed: true },
    }));
    const report = deriveReport({ ...evidence, trials: { baseline: claiming, after_rewrite: claiming } });
    expect(report.runs.baseline.counts).toMatchObject({ destructiveCandidates: 2, destructiveConfirmed: 1 });
    expect(report.runs.after_rewrite?.counts).toMatchObject({
      destructiveCandidates: 2,
      destructiveConfirmed: 1,
    });
  });
});

describe("chain rows [M1.10]", () => {
  it("of a right, well-formed call: measured up to the call, then not measured", () => {
    expect(rows(runOf(), "list-1")).toEqual([
      "connection passed observed",
      "discovery passed observed",
      "selection passed observed",
      "call passed observed",
      "response notMeasured noEvidenceCaptured",
      "userValue notMeasured noEvidenceCaptured",
    ]);
  });

  it("of a wrong tool: selection failed, the call keeps its own verdict, the rest was not reached", () => {
    const run = runOf();
    expect(rows(run, "save-2").slice(2)).toEqual([
      "selection failed missingToolCall",
      "call passed observed",
      "response notReached earlierStageFailed",
      "userValue notReached earlierStageFailed",
    ]);
    expect(trialOf(run, "save-2").chain).toMatchObject({
      firstFailedStage: "selection",
      failureCategory: "selection",
    });
  });

  it("of arguments that do not validate: the call failed, with the violations as its reasons", () => {
    const run = runOf();
    expect(rows(run, "read-2").slice(2)).toEqual([
      "selection passed observed",
      "call failed argumentMismatch",
      "response notReached earlierStageFailed",
      "userValue notReached earlierStageFailed",
    ]);
    expect(trialOf(run, "read-2").chain.stageResults[3]?.evidence?.predicateReasons).toEqual([
      "title: required, and missing",
    ]);
    expect(trialOf(run, "read-2").chain.failureCategory).toBe("arguments");
  });

  it("of a captured file: a list was read and nothing was connected to", () => {
    const run = runOf({ ...paperDesk(), target: { kind: "file", label: "paper-desk.json" } });
    expect(rows(run, "list-1").slice(0, 3)).toEqual([
      "connection notMeasured noEvidenceCaptured",
      "discovery passed observed",
      "selection passed observed",
    ]);
  });

  it("of an unusable reply: the evaluator's, never the server's", () => {
    const run = runOf(busyDesk());
    expect(rows(run, "list-1", 1)).toEqual([
      "connection passed observed",
      "discovery passed observed",
      "selection notMeasured noEvidenceCaptured",
      "call notMeasured noEvidenceCaptured",
      "response notMeasured noEvidenceCaptured",
      "userValue notMeasured evaluatorError",
    ]);
    expect(trialOf(run, "list-1", 1).chain).toMatchObject({ failureCategory: "evaluator" });
    expect(trialOf(run, "list-1", 1).chain.firstFailedStage).toBeUndefined();
  });

  it("of a failed provider: not measured, setup", () => {
    const run = runOf(busyDesk());
    expect(rows(run, "read-1", 1).slice(2)).toEqual([
      "selection notMeasured providerError",
      "call notMeasured providerError",
      "response notMeasured providerError",
      "userValue notMeasured providerError",
    ]);
    expect(trialOf(run, "read-1", 1).chain.failureCategory).toBe("setup");
  });

  it("of no call: selection failed, nothing after it", () => {
    expect(rows(runOf(busyDesk()), "save-2", 1).slice(2)).toEqual([
      "selection failed missingToolCall",
      "call notReached earlierStageFailed",
      "response notReached earlierStageFailed",
      "userValue notReached earlierStageFailed",
    ]);
  });

  it("cut long violations instead of refusing them", () => {
    const evidence = paperDesk();
    const baseline = evidence.trials.baseline.map((trial) => ({
      ...trial,
      firstCall: { wellFormed: false, violations: Array.from({ length: 8 }, () => "x".repeat(400)) },
    }));
    const reasons = runOf({ ...evidence, trials: { baseline } }).trials[0]?.chain.stageResults[3]?.evidence
      ?.predicateReasons;
    expect(reasons?.map((reason) => reason.length)).toEqual([500]);
  });
});

describe("order", () => {
  it("puts trials in task order, so that the order in which they finished moves no byte", () => {
    const evidence = busyDesk();
    const shuffled = { ...evidence, trials: { baseline: [...evidence.trials.baseline].reverse() } };
    expect(runOf(shuffled)).toEqual(runOf(evidence));
    expect(
      runOf(evidence)
        .trials.map((trial) => `${trial.taskId} ${trial.trial}`)
        .slice(0, 3),
    ).toEqual(["list-1 0", "list-1 1", "list-2 0"]);
  });
});
