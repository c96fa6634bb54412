import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evalRunDecisionSummarySchema, evalStageAnalyticsSchema } from "@gradable/chain";
import { describe, expect, it } from "vitest";
import { coverageReport } from "../src/run/coverage.js";
import { evalRunJsonSchema, evalRunSchema, readEvalRun } from "../src/run/eval-run.js";
import { junitXml } from "../src/run/junit.js";
import { showEvalRun } from "../src/run/show-run.js";
import { loadEvalRun, writeEvalRun } from "../src/run/write-run.js";
import { EvalSuite } from "../src/suite/eval-suite.js";
import { EvalTest } from "../src/suite/eval-test.js";
import type { EvalTestConfig } from "../src/suite/eval-test-config.js";
import { createMockExecutor } from "../src/suite/mock-executor.js";
import { suiteCasesSchema, testStepSchema } from "../src/suite/steps.js";
import { evalMatchers, expectEval } from "../src/vitest.js";
import { always, result } from "./mock.js";

const test = (id: string, config: Partial<EvalTestConfig> = {}) =>
  new EvalTest({
    id,
    name: `test ${id}`,
    test: async (e) => {
      await e.run("go");
      return true;
    },
    ...config,
  });
const suiteOf = (config: ConstructorParameters<typeof EvalSuite>[0], ...tests: EvalTest[]) => {
  const suite = new EvalSuite(config);
  for (const one of tests) suite.add(one);
  return suite;
};

describe("EvalSuite", () => {
  it("keeps order, refuses duplicates by name and by id", () => {
    const suite = suiteOf({}, test("b"), test("a"));
    expect(suite.getName()).toBe("EvalSuite");
    expect(suite.getAll().map((one) => one.getId())).toEqual(["b", "a"]);
    expect(suite.size()).toBe(2);
    expect(() => suite.add(test("c", { name: "test a" }))).toThrow(
      'Test with name "test a" already exists in suite',
    );
    expect(() => suite.add(test("a", { name: "other" }))).toThrow(
      'Test with id "a" already exists in suite (as "test a")',
    );
    expect(suite.get("test a")?.getId()).toBe("a");
    expect(suite.get("nope")).toBeUndefined();
  });
  it("refuses settings it cannot use", () => {
    expect(() => new EvalSuite({ name: "S", matchOptions: { argumentMatching: "loose" as never } })).toThrow(
      /Suite "S".*argumentMatching/,
    );
    expect(() => new EvalSuite({ passThreshold: 80 })).toThrow(/passThreshold: 80/);
    expect(() => new EvalSuite({ validity: { minCompletionRate: 2 } })).toThrow();
  });
  it("pools its tests, reports progress over the whole, throws before a run", async () => {
    const suite = suiteOf({ name: "Math" }, test("a"), test("b", { test: async () => false }));
    for (const name of [
      "accuracy",
      "precision",
      "recall",
      "truePositiveRate",
      "unexpectedToolCallRate",
      "falsePositiveRate",
      "averageTokenUse",
      "getRun",
      "getDecision",
      "getFunnel",
    ] as const) {
      expect(() => suite[name]()).toThrow("No run results available. Call run() first.");
    }
    const progress: [number, number][] = [];
    const reports: string[] = [];
    const run = await suite.run(always({ tokens: 100 }), {
      iterations: 3,
      concurrency: 1,
      onProgress: (...args) => progress.push(args),
      onFailure: (report) => reports.push(report),
    });
    expect(progress).toEqual([1, 2, 3, 4, 5, 6].map((n) => [n, 6]));
    expect(reports).toHaveLength(1);
    expect(run.aggregate).toMatchObject({
      iterations: 6,
      successes: 3,
      failures: 3,
      accuracy: 0.5,
      tokenUsage: { total: 300, perTest: [300, 0] },
    });
    expect([...run.tests.keys()]).toEqual(["test a", "test b"]);
    expect(suite.averageTokenUse()).toBe(50);
    expect(() => suite.precision()).toThrow(/suite "Math" declares any/);
    expect(suite.falsePositiveRate()).toBe(0.5);
    const empty = await suiteOf({}).run(always({}), { iterations: 5 });
    expect(empty.aggregate).toMatchObject({ iterations: 0, accuracy: 0, latency: { e2e: { count: 0 } } });
  });
  it("layers its match options under the test's own, without touching the test", async () => {
    const strict = test("a", { expectedToolCalls: [{ toolName: "x" }, { toolName: "y" }] });
    const own = test("b", {
      expectedToolCalls: [{ toolName: "x" }, { toolName: "y" }],
      matchOptions: { toolCallOrder: "ignore" },
    });
    const capped = test("c", {
      expectedToolCalls: [{ toolName: "y" }],
      matchOptions: { toolCallOrder: "ignore" },
    });
    const suite = suiteOf(
      { matchOptions: { toolCallOrder: "strict", maxExtraToolCalls: 0 } },
      strict,
      own,
      capped,
    );
    await suite.run(always({ calls: ["y", "x"] }), { iterations: 1 });
    expect([strict.accuracy(), own.accuracy(), capped.accuracy()]).toEqual([0, 1, 0]);
    expect(own.getConfig().matchOptions).toEqual({ toolCallOrder: "ignore" });
    await strict.run(always({ calls: ["y", "x"] }), { iterations: 1 });
    expect(strict.accuracy()).toBe(1);
    expect(suite.recall()).toBe(1);
  });
});

