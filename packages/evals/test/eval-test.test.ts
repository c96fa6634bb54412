import { describe, expect, it, vi } from "vitest";
import type { Predicate } from "../src/checks/predicate.js";
import { calculatePercentile } from "../src/run/latency-stats.js";
import { EvalTest } from "../src/suite/eval-test.js";
import type { EvalTestConfig } from "../src/suite/eval-test-config.js";
import { hasToolCall } from "../src/suite/host-executor.js";
import { createMockExecutor } from "../src/suite/mock-executor.js";
import type { PromptResult } from "../src/suite/prompt-result.js";
import { always, result, sleep } from "./mock.js";

const make = (config: Partial<EvalTestConfig> = {}) =>
  new EvalTest({
    id: "c_case",
    name: "case",
    test: async (executor) => {
      await executor.run("go");
      return true;
    },
    ...config,
  });
const refuse = (config: unknown) => {
  try {
    new EvalTest(config as EvalTestConfig);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("was accepted");
};
const base = { id: "c_case", name: "books", test: () => true };

describe("constructor", () => {
  it("refuses in the documented order, naming the test and the fix", () => {
    expect(refuse({ name: "books" })).toMatch(/^Invalid config: must provide 'test' function\. Test "books"/);
    expect(refuse({ ...base, id: "" })).toMatch(/Test "books" has no id.*Add id: "c_[A-Za-z0-9_-]{21}"/);
    expect(refuse({ ...base, id: undefined, externalCaseId: " case_1 " })).toContain(
      'Reuse its externalCaseId: add id: "case_1"',
    );
    expect(refuse({ ...base, id: undefined, externalCaseId: "a b" })).toMatch(
      /rename it and declare the same value in both, id: "(c_.+)" and externalCaseId: "\1"/,
    );
    expect(refuse({ ...base, id: "a b" })).toMatch(/id "a b", which is not a valid one.*A-Z a-z 0-9 _ -/);
    expect(refuse({ ...base, externalCaseId: "other" })).toMatch(
      /id "c_case" and another externalCaseId "other"/,
    );
    expect(refuse({ ...base, matchOptions: { maxExtraToolCalls: -1 } })).toMatch(
      /Test "books".*maxExtraToolCalls -1/,
    );
    expect(
      refuse({ ...base, predicates: [{ type: "widgetRendered" }, { type: "widgetNoConsoleErrors" }] }),
    ).toMatch(/widgetRendered, widgetNoConsoleErrors/);
    expect(refuse({ ...base, predicates: [{ type: "noEndingQuestion" }] })).toMatch(
      /noEndingQuestion: role: .*role: "advisory"/,
    );
    expect(refuse({ ...base, predicates: [{ type: "nope" }] })).toContain("nope");
    expect(refuse({ ...base, isNegativeTest: true, expectedToolCalls: [{ toolName: "a" }] })).toMatch(
      /negative test and has expectedToolCalls/,
    );
    expect(
      refuse({ ...base, isNegativeTest: true, predicates: [{ type: "firstToolWas", toolName: "a" }] }),
    ).toMatch(/firstToolWas demands a call/);
  });
  it("takes an advisory demand on a negative test, and an empty external id as absent", () => {
    const predicates: Predicate[] = [
      { type: "firstToolWas", toolName: "a", role: "advisory" },
      { type: "toolInputMatches", toolName: "a", patterns: ["x"], min: 0, max: 0 },
    ];
    expect(
      make({ isNegativeTest: true, predicates, externalCaseId: "  " }).getConfig().externalCaseId,
    ).toBeUndefined();
    expect(make({ externalCaseId: " c_case " }).getConfig().externalCaseId).toBe("c_case");
  });
  it("still says what is wrong when it cannot mint", () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
    try {
      expect(refuse({ ...base, id: undefined })).toMatch(/has no id.*mintCaseId\(\)/);
    } finally {
      if (original) Object.defineProperty(globalThis, "crypto", original);
    }
  });
});

