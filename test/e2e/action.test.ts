import { spawn } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { build } from "./built-cli.js";

const root = join(import.meta.dirname, "..", "..");

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: { id: string; shell: string; run: string; env?: Record<string, string> }[] };
}
let action: Action;
let folder: string;

beforeAll(async () => {
  build();
  action = parse(await readFile(join(root, "action.yml"), "utf8")) as Action;
}, 240_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-action-"));
});

/** Runs the steps one after another as a runner does: expressions filled in, each step in bash, its outputs read from a file. */
async function runAction(inputs: Record<string, string>, given: Record<string, string> = {}) {
  const steps: Record<string, Record<string, string>> = {};
  const value = (expression: string): string => {
    const [scope, id, , name = ""] = expression.split(".");
    if (scope === "inputs") return inputs[id as string] ?? action.inputs[id as string]?.default ?? "";
    return steps[id as string]?.[name] ?? "";
  };
  const filled = (text: string) =>
    text.replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, expression) => value(expression));
  let log = "";
  let code = 0;
  for (const step of action.runs.steps) {
    const output = join(folder, `${step.id}.output`);
    await writeFile(output, "");
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: root,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      ...given,
      ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)])),
    };
    expect(step.shell).toBe("bash");
    code = await new Promise<number>((resolve, reject) => {
      const bash = spawn("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", filled(step.run)], {
        cwd: folder,
        env,
      });
      for (const stream of [bash.stdout, bash.stderr]) stream.on("data", (chunk) => (log += chunk));
      bash.on("error", reject);
      bash.on("close", (exit) => resolve(exit ?? -1));
    });
    steps[step.id] = Object.fromEntries(
      (await readFile(output, "utf8"))
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    if (code !== 0) break;
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, output]) => [name, filled(output.value)]),
  );
  return { code, log, outputs, summary: await readFile(join(folder, "summary.md"), "utf8").catch(() => "") };
}

const clear = `node ${join(root, "examples", "clear-server.mjs")}`;
const confusing = `node ${join(root, "examples", "confusing-server.mjs")}`;

describe("action.yml", { timeout: 90_000 }, () => {
  it("puts no input into a script, where it would run", () => {
    expect(action.runs.using).toBe("composite");
    for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
    const used = action.runs.steps.flatMap(({ env }) => Object.values(env ?? {})).join(" ");
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`\${{ inputs.${name} }}`);
  });

  it("passes a good server: annotations, a job summary, outputs", async () => {
    const { code, log, outputs, summary } = await runAction({ target: clear, "min-grade": "A" });
    expect(code, log).toBe(0);
    expect(log).toMatch(/^::notice title=Gradable::.*grade A, score/m);
    expect(summary).toMatch(/^- passed: /);
    expect(outputs).toEqual({
      score: expect.stringMatching(/^\d+\.\d$/),
      grade: "A",
      report: join(folder, "gradable", "report.json"),
      "exit-code": "0",
    });
  });

  it("fails a poor one, and counts what is new against a baseline", async () => {
    const first = await runAction({ target: clear, out: "before" });
    const { code, log, outputs } = await runAction({
      target: confusing,
      "max-new-defects": "0",
      baseline: first.outputs.report as string,
    });
    expect(code).toBe(1);
    expect(log).toContain("::error title=Gradable%3A max-new-defects::");
    expect(log).toContain("::warning title=New%3A ");
    expect(outputs["exit-code"]).toBe("1");
    expect(outputs.grade).not.toBe("");
  });

  it("fails without a score, and keeps secrets and injections out of everything", async () => {
    await writeFile(
      join(folder, "exits.mjs"),
      "console.error(process.env.KEY, '::add-mask::x'); process.exit(3);",
    );
    const { code, log, outputs, summary } = await runAction({
      target: "node exits.mjs $(touch injected) `touch injected`",
      env: "KEY=s3cr3t-value-0123456789\nOTHER=a b",
    });
    expect(code).toBe(2);
    const plain = await runAction({ target: "node exits.mjs", env: "KEY=s3cr3t-value-0123456789" });
    expect(plain.code).toBe(3);
    expect(plain.log).toContain("::error title=Gradable%3A not scored");
    expect(plain.log).not.toMatch(/^\s*::add-mask/m);
    expect(plain.outputs).toEqual({
      score: "",
      grade: "",
      report: join(folder, "gradable", "failed.json"),
      "exit-code": "3",
    });
    for (const text of [log, summary, JSON.stringify(outputs), plain.log, plain.summary])
      expect(text).not.toContain("s3cr3t");
    await expect(readFile(join(folder, "injected"))).rejects.toThrow();
  });

  it("writes SARIF to a file, and takes other flags one word a line", async () => {
    const { code, log } = await runAction({
      target: confusing,
      format: "sarif",
      "output-file": "results.sarif",
      arguments: "--no-rewrite\n--slug\nmine",
    });
    expect(code, log).toBe(0);
    const sarif = JSON.parse(await readFile(join(folder, "results.sarif"), "utf8"));
    expect(sarif.runs[0].automationDetails.id).toBe("gradable/mine");
    expect(log).not.toContain('"$schema"');
  });
});