describe("the chain of a run", () => {
  const checks: Partial<EvalTestConfig> = {
    expectedToolCalls: [{ toolName: "search", arguments: { q: "shoes" } }],
    predicates: [{ type: "noToolErrors" }, { type: "responseContains", needle: "found" }],
  };
  const span = (status: "ok" | "error", mcpErrorCode?: number) => ({
    id: "t1",
    category: "tool" as const,
    startMs: 1_000,
    endMs: 1_040,
    status,
    toolName: "search",
    toolCallId: "1",
    ...(mcpErrorCode === undefined ? {} : { mcpErrorCode }),
  });
  const call = (q: string) => ({ toolName: "search", arguments: { q }, toolCallId: "1" });
  const states = async (config: Partial<EvalTestConfig>, parts: Parameters<typeof result>[0]) => {
    const suite = suiteOf({}, test("a", config));
    await suite.run(always(parts), { iterations: 1 });
    const trial = suite.getRun().tests[0]?.trials[0];
    return {
      trial,
      rows: Object.fromEntries(
        trial?.chain.stageResults.map((row) => [row.stage, `${row.state}/${row.reason}`]) ?? [],
      ),
    };
  };

  it("all good", async () => {
    const { trial, rows } = await states(checks, {
      text: "found 3",
      calls: [call("shoes")],
      spans: [span("ok")],
    });
    expect(rows).toEqual({
      connection: "passed/impliedByLaterEvidence",
      discovery: "passed/impliedByLaterEvidence",
      selection: "passed/observed",
      call: "passed/observed",
      response: "passed/observed",
      userValue: "passed/observed",
    });
    expect(trial?.measurements.rows.find((row) => row.stage === "call")?.latency?.value).toBe(40);
    expect(trial?.chain.failureCategory).toBeUndefined();
  });
  it("wrong tool, wrong arguments, server error, no answer: each at its link", async () => {
    const wrongTool = await states(checks, {
      text: "found",
      calls: ["list"],
      spans: [{ ...span("ok"), toolName: "list" }],
    });
    expect([wrongTool.rows.selection, wrongTool.trial?.chain.failureCategory]).toEqual([
      "failed/missingToolCall",
      "selection",
    ]);
    const wrongArgs = await states(checks, { text: "found", calls: [call("hats")], spans: [span("ok")] });
    expect([wrongArgs.rows.selection, wrongArgs.rows.call, wrongArgs.trial?.chain.failureCategory]).toEqual([
      "passed/observed",
      "failed/argumentMismatch",
      "arguments",
    ]);
    const domain = await states(checks, { text: "found", calls: [call("shoes")], spans: [span("error")] });
    expect([domain.rows.call, domain.rows.response, domain.trial?.chain.firstFailedStage]).toEqual([
      "passed/observed",
      "failed/toolError",
      "response",
    ]);
    const protocol = await states(checks, {
      text: "found",
      calls: [call("shoes")],
      spans: [span("error", -32602)],
    });
    expect([protocol.rows.call, protocol.trial?.chain.failureCategory]).toEqual([
      "failed/protocolError",
      "serverData",
    ]);
    const answer = await states(checks, { text: "sorry", calls: [call("shoes")], spans: [span("ok")] });
    expect([answer.rows.userValue, answer.trial?.chain.failureCategory]).toEqual([
      "failed/predicateFailed",
      "userValue",
    ]);
  });
  it("a provider outage is nobody's failure; an executor without spans is not a pass", async () => {
    const outage = await states(checks, {
      text: "",
      error: "HTTP 500",
      spans: [],
      evidence: { errorSource: "model" },
    });
    expect(outage.trial?.chain.firstFailedStage).toBeUndefined();
    expect(outage.trial?.chain.failureCategory).toBe("setup");
    expect(outage.rows.selection).toBe("notMeasured/providerError");
    const spanless = await states({}, { calls: ["search"] });
    expect(spanless.rows.selection).toBe("notMeasured/executorEmitsNoSpans");
    expect(spanless.rows.call).toBe("notApplicable/notAuthored");
  });
  it("a check without evidence is the evaluator's, and a timeout is the lifecycle's", async () => {
    const errored = await states(
      { predicates: [{ type: "toolResultSizeUnder", maxBytes: 10 }] },
      { calls: ["search"] },
    );
    expect([errored.trial?.evaluatorError, errored.trial?.chain.failureCategory]).toEqual([
      true,
      "evaluator",
    ]);
    const late = test("late", {
      test: async (e) => {
        await e.run("x");
        return new Promise<boolean>(() => undefined);
      },
    });
    const suite = suiteOf({}, late);
    await suite.run(always({}), { iterations: 1, timeoutMs: 20 });
    const trial = suite.getRun().tests[0]?.trials[0];
    expect([trial?.status, trial?.chain.failureCategory, trial?.chain.stageResults[0]?.reason]).toEqual([
      "timed_out",
      "setup",
      "lifecycleStopped",
    ]);
  });
  it("friction is reported per trial and decides nothing", async () => {
    const suite = suiteOf({}, test("a"));
    await suite.run(
      always({
        calls: [
          { toolName: "s", arguments: { q: 1 } },
          { toolName: "s", arguments: { q: 1 } },
        ],
      }),
      { iterations: 1 },
    );
    const run = suite.getRun();
    expect(run.tests[0]?.trials[0]?.friction.signals.map((signal) => signal.kind)).toEqual([
      "identicalRetry",
    ]);
    expect(run.decision.verdict).toBe("passed");
    expect(showEvalRun(run)).toContain("Repeated with identical arguments (may be benign: ");
  });
});

