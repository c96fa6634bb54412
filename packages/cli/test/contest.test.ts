import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, reportSha256, type Surface } from "@gradable/contract";
import { verify } from "@gradable/score";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { contestTargets } from "../src/contest-targets.js";
import { testIo } from "./io-for-tests.js";

const server = join(import.meta.dirname, "..", "..", "..", "examples", "confusing-server.mjs");
const confusing = `${process.execPath} ${server}`;

/** A published scan of the confusing example with its captured surface, made once. */
let published: Report;
let surface: Surface;
beforeAll(async () => {
  const cwd = await mkdtemp(join(tmpdir(), "gradable-published-"));
  const { io } = testIo({ cwd });
  expect(await cli(["scan", "--target", confusing, "--save-surface", "--out", "published", "-q"], io)).toBe(
    0,
  );
  published = JSON.parse(await readFile(join(cwd, "published/report.json"), "utf8"));
  surface = JSON.parse(await readFile(join(cwd, "published/surface.json"), "utf8"));
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-contest-"));
  await put("theirs.json", published);
});
const put = (file: string, document: unknown) => writeFile(join(folder, file), JSON.stringify(document));
const read = (file: string) => readFile(join(folder, file), "utf8");
const json = async (file: string) => JSON.parse(await read(file)) as Report;
const run = async (...argv: string[]) => {
  const { io, written } = testIo({ cwd: folder });
  return { code: await cli(["contest", "theirs.json", "--out", "out", ...argv], io), ...written };
};
const edited = (): Report => {
  const report = structuredClone(published);
  report.score.composite = { value: 12, exact: "12" };
  return { ...report, reportSha256: reportSha256(report) };
};
const tools = (change: (tool: Surface["tools"][number]) => unknown[]) => ({
  tools: surface.tools.flatMap(change),
});

