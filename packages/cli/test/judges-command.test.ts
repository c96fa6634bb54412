import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JUDGE_CLIS, readFailed } from "@gradable/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { BUILTIN_JUDGE, JUDGE_NAMES } from "../src/options/judge-options.js";
import { testIo } from "./io-for-tests.js";

const examples = join(import.meta.dirname, "..", "..", "..", "examples");
const clear = `${process.execPath} ${join(examples, "clear-server.mjs")}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-judges-"));
});

const run = async (argv: string[]) => {
  const env = { PATH: process.env.PATH, HOME: folder, GRADABLE_CACHE: join(folder, "cache") };
  const { io, written } = testIo({ cwd: folder, env });
  return { code: await cli(argv, io), ...written };
};

describe("--judge-cli", () => {
  it("takes exactly the judges there are", () => {
    expect(JUDGE_NAMES).toEqual([BUILTIN_JUDGE, ...Object.keys(JUDGE_CLIS), "command", "openai"]);
  });

  it.each([
    ["an unknown judge", ["--judge-cli", "oracle"], "oracle"],
    ["a model for the embedded judge", ["--judge-model", "m"], "--judge-model"],
    ["a command for another judge", ["--judge-cli", "claude", "--judge-command", "cat"], "--judge-command"],
    ["half a price", ["--judge-cli", "claude", "--price-in", "3"], "--price-out"],
    ["no time to answer", ["--judge-timeout", "0"], "--judge-timeout"],
  ])("refuses %s as wrong usage", async (_what, flags, words) => {
    const { code, stderr } = await run(["scan", clear, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it("gives no grade when the judge's answers are of no use: exit code 4, owner judge", async () => {
    const { code, stdout } = await run([
      "scan",
      clear,
      "-q",
      "--judge-cli",
      "command",
      "--judge-command",
      "cat",
      "--out",
      "o",
    ]);
    expect(code).toBe(4);
    expect(stdout).toBe("");
    const failed = readFailed(JSON.parse(await readFile(join(folder, "o", "failed.json"), "utf8")));
    expect(failed.owner).toBe("judge");
    expect(failed.chain?.stage).toBe("selection");
  });

  it("says beforehand what would be asked, without asking", async () => {
    const { code, stdout } = await run([
      "scan",
      clear,
      "-q",
      "--dry-run",
      "--format",
      "json",
      "--judge-cli",
      "command",
      "--judge-command",
      "no-such-judge",
      "--price-in",
      "1",
      "--price-out",
      "1",
    ]);
    expect(code).toBe(0);
    const estimate = JSON.parse(stdout);
    expect(estimate.stages.selection.calls).toBe(14);
    expect(estimate.total.promptTokens).toBeGreaterThan(10_000);
    expect(estimate.priceUsd).toBeGreaterThan(0);
  });
});

describe("gradable judges", () => {
  it("lists the embedded judge and every CLI, installed or not", async () => {
    const { code, stdout } = await run(["judges", "--format", "json"]);
    expect(code).toBe(0);
    const { builtin, judges } = JSON.parse(stdout);
    expect(builtin.cli).toBe("builtin");
    expect(judges.map((judge: { cli: string }) => judge.cli)).toEqual([
      "claude",
      "codex",
      "opencode",
      "gemini",
      "qwen",
    ]);
  });

  it("probes a judge for one word", async () => {
    const answers = await run(["judges", "--probe", "--judge-cli", "command", "--judge-command", "cat"]);
    expect(answers.code).toBe(0);
    expect(answers.stdout).toContain("answers as");
    const missing = await run([
      "judges",
      "--probe",
      "--judge-cli",
      "command",
      "--judge-command",
      "no-such-judge-xyz",
    ]);
    expect(missing.code).not.toBe(0);
    expect(missing.stderr).toContain("no-such-judge-xyz");
  });

  it("calibrates the embedded judge the same way every time", async () => {
    const first = await run(["judges", "--calibrate", "--format", "json"]);
    const second = await run(["judges", "--calibrate", "--format", "json"]);
    expect(first.code).toBe(0);
    expect(second.stdout).toBe(first.stdout);
    expect(JSON.parse(first.stdout).surfaces.map(({ name }: { name: string }) => name)).toEqual([
      "clear",
      "ambiguous",
      "defective",
    ]);
    expect((await run(["judges", "--calibrate"])).stdout).toContain("sha256");
  });
});

describe("gradable cache", () => {
  it("forgets kept answers", async () => {
    const { code, stdout } = await run(["cache", "clear"]);
    expect(code).toBe(0);
    expect(stdout).toContain("0 kept answers");
  });
});
