import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FAILURE_OWNERS, readFailed, readReport } from "@gradable/contract";
import { type BatchSummary, batchSummarySchema } from "@gradable/run";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { build } from "../../../test/e2e/built-cli.js";
import { cli } from "../src/cli.js";
import { RETRY_OWNERS } from "../src/commands/batch.js";
import { testIo } from "./io-for-tests.js";

const root = join(import.meta.dirname, "..", "..", "..");
const linux = process.platform === "linux";

// The workers are processes of their own, which run what is built.
beforeAll(() => {
  build();
}, 240_000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-batch-"));
});

const run = async (argv: string[], overrides: Parameters<typeof testIo>[0] = {}) => {
  const { io, written } = testIo({ cwd: folder, ...overrides });
  return { code: await cli(["batch", ...argv], io), ...written };
};
const json = async (...path: string[]) =>
  JSON.parse(await readFile(join(folder, ...path), "utf8")) as unknown;
const summary = async (...path: string[]): Promise<BatchSummary> =>
  batchSummarySchema.parse(await json(...path));

const tool = (name: string) => ({
  name,
  description: `Finds one ${name.split("_")[0]} by its number. Returns the ${name.split("_")[0]} with its state.`,
  inputSchema: {
    type: "object",
    properties: { number: { type: "string", description: `Number of the ${name}` } },
    required: ["number"],
  },
});

/** Captured surfaces in `<folder>/surfaces`. */
async function surfaces(...names: string[]): Promise<void> {
  await mkdir(join(folder, "surfaces"), { recursive: true });
  for (const name of names) {
    const tools = ["parcel", "invoice"].map((thing) => tool(`${thing}_of_${name}`));
    await writeFile(join(folder, "surfaces", `${name}.json`), JSON.stringify({ tools }));
  }
}

async function servers(list: unknown[]): Promise<void> {
  await writeFile(join(folder, "servers.json"), JSON.stringify(list));
}

/** The same calibration of a judge by another name. */
async function calledOtherwise(text: string): Promise<string> {
  const { calibrationSha256 } = await import("@gradable/run/prompted");
  const calibration = JSON.parse(text);
  calibration.identities.selection.model = "another-model";
  return JSON.stringify({ ...calibration, sha256: calibrationSha256(calibration) });
}

/** A server that answers nothing, and that neither the end of its input nor SIGTERM ends. */
const HANGS = "process.on('SIGTERM', () => {}); process.stdin.resume(); setInterval(() => {}, 1000);";

/** Living processes with the token in their command line, and the parent of each; Linux only. */
function withToken(token: string): { pid: number; parent: number }[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
      if (!readFileSync(`/proc/${name}/cmdline`, "utf8").includes(token)) return [];
      const table = readFileSync(`/proc/${name}/stat`, "latin1");
      return [{ pid: Number(name), parent: Number(table.slice(table.lastIndexOf(")") + 2).split(" ")[1]) }];
    } catch {
      return [];
    }
  });
}

/** A batch in a process group of its own, so that a test can kill it whole; resolves when it is gone. */
function batchProcess(argv: string[]): { pid: number; gone: Promise<void> } {
  const bin = join(root, "packages", "cli", "bin", "gradable.js");
  const child = spawn(process.execPath, [bin, "batch", ...argv], {
    cwd: folder,
    stdio: "ignore",
    detached: true,
  });
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  return { pid: child.pid as number, gone };
}

async function appears(token: string): Promise<{ pid: number; parent: number }> {
  for (let tries = 0; tries < 1000; tries++) {
    const [found] = withToken(token);
    if (found) return found;
    await sleep(20);
  }
  throw new Error("no such process");
}