describe("decision, funnel, coverage", () => {
  const flaky = (passes: number) => {
    let asked = 0;
    return createMockExecutor(() => result({ calls: asked++ < passes ? ["add"] : [] }));
  };
  const adds = () => test("a", { expectedToolCalls: [{ toolName: "add" }] });

  it("decides by threshold, in case variants", async () => {
    const strict = suiteOf({}, adds());
    await strict.run(flaky(4), { iterations: 5, concurrency: 1 });
    expect(strict.getDecision()).toMatchObject({
      verdict: "failed",
      verdictSource: "policyV2",
      counts: { measurementUnit: "caseVariant", total: 1, failed: 1 },
    });
    const lenient = suiteOf({ passThreshold: 0.8 }, adds());
    await lenient.run(flaky(4), { iterations: 5, concurrency: 1 });
    expect(lenient.getDecision().verdict).toBe("passed");
    expect(lenient.getDecision().diagnostics).toMatchObject({
      complete: true,
      scannedIterations: 5,
      items: [{ expected: { toolNames: ["add"] } }],
    });
    expect(evalRunDecisionSummarySchema.safeParse(lenient.getDecision()).success).toBe(true);
  });
  it("declines to judge when too little was measured, and without a readable decision says so", async () => {
    const errored = suiteOf({}, test("a", { predicates: [{ type: "toolLatencyUnder", ms: 1 }] }));
    await errored.run(always({ calls: ["add"] }), { iterations: 2 });
    expect(errored.getDecision()).toMatchObject({
      verdict: "inconclusive",
      decision: {
        reasons: ["noGradeableTrials", "evaluatorErrorRateAboveMaximum", "caseHasNoEligibleTrials"],
      },
    });
    const many = suiteOf({}, test("a"));
    await many.run(always({}), { iterations: 101, concurrency: 50 });
    expect(many.getDecision()).toMatchObject({
      verdict: "notEstablished",
      undecided: { reason: "verdictSummaryUnavailable" },
    });
  });
  it("counts the funnel in trials", async () => {
    const suite = suiteOf({}, adds());
    await suite.run(flaky(3), { iterations: 5, concurrency: 1 });
    const funnel = suite.getFunnel();
    expect(evalStageAnalyticsSchema.safeParse(funnel).success).toBe(true);
    expect(funnel.slices[0]?.stages.find((tally) => tally.stage === "selection")).toMatchObject({
      reached: 5,
      passed: 3,
      failed: 2,
    });
  });
  it("names the links no gating check measures", () => {
    const rows = coverageReport([
      {
        predicates: [
          { type: "toolCalledWith", toolName: "a", args: { args: {} } },
          { type: "noToolErrors" },
          { type: "responseContains", needle: "x" },
        ],
      },
    ]);
    expect(rows.filter((row) => row.measured).map((row) => row.stage)).toEqual([
      "selection",
      "response",
      "userValue",
    ]);
    expect(rows.filter((row) => row.runnerCheck).map((row) => row.stage)).toEqual([
      "connection",
      "discovery",
      "call",
      "response",
    ]);
    const advisory = coverageReport([
      { predicates: [{ type: "noToolErrors", role: "advisory" }], expectedToolCalls: [{ toolName: "a" }] },
    ]);
    expect(advisory.find((row) => row.stage === "response")).toMatchObject({
      measured: false,
      gating: [],
      advisory: ["noToolErrors"],
    });
    expect(advisory.find((row) => row.stage === "selection")).toMatchObject({
      measured: true,
      gating: ["toolCalls:match"],
    });
  });
});

