// How fast the chain derives, decides and counts trials: 50,000 in at most a second on one core, linear, and at most
// 200 MB at the peak. Run after a build: node bench/chain.mjs
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  aggregateEvalRunVerdict,
  aggregateStageAnalytics,
  deriveStageMeasurements,
  deriveStageResults,
  evalV2TrialObservation,
  resolveEvalValidityPolicy,
} from "@gradable/chain";
import { growthExponent } from "./measure.mjs";

const sizes = [6_250, 12_500, 25_000, 50_000];
const rounds = 5;
const trialsPerCase = 100;
const peakFlag = "--peak";

/** A trial of one of five kinds, so that every branch that costs time is taken. */
function evidenceOf(index) {
  const kind = index % 5;
  const id = `span-${index}`;
  const failed =
    kind === 1 ? { status: "error" } : kind === 2 ? { status: "error", mcpErrorCode: -32602 } : {};
  return {
    spans: [
      { id: `${id}-llm`, category: "llm", status: "ok", startedAt: 0, endedAt: 800 },
      {
        id,
        category: "tool",
        status: "ok",
        toolName: "search",
        startedAt: 800,
        endedAt: 900 + kind,
        ...failed,
      },
    ],
    prompts: [
      kind === 3
        ? { promptIndex: 0, expectedToolCalls: [{}], missing: [{}], passed: false }
        : { promptIndex: 0, expectedToolCalls: [{}], passed: true },
    ],
    checkResults: [
      { kind: "responseContains", role: "gating", passed: kind !== 4, reason: "expected the total" },
      { kind: "noEndingQuestion", role: "advisory", passed: false, reason: "ends with a question" },
    ],
    toolSignals: { toolsTotalBefore: 12 },
    setupSignals: { connection: { outcome: "ok" }, discovery: { outcome: "ok" } },
    observedToolCalls: 1,
    observedToolResults: 1,
  };
}

const authored = {
  mode: "model_driven",
  expectsToolCall: true,
  assertionCount: 1,
  checkStages: ["userValue"],
};

/**
 * Derives, measures, decides and counts one run. Trials are made one by one, as a run produces them, and handed to the
 * counting as they come: what is kept of each is its observation and its share of the counts.
 */
function decideRun(count) {
  const cases = [];
  const analytics = aggregateStageAnalytics({
    run: { runId: "run", suiteId: "suite", materializationState: "final", now: 0 },
    trials: trialsOf(count, cases),
  });
  const decision = aggregateEvalRunVerdict({ policy: resolveEvalValidityPolicy(), cases });
  return { decision, analytics };
}

function* trialsOf(count, cases) {
  for (let index = 0; index < count; index += 1) {
    const evidence = evidenceOf(index);
    const { stageResults, stageAnalyzerVersion, failureCategory } = deriveStageResults({
      authored,
      evidence,
      iteration: { status: "completed" },
    });
    if (index % trialsPerCase === 0) {
      cases.push({
        caseId: `c_${cases.length}`,
        configuredTrials: 0,
        effectivePassThreshold: 0.15,
        trials: [],
      });
    }
    const current = cases.at(-1);
    current.configuredTrials += 1;
    current.trials.push(
      evalV2TrialObservation({
        status: "completed",
        result: failureCategory === undefined ? "passed" : "failed",
      }),
    );
    yield {
      trialKey: `trial-${index}`,
      status: "completed",
      stageResults,
      stageAnalyzerVersion,
      failureCategory,
      chainVerified: true,
      measurements: deriveStageMeasurements({ stageResults, spans: evidence.spans }),
      measurementsVerified: true,
      intent: `intent-${index % 60}`,
      provider: "provider",
      model: `model-${index % 30}`,
      hostKey: `host-${index % 3}`,
    };
  }
}

/** Median processor time of one core in milliseconds, after one run to warm up: a busy machine does not lengthen it. */
function medianMs(count) {
  decideRun(count);
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    decideRun(count);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.sort((left, right) => left - right)[Math.floor(rounds / 2)];
}

/** Peak memory of a process that does nothing but the largest run. */
function peakMegabytes() {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), peakFlag], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(`The memory run exited with ${child.status}: ${child.stderr}`);
  return Number(child.stdout);
}

/** Measures and returns one row per figure, each with its aim. */
export async function bench() {
  const points = sizes.map((count) => ({ count, ms: medianMs(count) }));
  const largest = points.at(-1);
  const { decision, analytics } = decideRun(largest.count);
  if (analytics.includedTrials !== largest.count || decision.validity.eligibleTrials !== largest.count) {
    throw new Error(
      `Counted ${analytics.includedTrials} of ${largest.count} trials; expected every one of them.`,
    );
  }
  return [
    ...points.map(({ count, ms }) => ({
      name: `chain: ${count} trials derived, decided and counted, processor time`,
      value: Math.round(ms),
      unit: "ms",
      aim: count === largest.count ? "<= 1000" : "",
    })),
    {
      name: "chain: growth exponent over size",
      value: Number(
        growthExponent(points.map(({ count, ms }) => ({ size: count, seconds: ms / 1000 }))).toFixed(2),
      ),
      unit: "",
      aim: "about 1 (linear)",
    },
    {
      name: "chain: peak memory of the process",
      value: peakMegabytes(),
      unit: "MB",
      aim: "<= 200",
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === peakFlag) {
    decideRun(sizes.at(-1));
    // Kilobytes, by the documentation of resourceUsage.
    console.log(Math.round(process.resourceUsage().maxRSS / 1024));
  } else {
    for (const { name, value, unit, aim } of await bench()) {
      console.log([`${name}: ${value}`, unit, aim && `(aim ${aim})`].filter(Boolean).join(" "));
    }
  }
}
