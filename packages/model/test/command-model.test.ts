import { chmod, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type CommandChoice, commandModel } from "../src/models/command-model.js";
import type { TextModel } from "../src/models/text-model.js";
import { commandArgv } from "../src/programs/command-argv.js";

const env = { PATH: process.env.PATH, MY_API_KEY: "secret-value-123" };
const models: TextModel[] = [];
afterEach(async () => {
  for (const model of models.splice(0)) await model.close();
});

function script(code: string, choice: Partial<CommandChoice> = {}): TextModel {
  const model = commandModel({ argv: [process.execPath, "-e", code], timeoutMs: 5000, env, ...choice });
  models.push(model);
  return model;
}
const ask = (model: TextModel, prompt = "question") => model.ask({ prompt, trial: 0 });

test("prompt on stdin, answer on stdout, nothing of it in argv", async () => {
  const model = script(
    "let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(s.toUpperCase(), process.argv.length))",
  );
  const answer = await ask(model, "what?");
  expect(answer.text).toBe("WHAT? 1\n");
  expect(answer.identity.cli).toBe("command");
  expect(answer.identity.cliVersion).toBe("unversioned");
  expect(answer.identity.model).toMatch(/^node@[0-9a-f]{12}$/);
});

test("two commands are two judges; a model name alone is not recorded", async () => {
  const one = await ask(script("console.log(1)", { model: "gpt-9" }));
  const two = await ask(script("console.log(2)", { model: "gpt-9" }));
  expect(one.identity.model).not.toBe(two.identity.model);
  expect(one.identity.model).not.toContain("gpt-9");
});

test("a program may say who answered, what it used, and that it was cut", async () => {
  const said = {
    gradableAnswer: 1,
    text: "hello",
    model: "local-7b",
    version: "2.0.1",
    usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5, odd: 1 },
  };
  const answer = await ask(script(`console.log(${JSON.stringify(JSON.stringify(said))})`));
  expect(answer).toMatchObject({
    text: "hello",
    identity: { cli: "command", cliVersion: "2.0.1", model: "local-7b" },
    usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5 },
  });
  const cut = { gradableAnswer: 1, text: "hel", truncated: true };
  await expect(ask(script(`console.log(${JSON.stringify(JSON.stringify(cut))})`))).rejects.toMatchObject({
    code: "judge-reply-truncated",
  });
});

test("it runs in an empty folder that is its own", async () => {
  const answer = await ask(script("console.log(process.cwd(), require('fs').readdirSync('.').length)"));
  expect(answer.text).toMatch(/gradable-judge-\w+\/cwd 0\n$/);
});

test("its private folder is gone after close", async () => {
  const model = script("console.log(process.cwd())");
  const cwd = (await ask(model)).text.trim();
  await model.close();
  await expect(readdir(join(cwd, ".."))).rejects.toMatchObject({ code: "ENOENT" });
});

test.each([
  ["nothing on stdout", "", "judge-reply-empty", true, "judge"],
  ["white space only", "console.log('  ')", "judge-reply-empty", true, "judge"],
  ["exit 3", "console.log('half'); process.exit(3)", "judge-program-failed", false, "judge"],
  ["exit 75", "process.exit(75)", "judge-rate-limited", false, "judge"],
  ["exit 69", "process.exit(69)", "judge-provider-failed", false, "judge"],
  ["exit 77", "process.exit(77)", "judge-login-refused", false, "environment"],
  ["killed from outside", "process.kill(process.pid, 'SIGKILL')", "judge-program-failed", false, "judge"],
])("failure: %s", async (_, code, expected, evaluator, owner) => {
  await expect(ask(script(code))).rejects.toMatchObject({ code: expected, evaluator, owner });
});

test("a pause asked for on stderr is heard", async () => {
  const failing = script("console.error('please retry after 12 seconds'); process.exit(75)");
  await expect(ask(failing)).rejects.toMatchObject({ facts: { retryAfterMs: 12_000 } });
});

test("its deadline holds, and its own secrets do not come out in the error", async () => {
  await expect(ask(script("setTimeout(()=>{},60000)", { timeoutMs: 400 }))).rejects.toMatchObject({
    code: "judge-timed-out",
    owner: "judge",
  });
  const leaking = script(
    "console.error('key', process.env.MY_API_KEY, 'sk-abcdefghijklmnop123'); process.exit(1)",
  );
  const error = await ask(leaking).catch((thrown: Error) => thrown);
  expect((error as Error).message).toContain("key <redacted> <redacted>");
  expect(JSON.stringify(error)).not.toContain("secret-value-123");
});

test("a program that is not there is named, in the environment's name", async () => {
  const model = script("", { argv: ["no-such-judge-xyz"] });
  await expect(ask(model)).rejects.toMatchObject({ code: "judge-not-installed", owner: "environment" });
});

test("a program that is there and can't be started is not called missing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gradable-test-"));
  const file = join(folder, "judge.sh");
  await writeFile(file, "#!/bin/sh\necho ok\n", { mode: 0o644 });
  const error = await ask(script("", { argv: [file] })).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "judge-not-executable", owner: "environment" });
  expect(error).toMatchObject({ hint: `Run: chmod +x ${file}, then check with: gradable judges` });
  expect((error as Error).message).toContain(`${file} is not marked as executable`);
  const named = script("", { argv: ["judge.sh"], env: { PATH: folder } });
  await expect(ask(named)).rejects.toMatchObject({ code: "judge-not-executable" });
  await expect(ask(script("", { argv: [folder] }))).rejects.toMatchObject({
    facts: { problem: "is a folder" },
  });
});

test("a relative program is found from where the user is, not from the empty folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gradable-test-"));
  const file = join(folder, "judge.sh");
  await writeFile(file, "#!/bin/sh\necho ok\n");
  await chmod(file, 0o755);
  expect((await ask(script("", { argv: [file] }))).text).toBe("ok\n");
});

test("a command line is split as a shell would, and never given to one", () => {
  expect(commandArgv(`llm -m "my model" --opt='a b' $HOME *.txt c\\ d`)).toEqual([
    "llm",
    "-m",
    "my model",
    "--opt=a b",
    "$HOME",
    "*.txt",
    "c d",
  ]);
  expect(() => commandArgv("llm | tee x")).toThrow(/only a shell understands/);
  expect(() => commandModel({ argv: [], timeoutMs: 1, env })).toThrow(/needs --judge-command/);
});
