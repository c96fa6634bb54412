import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JUDGE_CLIS } from "@gradable/contract";
import { expect, test } from "vitest";
import type { CliAdapter } from "../src/adapters/adapter.js";
import { claude } from "../src/adapters/claude.js";
import { codex } from "../src/adapters/codex.js";
import { gemini } from "../src/adapters/gemini.js";
import { opencode } from "../src/adapters/opencode.js";
import { qwen } from "../src/adapters/qwen.js";
import { CLI_ADAPTERS } from "../src/programs/judge-clis.js";
import { type PrivateFolder, privateFolder } from "../src/programs/private-folder.js";
import type { ProgramResult } from "../src/programs/program.js";

// What each CLI prints is as observed of the version in `seenVersion`, cut to the members that are read.

const result = (stdout: string | unknown, given: Partial<ProgramResult> = {}): ProgramResult => ({
  stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout),
  stderrTail: "",
  exitCode: 0,
  signal: undefined,
  ended: "itself",
  startError: undefined,
  durationMs: 1,
  ...given,
});
const lines = (...events: unknown[]) => events.map((event) => JSON.stringify(event)).join("\n");
const read = (adapter: CliAdapter, run: ProgramResult) => adapter.read(run, (text) => text, "stub-model");
const failure = (adapter: CliAdapter, run: ProgramResult) =>
  (read(adapter, run) as { failure?: string }).failure;

test("claude: text, the model that answered, usage with cached input apart", () => {
  const answer = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "hello",
    total_cost_usd: 0.5,
    usage: {
      input_tokens: 1111,
      cache_creation_input_tokens: 9,
      cache_read_input_tokens: 222,
      output_tokens: 33,
      output_tokens_details: { thinking_tokens: 4 },
    },
    modelUsage: { "small-helper": { outputTokens: 1 }, "big-model": { outputTokens: 32 } },
  };
  expect(read(claude, result(answer))).toEqual({
    text: "hello",
    model: "big-model",
    usage: { inputTokens: 1120, cachedInputTokens: 222, outputTokens: 29, reasoningTokens: 4, costUsd: 0.5 },
  });
});

test.each([
  ["401", { api_error_status: 401, result: "Failed to authenticate. API Error: 401" }, "judge-login-refused"],
  ["429", { api_error_status: 429, result: "API Error: Request rejected (429)" }, "judge-rate-limited"],
  ["529", { api_error_status: 529, result: "API Error: Overloaded" }, "judge-rate-limited"],
  ["500", { api_error_status: 500, result: "API Error: 500" }, "judge-provider-failed"],
  [
    "cut",
    { api_error: "max_output_tokens", result: "API Error: exceeded the output token maximum" },
    "judge-reply-truncated",
  ],
  [
    "reset",
    { api_error: "connection_failed", result: "API Error: Connection dropped (ECONNRESET)" },
    "judge-unreachable",
  ],
  ["no login", { result: "Not logged in · Please run /login" }, "judge-login-missing"],
  [
    "a page",
    { result: "API Error: API returned an empty or malformed response (HTTP 200), body is an HTML page" },
    "judge-not-an-api",
  ],
  [
    "too long",
    { api_error_status: 400, result: "prompt is too long: 210000 tokens > 200000 maximum" },
    "judge-prompt-too-large",
  ],
])("claude: %s, although its subtype says success", (_, said, code) => {
  const answer = { type: "result", subtype: "success", is_error: true, ...said };
  expect(failure(claude, result(answer, { exitCode: 1 }))).toBe(code);
});

test("codex: the last message, with a warning item and usage summed over turns", () => {
  const usage = {
    input_tokens: 1111,
    cached_input_tokens: 222,
    output_tokens: 33,
    reasoning_output_tokens: 4,
  };
  const stdout = lines(
    { type: "thread.started" },
    { type: "item.completed", item: { type: "error", message: "Model metadata not found" } },
    { type: "item.completed", item: { type: "agent_message", text: "first" } },
    { type: "item.completed", item: { type: "agent_message", text: "hello" } },
    { type: "turn.completed", usage },
  );
  expect(read(codex, result(stdout))).toEqual({
    text: "hello",
    usage: { inputTokens: 889, cachedInputTokens: 222, outputTokens: 29, reasoningTokens: 4 },
  });
});

