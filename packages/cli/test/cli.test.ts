import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFailed, readReport } from "@gradable/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const examples = join(import.meta.dirname, "..", "..", "..", "examples");
const clear = `${process.execPath} ${join(examples, "clear-server.mjs")}`;
const confusing = `${process.execPath} ${join(examples, "confusing-server.mjs")}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-cli-"));
});

afterEach(() => vi.unstubAllEnvs());

const run = async (argv: string[], overrides: Parameters<typeof testIo>[0] = {}) => {
  const { io, written } = testIo({ cwd: folder, ...overrides });
  return { code: await cli(argv, io), ...written };
};
const json = async (file: string) => JSON.parse(await readFile(file, "utf8")) as unknown;

/** No control character but line breaks: what a pipe must get. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

describe("gradable", () => {
  it("prints its commands and exit codes for --help", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect(code).toBe(0);
    for (const word of ["scan", "verify", "leaderboard", "Exit codes"]) expect(stdout).toContain(word);
    expect(stderr).toBe("");
  });

  it("prints its version", async () => {
    const { code, stdout } = await run(["--version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([[[]], [["scn"]], [["scan", "--no-such-flag", "x"]], [["scan", "--format", "xml", "x"]]])(
    "answers %j with usage and exit code 2",
    async (argv) => {
      const { code, stdout, stderr } = await run(argv);
      expect(code).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toContain("gradable: ");
      expect(stderr).not.toMatch(/\n\s+at /);
    },
  );
});

it.each([["bo\u001b[31m\u202egus"], ["explain", "x\u009b31m\u202e"], ["scan", "--b\u001b[2Jad", "x"]])(
  "quotes %j without what a terminal would act on",
  async (...argv) => {
    const { code, stderr } = await run(argv);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(CONTROL);
    expect(stderr).not.toContain("\u202e");
  },
);

it("prints JSON that a terminal only shows, and that says the same", async () => {
  const name = "read_\u009b31m\u202etxt";
  const tools = [
    { name, description: "Reads one page of the book by its number.", inputSchema: { type: "object" } },
  ];
  await writeFile(join(folder, "tools.json"), JSON.stringify({ tools }));
  const { stdout } = await run(["surface", "tools.json"]);
  expect(stdout).not.toMatch(CONTROL);
  expect(stdout).not.toContain("\u202e");
  expect(JSON.parse(stdout).tools).toEqual(tools);
});

it("speaks one language, whatever the language of the environment", async () => {
  vi.stubEnv("LC_ALL", "de_DE.UTF-8");
  const { stderr } = await run(["scan", "--no-such-flag", "x"]);
  expect(stderr).toContain("Unknown argument");
});

describe("gradable scan", () => {
  it("scores the clear example an A and the confusing one poorly, each with a report that verifies", async () => {
    const good = await run(["scan", "--target", clear, "--out", "clear"]);
    expect(good.stderr).toContain("gradable: ");
    expect(good.code).toBe(0);
    const bad = await run(["scan", "--target", confusing, "--out", "confusing"]);
    expect(bad.code).toBe(0);
    const clearReport = readReport(await json(join(folder, "clear", "report.json"))).report;
    const confusingReport = readReport(await json(join(folder, "confusing", "report.json"))).report;
    expect(clearReport.score.grade).toBe("A");
    expect(["D", "F"]).toContain(confusingReport.score.grade);
    expect(await readdir(join(folder, "clear"))).toEqual(["fix.md", "report.json"]);
    const verified = await run(["verify", "clear/report.json", "confusing/report.json"]);
    expect(verified.code).toBe(0);
    expect(good.stdout).not.toMatch(CONTROL);
    expect(bad.stdout).not.toMatch(CONTROL);
  });

  it("gives the same bytes twice but for the time", async () => {
    for (const out of ["one", "two"])
      await run(["scan", "--quiet", "--target", confusing, "--out", out, "--slug", "same"]);
    expect(await readFile(join(folder, "one", "report.json"), "utf8")).toBe(
      await readFile(join(folder, "two", "report.json"), "utf8"),
    );
    expect(await readFile(join(folder, "one", "fix.md"), "utf8")).toBe(
      await readFile(join(folder, "two", "fix.md"), "utf8"),
    );
  });

  it("prints the report as JSON, nothing else on stdout, nothing on stderr when quiet", async () => {
    const { code, stdout, stderr } = await run(["scan", clear, "--format", "json", "--quiet", "--out", "o"]);
    expect(code).toBe(0);
    expect(readReport(JSON.parse(stdout)).report.slug).toMatch(/^[a-z0-9-]+$/);
    expect(stderr).toBe("");
  });

  it("colours a terminal, and not with NO_COLOR", async () => {
    const coloured = await run(["scan", clear, "--quiet", "--out", "o"], {
      tty: true,
      env: { PATH: process.env.PATH, TERM: "xterm" },
    });
    expect(coloured.stdout).toContain("\u001b[");
    const plain = await run(["scan", clear, "--quiet", "--out", "o"], {
      tty: true,
      env: { PATH: process.env.PATH, TERM: "xterm", NO_COLOR: "1" },
    });
    expect(plain.stdout).not.toContain("\u001b");
  });

  it("replays a task set exactly", async () => {
    await run(["scan", clear, "--quiet", "--out", "first"]);
    const { code } = await run([
      "scan",
      clear,
      "--quiet",
      "--tasks-from",
      "first/report.json",
      "--out",
      "second",
    ]);
    expect(code).toBe(0);
    const first = readReport(await json(join(folder, "first", "report.json"))).report;
    const second = readReport(await json(join(folder, "second", "report.json"))).report;
    expect(second.tasks).toEqual(first.tasks);
    expect(second.taskSetSha256).toBe(first.taskSetSha256);
    expect(second.score).toEqual(first.score);
  });

  it("counts recorded responses", async () => {
    await writeFile(join(folder, "responses.json"), JSON.stringify([500, 1500]));
    await run(["scan", clear, "--quiet", "--responses", "responses.json", "--out", "o"]);
    const { report } = readReport(await json(join(folder, "o", "report.json")));
    expect(report.economics.responses).toEqual({ count: 2, totalTokens: 2000, source: "exact" });
    expect(report.score.categories.economics.inputs.response?.input.exact).toBe("1000");
  });

  it("exits with 1 below a threshold, and says which", async () => {
    const under = await run(["scan", confusing, "--quiet", "--out", "o", "--fail-under", "99"]);
    expect(under.code).toBe(1);
    expect(under.stderr).toContain("--fail-under 99");
    const grade = await run(["scan", confusing, "--quiet", "--out", "o", "--min-grade", "a"]);
    expect(grade.code).toBe(1);
    expect(
      (await run(["scan", clear, "--quiet", "--out", "o", "--min-grade", "A", "--fail-under", "90"])).code,
    ).toBe(0);
  });

  it.each([
    ["no target", ["scan"], "No target"],
    ["--tasks-per-tool 0", ["scan", clear, "--tasks-per-tool", "0"], "--tasks-per-tool"],
    ["--tasks-per-tool x", ["scan", clear, "--tasks-per-tool", "x"], "--tasks-per-tool"],
    ["--slug ../../x", ["scan", clear, "--slug", "../../x"], "--slug"],
    ["--min-grade Z", ["scan", clear, "--min-grade", "Z"], "--min-grade"],
    ["--fail-under 200", ["scan", clear, "--fail-under", "200"], "--fail-under"],
    ["--env without a value", ["scan", clear, "--env", "SECRET"], "--env"],
    ["--tasks-from a missing file", ["scan", clear, "--tasks-from", "none.json"], "none.json"],
  ])("refuses %s as wrong usage and writes nothing", async (_what, argv, words) => {
    const { code, stdout, stderr } = await run(argv);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(await readdir(folder)).toEqual([]);
  });

  it("refuses an --out that can't be written before it starts anything", async () => {
    await writeFile(join(folder, "taken"), "");
    const { code, stderr } = await run(["scan", clear, "--out", "taken"]);
    expect(code).toBe(2);
    expect(stderr).toContain("taken");
    expect(stderr).not.toContain("connecting");
  });

  it("writes failed.json for a server that does not start, with its owner and its place on the chain, and no grade", async () => {
    await writeFile(join(folder, "exits.mjs"), "console.error('no key'); process.exit(3);");
    const { code, stdout, stderr } = await run(["scan", `${process.execPath} exits.mjs`, "--out", "o"]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    const text = await readFile(join(folder, "o", "failed.json"), "utf8");
    const failed = readFailed(JSON.parse(text));
    expect(failed.owner).toBe("server");
    expect(failed.chain?.stage).toBe("connection");
    expect(text).not.toMatch(/"grade"|"score"|"composite"/);
    expect(stderr).toContain("failed.json");
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("answers an unknown command at once, as a failure of the environment", async () => {
    const started = performance.now();
    const { code, stderr } = await run(["scan", "no-such-binary-xyz --flag", "--out", "o"]);
    // Long before the time-out of a start, 30 s.
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(code).toBe(3);
    expect(stderr).toContain("no-such-binary-xyz");
    expect(await readdir(join(folder, "o"))).toEqual(["failed.json"]);
  });

  it("replaces an earlier failure", async () => {
    await run(["scan", "no-such-binary-xyz", "--out", "o"]);
    await run(["scan", clear, "--quiet", "--out", "o"]);
    expect(await readdir(join(folder, "o"))).toEqual(["fix.md", "report.json"]);
  });

  it("keeps a secret out of everything it prints and writes", async () => {
    await writeFile(
      join(folder, "tells.mjs"),
      "console.error('key is ' + process.env.API_KEY); process.exit(1);",
    );
    const secret = "s3cr3t-value-0123456789";
    const { stdout, stderr } = await run([
      "scan",
      `${process.execPath} tells.mjs`,
      "--env",
      `API_KEY=${secret}`,
      "--out",
      "o",
      "--verbose",
    ]);
    expect(stdout + stderr + (await readFile(join(folder, "o", "failed.json"), "utf8"))).not.toContain(
      secret,
    );
  });

  it("stops at an interrupt without writing anything", async () => {
    await writeFile(join(folder, "hangs.mjs"), "setInterval(() => {}, 1000); process.stdin.resume();");
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort("SIGINT"), 300);
    const { code, stderr } = await run(["scan", `${process.execPath} hangs.mjs`, "--out", "o"], {
      signal: interrupt.signal,
    });
    expect(code).toBe(130);
    expect(stderr).toContain("interrupted");
    expect(await readdir(join(folder, "o"))).toEqual([]);
  });
});

describe("gradable verify", () => {
  it("names an edit with both numbers and exits with 1", async () => {
    await run(["scan", confusing, "--quiet", "--out", "o"]);
    const file = join(folder, "o", "report.json");
    const report = readReport(await json(file)).report;
    await writeFile(file, JSON.stringify({ ...report, score: { ...report.score, grade: "A" } }));
    const { code, stdout } = await run(["verify", "o/report.json"]);
    expect(code).toBe(1);
    expect(stdout).toContain("score.grade");
  });

  it.each([
    ["an empty file", ""],
    ["what is no report", "[]"],
    ["a newer version", '{"schemaVersion": 99}'],
  ])("refuses %s", async (_what, text) => {
    await writeFile(join(folder, "r.json"), text);
    const { code, stderr } = await run(["verify", "r.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("gradable: ");
  });

  it("refuses a directory", async () => {
    await mkdir(join(folder, "d"));
    expect((await run(["verify", "d"])).code).toBe(2);
  });
});

describe("gradable leaderboard", () => {
  it("links each row to its fix brief, or to its report where there is none", async () => {
    for (const slug of ["with", "without"]) {
      await run(["scan", clear, "--quiet", "--slug", slug, "--out", join("results", slug)]);
    }
    await rm(join(folder, "results", "without", "fix.md"));
    const { code, stdout } = await run(["leaderboard", "results", "--out", "board", "--format", "markdown"]);
    expect(code).toBe(0);
    expect(stdout).toContain("[with](../results/with/fix.md)");
    expect(stdout).toContain("[without](../results/without/report.json)");
  });
});

describe("other commands", () => {
  it("captures a surface that scans to the same hash", async () => {
    const { code } = await run(["surface", clear, "--quiet", "--out", "s.json"]);
    expect(code).toBe(0);
    await run(["scan", clear, "--quiet", "--out", "live"]);
    await run(["scan", "s.json", "--quiet", "--out", "file"]);
    const live = readReport(await json(join(folder, "live", "report.json"))).report;
    const file = readReport(await json(join(folder, "file", "report.json"))).report;
    expect(file.surface.surfaceSha256).toBe(live.surface.surfaceSha256);
    expect(file.score).toEqual(live.score);
  });

  it("writes tasks that a scan replays", async () => {
    expect((await run(["tasks", clear, "--quiet", "--out", "tasks.json"])).code).toBe(0);
    expect((await run(["scan", clear, "--quiet", "--tasks-from", "tasks.json", "--out", "o"])).code).toBe(0);
  });

  it("prints the fix brief of a report", async () => {
    await run(["scan", confusing, "--quiet", "--out", "o"]);
    const { code, stdout } = await run(["fix", "o/report.json"]);
    expect(code).toBe(0);
    expect(stdout).toBe(await readFile(join(folder, "o", "fix.md"), "utf8"));
  });

  it("prints JSON Schemas", async () => {
    const { stdout } = await run(["schema", "report"]);
    expect(JSON.parse(stdout)).toMatchObject({ title: "Gradable report", additionalProperties: false });
  });

  it("explains a word, and offers near ones for a misspelt word", async () => {
    expect((await run(["explain", "notReached"])).stdout).toContain("never ran (an earlier stage failed)");
    const unknown = await run(["explain", "notReach"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("notReached");
  });
});