describe("results on disk", () => {
  async function recorded() {
    const suite = suiteOf(
      { name: "Shop & <co>", id: "s_shop" },
      test("a", {
        expectedToolCalls: [{ toolName: "login", arguments: { password: "authored" } }],
        matchOptions: { argumentMatching: "ignore" },
        predicates: [{ type: "tokenBudgetUnder", tokens: 500 }],
      }),
      test("b", {
        name: 'b "quoted" \u001b[31m',
        test: () => {
          throw new Error("boom <x>");
        },
      }),
      test("c", { predicates: [{ type: "toolLatencyUnder", ms: 5 }] }),
    );
    await suite.run(
      always({ text: "ok", calls: [{ toolName: "login", arguments: { user: "ann", password: "hunter2" } }] }),
      { iterations: 2 },
    );
    return suite.getRun();
  }
  it("is valid, closed, round-trips, and holds no secret", async () => {
    const run = await recorded();
    expect(evalRunSchema.safeParse(run).error).toBeUndefined();
    const text = JSON.stringify(run);
    expect(text).not.toMatch(/hunter2|authored/);
    expect(text).toContain('"tokens":500');
    const root = await mkdtemp(join(tmpdir(), "evals-"));
    try {
      const path = join(root, "deep", "run.json");
      await writeEvalRun(path, run);
      expect(await readdir(join(root, "deep"))).toEqual(["run.json"]);
      expect(await loadEvalRun(path)).toEqual(JSON.parse(text));
      await writeFile(path, "{oops");
      await expect(loadEvalRun(path)).rejects.toThrow(/not an evals run document/);
      await expect(loadEvalRun(join(root, "missing.json"))).rejects.toThrow(/ENOENT/);
      await expect(writeEvalRun(join(path, "under-a-file.json"), run)).rejects.toThrow();
    } finally {
      await rm(root, { recursive: true });
    }
    expect(() => readEvalRun({ ...run, extra: 1 })).toThrow(/extra/);
    expect(() => readEvalRun({ ...run, schemaVersion: 2 })).toThrow(/schemaVersion/);
  });
  it("has the JSON Schema that is published", async () => {
    const path = new URL("../../../rubric/evals-run-v1.schema.json", import.meta.url);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(evalRunJsonSchema());
  });
  it("is JUnit XML a CI reads: failures, errors and skips apart, everything escaped", async () => {
    const xml = junitXml(await recorded());
    expect(xml).toContain(
      '<testsuites name="Shop &amp; &lt;co&gt;" tests="6" failures="0" errors="4" skipped="0"',
    );
    expect(xml).toContain('<testcase classname="Shop &amp; &lt;co&gt;" name="test a [1/2]"');
    expect(xml).toContain('type="failed" message="boom &lt;x&gt;"');
    expect(xml).toContain('type="evaluator"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    expect(xml.match(/<testcase /g)).toHaveLength(6);
    expect(xml.match(/<\/testcase>/g)?.length ?? 0).toBe(4);
  });
  it("reads as text", async () => {
    const shown = showEvalRun(await recorded());
    expect(shown.split("\n")[0]).toMatch(/^Shop & <co>: inconclusive \(/);
    expect(shown).toContain("✓ test a  2 of 2 passed");
    expect(shown).toContain("(2 could not be judged)");
    expect(shown).toContain("not measured by this suite");
    expect(shown).not.toContain("\u001b");
  });
});

describe("expectEval", () => {
  expect.extend(evalMatchers);
  it("reads naturally, says what was found, and works as matchers", async () => {
    const one = test("a", {
      expectedToolCalls: [{ toolName: "add" }],
      predicates: [{ type: "noToolErrors" }],
    });
    await one.run(always({ calls: ["add", "extra"], tokens: 80 }), { iterations: 2 });
    expectEval(one)
      .toPass()
      .toHaveRecall(1)
      .toUseFewerTokensThan(81)
      .toMeasure("response")
      .toMakeNoUnexpectedCalls({ atMost: 1 });
    expect(() => expectEval(one).toHavePrecision(0.9)).toThrow(/precision of at least 90 %, found 50 %/);
    expect(() => expectEval(one).toMakeNoUnexpectedCalls()).toThrow(/at most 0 %.*found 100 %/);
    expect(() => expectEval(one).toMeasure("userValue")).toThrow(/User value/);
    expect(() => expectEval(one).toUseFewerTokensThan(80)).toThrow(/found 80/);
    await one.run(always({ calls: [] }), { iterations: 3 });
    expect(() => expectEval(one).toPass({ atLeast: 0.5 })).toThrow(
      /accuracy of at least 50 %, found 0 %[\s\S]*failed iteration 1 of 3/,
    );
    const matchers = expect(one) as unknown as Record<string, (...args: unknown[]) => void>;
    expect(() => matchers.toPassEval?.({ atLeast: 0.5 })).toThrow(/accuracy/);
    matchers.toMeasureStage?.("selection");
  });
});

describe("authored steps", () => {
  it("are closed, but for a call's arguments and a check", () => {
    const ok = (step: unknown) => testStepSchema.safeParse(step).success;
    expect(ok({ id: "1", kind: "prompt", prompt: "hi" })).toBe(true);
    expect(ok({ id: "1", kind: "prompt", prompt: "hi", note: 1 })).toBe(false);
    expect(
      ok({ id: "1", kind: "toolCall", serverName: "s", toolName: "t", arguments: { anything: [1] } }),
    ).toBe(true);
    expect(ok({ id: "1", kind: "assert", assertion: { type: "noToolErrors", extra: 1 } })).toBe(true);
    expect(ok({ id: "1", kind: "assert", assertion: { type: "nope" } })).toBe(false);
    expect(
      ok({
        id: "1",
        kind: "assert",
        assertion: { type: "noToolErrors", kind: "textVisible", toolName: "t", text: "x" },
      }),
    ).toBe(false);
    expect(
      ok({
        id: "1",
        kind: "assert",
        assertion: { kind: "elementVisible", toolName: "t", target: { text: "x", colour: 1 } },
      }),
    ).toBe(false);
    expect(
      ok({ id: "1", kind: "interact", toolName: "t", action: { kind: "click", target: { nth: 1 } } }),
    ).toBe(false);
    expect(
      ok({
        id: "1",
        kind: "interact",
        toolName: "t",
        action: { kind: "click", target: { testId: "buy", nth: 1 } },
      }),
    ).toBe(true);
  });
  it("never share an id", () => {
    const step = { id: "1", kind: "prompt", prompt: "hi" };
    const repeated = suiteCasesSchema.safeParse([{ id: "c_1", name: "a", steps: [step, step] }]);
    expect(repeated.error?.issues[0]?.message).toContain('has the id "1" of step 1');
    expect(
      suiteCasesSchema.safeParse([
        { id: "c_1", name: "a", steps: [] },
        { id: "c_1", name: "b", steps: [] },
      ]).error?.issues[0]?.message,
    ).toContain("of case 1");
  });
});
