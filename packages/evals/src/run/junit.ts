import { describeStageRow } from "@gradable/chain";
import { plainText } from "@gradable/contract";
import type { EvalRun, EvalRunTest, EvalRunTrial } from "./eval-run.js";

/**
 * The run as JUnit XML for a CI's test view: a suite per test, a case per trial. A trial that did not hold is a
 * failure; one that could not be judged (a grader without evidence, a throw, a timeout) is an error; one that was
 * not run is skipped. Text from outside is neutralised and escaped.
 */
export function junitXml(run: EvalRun): string {
  const suites = run.tests.map((test) => suite(run, test));
  const total = sumOf(run.tests.map(countsOf));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(run.name)}" ${counts(total)} time="${seconds(run.tests.flatMap((test) => test.trials))}">`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

type Outcome = "passed" | "failure" | "error" | "skipped";

function suite(run: EvalRun, test: EvalRunTest): string {
  return [
    `  <testsuite name="${attribute(test.name)}" id="${attribute(test.id)}" timestamp="${run.startedAt.slice(0, 19)}" ${counts(countsOf(test))} time="${seconds(test.trials)}">`,
    ...test.trials.map((trial) => testCase(run, test, trial)),
    "  </testsuite>",
  ].join("\n");
}

function testCase(run: EvalRun, test: EvalRunTest, trial: EvalRunTrial): string {
  const name = `${test.name} [${trial.iteration + 1}/${test.iterations}]`;
  const open = `    <testcase classname="${attribute(run.name)}" name="${attribute(name)}" time="${seconds([trial])}"`;
  const outcome = outcomeOf(trial);
  if (outcome === "passed") return `${open} />`;
  if (outcome === "skipped") {
    return `${open}>\n      <skipped message="${attribute(trial.error ?? trial.status)}" />\n    </testcase>`;
  }
  const lines = linesOf(trial);
  const type = trial.evaluatorError
    ? "evaluator"
    : outcome === "error"
      ? trial.status
      : (trial.chain.firstFailedStage ?? "verdict");
  return [
    `${open}>`,
    `      <${outcome} type="${attribute(type)}" message="${attribute(lines[0] ?? "did not pass")}">${content(lines.join("\n"))}</${outcome}>`,
    "    </testcase>",
  ].join("\n");
}

/** What a trial counts as in a test view. */
function outcomeOf(trial: EvalRunTrial): Outcome {
  if (trial.passed) return "passed";
  if (trial.status === "skipped" || trial.status === "cancelled" || trial.status === "pending")
    return "skipped";
  return trial.status !== "completed" || trial.evaluatorError ? "error" : "failure";
}

function linesOf(trial: EvalRunTrial): string[] {
  const graders = trial.graders
    .filter((row) => row.role === "gating" && row.status !== "not_applicable" && row.passed !== true)
    .map((row) => `${row.graderId}: ${row.reason ?? row.status}`);
  const failed = trial.chain.stageResults.filter((row) => row.state === "failed").map(describeStageRow);
  return [...(trial.error === undefined ? [] : [trial.error]), ...graders, ...failed];
}

function countsOf(test: EvalRunTest): Counts {
  const of = (outcome: Outcome) => test.trials.filter((trial) => outcomeOf(trial) === outcome).length;
  return { tests: test.trials.length, failures: of("failure"), errors: of("error"), skipped: of("skipped") };
}

function sumOf(all: readonly Counts[]): Counts {
  const of = (key: keyof Counts) => all.reduce((total, one) => total + one[key], 0);
  return { tests: of("tests"), failures: of("failures"), errors: of("errors"), skipped: of("skipped") };
}

function counts({ tests, failures, errors, skipped }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function seconds(trials: readonly EvalRunTrial[]): string {
  const total = trials
    .flatMap((trial) => trial.prompts)
    .reduce((sum, prompt) => sum + prompt.latency.e2eMs, 0);
  return (total / 1_000).toFixed(3);
}

function attribute(text: string): string {
  return escaped(plainText(text, { maxChars: 500 }));
}

function content(text: string): string {
  return escaped(plainText(text, { maxChars: 4_000, multiline: true }));
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
