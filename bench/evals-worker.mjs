// One workload of the evals bench, in a process of its own so that start-up is part of what is timed.
// node --expose-gc bench/evals-worker.mjs <iterations> <rounds> <concurrency>
import { createMockExecutor, EvalTest, PromptResult } from "@gradable/evals";

const [iterations, rounds, concurrency] = process.argv.slice(2).map(Number);
let running = 0;
let most = 0;
let busyMs = 0;

// A prompt that waits as a network would, and answers as a model would.
const executor = createMockExecutor(async (prompt) => {
  const started = performance.now();
  running += 1;
  most = Math.max(most, running);
  await new Promise((resolve) => setTimeout(resolve, 1));
  running -= 1;
  busyMs += performance.now() - started;
  return PromptResult.from({
    prompt,
    messages: [
      { role: "user", content: prompt },
      { role: "assistant", content: "The sum of 2 and 3 is 5." },
    ],
    text: "The sum of 2 and 3 is 5.",
    toolCalls: [{ toolName: "add", arguments: { a: 2, b: 3 } }],
    usage: { inputTokens: 40, outputTokens: 10, totalTokens: 50 },
    latency: { e2eMs: 1, llmMs: 1, mcpMs: 0 },
  });
});

const test = new EvalTest({
  id: "c_bench",
  name: "adds",
  expectedToolCalls: [{ toolName: "add", arguments: { a: "number" } }],
  predicates: [
    { type: "noToolErrors" },
    { type: "firstToolWas", toolName: "add" },
    { type: "toolInputMatches", toolName: "add", patterns: ["\\d"], path: "/a" },
    { type: "responseMatches", pattern: "sum .* is \\d+" },
    { type: "tokenBudgetUnder", tokens: 100 },
  ],
  test: async (agent) => (await agent.run("Add 2 and 3")).hasToolCall("add"),
});

const heaps = [];
let wallMs = 0;
for (let round = 0; round < rounds; round++) {
  const started = performance.now();
  const result = await test.run(executor, { iterations, concurrency });
  wallMs += performance.now() - started;
  if (result.successes !== iterations) throw new Error(`only ${result.successes} of ${iterations} passed`);
  globalThis.gc?.();
  heaps.push(process.memoryUsage().heapUsed);
}
process.stdout.write(JSON.stringify({ most, overlap: busyMs / wallMs, heaps, cpuMs: cpuMs() }));

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
