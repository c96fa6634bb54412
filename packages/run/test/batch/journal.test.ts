import { spawn } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { livingProcess, processIdentity } from "@gradable/host";
import { beforeEach, expect, it } from "vitest";
import { Journal } from "../../src/batch/journal.js";

const linux = process.platform === "linux";
const startedAt = "2026-01-31T12:00:00.000Z";
const retriedAt = "2026-02-01T12:00:00.000Z";
const plan = { entries: [{ slug: "a", target: "a.json" }], settings: { trials: 1 } };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-journal-"));
});

const open = (resume: boolean, of = plan) =>
  Journal.open(folder, "batch.jsonl", of, { resume, now: new Date(startedAt) });
const openRun = () => Journal.openRun(folder, "batch.jsonl");

it("knows the run that has begun and not ended, through a line that was cut", async () => {
  expect(openRun()).toBeUndefined();
  const first = open(false);
  expect(openRun()?.run).toBe(first.run);
  await appendFile(join(folder, "batch.jsonl"), '{"slug":"a","outc');
  const second = open(true);
  expect(second.run).not.toBe(first.run);
  expect(openRun()?.run).toBe(second.run);
  expect(second.finished.size).toBe(0);
  second.end();
  expect(openRun()).toBeUndefined();
});

it("sets aside what was noted of servers that are tried again, until they finish", () => {
  const journal = open(false);
  journal.add({ slug: "a", outcome: "failed", owner: "judge", code: "judge-failed", durationMs: 1 });
  journal.retry(["a"], new Date(retriedAt));
  const resumed = open(true);
  expect(resumed.finished.has("a")).toBe(false);
  expect([resumed.since("a"), resumed.since("b")]).toEqual([retriedAt, startedAt]);
  resumed.add({ slug: "a", outcome: "scored", durationMs: 2 });
  expect(open(true).finished.get("a")?.outcome).toBe("scored");
});

it("says in words that it can't be written", async () => {
  const file = join(folder, "batch.jsonl");
  const refused = { code: "not-writable", owner: "usage", message: expect.stringContaining(file) };
  const journal = open(false);
  await rm(file);
  await mkdir(file);
  const add = () => journal.add({ slug: "a", outcome: "scored", durationMs: 1 });
  expect(add).toThrow(expect.objectContaining(refused));
  expect(() => open(false)).toThrow(expect.objectContaining(refused));
});

it.runIf(linux)("says in words that the disk is full", async () => {
  await symlink("/dev/full", join(folder, "batch.jsonl"));
  expect(() => open(false)).toThrow(expect.objectContaining({ message: expect.stringContaining("ENOSPC") }));
});

it("is not continued for another plan, and stays as it was", async () => {
  open(false).end();
  const before = await readFile(join(folder, "batch.jsonl"), "utf8");
  expect(() => open(true, { ...plan, settings: { trials: 2 } })).toThrow("other servers or settings");
  expect(await readFile(join(folder, "batch.jsonl"), "utf8")).toBe(before);
});

it.runIf(linux)(
  "names a process apart from a later one of the same id, and one that has ended as gone",
  async () => {
    const own = processIdentity(process.pid) as string;
    expect(livingProcess(own)).toBe(process.pid);
    expect(livingProcess(`${own}0`)).toBeNull();
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    const identity = processIdentity(child.pid as number) as string;
    expect(livingProcess(identity)).toBe(child.pid);
    child.kill("SIGKILL");
    while (livingProcess(identity) !== null) await sleep(10);
    expect(processIdentity(child.pid as number)).toBeNull();
  },
);
