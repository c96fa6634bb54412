import { chmod, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cachedModel, clearAnswerCache, observedLatencyMs } from "../src/models/answer-cache.js";
import { fakeModel } from "./fake-model.js";

const folder = () => mkdtemp(join(tmpdir(), "gradable-test-"));
async function files(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test("an answer is kept and given again with who gave it; the model is not asked", async () => {
  const dir = await folder();
  const first = fakeModel(() => "hello", { usage: { inputTokens: 3 } });
  const asked = await cachedModel(first, dir).ask({ prompt: "q", trial: 0 });
  const second = fakeModel(() => "other");
  const kept = await cachedModel(second, dir).ask({ prompt: "q", trial: 0 });
  expect(kept).toEqual({ ...asked, cached: true });
  expect(second.asked).toHaveLength(0);
});

test("trials are separate: five trials are five calls, and a second run reuses all five [M8.7]", async () => {
  const dir = await folder();
  const model = fakeModel((_, n) => `answer ${n}`);
  const cached = cachedModel(model, dir);
  const run = async () => {
    const answers = [];
    for (let trial = 0; trial < 5; trial++) answers.push((await cached.ask({ prompt: "q", trial })).text);
    return answers;
  };
  expect(await run()).toEqual(["answer 1", "answer 2", "answer 3", "answer 4", "answer 5"]);
  expect(await run()).toEqual(["answer 1", "answer 2", "answer 3", "answer 4", "answer 5"]);
  expect(model.asked).toHaveLength(5);
});

test("another version, another model or another prompt is another question", async () => {
  const dir = await folder();
  await cachedModel(
    fakeModel(() => "a"),
    dir,
  ).ask({ prompt: "q", trial: 0 });
  for (const other of [
    fakeModel(() => "b", { cliVersion: "1.0.1" }),
    fakeModel(() => "b", { model: "m2" }),
  ]) {
    expect((await cachedModel(other, dir).ask({ prompt: "q", trial: 0 })).text).toBe("b");
  }
  expect(
    (
      await cachedModel(
        fakeModel(() => "c"),
        dir,
      ).ask({ prompt: "q2", trial: 0 })
    ).text,
  ).toBe("c");
});

test("failures are not kept", async () => {
  const dir = await folder();
  const cached = cachedModel(
    fakeModel((_, n) => (n === 1 ? new Error("down") : "up")),
    dir,
  );
  await expect(cached.ask({ prompt: "q", trial: 0 })).rejects.toThrow("down");
  expect((await cached.ask({ prompt: "q", trial: 0 })).text).toBe("up");
});

test("a file holds no prompt, is for its owner alone, and is written whole", async () => {
  const dir = await folder();
  await cachedModel(
    fakeModel(() => "hello"),
    dir,
  ).ask({ prompt: "a secret description", trial: 0 });
  const [file] = await files(dir);
  expect(await readFile(file as string, "utf8")).not.toContain("secret description");
  expect((await files(dir)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test.each([
  ["half a file", '{"format":1,"ke'],
  [
    "another entry's content",
    '{"format":1,"key":"x","text":"evil","identity":{"cli":"a","cliVersion":"b","model":"c"}}',
  ],
  ["nothing", ""],
])("a damaged file is asked again: %s", async (_, content) => {
  const dir = await folder();
  const model = fakeModel(() => "good");
  await cachedModel(model, dir).ask({ prompt: "q", trial: 0 });
  await writeFile((await files(dir))[0] as string, content);
  expect((await cachedModel(model, dir).ask({ prompt: "q", trial: 0 })).text).toBe("good");
  expect(model.asked).toHaveLength(2);
});

test("a folder that cannot be written costs only the saving, and is told once", async () => {
  const dir = join(await folder(), "file");
  await writeFile(dir, "not a folder");
  await chmod(dir, 0o400);
  const told: string[] = [];
  const cached = cachedModel(
    fakeModel(() => "hello"),
    dir,
    (error) => told.push(error.message),
  );
  expect((await cached.ask({ prompt: "q", trial: 0 })).text).toBe("hello");
  expect((await cached.ask({ prompt: "q", trial: 1 })).text).toBe("hello");
  expect(told).toHaveLength(1);
});

test("clearing says what it removed; the usual time of a call comes from what is kept", async () => {
  const dir = await folder();
  const cached = cachedModel(
    fakeModel(() => "hello"),
    dir,
  );
  expect(await observedLatencyMs(dir, "fake", cached.family)).toBeNull();
  for (let trial = 0; trial < 3; trial++) await cached.ask({ prompt: "q", trial });
  expect(await observedLatencyMs(dir, "fake", cached.family)).toBe(5);
  const cleared = await clearAnswerCache(dir);
  expect(cleared.answers).toBe(3);
  expect(cleared.bytes).toBeGreaterThan(100);
  expect(await clearAnswerCache(dir)).toEqual({ answers: 0, bytes: 0 });
});
