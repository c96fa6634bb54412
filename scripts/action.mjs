// The scan step of action.yml: inputs (INPUT_* variables) to flags, one `gradable scan` in this process, and what came of it to the
// step's outputs. In this process rather than through the command line, where other processes could read a secret.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const { cli } = await import("../packages/cli/dist/index.js");
const { formatScore } = await import("../packages/contract/dist/index.js");

const { env } = process;
const input = (name) => env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`] ?? "";
const lines = (name) =>
  input(name)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
const flag = (name) => (input(name) === "" ? [] : [`--${name}=${input(name)}`]);

const out = resolve(input("out") || "gradable");
const format = input("format") || "github";
const file = input("output-file");
const argv = [
  "scan",
  `--target=${input("target")}`,
  `--out=${out}`,
  `--format=${format}`,
  ...["fail-under", "min-grade", "max-new-defects", "baseline"].flatMap(flag),
  ...lines("env").map((line) => `--env=${line}`),
  ...lines("headers").map((line) => `--header=${line}`),
  ...lines("arguments"),
];

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupt.abort(signal));
// A server may not see the inputs, which hold the secrets meant for another one.
const passedOn = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("INPUT_")));
let printed = "";
const stdout = file === "" ? process.stdout : { write: (text) => (printed += text) };
const code = await cli(argv, {
  stdout,
  stderr: process.stderr,
  env: passedOn,
  cwd: process.cwd(),
  now: () => new Date(),
  signal: interrupt.signal,
});
if (file !== "" && printed !== "") writeFileSync(resolve(file), printed);

const scored = code <= 1;
// Nothing is written for wrong usage and an interrupt; a file that is there is from another run.
const report = scored ? join(out, "report.json") : code <= 4 && code >= 3 ? join(out, "failed.json") : "";
const score = scored ? JSON.parse(readFileSync(report, "utf8")).score : undefined;
const outputs = {
  score: score === undefined ? "" : formatScore(score.composite.exact),
  grade: score?.grade ?? "",
  report,
  "exit-code": String(code),
};
// Each is one line of ours: a number, a letter, a path that the workflow itself gave.
if (env.GITHUB_OUTPUT) {
  const text = Object.entries(outputs).map(([name, value]) => `${name}=${value.replace(/[\r\n]/g, " ")}\n`);
  appendFileSync(env.GITHUB_OUTPUT, text.join(""));
}
process.exitCode = code;