describe("gradable batch", { timeout: 90_000 }, () => {
  it("scores a folder of surfaces: results, a journal, a summary, progress in plain lines", async () => {
    await surfaces("ash", "birch", "cedar");
    const { code, stdout, stderr } = await run(["surfaces", "--out", "out"]);
    expect(code).toBe(0);
    expect(stdout).toContain("3 servers: 3 scored, 0 unchanged, 0 failed");
    expect(stdout).toContain("gradable leaderboard");
    expect(stderr).toMatch(/gradable: ash: scored [A-F]; \d done, 0 failed, \d left/);
    expect((await readdir(join(folder, "out"))).sort()).toEqual([
      "ash",
      "batch.jsonl",
      "birch",
      "cedar",
      "summary.json",
    ]);
    const { outcomes, failuresByOwner, results, shard } = await summary("out", "summary.json");
    expect({ outcomes, failuresByOwner, shard }).toEqual({
      outcomes: { scored: 3, failed: 0, unchanged: 0 },
      failuresByOwner: {},
      shard: null,
    });
    const { report } = readReport(await json("out", "birch", "report.json"));
    expect(results[1]).toMatchObject({
      slug: "birch",
      grade: report.score.grade,
      composite: report.score.composite.value,
    });
    expect(await readdir(join(folder, "out", "ash"))).toEqual(["fix.md", "report.json"]);
  });

  it("makes every failure the server's own record, with its owner and its target, and goes on", async () => {
    await surfaces("fine");
    await writeFile(join(folder, "odd.json"), '{"odd": true}');
    await writeFile(join(folder, "exits.mjs"), "console.error('no key'); process.exit(3);");
    await servers([
      { slug: "odd", target: "odd.json" },
      { slug: "shell", target: "TOKEN=hush-hush node x.mjs | tee log" },
      {
        slug: "exits",
        target: `${process.execPath} exits.mjs --api-key hush-hush`,
        env: { KEY: "hush-hush" },
      },
      { slug: "missing", target: "no-such-binary-xyz" },
      { slug: "fine", target: "surfaces/fine.json" },
    ]);
    // A flag that may be repeated takes one value, so the source may follow it.
    const { code, stdout } = await run(["--out", "out", "--quiet", "--env", "MORE=1", "servers.json"]);
    expect(code).toBe(0);
    const { outcomes, failuresByOwner, failuresByCode } = await summary("out", "summary.json");
    expect(outcomes).toEqual({ scored: 1, failed: 4, unchanged: 0 });
    expect(failuresByOwner).toEqual({ server: 1, environment: 3 });
    expect(failuresByCode).toEqual({
      "command-not-found": 1,
      "exited-early": 1,
      "file-not-surface": 1,
      "target-shell-syntax": 1,
    });
    for (const slug of ["odd", "shell", "exits", "missing"]) {
      expect(await readdir(join(folder, "out", slug))).toEqual(["failed.json"]);
      const text = await readFile(join(folder, "out", slug, "failed.json"), "utf8");
      expect(text).not.toContain("hush-hush");
      expect(text).not.toMatch(/"grade"|"score"|"composite"/);
    }
    const failed = readFailed(await json("out", "odd", "failed.json"));
    expect(failed).toMatchObject({
      owner: "environment",
      stage: "target",
      target: { kind: "file", label: "odd.json" },
    });
    expect(stdout).toContain("exits: exited-early (server)");
    expect(stdout).toContain(`Why each failed: ${join(folder, "out", "<slug>", "failed.json")}`);
  });

  it("gives a server that hangs its budget and no more, while the others go on", async () => {
    await surfaces("a", "b", "c", "d");
    const token = randomUUID();
    await writeFile(join(folder, "hangs.mjs"), HANGS);
    await servers([
      {
        slug: "aaa-hangs",
        target: `${process.execPath} hangs.mjs ${token}`,
        cwd: ".",
        env: { SECRET_KEY: "hush-hush" },
      },
      ...["a", "b", "c", "d"].map((name) => ({ slug: name, target: `surfaces/${name}.json` })),
    ]);
    const { code } = await run([
      "servers.json",
      "--out",
      "out",
      "--quiet",
      "--budget",
      "20",
      "--timeout",
      "60",
    ]);
    expect(code).toBe(0);
    const { outcomes, results } = await summary("out", "summary.json");
    expect(outcomes).toEqual({ scored: 4, failed: 1, unchanged: 0 });
    const failed = readFailed(await json("out", "aaa-hangs", "failed.json"));
    expect(failed).toMatchObject({
      code: "budget-exceeded",
      owner: "environment",
      stage: "handshake",
      facts: { budgetMs: 20_000 },
      target: { kind: "stdio", envNames: ["SECRET_KEY"] },
    });
    expect(failed.target.label).toContain("hangs.mjs");
    const tookMs = results.find(({ slug }) => slug === "aaa-hangs")?.durationMs ?? 0;
    expect(tookMs).toBeGreaterThanOrEqual(20_000);
    const { mtimeMs: failedAtMs } = await stat(join(folder, "out", "aaa-hangs", "failed.json"));
    // Two at once: the other worker had all four before the hanging one's budget was over.
    for (const slug of ["a", "b", "c", "d"]) {
      const { mtimeMs } = await stat(join(folder, "out", slug, "report.json"));
      expect(mtimeMs, slug).toBeLessThan(failedAtMs);
    }
    if (linux) expect(withToken(token)).toEqual([]);
  });

  it.runIf(linux)("leaves no server behind when its worker is killed, and says where that was", async () => {
    const token = randomUUID();
    await writeFile(join(folder, "hangs.mjs"), HANGS);
    await servers([{ slug: "hangs", target: `${process.execPath} hangs.mjs ${token}` }]);
    const batch = run(["servers.json", "--out", "out", "--quiet"]);
    const { parent } = await appears(token);
    process.kill(parent, "SIGKILL");
    expect((await batch).code).toBe(3);
    expect(withToken(token)).toEqual([]);
    expect(readFailed(await json("out", "hangs", "failed.json"))).toMatchObject({
      code: "worker-died",
      owner: "gradable",
      target: { kind: "stdio" },
    });
  });

  it("ends everything at an interrupt, and resumes", async () => {
    await surfaces("a");
    const token = randomUUID();
    const exits = `import { existsSync } from "node:fs"; if (existsSync("exit")) process.exit(1);`;
    await writeFile(join(folder, "hangs.mjs"), `${exits}${HANGS}`);
    await servers([
      { slug: "a", target: "surfaces/a.json" },
      { slug: "hangs", target: `${process.execPath} hangs.mjs ${token}` },
    ]);
    const args = ["servers.json", "--out", "out", "--quiet", "--timeout", "300"];
    const interrupt = new AbortController();
    const interrupted = run(args, { signal: interrupt.signal });
    const files = () => readdir(join(folder, "out", "a")).catch((): string[] => []);
    while ((await files()).every((name) => !name.endsWith(".json"))) await sleep(20);
    expect(await files()).toContain("report.json");
    if (linux) await appears(token);
    interrupt.abort("SIGINT");
    const { code, stderr, stdout } = await interrupted;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    // A scan whose answer was under way is finished on disk, and not yet counted.
    expect(stderr).toMatch(/[01] of 2 servers are finished and kept; the same command with --resume/);
    expect(stderr).toContain("interrupted");
    if (linux) expect(withToken(token)).toEqual([]);
    const before = await stat(join(folder, "out", "a", "report.json"));
    await writeFile(join(folder, "exit"), "");
    expect((await run([...args, "--resume"])).code).toBe(0);
    expect((await stat(join(folder, "out", "a", "report.json"))).mtimeMs).toBe(before.mtimeMs);
    const { resumed, outcomes } = await summary("out", "summary.json");
    expect({ resumed, outcomes }).toEqual({ resumed: 1, outcomes: { scored: 1, failed: 1, unchanged: 0 } });
    const changed = await run([...args, "--resume", "--trials", "2"]);
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain("other servers or settings");
  });

  it.runIf(linux).each([
    ["--resume", ["--resume"]],
    ["a fresh run", []],
  ])("after kill -9 of the whole group, %s ends the server that stayed", async (_what, flags) => {
    await surfaces("a");
    const [token, beside] = [randomUUID(), randomUUID()];
    const exits = `import { existsSync, writeFileSync } from "node:fs"; if (existsSync("exit")) process.exit(1);`;
    await writeFile(
      join(folder, "hangs.mjs"),
      `${exits}${HANGS}writeFileSync("ready-" + process.argv[2], "");`,
    );
    await servers([
      { slug: "a", target: "surfaces/a.json" },
      { slug: "hangs", target: `${process.execPath} hangs.mjs ${token}` },
    ]);
    const args = ["servers.json", "--out", "out", "--timeout", "300"];
    const killed = batchProcess(args);
    const server = await appears(token);
    // Its name is in the process table before the first line of it has run.
    while (!existsSync(join(folder, `ready-${token}`))) await sleep(20);
    // A process with the mark of another batch is none of ours.
    const other = spawn(process.execPath, [join(folder, "hangs.mjs"), beside], {
      cwd: folder,
      stdio: ["pipe", "ignore", "ignore"],
      env: { ...process.env, GRADABLE_WORKER_ID: `${randomUUID()}.0` },
    });
    // Neither may meet the file that tells the server to leave before it has begun to hang.
    while (!existsSync(join(folder, `ready-${beside}`))) await sleep(20);
    process.kill(-killed.pid, "SIGKILL");
    await killed.gone;
    await sleep(500);
    expect(withToken(token).map(({ pid }) => pid)).toEqual([server.pid]);
    await writeFile(join(folder, "exit"), "");
    const { code, stderr } = await run([...args, ...flags]);
    expect(code).toBe(0);
    expect(stderr).toContain("ended 1 process that a killed run of this batch had left running");
    expect(withToken(token)).toEqual([]);
    expect(withToken(beside)).toHaveLength(1);
    other.kill("SIGKILL");
    // What was ended in order is not looked for again.
    expect((await run([...args, "--resume"])).stderr).not.toContain("killed run");
  });

  it.runIf(linux)("is refused while another run of the same batch goes on", async () => {
    const token = randomUUID();
    await writeFile(join(folder, "hangs.mjs"), HANGS);
    await servers([{ slug: "hangs", target: `${process.execPath} hangs.mjs ${token}` }]);
    const args = ["servers.json", "--out", "out", "--timeout", "300"];
    const running = batchProcess(args);
    await appears(token);
    for (const flags of [["--resume"], []]) {
      const { code, stderr } = await run([...args, ...flags]);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`still running, as process ${running.pid}`),
      });
    }
    expect(withToken(token)).toHaveLength(1);
    process.kill(running.pid, "SIGTERM");
    await running.gone;
    expect(withToken(token)).toEqual([]);
  });

  it("with --retry-failed scans again what failed, and nothing that was finished", async () => {
    await surfaces("fine");
    await writeFile(join(folder, "exits.mjs"), "process.exit(3);");
    await servers([
      { slug: "exits", target: `${process.execPath} exits.mjs` },
      { slug: "fine", target: "surfaces/fine.json" },
      { slug: "late", target: "surfaces/late.json" },
    ]);
    const args = ["servers.json", "--out", "out"];
    expect((await run(args)).stdout).toContain("1 scored, 0 unchanged, 2 failed");
    const report = await readFile(join(folder, "out", "fine", "report.json"), "utf8");
    const failed = () => readFile(join(folder, "out", "exits", "failed.json"), "utf8");
    const before = await failed();
    await surfaces("late");
    // Not without being asked.
    expect((await run([...args, "--resume"])).stdout).toContain("1 scored, 0 unchanged, 2 failed");
    const some = await run([...args, "--retry-failed", "environment", "--timeout", "60", "--env", "KEY=1"]);
    expect(some.code).toBe(0);
    expect(some.stderr).toContain("1 server that failed before will be scanned again");
    expect(some.stdout).toContain("2 scored, 0 unchanged, 1 failed");
    expect(await readdir(join(folder, "out", "late"))).toEqual(["fix.md", "report.json"]);
    expect(await failed()).toBe(before);
    const all = await run([...args, "--retry-failed"]);
    expect(all.stderr).toContain("2 servers finished before");
    expect(await failed()).not.toBe(before);
    expect(await readFile(join(folder, "out", "fine", "report.json"), "utf8")).toBe(report);
    const { outcomes, resumed } = await summary("out", "summary.json");
    expect({ outcomes, resumed }).toEqual({ outcomes: { scored: 2, failed: 1, unchanged: 0 }, resumed: 2 });
  });

  it("can tell --retry-failed every owner there is", () => {
    expect(RETRY_OWNERS).toEqual(FAILURE_OWNERS.ids);
  });

  it("with --calibration puts its hash into every report, and asks nothing of another judge", async () => {
    await surfaces("a", "b");
    const { io, written } = testIo({ cwd: folder });
    expect(await cli(["judges", "--calibrate", "--format", "json"], io)).toBe(0);
    await writeFile(join(folder, "calibration.json"), written.stdout);
    const { sha256 } = JSON.parse(written.stdout);
    const args = ["surfaces", "--out", "out", "--quiet", "--calibration", "calibration.json"];
    expect((await run(args)).code).toBe(0);
    for (const slug of ["a", "b"])
      expect(readReport(await json("out", slug, "report.json")).report.judge.calibrationSha256).toBe(sha256);
    expect((await run(["surfaces", "--out", "out", "--quiet", "--resume"])).code).toBe(2);
    await rm(join(folder, "out"), { recursive: true });
    const otherJudge = await calledOtherwise(written.stdout);
    await writeFile(join(folder, "calibration.json"), otherJudge);
    const refused = await run(args);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("calibration is of another judge");
    expect(await readdir(join(folder, "out"))).toEqual([]);
  });

  it("with --changed-only scans only what changed, and clears an old failure", async () => {
    await surfaces("a", "b");
    expect((await run(["surfaces", "--out", "out", "--quiet"])).code).toBe(0);
    const before = await readFile(join(folder, "out", "a", "report.json"), "utf8");
    await writeFile(join(folder, "out", "a", "failed.json"), "{}");
    await writeFile(join(folder, "surfaces", "b.json"), JSON.stringify({ tools: [tool("letter")] }));
    const { code, stdout } = await run(["surfaces", "--out", "out", "--quiet", "--changed-only"]);
    expect(code).toBe(0);
    expect(stdout).toContain("1 scored, 1 unchanged, 0 failed");
    expect(await readFile(join(folder, "out", "a", "report.json"), "utf8")).toBe(before);
    expect(await readdir(join(folder, "out", "a"))).toEqual(["fix.md", "report.json"]);
    expect(readReport(await json("out", "b", "report.json")).report.surface.toolCount).toBe(1);
    const again = await run(["surfaces", "--out", "out", "--quiet", "--changed-only", "--trials", "2"]);
    expect(again.stdout).toContain("2 scored, 0 unchanged");
  });

  it("runs in shards that do not disturb each other, and joins them", async () => {
    await surfaces("a", "b", "c");
    const shards = await Promise.all(
      ["1/2", "2/2"].map((shard) => run(["surfaces", "--out", "parts", "--quiet", "--shard", shard])),
    );
    expect(shards.map(({ code }) => code)).toEqual([0, 0]);
    expect(shards[1]?.stdout).toContain("Shard 2/2: 1 server: 1 scored");
    expect((await readdir(join(folder, "parts"))).sort()).toEqual([
      "a",
      "b",
      "batch-1-of-2.jsonl",
      "batch-2-of-2.jsonl",
      "c",
      "summary-1-of-2.json",
      "summary-2-of-2.json",
    ]);
    // The second folder as a shell's pattern gives it.
    await mkdir(join(folder, "empty"));
    const { code, stdout } = await run(["--merge", "parts", "empty", "--out", "whole"]);
    expect(code).toBe(0);
    expect(stdout).toContain("3 servers: 3 scored");
    expect((await summary("whole", "summary.json")).results.map(({ slug }) => slug)).toEqual(["a", "b", "c"]);
    expect(await readFile(join(folder, "whole", "c", "report.json"), "utf8")).toBe(
      await readFile(join(folder, "parts", "c", "report.json"), "utf8"),
    );
  });

  it("shows on a terminal what is being scanned, on one line", async () => {
    await surfaces("ash", "birch");
    const { stderr } = await run(["surfaces", "--out", "out", "-c", "1"], { tty: true });
    expect(stderr).toContain("\r\u001b[2K0 done, 0 failed, 2 left, 0.0/min; now ash");
    expect(stderr).toMatch(/2K1 done, 0 failed, 1 left, .*; now birch/);
    expect(stderr).not.toContain("\n");
  });

  it("exits with 4 before anything is scanned when the judge is not there", async () => {
    await surfaces("a");
    const env = { PATH: folder, HOME: folder };
    const { code, stdout, stderr } = await run(["surfaces", "--out", "out", "--judge-cli", "claude"], {
      env,
    });
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("not installed");
    expect(await readdir(join(folder, "out"))).toEqual([]);
  });

  it("exits with 4 when a judge failed on a server, and --retry-failed judge asks again", async () => {
    await surfaces("a", "b");
    await writeFile(join(folder, "odd.json"), '{"odd": true}');
    await servers([
      { slug: "a", target: "surfaces/a.json" },
      { slug: "odd", target: "odd.json" },
    ]);
    await writeFile(join(folder, "judge.mjs"), "process.exit(1);");
    const judge = ["--judge-cli", "command", "--judge-command", `${process.execPath} ${folder}/judge.mjs`];
    const args = ["servers.json", "--out", "out", "--no-cache", ...judge];
    const { code } = await run([...args, "--quiet"]);
    expect(code).toBe(4);
    const [a, odd] = (await summary("out", "summary.json")).results;
    expect([a?.code?.startsWith("judge-"), odd?.owner]).toEqual([true, "environment"]);
    const again = await run([...args, "--retry-failed", "judge"]);
    expect(again.code).toBe(4);
    expect(again.stderr).toContain("1 server that failed before will be scanned again");
  });

  it("exits with 3 when no server could be scanned", async () => {
    await servers([{ slug: "none", target: "no-such-binary-xyz" }]);
    const { code, stdout } = await run(["servers.json", "--out", "out", "--quiet", "--format", "json"]);
    expect(code).toBe(3);
    expect(batchSummarySchema.parse(JSON.parse(stdout)).failuresByOwner).toEqual({ environment: 1 });
  });

  it.each([
    ["no source", [], "No source"],
    ["a missing source", ["none.json"], "none.json"],
    ["a wrong shard", ["servers.json", "--shard", "3/2"], "--shard"],
    ["a wrong budget", ["servers.json", "--budget", "0"], "--budget"],
    ["a wrong owner", ["servers.json", "--retry-failed", "network"], "server, judge, environment, gradable"],
    ["a source after --retry-failed", ["--retry-failed", "servers.json"], "source comes first"],
    ["two sources", ["servers.json", "others.json"], "servers.json, others.json"],
    ["a source as a folder to merge", ["servers.json", "--merge", "parts"], "--merge"],
    ["--merge with --retry-failed", ["--merge", "parts", "--retry-failed"], "--retry-failed"],
    ["--merge of nothing", ["--merge", "none"], "none"],
    ["a taken --out", ["servers.json", "--out", "servers.json"], "servers.json"],
  ])("refuses %s as wrong usage", async (_what, argv, words) => {
    await servers([{ slug: "x", target: "node x.js" }]);
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });
});
