import { builtinSelector, type Selector } from "@gradable/judge";
import { estimateTokenizer } from "@gradable/model/tokens";
import { describe, expect, it } from "vitest";
import { resolveMatchOptions } from "../src/match/match-options.js";
import type { Tool } from "../src/mcp/mcp-client-manager.js";
import { SelectionExecutor } from "../src/mcp/selection-executor.js";
import { EvalTest } from "../src/suite/eval-test.js";
import { promotePredicates } from "../src/suite/promote.js";

const tool = (name: string, description: string, properties: Record<string, object>): Tool => ({
  name,
  description,
  inputSchema: { type: "object", properties, required: Object.keys(properties) },
  execute: async () => {
    throw new Error("a selection executor calls nothing");
  },
});
const tools = [
  tool("get_weather", "Current weather for a city.", { city: { type: "string", description: "City name" } }),
  tool("create_invoice", "Creates an invoice for a customer.", {
    customer: { type: "string", description: "Customer name" },
  }),
];
const answering = (answer: object): Selector => ({
  open: async () => ({
    ask: async () =>
      ({
        action: "call",
        calls: [],
        tokens: { prompt: 7, completion: 3, source: "exact" },
        durationMs: 12,
        ...answer,
      }) as never,
    identity: () => ({ cli: "claude", model: "m", version: "selection-v1", cliVersion: "1.0" }) as never,
  }),
});

describe("SelectionExecutor", () => {
  it("lets the embedded judge choose, in an eval, without calling anything", async () => {
    const test = new EvalTest({
      id: "c_weather",
      name: "weather",
      expectedToolCalls: [{ toolName: "get_weather" }],
      predicates: [{ type: "argumentsMatchToolSchema" }],
      test: async (executor) =>
        (await executor.run('What is the weather in "Oslo"?')).hasToolCall("get_weather"),
    });
    const run = await test.run(
      new SelectionExecutor({ tools, selector: builtinSelector(), tokenizer: estimateTokenizer }),
      { iterations: 3 },
    );
    expect(run.results).toEqual([true, true, true]);
    expect(run.iterationDetails[0]?.prompts?.[0]?.getProvider()).toBe("builtin");
    expect(run.tokenUsage.total).toBeGreaterThan(0);
  });
  it("never asks the same trial twice, tells earlier turns, and counts what the judge counted", async () => {
    const asked: [string, number][] = [];
    const base = answering({ calls: [{ tool: "get_weather", arguments: { city: "Oslo" } }] });
    const selector: Selector = {
      open: async (surface, context) => {
        const session = await base.open(surface, context);
        return {
          ...session,
          ask: (task, trial, signal) => {
            asked.push([task.prompt, trial]);
            return session.ask(task, trial, signal);
          },
        };
      },
    };
    const executor = new SelectionExecutor({ tools, selector, tokenizer: estimateTokenizer });
    const first = await executor.withOptions({}).run("Weather?");
    await executor.withOptions({}).run("Weather?");
    await executor.run("And tomorrow?", { context: first });
    expect(asked.slice(0, 2)).toEqual([
      ["Weather?", 0],
      ["Weather?", 1],
    ]);
    expect(asked[2]?.[0]).toBe(
      'Earlier request: Weather?\nCalls made for it: get_weather {"city":"Oslo"}\nNow: And tomorrow?',
    );
    expect(first.getUsage()).toEqual({ inputTokens: 7, outputTokens: 3, totalTokens: 10 });
    expect([first.getProvider(), first.getModel(), first.e2eLatencyMs()]).toEqual(["claude", "m", 12]);
    expect(executor.getPromptHistory()).toHaveLength(1);
  });
  it("does not take asking for calling", async () => {
    const result = await new SelectionExecutor({
      tools,
      selector: answering({ action: "confirm", calls: [{ tool: "create_invoice", arguments: {} }] }),
      tokenizer: estimateTokenizer,
    }).run("Bill Ann");
    expect(result.toolsCalled()).toEqual([]);
    expect(result.getText()).toBe("Asks before calling create_invoice.");
  });
  it("reports a judge's failure and a cancellation in the result", async () => {
    const failing: Selector = {
      open: async () => ({
        ask: async () => {
          throw new Error("the judge is out");
        },
        identity: () => {
          throw new Error("nobody");
        },
      }),
    };
    const result = await new SelectionExecutor({
      tools,
      selector: failing,
      tokenizer: estimateTokenizer,
    }).run("x");
    expect([result.getError(), result.getEvidence().errorSource]).toEqual(["the judge is out", "model"]);
    const cancelled = await new SelectionExecutor({
      tools,
      selector: failing,
      tokenizer: estimateTokenizer,
    }).run("x", { abortSignal: AbortSignal.abort(new Error("enough")) });
    expect([cancelled.getError(), cancelled.getEvidence().errorSource]).toEqual(["enough", undefined]);
  });
});

it("promotes a gating toolCalledWith into expected calls, unless its mode or role says otherwise", () => {
  const demand = { type: "toolCalledWith", toolName: "a", args: { args: { x: 1 } } } as const;
  const promoted = promotePredicates(
    [
      { ...demand, minCount: 2 },
      { ...demand, args: { args: {}, argumentMatching: "exact" } },
      { ...demand, role: "advisory" },
      { type: "noToolErrors" },
    ],
    resolveMatchOptions(),
  );
  expect(promoted.expectedToolCalls).toEqual([
    { toolName: "a", arguments: { x: 1 } },
    { toolName: "a", arguments: { x: 1 } },
  ]);
  expect(promoted.predicates.map((predicate) => predicate.type)).toEqual([
    "toolCalledWith",
    "toolCalledWith",
    "noToolErrors",
  ]);
});
