import {
  aggregateEvalRunVerdict,
  aggregateStageAnalytics,
  assembleEvalRunDecisionSummary,
  ChainError,
  type EvalRunDecisionIterationInput,
  type EvalRunDecisionSummary,
  type EvalTrialObservation,
  type EvalValidity,
  resolveEvalValidityPolicy,
} from "@gradable/chain";
import { defined } from "@gradable/contract";
import { echoed } from "../checks/evaluate.js";
import { evalsError } from "../errors.js";
import { redactAuthoredArguments, redactValue, scrubText } from "../mcp/redact.js";
import type { EvalTest, FinishedRun } from "../suite/eval-test.js";
import { iterationTranscript } from "../transcript/iteration-transcript.js";
import { cut } from "../transcript/reason.js";
import { coverageReport } from "./coverage.js";
import { EVAL_RUN_SCHEMA_VERSION, type EvalRun, type EvalRunTest, type EvalRunTrial } from "./eval-run.js";
import { gradersOf } from "./grader-rows.js";
import type { IterationResult } from "./iteration.js";
import { deriveTrial, type TrialChain } from "./trial.js";

/** What a record needs beside the tests. */
export interface EvalRunSettings {
  readonly name: string;
  readonly suiteId?: string | undefined;
  /** Fraction 0 to 1 of gradeable trials a case needs to pass. */
  readonly passThreshold: number;
  readonly validity?: EvalValidity | undefined;
}

interface RecordedTest {
  readonly test: EvalTest;
  readonly run: FinishedRun;
  readonly trials: readonly { readonly iteration: IterationResult; readonly chain: TrialChain }[];
}

// Live text that is stored is bounded; the whole of it is in memory while the run lasts, and in the failure report.
const MAX_STORED_TEXT_CHARS = 2_000;

/** The record of the last run of these tests. Throws `evals-no-results` when one has not run. */
export function buildEvalRun(tests: readonly EvalTest[], settings: EvalRunSettings): EvalRun {
  const recorded = tests.map((test): RecordedTest => {
    const run = test.getFinishedRun();
    if (run === undefined) throw evalsError("evals-no-results", {});
    const trials = run.result.iterationDetails.map((iteration) => ({
      iteration,
      chain: deriveTrial(test.getConfig(), iteration),
    }));
    return { test, run, trials };
  });
  const startedAtMs = Math.min(...recorded.map(({ run }) => run.startedAtMs));
  const finishedAtMs = Math.max(...recorded.map(({ run }) => run.finishedAtMs));
  const started = Number.isFinite(startedAtMs) ? startedAtMs : 0;
  const finished = Number.isFinite(finishedAtMs) ? finishedAtMs : 0;
  const runId = runIdOf(settings.name, started);
  return {
    schemaVersion: EVAL_RUN_SCHEMA_VERSION,
    kind: "evals-run",
    runId,
    ...defined({ suiteId: settings.suiteId }),
    name: settings.name,
    startedAt: new Date(started).toISOString(),
    finishedAt: new Date(finished).toISOString(),
    passThreshold: settings.passThreshold,
    ...defined({ validity: settings.validity }),
    tests: recorded.map(testRecord),
    decision: decide(runId, recorded, settings),
    analytics: aggregateStageAnalytics({
      run: {
        runId,
        suiteId: settings.suiteId ?? settings.name,
        materializationState: "final",
        runCompletedAt: finished,
        now: finished,
      },
      trials: recorded.flatMap(({ test, trials }) =>
        trials.map(({ iteration, chain }, index) => ({
          trialKey: trialKey(test, index),
          status: iteration.status,
          stageResults: chain.derivation.stageResults,
          stageAnalyzerVersion: chain.derivation.stageAnalyzerVersion,
          failureCategory: chain.derivation.failureCategory,
          chainVerified: true,
          measurements: chain.measurements,
          measurementsVerified: true,
          evaluatorErrored: chain.observation.evaluatorError === true,
          provider: iteration.prompts?.[0]?.getProvider(),
          model: iteration.prompts?.[0]?.getModel(),
        })),
      ),
    }),
    coverage: coverageReport(tests.map((test) => test.getConfig())).map((row) => ({
      ...row,
      gating: [...row.gating],
      advisory: [...row.advisory],
    })),
  };
}

function trialKey(test: EvalTest, index: number): string {
  return `${test.getId()}:${index}`;
}

