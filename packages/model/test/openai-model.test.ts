import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenAiChoice, openAiModel } from "../src/models/openai-model.js";
import { type StubMode, StubServer } from "./stub-server.js";

let stub: StubServer;
beforeAll(async () => {
  stub = await StubServer.start({ reply: () => "hello" });
});
afterAll(() => stub.close());
beforeEach(() => stub.reset());

function model(choice: Partial<OpenAiChoice> = {}) {
  const env = { OPENAI_API_KEY: "sk-test-secret-0123456789" };
  return openAiModel({
    model: "stub-model",
    baseUrl: `${stub.url}/v1/`,
    args: [],
    timeoutMs: 2000,
    env,
    ...choice,
  });
}
const ask = (choice: Partial<OpenAiChoice> = {}) => model(choice).ask({ prompt: "question", trial: 0 });
const streams: string[][] = [[], ["stream=true"]];

test.each(streams.map((args) => [args]))("an answer, its model and its usage apart: %s", async (args) => {
  const answer = await ask({ args });
  expect(answer).toMatchObject({
    text: "hello",
    identity: { cli: "openai", cliVersion: "http", model: "stub-model" },
    usage: { inputTokens: 889, cachedInputTokens: 222, outputTokens: 29, reasoningTokens: 4 },
  });
  expect(stub.asked).toHaveLength(1);
  expect(stub.asked[0]).toMatchObject({ prompt: "question", model: "stub-model", toolNames: [] });
  expect(stub.asked[0]?.headers.authorization).toBe("Bearer sk-test-secret-0123456789");
});

test("a prompt of 400 KB arrives as it was", async () => {
  const prompt = `${"é🙂\n".repeat(50_000)}end`;
  await model().ask({ prompt, trial: 0 });
  expect(stub.asked[0]?.prompt).toBe(prompt);
});

const failures: [StubMode, string, string, boolean][] = [
  [{ kind: "status", status: 401 }, "judge-login-refused", "environment", false],
  [{ kind: "status", status: 404 }, "judge-model-unknown", "environment", false],
  [{ kind: "status", status: 400 }, "judge-request-refused", "environment", false],
  [{ kind: "status", status: 413 }, "judge-prompt-too-large", "environment", false],
  [{ kind: "status", status: 429 }, "judge-rate-limited", "judge", false],
  [{ kind: "status", status: 500 }, "judge-provider-failed", "judge", false],
  [{ kind: "status", status: 302 }, "judge-not-an-api", "environment", false],
  [{ kind: "malformed" }, "judge-not-an-api", "environment", false],
  [{ kind: "html" }, "judge-not-an-api", "environment", false],
  [{ kind: "reset" }, "judge-unreachable", "environment", false],
  [{ kind: "hang" }, "judge-timed-out", "judge", false],
  [{ kind: "empty" }, "judge-reply-empty", "judge", true],
  [{ kind: "cut" }, "judge-reply-truncated", "judge", true],
  [{ kind: "tool", tool: "shell", input: { command: "id" } }, "judge-asked-for-tool", "judge", true],
];
test.each(failures.flatMap((failure) => streams.map((args) => [failure[0].kind, args, failure] as const)))(
  "%s %s",
  async (_, args, [mode, code, owner, evaluator]) => {
    stub.mode = mode;
    const started = performance.now();
    await expect(ask({ args, timeoutMs: 700 })).rejects.toMatchObject({ code, owner, evaluator });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(stub.asked).toHaveLength(1);
  },
);

test("a stream that stalls or breaks off is no answer", async () => {
  stub.mode = { kind: "stall" };
  await expect(ask({ args: ["stream=true"], timeoutMs: 500 })).rejects.toMatchObject({
    code: "judge-timed-out",
  });
  stub.mode = { kind: "truncate" };
  await expect(ask({ args: ["stream=true"] })).rejects.toMatchObject({
    owner: expect.stringMatching(/judge|environment/),
    evaluator: false,
  });
});

test("retry-after is heard: seconds and a date", async () => {
  stub.mode = { kind: "status", status: 429, retryAfter: "7" };
  await expect(ask()).rejects.toMatchObject({ facts: { retryAfterMs: 7000 } });
  stub.mode = { kind: "status", status: 429, retryAfter: new Date(Date.now() + 30_000).toUTCString() };
  const error = (await ask().catch((thrown) => thrown)) as { facts: { retryAfterMs: number } };
  expect(error.facts.retryAfterMs).toBeGreaterThan(25_000);
  expect(error.facts.retryAfterMs).toBeLessThanOrEqual(30_000);
});

test("nobody listening, and a name that does not exist, are the environment's", async () => {
  await expect(ask({ baseUrl: "http://127.0.0.1:9/v1" })).rejects.toMatchObject({
    code: "judge-unreachable",
  });
});

test("no key goes out when there is none, and none comes out in an error", async () => {
  await ask({ env: {} });
  expect(stub.asked[0]?.headers.authorization).toBeUndefined();
  stub.mode = { kind: "status", status: 500 };
  const error = await ask({ baseUrl: `${stub.url}/v1`, env: { OPENAI_API_KEY: "stub says" } }).catch(
    (thrown: Error) => thrown,
  );
  expect((error as Error).message).not.toContain("stub says");
});

test("request fields come from --judge-arg, other than the question itself", async () => {
  await ask({ args: ["temperature=0", "user=me", 'stop=["x"]'] });
  expect(stub.asked[0]?.body).toMatchObject({ temperature: 0, user: "me", stop: ["x"] });
  expect(() => model({ args: ["model=other"] })).toThrow(/other than model/);
  expect(() => model({ args: ["temperature"] })).toThrow(/name=value/);
  expect(() => model({ baseUrl: "ftp://x" })).toThrow(/not an http/);
  expect(() => openAiModel({ args: [], timeoutMs: 1, env: {} })).toThrow(/needs --judge-model/);
});

test("an abort is an abort", async () => {
  stub.mode = { kind: "hang" };
  const reason = new Error("stopped by the user");
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 100);
  await expect(model().ask({ prompt: "x", trial: 0, signal: controller.signal })).rejects.toBe(reason);
});