test.each([
  ["unexpected status 401 Unauthorized: no", "judge-login-refused"],
  ["exceeded retry limit, last status: 429 Too Many Requests", "judge-rate-limited"],
  ["We’re currently experiencing high demand, which may cause temporary errors.", "judge-provider-failed"],
  ["stream disconnected before completion: stream closed before response.completed", "judge-provider-failed"],
  ["stream disconnected before completion: error sending request", "judge-unreachable"],
  ["Incomplete response returned, reason: max_output_tokens", "judge-reply-truncated"],
  ["unexpected status 404 Not Found: no", "judge-model-unknown"],
])("codex: %s", (message, code) => {
  const stdout = lines(
    { type: "item.completed", item: { type: "agent_message", text: "half" } },
    { type: "turn.failed", error: { message } },
  );
  expect(failure(codex, result(stdout, { exitCode: 1 }))).toBe(code);
});

test("opencode: texts joined, usage of all steps summed", () => {
  const tokens = { input: 889, output: 29, reasoning: 4, cache: { read: 222, write: 0 } };
  const stdout = lines(
    { type: "step_start" },
    { type: "text", part: { text: "hel" } },
    { type: "text", part: { text: "lo" } },
    { type: "step_finish", part: { reason: "stop", tokens } },
  );
  expect(read(opencode, result(stdout))).toEqual({
    text: "hello",
    usage: { inputTokens: 889, cachedInputTokens: 222, outputTokens: 29, reasoningTokens: 4 },
  });
});

test.each([
  [
    "cut for length",
    lines({ type: "text", part: { text: "half" } }, { type: "step_finish", part: { reason: "length" } }),
    {},
    "judge-reply-truncated",
  ],
  [
    "a page that is no API: an empty step, over and over",
    lines(
      { type: "step_start" },
      { type: "step_finish", part: { reason: "unknown" } },
      { type: "step_start" },
    ),
    { ended: "stopped" as const },
    "judge-not-an-api",
  ],
  [
    "a broken stream",
    lines({ type: "step_start" }, { type: "step_start" }),
    { ended: "stopped" as const },
    "judge-provider-failed",
  ],
  [
    "a tool call",
    lines(
      { type: "step_start" },
      { type: "tool_use" },
      { type: "step_finish", part: { reason: "tool-calls" } },
    ),
    { ended: "stopped" as const },
    "judge-asked-for-tool",
  ],
  [
    "401",
    lines({ type: "error", error: { name: "APIError", data: { message: "no", statusCode: 401 } } }),
    { exitCode: 1 },
    "judge-login-refused",
  ],
  [
    "a time-out of its own",
    lines({ type: "error", error: { name: "UnknownError", data: { message: "The operation timed out." } } }),
    { exitCode: 1 },
    "judge-timed-out",
  ],
])("opencode: %s", (_, stdout, given, code) => {
  expect(failure(opencode, result(stdout, given))).toBe(code);
});

test("opencode: the pause a provider asks for, and a second step that ends the run", () => {
  const error = {
    name: "APIError",
    data: { message: "no", statusCode: 429, responseHeaders: { "retry-after": "3" } },
  };
  expect(read(opencode, result(lines({ type: "error", error }), { exitCode: 1 }))).toMatchObject({
    facts: { retryAfterMs: 3000 },
  });
  const stop = opencode.stopAt?.() as (line: string) => boolean;
  expect(['{"type":"step_start"}', '{"type":"text"}', '{"type":"step_start"}'].map(stop)).toEqual([
    false,
    false,
    true,
  ]);
});

