import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HostRunner } from "../src/mcp/host-runner.js";
import { MCPClientManager, type Tool } from "../src/mcp/mcp-client-manager.js";
import { hasToolCall } from "../src/suite/host-executor.js";
import { PromptResult } from "../src/suite/prompt-result.js";
import { type StubAnswer, type StubEndpoint, stubEndpoint } from "./stub-endpoint.js";

const require = createRequire(import.meta.url);
const bin = (name: string) =>
  join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), "dist/index.js");

let endpoint: StubEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

async function script(...answers: StubAnswer[]): Promise<string> {
  endpoint = await stubEndpoint(
    (_request, index) => answers[Math.min(index, answers.length - 1)] as StubAnswer,
  );
  return endpoint.url;
}

const local = (baseUrl: string, tools: readonly Tool[] = [], more = {}) =>
  new HostRunner({ model: "stub/model-1", baseUrl, apiKey: "k", tools, maxRetries: 0, ...more });

const tool = (name: string, execute: Tool["execute"], more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: "object", properties: { a: { type: "number" } } },
  _meta: { _serverId: "s" },
  execute,
  ...more,
});
const text = (value: string, more = {}) => ({ content: [{ type: "text", text: value }], ...more });

describe("HostRunner against an endpoint that answers", () => {
  it("calls tools for real, in turns, and writes everything down", async () => {
    const url = await script(
      {
        calls: [
          { name: "add", args: { a: 2 } },
          { name: "add", args: { a: 3 } },
        ],
      },
      { text: "Done: 5" },
    );
    const runner = local(
      url,
      [tool("add", async ({ a }) => text(`got ${a}`, { structuredContent: { a } }))],
      { temperature: 0.1 },
    );
    const result = await runner.run("Add 2 and 3");
    expect(result.getError()).toBeUndefined();
    expect(result.getText()).toBe("Done: 5");
    expect(result.getToolCalls().map((call) => [call.toolName, call.arguments])).toEqual([
      ["add", { a: 2 }],
      ["add", { a: 3 }],
    ]);
    expect(result.getUsage()).toEqual({ inputTokens: 20, outputTokens: 10, totalTokens: 30 });
    expect(result.getProvider()).toBe("stub");
    expect(result.getModel()).toBe("model-1");
    const evidence = result.getEvidence();
    expect(
      evidence.toolResults?.map((row) => [
        row.text,
        row.structuredContent,
        row.size.bytes,
        row.size.complete,
      ]),
    ).toEqual([
      ["got 2", { a: 2 }, 5, true],
      ["got 3", { a: 3 }, 5, true],
    ]);
    expect(evidence.toolCallTimings).toHaveLength(2);
    expect(evidence.toolInventory?.map((entry) => entry.name)).toEqual(["add"]);
    expect(evidence.toolDeclarations?.[0]?.serverKey).toBe("s");
    expect(
      result
        .getSpans()
        ?.map((span) => span.category)
        .sort(),
    ).toEqual(["llm", "llm", "tool", "tool"]);
    expect(result.getMessages().map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    const { e2eMs, llmMs, mcpMs } = result.getLatency();
    expect(e2eMs).toBeCloseTo(llmMs + mcpMs, 3);
    expect(endpoint?.requests[0]?.body).toMatchObject({ model: "model-1", temperature: 0.1, stream: true });
    expect(JSON.stringify(endpoint?.requests[1]?.body)).toContain("got 2");
    expect(runner.getPromptHistory()).toHaveLength(1);
  });

  it("carries context, and keeps every turn's own messages apart", async () => {
    const url = await script({ calls: [{ name: "add", args: {} }] }, { text: "one" }, { text: "two" });
    const runner = local(url, [tool("add", async () => text("ok"))]);
    const first = await runner.run("First");
    const second = await runner.run("Second", { context: first });
    expect(second.getMessages().map((message) => message.content)).toEqual([
      "Second",
      [{ type: "text", text: "two" }],
    ]);
    const sent = endpoint?.requests[2]?.body.messages as { role: string; content: unknown }[];
    expect(sent.map((message) => message.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(JSON.stringify(sent)).not.toContain("_serverId");
  });

  it("splits errors: an answer with isError, and a call without an answer", async () => {
    const url = await script(
      {
        calls: [
          { name: "bad", args: {} },
          { name: "gone", args: {} },
          { name: "nope", args: {} },
          { name: "bad", args: "{oops" },
        ],
      },
      { text: "sorry" },
    );
    const runner = local(url, [
      tool("bad", async () => text("no such id", { isError: true })),
      tool("gone", async () => {
        throw Object.assign(new Error("Invalid params"), { code: -32602 });
      }),
    ]);
    const result = await runner.run("go");
    expect(result.getEvidence().toolErrors?.map((e) => [e.toolName, e.kind])).toEqual([
      ["bad", "content-error"],
      ["gone", "protocol-error"],
      ["nope", "protocol-error"],
      ["bad", "protocol-error"],
    ]);
    expect(
      result
        .getSpans()
        ?.filter((span) => span.category === "tool")
        .map((span) => [span.status, span.mcpErrorCode]),
    ).toEqual([
      ["error", undefined],
      ["error", -32602],
    ]);
    expect(result.getText()).toBe("sorry");
    expect(result.hasToolCall("nope")).toBe(true);
  });

  it("stops: after the step limit, on a condition, and after a stubbed call", async () => {
    let made = 0;
    const tools = [tool("loop", async () => text(String(++made)))];
    const again: StubAnswer = { calls: [{ name: "loop", args: {} }] };
    const limited = await local(await script(again), tools, { maxSteps: 3 }).run("go");
    expect(limited.toolsCalled()).toHaveLength(3);
    const url = endpoint?.url as string;
    expect((await local(url, tools).run("go", { stopWhen: hasToolCall("loop") })).toolsCalled()).toHaveLength(
      1,
    );
    made = 0;
    const stubbed = await local(url, tools).run("go", { stopAfterToolCall: "loop" });
    expect(stubbed.toolsCalled()).toEqual(["loop"]);
    expect(made).toBe(0);
    expect(stubbed.getEvidence().toolResults).toEqual([]);
  });

  it("clones without sharing history, and keeps what was configured", async () => {
    const runner = local(await script({ text: "a" }), [], { systemPrompt: "Be terse" });
    await runner.run("x");
    const clone = runner.withOptions({});
    expect(clone.getPromptHistory()).toEqual([]);
    await clone.run("y");
    expect(runner.getPromptHistory()).toHaveLength(1);
    const sent = endpoint?.requests[1]?.body.messages as { content: string }[];
    expect(sent[0]?.content).toBe("Be terse");
    runner.resetPromptHistory();
    expect(runner.getPromptHistory()).toEqual([]);
  });
});

describe("HostRunner against an endpoint that does not", () => {
  it.each([
    ["429", { status: 429 }, /429/],
    ["500", { status: 500 }, /500/],
    ["a page of HTML", { garbage: "<html>busy</html>" }, /without a finish reason/],
    ["broken JSON in the stream", { garbage: "data: {oops\n\n" }, /.+/],
  ] as const)("%s is an error of the provider, in the result", async (_label, answer, message) => {
    const result = await local(await script(answer)).run("go");
    expect(result.getError()).toMatch(message);
    expect(result.getEvidence().errorSource).toBe("model");
    expect(result.totalTokens()).toBe(0);
  });
  it("asks again after 429 when told to", async () => {
    const result = await local(
      await script({ status: 429, headers: { "retry-after-ms": "5" } }, { text: "at last" }),
      [],
      { maxRetries: 1 },
    ).run("go");
    expect(result.getText()).toBe("at last");
    expect(endpoint?.requests).toHaveLength(2);
  });
  it("silence ends at the time bound, by every spelling", async () => {
    const runner = local(await script({ silence: true }));
    for (const options of [
      { timeoutMs: 60 },
      { timeout: 60 },
      { timeout: { totalMs: 60 }, timeoutMs: 9_999 },
    ]) {
      const started = performance.now();
      const result = await runner.run("go", options);
      expect(result.getError()).toBe("Operation timed out after 60ms");
      expect(performance.now() - started).toBeLessThan(9_000);
    }
    const step = await runner.run("go", { timeout: { stepMs: 60 } });
    expect(step.hasError()).toBe(true);
  });
  it("cancelling keeps completed steps, says the reason, and leaves no request open", async () => {
    const url = await script({ calls: [{ name: "add", args: { a: 1 } }] }, { silence: true });
    const runner = local(url, [tool("add", async () => text("ok"))]);
    const controller = new AbortController();
    const running = runner.run("go", { abortSignal: controller.signal });
    await until(() => endpoint?.requests.length === 2);
    controller.abort(new Error("enough"));
    const result = await running;
    expect(result.getError()).toBe("enough");
    expect(result.toolsCalled()).toEqual(["add"]);
    expect(result.totalTokens()).toBe(15);
    expect(result.getMessages().map((m) => m.role)).toEqual(["user", "assistant", "tool"]);
    await until(() => endpoint?.open() === 0);
  });
  it("a tool that ignores the signal does not keep the caller", async () => {
    const runner = local(await script({ calls: [{ name: "slow", args: {} }] }), [
      tool("slow", () => new Promise(() => undefined)),
    ]);
    const result = await runner.run("go", { timeoutMs: 200 });
    expect(result.getError()).toBe("Operation timed out after 200ms");
    expect(result.toolsCalled()).toEqual(["slow"]);
    expect(result.getEvidence().partial).toEqual(["toolResults", "toolCallTimings"]);
  });
  it("an unknown provider is refused when written, a missing key when asked", async () => {
    expect(() => new HostRunner({ model: "claude", tools: [] })).toThrow(/provider\/model/);
    expect(() => new HostRunner({ model: "acme/x", tools: [] })).toThrow(/acme\/x/);
    const key = process.env.OPENAI_API_KEY;
    delete process.env.OPENAI_API_KEY;
    try {
      const result = await new HostRunner({ model: "openai/gpt-5", tools: [] }).run("x");
      expect(result.getError()).toMatch(/API key/);
      expect(result.getEvidence().errorSource).toBe("setup");
    } finally {
      if (key !== undefined) process.env.OPENAI_API_KEY = key;
    }
  });
});

describe("MCPClientManager with real servers", () => {
  const manager = new MCPClientManager({
    everything: { command: process.execPath, args: [bin("server-everything")] },
  });
  let tools: Tool[];
  beforeAll(async () => {
    await manager.connectToServer("everything");
    tools = await manager.getTools();
  });
  afterAll(() => manager.disconnectAllServers());

  it("server-everything: tools as declared, called through a model", async () => {
    expect(tools.map((entry) => entry.name)).toContain("echo");
    expect(tools.every((entry) => entry._meta?._serverId === "everything")).toBe(true);
    const url = await script(
      {
        calls: [
          { name: "echo", args: { message: "hi" } },
          { name: "echo", args: { wrong: 1 } },
        ],
      },
      { text: "ok" },
    );
    const result = await local(url, tools).run("Echo hi");
    const rows = result.getEvidence().toolResults ?? [];
    expect(rows[0]?.text).toContain("hi");
    expect(result.getEvidence().toolErrors).toHaveLength(1);
    expect(result.mcpLatencyMs()).toBeGreaterThan(0);
  });

  it("server-filesystem: reads a real file, reports a real error", async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "evals-")));
    await writeFile(join(root, "note.txt"), "forty-two");
    const files = new MCPClientManager({
      files: { command: process.execPath, args: [bin("server-filesystem"), root] },
    });
    await files.connectToServer("files");
    try {
      const url = await script(
        {
          calls: [
            { name: "read_text_file", args: { path: join(root, "note.txt") } },
            { name: "read_text_file", args: { path: "/etc/shadow" } },
          ],
        },
        { text: "It says forty-two" },
      );
      const result = await local(url, await files.getTools()).run("Read note.txt");
      expect(result.getEvidence().toolResults?.[0]?.text).toBe("forty-two");
      expect(result.getEvidence().toolErrors?.map((e) => e.kind)).toEqual(["content-error"]);
    } finally {
      await files.disconnectAllServers();
      await rm(root, { recursive: true });
    }
  });

  it("a shared connection, a clear refusal, and nothing left running", async () => {
    expect(await manager.connectToServer("everything")).toBe(await manager.connectToServer("everything"));
    await expect(manager.connectToServer("other")).rejects.toThrow(/no server "other"/);
    const other = new MCPClientManager({
      dies: { command: process.execPath, args: ["-e", "console.error('bad flag'); process.exit(3)"] },
      missing: { command: "no-such-command-at-all" },
      empty: {} as never,
    });
    await expect(other.connectToServer("dies")).rejects.toThrow(/bad flag/);
    await expect(other.connectToServer("missing")).rejects.toThrow(/no-such-command-at-all/);
    await expect(other.connectToServer("empty")).rejects.toThrow(/neither command nor url/);
    expect(other.connectedServers()).toEqual([]);
    await expect(other.getTools(["dies"])).rejects.toThrow(/not connected/);
  });
});