describe("gradable contest", () => {
  it("asks the same requests again, and writes an issue text with both reports beside it", async () => {
    const { code, stdout } = await run("--target", confusing);
    expect(code).toBe(0);
    expect((await readdir(join(folder, "out"))).sort()).toEqual([
      "contest.md",
      "fix.md",
      "published.json",
      "report.json",
    ]);
    expect(await json("out/published.json")).toEqual(published);
    const again = await json("out/report.json");
    expect(verify(again)).toEqual([]);
    expect(again.taskSetSha256).toBe(published.taskSetSha256);
    const issue = await read("out/contest.md");
    expect(issue).toContain("**Reproduced.** No figure, request or finding differs.");
    expect(issue).toContain("Measured again, the score stands. What is left to dispute is a finding");
    expect(issue).toContain("It holds: every figure of `published.json`");
    expect(issue).toContain(`reportSha256 \`${again.reportSha256}\``);
    expect(issue).not.toContain(folder);
    expect(stdout).toContain("contest.md");
    expect(stdout).toMatch(/Comparable +yes/);
  });

  it("stands on the arithmetic alone where the server can't be reached", async () => {
    await put("theirs.json", edited());
    const { code } = await run();
    expect(code).toBe(0);
    expect((await readdir(join(folder, "out"))).sort()).toEqual(["contest.md", "published.json"]);
    const issue = await read("out/contest.md");
    expect(issue).toContain("It does not hold.");
    expect(issue).toContain('the report says "12"');
    expect(issue).not.toContain("measured again");
  });

  it("asks what is left of the requests when tools are gone, and says that the surface changed", async () => {
    const gone = published.tasks[0]?.tool ?? "";
    await put(
      "now.json",
      tools((tool) => (tool.name === gone ? [] : [tool])),
    );
    const { code } = await run("--target", "now.json");
    expect(code).toBe(0);
    const again = await json("out/report.json");
    expect(again.tasks).toEqual(published.tasks.filter(({ tool }) => tool !== gone));
    const issue = await read("out/contest.md");
    expect(issue).toContain("**The surface changed.** The declared tools are not the same (1 removed)");
    expect(issue).toContain("**Other requests.**");
    expect(issue).toContain("over a captured list of tools instead of the running server");
    expect(issue).toContain("may not be set against each other (the case sets differ)");
    // A scan would refuse the requests for the tool that is gone.
    expect(issue).toContain("npx gradable contest published.json --target now.json\n");
    expect(issue).not.toContain("the score stands");
  });

  it("falls back to the surface captured beside the report", async () => {
    const theirs = structuredClone(published);
    theirs.target = { kind: "http", label: "http://127.0.0.1:9/mcp" };
    await put("theirs.json", { ...theirs, reportSha256: reportSha256(theirs) });
    await put("surface.json", surface);
    const { code, stderr } = await run("--timeout", "5");
    expect(code).toBe(0);
    expect(stderr).toContain("127.0.0.1");
    const issue = await read("out/contest.md");
    expect(issue).toContain("Tried before, without success:");
    expect((await json("out/report.json")).surface.surfaceSha256).toBe(published.surface.surfaceSha256);
  });

  it("has nothing to contest with when the arithmetic holds and nothing can be measured", async () => {
    await run("--target", confusing);
    const { code, stdout, stderr } = await run("--target", "node no-such-file.mjs");
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toContain("nothing to contest with");
    expect(stderr).toContain("--target surface.json");
    expect((await readdir(join(folder, "out"))).sort()).toEqual(["failed.json"]);
  });

  it("says when another judge is about to answer than the published one", async () => {
    const theirs = structuredClone(published);
    for (const stage of Object.values(theirs.judge.stages)) {
      if (stage !== null) Object.assign(stage, { cli: "claude", model: "some-model" });
    }
    Object.assign(theirs.judge, { cli: "claude", model: "some-model" });
    await put("theirs.json", { ...theirs, reportSha256: reportSha256(theirs) });
    await put(
      "now.json",
      tools((tool) => [tool]),
    );
    const { code, stderr } = await run("--target", "now.json");
    expect(code).toBe(0);
    expect(stderr).toContain("to ask the same one, add --judge-cli claude --judge-model some-model\n");
    expect(await read("out/contest.md")).toContain("although there was a difference in the judge.");
    expect((await run("--target", "now.json", "-q")).stderr).toBe("");
  });

  it("carries the calibration of the judge that answers, and refuses what is none", async () => {
    await put(
      "now.json",
      tools((tool) => [tool]),
    );
    const { io, written } = testIo({ cwd: folder });
    expect(await cli(["judges", "--calibrate", "--format", "json"], io)).toBe(0);
    await put("calibration.json", JSON.parse(written.stdout));
    const args = ["--target", "now.json", "--calibration", "calibration.json", "-q"];
    expect((await run(...args)).code).toBe(0);
    const { sha256 } = JSON.parse(written.stdout);
    expect((await json("out/report.json")).judge.calibrationSha256).toBe(sha256);
    await put("calibration.json", published);
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain("no calibration");
  });

  it("never runs a command line of the report unasked", async () => {
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain("Say how to reach it: --target");
  });

  it("prints the comparison as JSON, or the issue text", async () => {
    await put(
      "now.json",
      tools((tool) => [tool]),
    );
    const comparison = await run("--target", "now.json", "--format", "json", "-q");
    expect(JSON.parse(comparison.stdout)).toMatchObject({
      a: { file: "published.json" },
      b: { file: "report.json" },
    });
    const { stdout } = await run("--target", "now.json", "--format", "markdown", "-q");
    expect(stdout).toBe(await read("out/contest.md"));
  });
});

describe("what is measured again", () => {
  const of = (target: Report["target"], options: { given?: string; beside?: string } = {}) =>
    contestTargets({ ...published, target }, { given: options.given, capturedBeside: options.beside }).map(
      ({ target: text }) => text,
    );
  const npm = { name: "@a/b", version: "1.2.3", bin: "b" };

  it.each<[string, Report["target"], string[]]>([
    ["the very version of a package", { kind: "npm", label: "npm:@a/b", npm }, ["npm:@a/b@1.2.3"]],
    [
      "with its command and arguments",
      { kind: "npm", label: "npm:@a/b@latest#b --stdio .", npm },
      ["npm:@a/b@1.2.3#b --stdio ."],
    ],
    ["an address", { kind: "http", label: "https://example.com/mcp" }, ["https://example.com/mcp"]],
    [
      "no address with a secret left out",
      { kind: "http", label: "https://example.com/mcp?key=<redacted>" },
      [],
    ],
    ["no package with a secret left out", { kind: "npm", label: "npm:@a/b --key <redacted>", npm }, []],
    ["no packed file", { kind: "npm", label: "npm:./b-1.2.3.tgz", npm }, []],
    ["no command line", { kind: "stdio", label: "node server.js" }, []],
    ["no file", { kind: "file", label: "surface.json" }, []],
    [
      "no configuration",
      { kind: "config", label: "mcp.json#a", config: { file: "mcp.json", name: "a" } },
      [],
    ],
  ])("%s", (_name, target, expected) => {
    expect(of(target)).toEqual(expected);
    expect(of(target, { beside: "surface.json" })).toEqual([...expected, "surface.json"]);
    expect(of(target, { given: "node mine.js", beside: "surface.json" })).toEqual(["node mine.js"]);
  });
});