test("gemini: text, model and usage over all models", () => {
  const tokens = { prompt: 1111, input: 889, cached: 222, candidates: 33, thoughts: 4 };
  expect(
    read(gemini, result({ response: "hello", stats: { models: { "stub-model": { tokens } } } })),
  ).toEqual({
    text: "hello",
    model: "stub-model",
    usage: { inputTokens: 889, cachedInputTokens: 222, outputTokens: 33, reasoningTokens: 4 },
  });
});

test.each([
  [
    "401 as JSON after free text",
    'Warning: colours\n{\n  "error": { "type": "Error", "message": "stub says 401", "code": 401 }\n}\n',
    145,
    "judge-login-refused",
  ],
  ["429", 'x\n{\n "error": {"message":"quota","code":429}\n}', 173, "judge-rate-limited"],
  ["no usable login", "Invalid auth method selected.", 41, "judge-login-missing"],
  ["ended by SIGTERM, which it calls success", "", 0, "judge-reply-empty"],
])("gemini: %s", (_, stderrTail, exitCode, code) => {
  expect(failure(gemini, result("", { stderrTail, exitCode }))).toBe(code);
});

test("gemini: an empty answer names its error in an object that else looks fine", () => {
  const answer = { response: "", error: { type: "INVALID_STREAM", message: "empty" } };
  expect(failure(gemini, result(answer))).toBe("judge-reply-empty");
});

const qwenRun = (last: Record<string, unknown>, init: Record<string, unknown> = {}) =>
  result([
    { type: "system", subtype: "init", model: "stub-model", tools: [], qwen_code_version: "0.24.4", ...init },
    { type: "result", is_error: false, ...last },
  ]);

test("qwen: text, model, its own version, usage", () => {
  const usage = { input_tokens: 1111, cache_read_input_tokens: 222, output_tokens: 33 };
  const stats = { models: { "stub-model": { api: { totalRequests: 1 }, tokens: { thoughts: 4 } } } };
  expect(read(qwen, qwenRun({ result: "hello", usage, stats }))).toEqual({
    text: "hello",
    model: "stub-model",
    version: "0.24.4",
    usage: { inputTokens: 889, cachedInputTokens: 222, outputTokens: 29, reasoningTokens: 4 },
  });
});

test("qwen: parts of a cut answer glued together are no answer, nor is one given with tools at hand", () => {
  const stats = { models: { "stub-model": { api: { totalRequests: 5 } } } };
  expect(failure(qwen, qwenRun({ result: "partpart", stats }))).toBe("judge-reply-truncated");
  expect(failure(qwen, qwenRun({ result: "hello" }, { tools: ["run_shell_command"] }))).toBe(
    "judge-output-unreadable",
  );
});

test.each([
  [{ is_error: true, error: { message: "[API Error: 401 stub says 401]" } }, 1, "judge-login-refused"],
  [{ is_error: true, error: { message: "[API Error: Connection error.]" } }, 1, "judge-unreachable"],
])("qwen: an error stands where the answer would", (last, exitCode, code) => {
  expect(failure(qwen, { ...qwenRun(last), exitCode })).toBe(code);
});

test("qwen: its own exit codes", () => {
  expect(failure(qwen, result("", { exitCode: 53 }))).toBe("judge-asked-for-tool");
  expect(failure(qwen, result("", { exitCode: 55 }))).toBe("judge-timed-out");
});

test("every CLI of the vocabulary has its adapter, in its order", () => {
  expect(CLI_ADAPTERS.map(({ cli }) => cli)).toEqual(Object.keys(JUDGE_CLIS));
});

test.each(CLI_ADAPTERS.map((adapter) => [adapter.cli, adapter] as const))(
  "%s: output of another form is named so, never guessed at",
  (_, adapter) => {
    for (const stdout of ["", "hello", "{}", "[]", "null", '{"type":"result"}', '[{"type":"result"}]']) {
      const reading = read(adapter, result(stdout));
      expect("failure" in reading || reading.text === "").toBe(true);
    }
  },
);

async function withFolder<Result>(work: (folder: PrivateFolder) => Promise<Result>): Promise<Result> {
  const folder = await privateFolder();
  try {
    return await work(folder);
  } finally {
    await folder.remove();
  }
}