describe("run", () => {
  it("keeps start order, whatever finishes first, and honours concurrency", async () => {
    let running = 0;
    let most = 0;
    let asked = 0;
    const executor = createMockExecutor(async () => {
      const mine = asked++;
      running += 1;
      most = Math.max(most, running);
      await sleep(mine % 2 === 0 ? 30 : 5);
      running -= 1;
      return result({ calls: mine % 2 === 0 ? ["even"] : ["odd"] });
    });
    const test = make({ test: async (e) => (await e.run("go")).hasToolCall("even") });
    const run = await test.run(executor, { iterations: 6, concurrency: 3.9 });
    expect(run.results).toEqual([true, false, true, false, true, false]);
    expect(most).toBe(3);
  });
  it.each([
    [{ iterations: 1.5 }, /iterations: 1.5/],
    [{ iterations: -1 }, /iterations/],
    [{ iterations: 1, concurrency: 0 }, /concurrency: 0/],
    [{ iterations: 1, concurrency: Number.POSITIVE_INFINITY }, /concurrency: Infinity/],
    [{ iterations: 1, retries: -1 }, /retries/],
    [{ iterations: 1, timeoutMs: 0 }, /timeoutMs/],
    [{}, /iterations: undefined/],
    [{ iterations: 1, matchOptions: { toolCallOrder: "x" } }, /toolCallOrder/],
  ])("refuses %j", async (options, message) => {
    await expect(make().run(always({}), options as never)).rejects.toThrow(message);
  });
  it("zero iterations give zeros", async () => {
    const test = make();
    const run = await test.run(always({}), { iterations: 0 });
    expect(run).toMatchObject({
      iterations: 0,
      successes: 0,
      results: [],
      tokenUsage: { total: 0, perIteration: [] },
      latency: { e2e: { count: 0, p95: 0 } },
    });
    expect([
      test.accuracy(),
      test.averageTokenUse(),
      test.falsePositiveRate(),
      test.unexpectedToolCallRate(),
    ]).toEqual([0, 0, 0, 0]);
  });
  it("retries what threw, with growing pauses, and never what returned", async () => {
    let attempts = 0;
    const flaky = createMockExecutor(() => {
      attempts += 1;
      if (attempts < 3) throw new Error("Temporary failure");
      return result();
    });
    const started = performance.now();
    const run = await make().run(flaky, { iterations: 1, retries: 3 });
    expect([attempts, run.successes, run.iterationDetails[0]?.retryCount]).toEqual([3, 1, 2]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
    attempts = 0;
    const negative = await make({
      test: async () => {
        attempts += 1;
        return false;
      },
    }).run(always({}), { iterations: 1, retries: 3 });
    expect([attempts, negative.failures, negative.iterationDetails[0]?.error]).toEqual([1, 1, undefined]);
  });
  it("gives up with the last error, and grades the last real history", async () => {
    const run = await make({
      test: async (e) => {
        await e.run("go");
        throw "text";
      },
      expectedToolCalls: [{ toolName: "add" }],
    }).run(always({ calls: ["add"] }), { iterations: 1, retries: 1 });
    const [details] = run.iterationDetails;
    expect(details).toMatchObject({
      passed: false,
      status: "failed",
      error: "text",
      retryCount: 1,
      toolMatch: { passed: true },
    });
    expect(details?.prompts).toHaveLength(1);
    expect(details?.graderRows[0]).toMatchObject({ graderId: "test", status: "error" });
  });
  it("cancels the prompt at the deadline; what settles in the grace counts", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const cooperative = createMockExecutor(async (prompt, options) => {
      signals.push(options?.abortSignal);
      await new Promise<void>((resolve) =>
        options?.abortSignal?.addEventListener("abort", () => resolve(), { once: true }),
      );
      return result({ prompt, calls: ["add"], tokens: 0, error: "cut short" });
    });
    const asks = (value: boolean) =>
      make({
        test: async (e) => {
          const r = await e.run("go");
          return r.hasToolCall("add") === value;
        },
      });
    const good = await asks(true).run(cooperative, { iterations: 1, timeoutMs: 40 });
    expect(good.iterationDetails[0]).toMatchObject({ passed: true, status: "completed" });
    expect(good.iterationDetails[0]?.error).toBeUndefined();
    expect((signals[0]?.reason as Error | undefined)?.message).toBe("Operation timed out after 40ms");
    const bad = await asks(false).run(cooperative, { iterations: 1, timeoutMs: 40 });
    expect(bad.iterationDetails[0]).toMatchObject({ passed: false, error: "Operation timed out after 40ms" });
    expect(bad.iterationDetails[0]?.prompts?.[0]?.hasToolCall("add")).toBe(true);
  });
  it("gives up exactly one second after the deadline, keeping partial prompts", async () => {
    let prompts = 0;
    const hung = createMockExecutor((prompt) =>
      ++prompts === 1 ? result({ prompt, calls: ["add"] }) : new Promise<PromptResult>(() => undefined),
    );
    const started = performance.now();
    const run = await make({
      test: async (e) => {
        await e.run("one");
        await e.run("two");
        return true;
      },
    }).run(hung, { iterations: 1, timeoutMs: 50 });
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(1_000);
    expect(took).toBeLessThan(10_000);
    expect(run.iterationDetails[0]).toMatchObject({
      passed: false,
      status: "timed_out",
      error: "Operation timed out after 50ms",
    });
    expect(run.iterationDetails[0]?.prompts?.map((p) => p.getPrompt())).toEqual(["one"]);
  });
  it("joins the caller's own signal, and wraps clones made inside", async () => {
    const seen: boolean[] = [];
    const executor = createMockExecutor(async (_prompt, options) => {
      await sleep(30);
      seen.push(options?.abortSignal?.aborted === true);
      return result();
    });
    await make({
      test: async (e) => {
        await e.run("own", { abortSignal: AbortSignal.abort("mine") });
        await e.withOptions({}).run("clone");
        await e.run("plain");
        return true;
      },
    }).run(executor, { iterations: 1, timeoutMs: 45 });
    expect(seen).toEqual([true, true, true]);
  });
  it("stops when told: running iterations are cancelled, the rest never begins, results stay", async () => {
    const controller = new AbortController();
    let started = 0;
    const executor = createMockExecutor(async (_prompt, options) => {
      started += 1;
      if (started === 2) controller.abort(new Error("enough"));
      await new Promise<void>((resolve) => {
        if (started <= 1) return resolve();
        if (options?.abortSignal?.aborted) return resolve();
        options?.abortSignal?.addEventListener("abort", () => resolve(), { once: true });
      });
      return result();
    });
    const progress: number[] = [];
    const run = await make().run(executor, {
      iterations: 4,
      concurrency: 1,
      retries: 5,
      abortSignal: controller.signal,
      onProgress: (done) => progress.push(done),
    });
    expect(run.iterationDetails.map((details) => [details.status, details.passed, details.error])).toEqual([
      ["completed", true, undefined],
      ["cancelled", false, "enough"],
      ["skipped", false, "enough"],
      ["skipped", false, "enough"],
    ]);
    expect(started).toBe(2);
    expect(progress).toEqual([1, 2]);
  });
  it("reports progress once per iteration, and failure once, after all", async () => {
    const progress: [number, number][] = [];
    const onFailure = vi.fn();
    const test = make({ test: async (e) => (await e.run("go")).hasToolCall("nope") });
    await test.run(always({}), {
      iterations: 3,
      onProgress: (...args) => progress.push(args),
      onFailure,
      mcpjam: { apiKey: "x" },
    });
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(onFailure.mock.calls[0]?.[0]).toBe(test.getFailureReport());
    await make().run(always({}), { iterations: 2, onFailure });
    expect(onFailure).toHaveBeenCalledTimes(1);
  });
});

