import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockExecutor, EvalSuite, EvalTest, PromptResult, writeEvalRun } from "@gradable/evals";
import { beforeAll, describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-evals-"));
  const suite = new EvalSuite({ name: "Shop" });
  suite.add(
    new EvalTest({
      id: "c_shoes",
      name: "finds shoes",
      expectedToolCalls: [{ toolName: "search" }],
      test: async (agent) => (await agent.run("shoes, please")).hasToolCall("search"),
    }),
  );
  const executor = createMockExecutor((prompt) =>
    PromptResult.from({
      prompt,
      messages: [{ role: "user", content: prompt }],
      text: "",
      toolCalls: [{ toolName: "search", arguments: {} }],
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      latency: { e2eMs: 1, llmMs: 1, mcpMs: 0 },
    }),
  );
  await suite.run(executor, { iterations: 2, concurrency: 1 });
  await writeEvalRun(join(folder, "run.json"), suite.getRun());
});

const run = async (argv: string[]) => {
  const { io, written } = testIo({ cwd: folder });
  return { code: await cli(argv, io), ...written };
};

describe("gradable evals", () => {
  it("shows a run in words", async () => {
    const { code, stdout } = await run(["evals", "show", "run.json"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Shop: passed");
    expect(stdout).toContain("finds shoes");
  });

  it("prints a run as JUnit XML", async () => {
    const { code, stdout } = await run(["evals", "junit", "run.json"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<\?xml[\s\S]*<testsuites name="Shop" tests="2"/);
  });

  it("refuses what is no run, and an unknown action", async () => {
    await writeFile(join(folder, "no.json"), "{}");
    const invalid = await run(["evals", "show", "no.json"]);
    expect(invalid.code).toBe(2);
    expect(invalid.stderr).toContain("gradable: ");
    expect((await run(["evals", "fly", "run.json"])).code).toBe(2);
  });
});