// Readable and stable for one run: when it started, and of what.
function runIdOf(name: string, startedAtMs: number): string {
  const slug =
    name
      .replace(/[^A-Za-z0-9_-]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "run";
  return `${slug}-${startedAtMs.toString(36)}`;
}

function decide(
  runId: string,
  recorded: readonly RecordedTest[],
  settings: EvalRunSettings,
): EvalRunDecisionSummary {
  let verdictSummary: unknown;
  let problem: string | undefined;
  try {
    verdictSummary = aggregateEvalRunVerdict({
      policy: resolveEvalValidityPolicy(settings.validity),
      cases: recorded.map(({ test, trials }) => ({
        caseId: test.getId(),
        configuredTrials: trials.length,
        effectivePassThreshold: settings.passThreshold,
        trials: trials.map(({ chain }): EvalTrialObservation => chain.observation),
      })),
    });
  } catch (error) {
    // More trials than the policy knows, or none: the run then has no decision, and says why.
    if (!(error instanceof ChainError)) throw error;
    problem = error.message;
  }
  return assembleEvalRunDecisionSummary({
    projectId: "local",
    run: {
      id: runId,
      status: "completed",
      verdictPolicyVersion: 2,
      verdictSummary,
      verdictPolicyIntegrityError: problem,
    },
    iterations: recorded.flatMap(diagnosticInputs),
    page: { complete: true },
  });
}

function diagnosticInputs({ test, trials }: RecordedTest): EvalRunDecisionIterationInput[] {
  const config = test.getConfig();
  return trials.map(({ iteration, chain }, index) => ({
    id: trialKey(test, index),
    iterationNumber: index,
    status: iteration.status,
    ...(iteration.status === "completed" ? { result: iteration.passed ? "passed" : "failed" } : {}),
    caseId: config.id,
    title: config.name,
    expectedToolCalls: config.expectedToolCalls ?? [],
    actualToolCalls: (iteration.prompts ?? []).flatMap((prompt) => prompt.getToolCalls()),
    ...(iteration.error === undefined ? {} : { error: shown(iteration.error) }),
    ...chain.derivation,
  }));
}

function testRecord({ test, run, trials }: RecordedTest): EvalRunTest {
  const config = test.getConfig();
  return {
    id: config.id,
    name: config.name,
    expectedToolCalls: (config.expectedToolCalls ?? []).map(authoredCall),
    matchOptions: { ...run.matchOptions },
    predicates: (config.predicates ?? []).map(echoed),
    isNegativeTest: config.isNegativeTest === true,
    ...defined({ expectedOutput: config.expectedOutput }),
    iterations: run.result.iterations,
    successes: run.result.successes,
    trials: trials.map(({ iteration, chain }, index) => trialRecord(test, iteration, chain, index)),
  };
}

function trialRecord(
  test: EvalTest,
  iteration: IterationResult,
  chain: TrialChain,
  index: number,
): EvalRunTrial {
  const prompts = iteration.prompts ?? [];
  const transcript = iterationTranscript(prompts);
  const graders = new Map(gradersOf(test.getConfig()).map((grader) => [grader.id, grader.role]));
  const provider = prompts[0]?.getProvider();
  const model = prompts[0]?.getModel();
  const match = iteration.toolMatch;
  return {
    iteration: index,
    status: iteration.status,
    passed: iteration.passed,
    evaluatorError: chain.observation.evaluatorError === true,
    ...(iteration.error === undefined ? {} : { error: shown(iteration.error) }),
    ...defined({ retryCount: iteration.retryCount, provider, model }),
    prompts: prompts.map((prompt) => {
      const error = prompt.getError();
      return { latency: prompt.getLatency(), ...(error === undefined ? {} : { error: shown(error) }) };
    }),
    tokens: { ...iteration.tokens },
    calls: transcript.toolCalls.map((call) => ({
      toolName: call.toolName,
      ...defined({ toolCallId: call.toolCallId }),
      arguments: redactValue(call.arguments),
    })),
    toolErrors: (transcript.toolErrors ?? []).map(({ kind, toolName, message }) => ({
      kind,
      ...defined({ toolName }),
      ...(message === undefined ? {} : { message: shown(message) }),
    })),
    ...(match === undefined
      ? {}
      : {
          match: {
            missing: match.missing.map(authoredCall),
            extra: match.extra.map(({ toolName, arguments: args }) => ({
              toolName,
              arguments: redactValue(args ?? {}),
            })),
            argumentMismatches: match.argumentMismatches.map(({ toolName, expectedArgs, actualArgs }) => ({
              toolName,
              expectedArgs: redactAuthoredArguments(expectedArgs),
              actualArgs: redactValue(actualArgs),
            })),
            passed: match.passed,
          },
        }),
    graders: iteration.graderRows.map((row) => ({ ...row, role: graders.get(row.graderId) ?? "gating" })),
    chain: chain.derivation,
    measurements: chain.measurements,
    friction: chain.friction,
  };
}

function authoredCall({
  toolName,
  arguments: args,
}: {
  toolName: string;
  arguments?: Record<string, unknown> | undefined;
}) {
  return args === undefined ? { toolName } : { toolName, arguments: redactAuthoredArguments(args) };
}

function shown(text: string): string {
  return cut(scrubText(text.slice(0, MAX_STORED_TEXT_CHARS * 2)), MAX_STORED_TEXT_CHARS);
}
