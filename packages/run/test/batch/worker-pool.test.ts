import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { WorkerLost, WorkerPool } from "../../src/batch/worker-pool.js";

type Job = {
  act?: "hang" | "spin" | "die" | "killed" | "refuse";
  starts?: string;
  at?: string;
  value?: number;
  delayMs?: number;
};
type Answer = { pid: number; value: number };

const worker = join(import.meta.dirname, "..", "fixtures", "worker-echoes.mjs");
let pool: WorkerPool<Job, Answer>;
afterEach(() => pool.close());

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const linux = process.platform === "linux";
/** Living processes with the token in their command line; Linux only. */
const withToken = (token: string) =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(token);
    } catch {
      return false;
    }
  });

describe("WorkerPool", () => {
  it("answers every job, reusing its processes", async () => {
    pool = new WorkerPool(worker, 2);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, value) => pool.run({ value }, 5000)));
    expect(answers.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
  });

  it.each(["hang", "spin"] as const)(
    "ends a worker that %ss at the deadline, and the others go on",
    async (act) => {
      pool = new WorkerPool(worker, 2);
      const stuck = expect(pool.run({ act }, 300)).rejects.toMatchObject({
        name: "WorkerLost",
        reason: "deadline",
      });
      const quick = await pool.run({ value: 1 }, 5000);
      await stuck;
      expect(quick.value).toBe(1);
      expect((await pool.run({ value: 2 }, 5000)).value).toBe(2);
    },
  );

  it("replaces a worker that dies", async () => {
    pool = new WorkerPool(worker, 1);
    await expect(pool.run({ act: "die" }, 5000)).rejects.toThrow(WorkerLost);
    expect((await pool.run({ value: 3 }, 5000)).value).toBe(3);
  });

  it("passes on a worker's own words and keeps the worker", async () => {
    pool = new WorkerPool(worker, 1);
    const { pid } = await pool.run({ value: 0 }, 5000);
    await expect(pool.run({ act: "refuse" }, 5000)).rejects.toThrow("will not");
    expect((await pool.run({ value: 4 }, 5000)).pid).toBe(pid);
  });

  it("says where a lost job was", async () => {
    pool = new WorkerPool(worker, 1);
    await expect(pool.run({ act: "hang", at: "handshake" }, 2000)).rejects.toMatchObject({ at: "handshake" });
    await expect(pool.run({ act: "die", at: "list" }, 5000)).rejects.toMatchObject({ at: "list" });
  });

  it.runIf(linux).each(["spin", "killed", "die"] as const)(
    "leaves nothing of what a worker started (%s)",
    async (act) => {
      const token = randomUUID();
      pool = new WorkerPool(worker, 1);
      await expect(pool.run({ act, starts: token }, 2500)).rejects.toThrow(WorkerLost);
      expect(withToken(token)).toEqual([]);
    },
  );

  it("lets the next job start while a stuck worker is being ended", async () => {
    pool = new WorkerPool(worker, 1);
    const ended: string[] = [];
    await Promise.all([
      pool.run({ act: "spin" }, 1500).catch(() => ended.push("stuck")),
      pool.run({ value: 1 }, 20_000).then(() => ended.push("next")),
    ]);
    expect(ended).toEqual(["next", "stuck"]);
  });

  it.runIf(linux)("ends workers that have a job, and what they started, when it is closed", async () => {
    const token = randomUUID();
    pool = new WorkerPool(worker, 1);
    const running = pool.run({ act: "hang", starts: token }, 60_000).catch((error: unknown) => error);
    while (withToken(token).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await pool.close();
    expect(withToken(token)).toEqual([]);
    expect(await running).toBeInstanceOf(WorkerLost);
  });

  it("leaves no process behind", async () => {
    pool = new WorkerPool(worker, 2);
    const answers = await Promise.all([
      pool.run({ value: 1, delayMs: 50 }, 5000),
      pool.run({ value: 2, delayMs: 50 }, 5000),
    ]);
    await pool.close();
    expect(answers.filter(({ pid }) => alive(pid))).toEqual([]);
  });
});
