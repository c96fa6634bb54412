import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReport } from "@gradable/contract";
import { verify } from "@gradable/score";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureReply, NOTES, stageOf } from "../../model/test/fixture-judge.js";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const judgeProgram = join(import.meta.dirname, "fixtures", "asking-judge.mjs");

/** The model behind the command: answers in this process, so that a test sees and steers what is asked. */
let server: Server;
let asked: string[];
let answer: (prompt: string) => string | Promise<string>;
let folder: string;
let command: string;

beforeEach(async () => {
  asked = [];
  answer = fixtureReply;
  folder = await mkdtemp(join(tmpdir(), "gradable-prompted-"));
  await writeFile(join(folder, "surface.json"), JSON.stringify({ tools: NOTES.tools }));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const prompt = Buffer.concat(chunks).toString("utf8");
      asked.push(prompt);
      response.end(
        JSON.stringify({
          gradableAnswer: 1,
          text: await answer(prompt),
          model: "said-model",
          version: "7.1",
          usage: { inputTokens: 100, outputTokens: 10 },
        }),
      );
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  command = `${process.execPath} ${judgeProgram} http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true, force: true });
});

async function run(argv: readonly string[], options: { signal?: AbortSignal; tty?: boolean } = {}) {
  const env = { PATH: process.env.PATH, HOME: folder, GRADABLE_CACHE: join(folder, "cache") };
  const { io, written } = testIo({ cwd: folder, env, ...options });
  return { code: await cli([...argv], io), ...written };
}

const judged = (...more: string[]) => [
  "scan",
  "--target",
  "surface.json",
  "--out",
  "out",
  "--judge-cli",
  "command",
  "--judge-command",
  command,
  "--judge-model",
  "flag-model",
  "--concurrency",
  "2",
  "--tasks-per-tool",
  "1",
  ...more,
];

const reportText = () => readFile(join(folder, "out", "report.json"), "utf8");
const report = async () => readReport(JSON.parse(await reportText())).report;
const count = (stage: string) => asked.filter((prompt) => stageOf(prompt) === stage).length;

/** Each call starts a program, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;

describe("a scan by a prompted judge", { timeout: TIMEOUT_MS }, () => {
  it("asks the five questions, names who answered, and copies no flag into the report [M4.1]", async () => {
    const { code, stderr } = await run(judged());
    expect(code, stderr).toBe(0);
    const found = await report();
    const who = { cli: "command", cliVersion: "7.1", model: "said-model" };
    expect(found.judge).toMatchObject({
      ...who,
      taskGeneratorVersion: "tasks-v1",
      promptTemplateVersion: "selection-v1",
      stages: {
        tasks: { ...who, version: "tasks-v1" },
        selection: { ...who, version: "selection-v1" },
        defects: { ...who, version: "defects-v1" },
        pairs: { ...who, version: "pairs-v1" },
        rewrite: { ...who, version: "rewrite-v1" },
      },
    });
    expect(found.provenance).toBe("uniform");
    expect(verify(found)).toEqual([]);
    expect(await reportText()).not.toContain("flag-model");
    // 4 requests, before and after the one rewrite.
    expect(["tasks", "selection", "defects", "pairs", "rewrite"].map(count)).toEqual([1, 8, 1, 1, 1]);
    expect(found.runs.baseline.trials[0]?.reportedUsage).toEqual({ inputTokens: 100, outputTokens: 10 });
  });

  it("costs nothing the second time and comes out the same; another trial is another answer [M8.7]", async () => {
    await run(judged());
    const [first, paid] = [await report(), asked.length];
    const { stderr } = await run(judged(), { tty: true });
    expect(asked.length).toBe(paid);
    expect(stderr).toContain("kept");
    expect((await report()).reportSha256).toBe(first.reportSha256);
    await run(judged("--trials", "2"));
    expect(asked.length).toBe(paid + 8);
    expect((await report()).runs.baseline.trials).toHaveLength(8);
    await run(judged("--no-cache"));
    expect(asked.length).toBe(paid + 8 + paid);
    expect((await run(["cache", "clear"])).stdout).toContain(`${paid + 8} kept answers`);
  });

  it("keeps what was answered when interrupted, says so, and asks only for the rest [M8.7]", async () => {
    const interrupt = new AbortController();
    answer = (prompt) => {
      // Some are answered, one is under way.
      if (count("selection") < 4) return fixtureReply(prompt);
      interrupt.abort("SIGINT");
      return new Promise(() => undefined);
    };
    const { code, stderr } = await run(judged(), { signal: interrupt.signal });
    expect(code).toBe(130);
    const kept = Number(/(\d+) answers are kept/.exec(stderr)?.[1]);
    expect(stderr).toContain("run the same command again");
    expect(kept).toBeGreaterThanOrEqual(3);
    asked = [];
    answer = fixtureReply;
    expect((await run(judged())).code).toBe(0);
    expect(asked.length).toBe(12 - kept);
  });

  it("ends at once when interrupted while the tasks are written", async () => {
    const interrupt = new AbortController();
    answer = () => {
      interrupt.abort("SIGINT");
      return new Promise(() => undefined);
    };
    const { code, stderr } = await run(judged(), { signal: interrupt.signal });
    expect(code).toBe(130);
    expect(stderr).not.toContain("answers are kept");
  });

  it("shows calls, tokens, cost and the time to go on a live line", async () => {
    const { stderr } = await run(judged("--price-in", "1000", "--price-out", "1000"), { tty: true });
    expect(stderr).toMatch(
      /asking the judge.* \d+\/4 \(\d+ calls, [\d,]+ tokens, \$\d+\.\d\d, about \d+ min to go\)/,
    );
  });

  it("is foretold by --dry-run: every call, and its prompt tokens within 10 % [M8.7]", async () => {
    // Which tools get a rewriting is for the judge to say, so only that part is a guess.
    const flags = ["--no-rewrite", "--trials", "2"];
    const dry = JSON.parse((await run(judged(...flags, "--dry-run", "--format", "json"))).stdout);
    expect(asked).toEqual([]);
    await run(judged(...flags));
    const { loadTokenizer } = await import("@gradable/model/tokens");
    const tokenizer = await loadTokenizer("o200k_base");
    const [rewrites, others] = [true, false].map((is) =>
      asked.filter((prompt) => (stageOf(prompt) === "rewrite") === is),
    ) as [string[], string[]];
    const sent = others.reduce((sum, prompt) => sum + tokenizer.count(prompt), 0);
    expect(dry.total.calls - dry.stages.rewrite.calls).toBe(others.length);
    const foretold = dry.total.promptTokens - dry.stages.rewrite.promptTokens;
    expect(Math.abs(foretold - sent) / sent).toBeLessThan(0.1);
    expect(rewrites.length).toBe(1);
    const said = (await run(judged("--dry-run"))).stdout;
    expect(said).toContain("A guess: the rewrites");
  });
});

describe("--calibration", { timeout: TIMEOUT_MS }, () => {
  async function calibrate(...argv: string[]) {
    const { code, stdout, stderr } = await run(["judges", "--calibrate", "--format", "json", ...argv]);
    expect(code, stderr).toBe(0);
    await writeFile(join(folder, "calibration.json"), stdout);
    return JSON.parse(stdout);
  }
  const builtin = ["scan", "--target", "surface.json", "--out", "out", "--calibration", "calibration.json"];

  it("is carried by its hash, and the report still verifies [M8.9]", async () => {
    const { sha256 } = await calibrate();
    expect((await run(builtin)).code).toBe(0);
    const found = await report();
    expect(found.judge.calibrationSha256).toBe(sha256);
    expect(verify(found)).toEqual([]);
    expect((await run(["verify", "out/report.json"])).code).toBe(0);
  });

  it("is refused when another judge answers, before the scan is paid for [M8.9]", async () => {
    await calibrate();
    const { code, stderr } = await run(judged("--calibration", "calibration.json"));
    expect(code).toBe(2);
    expect(stderr).toContain("builtin");
    expect(stderr).toContain("said-model");
    expect(count("selection")).toBe(1);
  });

  it.each([
    ["changed counts", (text: string) => text.replace('"correct": ', '"correct": 1')],
    ["no calibration", () => '{"tools": []}'],
    ["a surface that is none", (text: string) => JSON.stringify({ ...JSON.parse(text), surfaces: [null] })],
  ])("is refused with %s [M8.9]", async (_what, change) => {
    await calibrate();
    const file = join(folder, "calibration.json");
    await writeFile(file, change(await readFile(file, "utf8")));
    const { code, stderr } = await run(builtin);
    expect(code).toBe(2);
    expect(stderr).toContain("no calibration");
  });
});
