import { access, mkdtemp, readFile, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textModel } from "../src/models/open-model.js";
import { listJudges, probeJudge } from "../src/programs/list-judges.js";

/** A folder with a program `claude` in it that behaves like the real one, as far as the script says. */
async function fakeClaude(
  behaviour: string,
  version = "2.1.332",
): Promise<{ env: Record<string, string>; file: string; log: string }> {
  const folder = await mkdtemp(join(tmpdir(), "gradable-test-"));
  const log = join(folder, "log");
  const file = join(folder, "claude");
  const script = `#!${process.execPath}
const fs = require("node:fs");
if (process.argv.includes("--version")) { console.log(${JSON.stringify(`${version} (Claude Code)`)}); process.exit(0); }
let prompt = "";
process.stdin.on("data", (chunk) => { prompt += chunk; });
process.stdin.on("end", () => {
  fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), home: process.env.HOME, files: fs.readdirSync("."), prompt }) + "\\n");
  const say = (result, more = {}) => console.log(JSON.stringify({ type: "result", is_error: false, result, modelUsage: { "model-x": { outputTokens: 1 } }, ...more }));
  ${behaviour}
});`;
  await writeFile(file, script, { mode: 0o755 });
  return { env: { PATH: folder, ANTHROPIC_API_KEY: "sk-secret-value" }, file, log };
}
const entries = async (log: string) =>
  (await readFile(log, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("who answered is read off the program that answered: its version, and the model its answer names [M8.9]", async () => {
  const { env, log } = await fakeClaude('say("hello");');
  const model = textModel({ cli: "claude", model: "alias", env });
  const answer = await model.ask({ prompt: "what is asked", trial: 0 });
  expect(answer).toMatchObject({
    text: "hello",
    identity: { cli: "claude", cliVersion: "2.1.332", model: "model-x" },
  });
  const [entry] = await entries(log);
  expect(entry).toMatchObject({ prompt: "what is asked", files: [] });
  expect(entry.argv.join(" ")).not.toContain("what is asked");
  expect(entry.cwd).toMatch(/gradable-judge-\w+\/cwd$/);
  expect(entry.home).toMatch(/gradable-judge-\w+\/home$/);
  await model.close();
  await expect(access(join(entry.cwd, ".."))).rejects.toMatchObject({ code: "ENOENT" });
});

test("a program that is replaced while a run goes on is another judge", async () => {
  const { env, file } = await fakeClaude('say("hello");');
  const model = textModel({ cli: "claude", env });
  expect((await model.ask({ prompt: "q", trial: 0 })).identity.cliVersion).toBe("2.1.332");
  await writeFile(file, (await readFile(file, "utf8")).replace("2.1.332", "2.1.333"));
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  expect((await model.ask({ prompt: "q", trial: 1 })).identity.cliVersion).toBe("2.1.333");
  await model.close();
});

test.each([
  ["no program", { PATH: "/nonexistent", ANTHROPIC_API_KEY: "k" }, "judge-not-installed", /npm install -g/],
])("%s", async (_, env, code, message) => {
  const error = await textModel({ cli: "claude", env })
    .ask({ prompt: "q", trial: 0 })
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ code, owner: "environment" });
  expect(`${error.message} ${error.hint}`).toMatch(message);
});

test("without credentials nothing is started", async () => {
  const { env, log } = await fakeClaude('say("hello");');
  const model = textModel({ cli: "claude", env: { PATH: env.PATH, HOME: "/nonexistent" } });
  if (process.platform === "darwin") return;
  await expect(model.ask({ prompt: "q", trial: 0 })).rejects.toMatchObject({
    code: "judge-login-missing",
    owner: "environment",
  });
  await expect(access(log)).rejects.toMatchObject({ code: "ENOENT" });
  await model.close();
});

test("an installation that prints a notice instead of a version is said to be one", async () => {
  const { env } = await fakeClaude("", "run the postinstall first");
  const model = textModel({ cli: "claude", env });
  await expect(model.ask({ prompt: "q", trial: 0 })).rejects.toMatchObject({
    code: "judge-version-unreadable",
    owner: "environment",
  });
  await model.close();
});