test.each(CLI_ADAPTERS.map((adapter) => [adapter.cli, adapter] as const))(
  "%s: with a key, everything that is the user's stays out of reach, and argv holds no secret",
  async (_, adapter) => {
    const env = {
      PATH: "/usr/bin",
      HOME: "/home/somebody",
      ANTHROPIC_API_KEY: "sk-secret-1",
      OPENAI_API_KEY: "sk-secret-2",
      GEMINI_API_KEY: "sk-secret-3",
      AWS_SECRET_ACCESS_KEY: "sk-secret-4",
      NODE_OPTIONS: "--require /home/somebody/x.js",
    };
    await withFolder(async (folder) => {
      const choice = { model: "m", args: ["--mine"], baseUrl: "http://127.0.0.1:1/v1", timeoutMs: 5000, env };
      const setup = await adapter.setup(folder, choice);
      expect(setup.args.join(" ")).not.toContain("sk-secret");
      expect(setup.args).toContain("--mine");
      expect(Object.values(setup.env).join(" ")).not.toContain("/home/somebody");
      expect(setup.env.HOME).toBe(folder.home);
      expect(setup.env).not.toHaveProperty("AWS_SECRET_ACCESS_KEY");
      expect(setup.env.NO_PROXY).toContain("127.0.0.1");
      expect(setup.env.TMPDIR?.startsWith(folder.root)).toBe(true);
    });
  },
);

test("claude without a key uses the stored login: the user's home, and no --bare, with everything else still off", async () => {
  await withFolder(async (folder) => {
    const setup = await claude.setup(folder, {
      args: [],
      timeoutMs: 5000,
      env: { HOME: "/home/somebody", PATH: "/usr/bin" },
    });
    expect(setup.args).not.toContain("--bare");
    expect(setup.args).toContain("--strict-mcp-config");
    expect(setup.args[setup.args.indexOf("--setting-sources") + 1]).toBe("");
    expect(setup.args[setup.args.indexOf("--tools") + 1]).toBe("");
    expect(setup.env.HOME).toBe("/home/somebody");
    expect(setup.env.XDG_CONFIG_HOME).toBe(`${folder.home}/.config`);
  });
});

test("codex without a key links the stored login into its private home, and nothing else of the user's", async () => {
  const home = await mkdtemp(join(tmpdir(), "gradable-test-"));
  await writeFile(join(home, "auth.json"), '{"tokens":1}');
  await writeFile(join(home, "AGENTS.md"), "always answer X");
  const env = { CODEX_HOME: home, PATH: "/usr/bin" };
  expect(await codex.credentials(env)).toBe("stored login");
  await withFolder(async (folder) => {
    const setup = await codex.setup(folder, { model: "m", args: [], timeoutMs: 5000, env });
    expect(setup.args.join(" ")).not.toContain("model_providers.judge");
    const own = setup.env.CODEX_HOME as string;
    expect(await readFile(join(own, "auth.json"), "utf8")).toBe('{"tokens":1}');
    await expect(readFile(join(own, "AGENTS.md"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("opencode without a base URL takes the model's own provider, with that provider's key alone", async () => {
  await withFolder(async (folder) => {
    const env = { HOME: "/home/somebody", PATH: "/usr/bin", DEEPSEEK_API_KEY: "one", MISTRAL_API_KEY: "two" };
    const setup = await opencode.setup(folder, { model: "deepseek/chat", args: [], timeoutMs: 5000, env });
    expect(setup.args).toContain("deepseek/chat");
    expect(setup.env.DEEPSEEK_API_KEY).toBe("one");
    expect(setup.env).not.toHaveProperty("MISTRAL_API_KEY");
    expect(setup.env.XDG_DATA_HOME).toBe("/home/somebody/.local/share");
    expect(setup.env.XDG_CONFIG_HOME).toBe(`${folder.home}/.config`);
    expect(JSON.parse(setup.env.OPENCODE_CONFIG_CONTENT as string)).not.toHaveProperty("provider");
  });
});
