import {
  describeCounts,
  describeFrictionSignal,
  describeRate,
  describeStageRow,
  EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS,
  EVAL_RUN_DECISION_VERDICT_LABELS,
  EVAL_VERDICT_DECISION_REASON_LABELS,
  FRICTION_SIGNAL_KINDS,
  measuredPassRate,
  reachRate,
  USER_VALUE_STAGE_LABELS,
} from "@gradable/chain";
import { plainText } from "@gradable/contract";
import { renderCoverage } from "./coverage.js";
import type { EvalRun, EvalRunTest } from "./eval-run.js";

// More failing trials than a person reads; the rest are counted, and all of them are in the file.
const SHOWN_DIAGNOSTICS = 10;

/** A run as text for a terminal or a log: verdict, tests, funnel, what failed and where, coverage, friction. */
export function showEvalRun(run: EvalRun): string {
  return [
    `${plainText(run.name)}: ${EVAL_RUN_DECISION_VERDICT_LABELS[run.decision.verdict]}${verdictDetail(run)}`,
    "",
    ...run.tests.map(testLine),
    "",
    "Funnel (trials)",
    ...funnelLines(run),
    ...section("What did not pass", diagnosticLines(run)),
    ...section("What the checks measure", renderCoverage(run.coverage).split("\n").map(indented)),
    ...section("Friction (reported, decides nothing)", frictionLines(run)),
    "",
  ].join("\n");
}

function verdictDetail({ decision }: EvalRun): string {
  const counted = decision.counts === undefined ? "" : ` (${describeCounts(decision.counts)})`;
  const because = decision.undecided
    ? `, because ${EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS[decision.undecided.reason]}${
        decision.undecided.detail === undefined ? "" : ` (${plainText(decision.undecided.detail)})`
      }`
    : decision.decision
      ? `: ${decision.decision.reasons.map((reason) => EVAL_VERDICT_DECISION_REASON_LABELS[reason]).join("; ")}`
      : "";
  return `${counted}${because}`;
}

function testLine(test: EvalRunTest): string {
  const mark = test.iterations > 0 && test.successes === test.iterations ? "✓" : "✗";
  const errors = test.trials.filter((trial) => trial.evaluatorError).length;
  const unfinished = test.trials.filter((trial) => trial.status !== "completed").length;
  const notes = [
    ...(errors > 0 ? [`${errors} could not be judged`] : []),
    ...(unfinished > 0 ? [`${unfinished} did not finish`] : []),
  ];
  return `${mark} ${plainText(test.name)}  ${test.successes} of ${test.iterations} passed${
    notes.length === 0 ? "" : ` (${notes.join(", ")})`
  }`;
}

function funnelLines(run: EvalRun): string[] {
  const overall = run.analytics.slices.find((row) => row.slice.dimension === "overall");
  return (overall?.stages ?? []).map((tally) => {
    const label = USER_VALUE_STAGE_LABELS[tally.stage].padEnd(12);
    if (tally.applicable === 0) return `  ${label}does not apply`;
    return `  ${label}reached ${describeRate(reachRate(tally))}, passed ${describeRate(measuredPassRate(tally))}`;
  });
}

function diagnosticLines(run: EvalRun): string[] {
  const items = run.decision.diagnostics.items;
  const lines = items.slice(0, SHOWN_DIAGNOSTICS).flatMap((item) => {
    const stages =
      item.chain.status === "verified" ? item.chain.stages.filter((row) => row.state === "failed") : [];
    return [
      `  ${plainText(item.title ?? item.iterationId)} #${item.iterationNumber + 1}`,
      ...(item.observed?.failure === undefined ? [] : [`    ${plainText(item.observed.failure)}`]),
      ...stages.map((row) => `    ${describeStageRow(row)}`),
      ...(item.evidence.reasons ?? []).map((reason) => `    ${plainText(reason, { maxChars: 600 })}`),
      `    next: ${item.nextAction}`,
    ];
  });
  const rest = items.length - SHOWN_DIAGNOSTICS;
  return rest > 0 ? [...lines, `  and ${rest} more, all in the run's file`] : lines;
}

function frictionLines(run: EvalRun): string[] {
  const signals = run.tests.flatMap((test) => test.trials).flatMap((trial) => trial.friction.signals);
  return FRICTION_SIGNAL_KINDS.flatMap((kind) => {
    const seen = signals.filter((signal) => signal.kind === kind).length;
    return seen === 0 ? [] : [`  ${seen} × ${describeFrictionSignal({ kind })}`];
  });
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function indented(line: string): string {
  return `  ${line}`;
}