test("a deadline, an empty answer and a secret in an error", async () => {
  const slow = textModel({
    cli: "claude",
    timeoutMs: 500,
    env: (await fakeClaude("setTimeout(() => {}, 60000);")).env,
  });
  await expect(slow.ask({ prompt: "q", trial: 0 })).rejects.toMatchObject({
    code: "judge-timed-out",
    owner: "judge",
    evaluator: false,
  });
  await slow.close();
  const empty = textModel({ cli: "claude", env: (await fakeClaude('say("");')).env });
  await expect(empty.ask({ prompt: "q", trial: 0 })).rejects.toMatchObject({
    code: "judge-reply-empty",
    evaluator: true,
  });
  await empty.close();
  const leaking = textModel({
    cli: "claude",
    env: (
      await fakeClaude(
        'say("bad key " + process.env.ANTHROPIC_API_KEY, { is_error: true, api_error_status: 401 });',
      )
    ).env,
  });
  const error = await leaking.ask({ prompt: "q", trial: 0 }).catch((thrown) => thrown);
  expect(error.message).toContain("bad key <redacted>");
  expect(JSON.stringify([error.message, error.facts, error.hint])).not.toContain("sk-secret-value");
  await leaking.close();
});

test("a prompt beyond the program's limit is a failure of the environment, before anything is started [M8.3]", async () => {
  const { env, log } = await fakeClaude('say("hello");');
  const model = textModel({ cli: "claude", env });
  await expect(model.ask({ prompt: "x".repeat(2_000_001), trial: 0 })).rejects.toMatchObject({
    code: "judge-prompt-too-large",
    owner: "environment",
  });
  await expect(access(log)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a choice that cannot work is the caller's mistake", () => {
  expect(() => textModel({ cli: "gpt", env: {} })).toThrow(
    /expected builtin or one of claude, codex, opencode, gemini, qwen, command, openai/,
  );
  expect(() => textModel({ cli: "codex", env: {} })).toThrow(/needs --judge-model/);
});

test("closing ends what runs, and nothing can be asked afterwards", async () => {
  const { env, log } = await fakeClaude("setTimeout(() => {}, 60000);");
  const model = textModel({ cli: "claude", env });
  const asking = model.ask({ prompt: "q", trial: 0 });
  const outcome = expect(asking).rejects.toThrow("the judge was closed");
  while (
    !(await access(log).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((done) => setTimeout(done, 20));
  await model.close();
  await outcome;
  await expect(model.ask({ prompt: "q", trial: 1 })).rejects.toThrow("the judge was closed");
  const [entry] = await entries(log);
  await expect(access(entry.cwd)).rejects.toMatchObject({ code: "ENOENT" });
});

test("judges are listed with version and credentials, by name only", async () => {
  const { env, file } = await fakeClaude("");
  const judges = await listJudges(env);
  expect(judges.map(({ cli }) => cli)).toEqual(["claude", "codex", "opencode", "gemini", "qwen"]);
  expect(judges[0]).toMatchObject({ path: file, version: "2.1.332", credentials: "ANTHROPIC_API_KEY" });
  expect(judges[1]).toMatchObject({ path: null, version: null, credentials: null });
  expect(JSON.stringify(judges)).not.toContain("sk-secret-value");
});

test("a probe asks for one word and says who gave it, or why not", async () => {
  const { env } = await fakeClaude('say("ready");');
  expect(await probeJudge({ cli: "claude", env })).toMatchObject({
    ok: true,
    identity: { cliVersion: "2.1.332", model: "model-x" },
  });
  const refused = await fakeClaude('say("no", { is_error: true, api_error_status: 401 });');
  expect(await probeJudge({ cli: "claude", env: refused.env })).toMatchObject({
    ok: false,
    error: { code: "judge-login-refused" },
  });
});