describe("MCPClientManager over HTTP", () => {
  /** A port that was free a moment ago: server-everything takes a number and can't be asked which one it got. */
  async function freePort(): Promise<number> {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }

  /** Starts server-everything and waits until it listens, however slow the machine; on another port when that one was taken. */
  async function serve(transport: "streamableHttp" | "sse"): Promise<{ port: number; stop: () => void }> {
    for (let tries = 0; tries < 5; tries++) {
      const port = await freePort();
      const child = spawn(process.execPath, [bin("server-everything"), transport], {
        env: { ...process.env, PORT: String(port) },
        stdio: "ignore",
      });
      while (child.exitCode === null) {
        const listens = await fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        );
        if (listens) return { port, stop: () => child.kill("SIGKILL") };
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error("server-everything ended five times before it listened");
  }

  it.each([
    ["streamableHttp", "/mcp"],
    ["sse", "/sse"],
  ] as const)("reaches server-everything over %s", async (transport, path) => {
    const { port, stop } = await serve(transport);
    const manager = new MCPClientManager({
      remote: { url: `http://127.0.0.1:${port}${path}`, headers: { "x-test": "1" } },
    });
    try {
      await manager.connectToServer("remote");
      expect((await manager.getTools()).map((entry) => entry.name)).toContain("echo");
      expect(
        (await manager.executeTool("remote", "echo", { message: "over the wire" })).content,
      ).toMatchObject([{ text: expect.stringContaining("over the wire") }]);
    } finally {
      await manager.disconnectAllServers();
      stop();
    }
  });
  it("says so when nobody listens, and when the address is none", async () => {
    const manager = new MCPClientManager({
      nobody: { url: "http://127.0.0.1:9/mcp" },
      bad: { url: "not a url" },
    });
    await expect(manager.connectToServer("nobody")).rejects.toThrow(/Could not connect to server "nobody"/);
    await expect(manager.connectToServer("bad")).rejects.toThrow(/is not a URL/);
  });
});

describe("a server's process group", () => {
  // A launcher that leaves something of its own in the group, as npx and shell wrappers do.
  async function launch(): Promise<{ manager: MCPClientManager; straggler: number }> {
    const root = await mkdtemp(join(tmpdir(), "evals-"));
    const note = join(root, "pid");
    const manager = new MCPClientManager({
      launcher: {
        command: "/bin/sh",
        args: [
          "-c",
          `sleep 600 & echo $! > "${note}"; exec "${process.execPath}" "${bin("server-everything")}"`,
        ],
      },
    });
    await manager.connectToServer("launcher");
    const straggler = Number(await readFile(note, "utf8"));
    await rm(root, { recursive: true });
    expect(isRunning(straggler)).toBe(true);
    return { manager, straggler };
  }
  const fixture = (name: string) => ({
    command: process.execPath,
    args: [new URL(`./fixtures/${name}.mjs`, import.meta.url).pathname],
  });
  const isRunning = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  };

  it.skipIf(process.platform === "win32")(
    "is gone when the session ends, and no handle stays open",
    async () => {
      const before = handles();
      const { manager, straggler } = await launch();
      await manager.disconnectServer("launcher");
      await until(() => !isRunning(straggler));
      await until(() => handles() <= before);
    },
  );
  it.skipIf(process.platform === "win32")(
    "is gone when a call is cancelled and the session ended",
    async () => {
      const { manager, straggler } = await launch();
      const url = await script({
        calls: [{ name: "trigger-long-running-operation", args: { duration: 60, steps: 60 } }],
      });
      const result = await local(url, await manager.getTools()).run("Take your time", { timeoutMs: 400 });
      expect(result.getError()).toBe("Operation timed out after 400ms");
      expect(result.toolsCalled()).toEqual(["trigger-long-running-operation"]);
      await manager.disconnectAllServers();
      await until(() => !isRunning(straggler));
    },
  );
  it("is ended by force when it will not end, within its graces", async () => {
    const manager = new MCPClientManager({ stubborn: fixture("hangs-on-exit") });
    await manager.connectToServer("stubborn");
    const answer = await manager.executeTool("stubborn", "pid");
    const pid = Number((answer.content?.[0] as { text: string } | undefined)?.text);
    const started = performance.now();
    await manager.disconnectServer("stubborn");
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(isRunning(pid)).toBe(false);
  });
  it("that dies under a call is a call without an answer, and can be connected to anew", async () => {
    const manager = new MCPClientManager({ fragile: fixture("dies-when-called") });
    await manager.connectToServer("fragile");
    const url = await script({ calls: [{ name: "fall", args: {} }] }, { text: "It fell" });
    const result = await local(url, await manager.getTools()).run("Fall");
    expect(result.getEvidence().toolErrors).toMatchObject([{ kind: "protocol-error", toolName: "fall" }]);
    expect(result.getSpans()?.find((span) => span.category === "tool")?.mcpErrorCode).toBe(-32000);
    expect(result.getText()).toBe("It fell");
    await until(() => manager.connectedServers().length === 0);
    await manager.connectToServer("fragile");
    expect(await manager.getTools()).toHaveLength(1);
    await manager.disconnectAllServers();
  });
  it.skipIf(process.platform === "win32")("is gone when this process is told to end", async () => {
    const { manager, straggler } = await launch();
    // With a listener of the test's own, the signal is passed on and not acted on here.
    process.once("SIGHUP", () => undefined);
    process.emit("SIGHUP", "SIGHUP");
    await until(() => !isRunning(straggler));
    await manager.disconnectAllServers();
  });
});

function handles(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap" || name === "PipeWrap")
    .length;
}

describe("PromptResult", () => {
  it("hands out copies", () => {
    const result = PromptResult.from({
      prompt: "p",
      messages: [{ role: "user", content: "p" }],
      text: "t",
      toolCalls: [],
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
      latency: { e2eMs: 3, llmMs: 2, mcpMs: 1 },
    });
    result.getMessages().pop();
    result.getToolCalls().push({ toolName: "x", arguments: {} });
    expect(result.getMessages()).toHaveLength(1);
    expect(result.toolsCalled()).toEqual([]);
    expect(JSON.parse(result.formatTrace())).toEqual([{ role: "user", content: "p" }]);
    expect([result.e2eLatencyMs(), result.llmLatencyMs(), result.mcpLatencyMs()]).toEqual([3, 2, 1]);
    const error = PromptResult.error("down", 12, "p", { provider: "a", model: "b" });
    expect([
      error.text,
      error.getMessages(),
      error.totalTokens(),
      error.e2eLatencyMs(),
      error.getModel(),
    ]).toEqual(["", [], 0, 12, "b"]);
  });
});

async function until(holds: () => boolean | undefined): Promise<void> {
  for (let i = 0; i < 200 && holds() !== true; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
}
