import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, readReport } from "@gradable/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-gate-"));
});

const run = async (argv: string[], env: Record<string, string> = {}) => {
  const { io, written } = testIo({ cwd: folder, env: { PATH: process.env.PATH, ...env } });
  return { code: await cli(["scan", "surface.json", "--out", "o", "--quiet", ...argv], io), ...written };
};

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
});
const CLEAR = tool(
  "find_parcel",
  "Finds one parcel by its id, for example P-1. Returns the parcel with its state.",
);
const POOR = tool("delete_parcel", "Delete parcel.");
const surface = (...tools: unknown[]) => writeFile(join(folder, "surface.json"), JSON.stringify({ tools }));
const report = async (): Promise<Report> =>
  readReport(JSON.parse(await readFile(join(folder, "o", "report.json"), "utf8"))).report;

/** A name that a runner would take for commands if it came to the start of a line, or anywhere. */
const HOSTILE = "::add-mask::parcel ##[set-env name=A]b\n::error::gotcha";

describe("the gate of gradable scan", () => {
  beforeEach(() => surface(CLEAR, POOR));

  it("compares the exact score", async () => {
    await run([]);
    const { exact } = (await report()).score.composite;
    const [p, q = "1"] = exact.split("/");
    const digits = ((BigInt(p as string) * 10n ** 15n) / BigInt(q)).toString().padStart(16, "0");
    const shown = (text: string) => `${text.slice(0, -15)}.${text.slice(-15)}`;
    expect((await run(["--fail-under", shown(digits)])).code).toBe(0);
    const above = await run(["--fail-under", shown((BigInt(digits) + 1n).toString())]);
    expect(above.code).toBe(1);
    expect(above.stderr).toContain("below --fail-under");
  });

  it("counts new defects against a baseline that verifies", async () => {
    await run([]);
    await writeFile(join(folder, "baseline.json"), await readFile(join(folder, "o", "report.json")));
    const against = ["--baseline", "baseline.json", "--max-new-defects"];
    expect((await run([...against, "0"])).code).toBe(0);
    await surface(CLEAR, POOR, tool("add_parcel", "Add parcel."));
    const worse = await run([...against, "0"]);
    expect(worse.code).toBe(1);
    expect(worse.stderr).toMatch(/more than --max-new-defects 0: add_parcel \(/);
    expect((await run([...against, "3"])).code).toBe(0);
    const edited = (await readFile(join(folder, "baseline.json"), "utf8")).replace(
      '"scannedAt": "20',
      '"scannedAt": "19',
    );
    await writeFile(join(folder, "baseline.json"), edited);
    const refused = await run([...against, "0"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("does not verify");
  });

  it.each([
    ["--max-new-defects without a baseline", ["--max-new-defects", "0"], "--baseline"],
    ["a missing baseline", ["--max-new-defects", "0", "--baseline", "none.json"], "none.json"],
    ["--fail-under with a word", ["--fail-under", "8e1"], "--fail-under"],
    ["--fail-under over 100", ["--fail-under", "100.5"], "--fail-under"],
    ["--max-new-defects below 0", ["--max-new-defects", "-1", "--baseline", "x"], "--max-new-defects"],
  ])("refuses %s as wrong usage", async (_what, argv, words) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });
});

describe("formats for CI", () => {
  it.each(["sarif", "junit", "github"])("says in %s what the exit code says", async (format) => {
    await surface(CLEAR, POOR);
    const failing = { sarif: '"level": "error"', junit: "<failure ", github: "::error " }[format] as string;
    const passed = await run(["--format", format, "--fail-under", "0"]);
    expect(passed.code).toBe(0);
    expect(passed.stdout).not.toContain(failing);
    const failed = await run(["--format", format, "--fail-under", "100"]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(failing);
    expect(failed.stderr).toContain("below --fail-under 100");
  });

  it.each([
    ["sarif", '"executionSuccessful": false'],
    ["junit", 'errors="1"'],
    ["github", "::error "],
  ])("fails in %s when there is no score", async (format, words) => {
    await surface();
    const { code, stdout } = await run(["--format", format]);
    expect(code).toBe(3);
    expect(stdout).toContain(words);
  });

  it("names the report in SARIF by a path relative to the checkout", async () => {
    await surface(CLEAR, POOR);
    const { stdout } = await run(["--format", "sarif", "--out", "my results/a#b"]);
    const [result] = JSON.parse(stdout).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe("my%20results/a%23b/report.json");
  });

  it("appends to the job summary", async () => {
    await surface(CLEAR, POOR);
    const file = join(folder, "summary.md");
    await writeFile(file, "before\n");
    await run(["--format", "github", "--min-grade", "F"], { GITHUB_STEP_SUMMARY: file });
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/^before\n- passed: All \d+ answers/);
    expect(text).toContain("grade");
    await surface();
    await run(["--format", "github"], { GITHUB_STEP_SUMMARY: file });
    expect(await readFile(file, "utf8")).toContain("no-tools");
    const missing = await run(["--format", "github"], { GITHUB_STEP_SUMMARY: join(folder, "no", "such") });
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain("job summary could not be written");
  });

  it.each(["github", "text", "markdown"])(
    "gives a runner no command of the server's in %s",
    async (format) => {
      await surface(CLEAR, { ...POOR, name: HOSTILE });
      const { stdout, stderr } = await run(["--format", format, "--fail-under", "100"], {
        GITHUB_ACTIONS: "true",
      });
      const lines = `${stdout}\n${stderr}`.split(/\r?\n/);
      const commands = lines.filter((line) => line.trimStart().startsWith("::") || line.includes("##["));
      expect(commands.filter((line) => !/^::(error|warning|notice) title=/.test(line))).toEqual([]);
      if (format !== "github") expect(commands).toEqual([]);
    },
  );
});