describe("grading", () => {
  it("needs test(), the matcher and every gating check", async () => {
    const run = async (config: Partial<EvalTestConfig>) =>
      (await make(config).run(always({ text: "done", calls: ["add"] }), { iterations: 1 }))
        .iterationDetails[0];
    expect((await run({ expectedToolCalls: [{ toolName: "sub" }] }))?.passed).toBe(false);
    expect(
      (
        await run({
          expectedToolCalls: [{ toolName: "add" }],
          predicates: [{ type: "responseContains", needle: "done" }],
        })
      )?.passed,
    ).toBe(true);
    expect((await run({ predicates: [{ type: "responseContains", needle: "nope" }] }))?.passed).toBe(false);
    expect(
      (await run({ predicates: [{ type: "responseContains", needle: "nope", role: "advisory" }] }))?.passed,
    ).toBe(true);
    expect((await run({ isNegativeTest: true }))?.passed).toBe(false);
    expect(
      (await run({ matchOptions: { maxExtraToolCalls: 0 }, expectedToolCalls: [{ toolName: "add" }] }))
        ?.passed,
    ).toBe(true);
  });
  it("makes missing evidence an evaluator error, not a low score", async () => {
    const details = (
      await make({ predicates: [{ type: "toolLatencyUnder", ms: 5 }, { type: "noToolErrors" }] }).run(
        always({ calls: ["add"] }),
        { iterations: 1 },
      )
    ).iterationDetails[0];
    expect(details?.passed).toBe(false);
    expect(details?.graderRows.map((row) => [row.graderId, row.status, row.value])).toEqual([
      ["test", "scored", 1],
      ["toolCalls:match", "not_applicable", undefined],
      ["check:0:toolLatencyUnder", "error", undefined],
      ["check:1:noToolErrors", "scored", 1],
    ]);
  });
});

