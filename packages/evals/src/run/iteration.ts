import type { IterationStatus } from "@gradable/chain";
import { defined } from "@gradable/contract";
import { evaluatePredicates, type PredicateResult } from "../checks/evaluate.js";
import type { ResolvedMatchOptions } from "../match/match-options.js";
import { evaluateToolCalls, type ToolCallMatchResult } from "../match/match-tool-calls.js";
import type { EvalTestConfig } from "../suite/eval-test-config.js";
import type { LatencyBreakdown, PromptResult } from "../suite/prompt-result.js";
import { iterationTranscript } from "../transcript/iteration-transcript.js";
import { type GraderRow, graderRows, gradersOf, type TestOutcome, trialPassed } from "./grader-rows.js";

/** Tokens of one iteration, summed over its prompts. */
export interface IterationTokens {
  readonly total: number;
  readonly input: number;
  readonly output: number;
}

/** What one iteration did. */
export interface IterationResult {
  readonly passed: boolean;
  /** Its lifecycle, apart from its verdict: returned, threw, ran out of time, was cancelled, never began. */
  readonly status: IterationStatus;
  /** One per prompt; a single all-zero entry when there were none. */
  readonly latencies: LatencyBreakdown[];
  readonly tokens: IterationTokens;
  readonly error?: string;
  /** The index of the attempt that returned; all retries when none did. */
  readonly retryCount?: number;
  readonly prompts?: PromptResult[];
  /** One row per check, when the test has any. */
  readonly predicateResults?: PredicateResult[];
  /** The match of expected calls, when there was something to match. */
  readonly toolMatch?: ToolCallMatchResult;
  /** One row per grader: `test()`, the matcher, each check. */
  readonly graderRows: GraderRow[];
}

/** What became of an iteration's attempts, before grading. */
export interface Attempted {
  readonly status: IterationStatus;
  readonly outcome: TestOutcome;
  readonly prompts: readonly PromptResult[];
  readonly error?: string | undefined;
  readonly retryCount?: number | undefined;
}

/** Grades what was attempted: `test()`'s value, the matcher, each check, over the real history of the prompts. */
export function gradeIteration(
  config: EvalTestConfig,
  matchOptions: ResolvedMatchOptions,
  attempted: Attempted,
): IterationResult {
  const { prompts, status, outcome } = attempted;
  const ran = outcome.kind !== "notRun" || prompts.length > 0;
  const predicates = config.predicates ?? [];
  const transcript = ran ? iterationTranscript(prompts) : undefined;
  const toolMatch =
    transcript !== undefined &&
    ((config.expectedToolCalls ?? []).length > 0 || config.isNegativeTest === true)
      ? evaluateToolCalls(config.expectedToolCalls ?? [], transcript.toolCalls, {
          ...matchOptions,
          isNegativeTest: config.isNegativeTest,
        })
      : undefined;
  const predicateResults = transcript === undefined ? [] : evaluatePredicates(transcript, predicates);
  const graders = gradersOf(config);
  const rows = graderRows(graders, outcome, toolMatch, predicateResults);
  return {
    passed: status === "completed" && trialPassed(graders, rows),
    status,
    latencies:
      prompts.length === 0
        ? [{ e2eMs: 0, llmMs: 0, mcpMs: 0 }]
        : prompts.map((prompt) => prompt.getLatency()),
    tokens: tokensOf(prompts),
    ...defined({ error: attempted.error, retryCount: attempted.retryCount }),
    prompts: [...prompts],
    ...(predicates.length === 0 || transcript === undefined ? {} : { predicateResults }),
    ...defined({ toolMatch }),
    graderRows: rows,
  };
}

function tokensOf(prompts: readonly PromptResult[]): IterationTokens {
  let [total, input, output] = [0, 0, 0];
  for (const prompt of prompts) {
    total += prompt.totalTokens();
    input += prompt.inputTokens();
    output += prompt.outputTokens();
  }
  return { total, input, output };
}