describe("metrics", () => {
  it("throw before the first run, except getResults()", () => {
    const test = make();
    expect(test.getResults()).toBeNull();
    for (const name of [
      "accuracy",
      "precision",
      "recall",
      "truePositiveRate",
      "unexpectedToolCallRate",
      "falsePositiveRate",
      "averageTokenUse",
      "getAllIterations",
      "getFailedIterations",
      "getSuccessfulIterations",
      "getFailureReport",
    ] as const) {
      expect(() => test[name]()).toThrow("No run results available. Call run() first.");
    }
  });
  it("count by hand: two expected; one run matched, one missing and extra, one mismatched", async () => {
    const answers = [
      [
        { toolName: "a", arguments: { x: 1 } },
        { toolName: "b", arguments: {} },
      ],
      [
        { toolName: "a", arguments: { x: 1 } },
        { toolName: "z", arguments: {} },
      ],
      [
        { toolName: "a", arguments: { x: 2 } },
        { toolName: "b", arguments: {} },
      ],
    ];
    let index = 0;
    const test = make({ expectedToolCalls: [{ toolName: "a", arguments: { x: 1 } }, { toolName: "b" }] });
    await test.run(
      createMockExecutor(() => result({ calls: answers[index++] ?? [] })),
      { iterations: 3, concurrency: 1 },
    );
    // TP 2+1+1, FP 0+1+1, FN 0+1+1
    expect(test.precision()).toBe(4 / 6);
    expect(test.recall()).toBe(4 / 6);
    expect(test.truePositiveRate()).toBe(4 / 6);
    expect(test.unexpectedToolCallRate()).toBe(1 / 3);
    expect(test.falsePositiveRate()).toBe(1 / 3);
    expect(test.accuracy()).toBe(1 / 3);
  });
  it("precision and recall throw without expectations; falsePositiveRate keeps its old meaning there", async () => {
    const test = make({ test: async () => false });
    await test.run(always({}), { iterations: 4 });
    expect(() => test.precision()).toThrow(/declares none.*accuracy\(\)/);
    expect(() => test.recall()).toThrow();
    expect(() => test.truePositiveRate()).toThrow();
    expect(test.unexpectedToolCallRate()).toBe(0);
    expect(test.falsePositiveRate()).toBe(1);
  });
  it("sum tokens and latencies over prompts", async () => {
    const test = make({
      test: async (e) => {
        await e.run("a");
        await e.run("b");
        return true;
      },
    });
    const run = await test.run(always({ tokens: 50, latency: { e2eMs: 10, llmMs: 7, mcpMs: 3 } }), {
      iterations: 2,
    });
    expect(run.tokenUsage).toEqual({
      total: 200,
      input: 100,
      output: 100,
      perIteration: [
        { total: 100, input: 50, output: 50 },
        { total: 100, input: 50, output: 50 },
      ],
    });
    expect(run.latency.perIteration).toHaveLength(4);
    expect(run.latency.e2e).toEqual({ min: 10, max: 10, mean: 10, p50: 10, p95: 10, count: 4 });
    expect(test.averageTokenUse()).toBe(100);
    const none = await make({ test: () => true }).run(always({}), { iterations: 1 });
    expect(none.iterationDetails[0]?.latencies).toEqual([{ e2eMs: 0, llmMs: 0, mcpMs: 0 }]);
  });
  it("interpolate percentiles, and refuse what has none", () => {
    expect(calculatePercentile([4, 1, 3, 2], 50)).toBe(2.5);
    expect(calculatePercentile([1, 2, 3, 4, 5], 95)).toBeCloseTo(4.8);
    expect(() => calculatePercentile([], 50)).toThrow(RangeError);
    expect(() => calculatePercentile([1], 101)).toThrow(RangeError);
    expect(() => calculatePercentile([1], Number.NaN)).toThrow(RangeError);
  });
  it("write a report a person can use, and copies a caller can change", async () => {
    const test = make({ name: "adds", predicates: [{ type: "toolNeverCalled", toolName: "rm" }] });
    await test.run(always({ calls: ["rm"] }), { iterations: 2, concurrency: 1 });
    const report = test.getFailureReport();
    expect(report).toContain("=== adds: failed iteration 1 of 2 ===");
    expect(report).toContain('check:0:toolNeverCalled: did not hold, "rm" was called');
    expect(report).toContain("Prompt 1: go");
    test.getAllIterations().pop();
    expect(test.getAllIterations()).toHaveLength(2);
    await test.run(always({}), { iterations: 1 });
    expect(test.getFailureReport()).toBe("No failed iterations.");
    expect(test.getSuccessfulIterations()).toHaveLength(1);
    expect([test.getId(), test.getName()]).toEqual(["c_case", "adds"]);
  });
});

it("stop conditions are the AI SDK's", () => {
  expect(hasToolCall("a")({ steps: [{ toolCalls: [{ toolName: "a" }] }] })).toBe(true);
  expect(hasToolCall("a")({ steps: [] })).toBe(false);
});
