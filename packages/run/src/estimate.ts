import { analysisPrompts } from "@gradable/analyze/prompted";
import { JUDGE_CLIS, type JudgeCli, type JudgeStage, type Surface, type Task } from "@gradable/contract";
import { prefixCounter, selectionPrompts } from "@gradable/judge/prompted";
import { type AnalysedTool, type Asker, observedLatencyMs, priceUsd, type Rates } from "@gradable/model";
import type { Tokenizer } from "@gradable/model/tokens";
import { firstRoundPrompts, type WantedTasks } from "@gradable/tasks/prompted";

/** What a scan would ask; everything is known or decided without a judge. */
export interface EstimateInput {
  readonly asker: Asker;
  readonly surface: Surface;
  readonly tokenizer: Tokenizer;
  /** Tasks to replay (`--tasks-from`), or how many would be written for which tool. */
  readonly tasks: readonly Task[] | { readonly wanted: readonly WantedTasks[] };
  readonly trials: number;
  readonly concurrency: number;
  /** What the analysis would see of each tool. */
  readonly visible: readonly AnalysedTool[];
  /** Places of the tools expected to have a defect (the embedded analyst's word for it): each gets a rewriting. */
  readonly defective: readonly number[];
  /** Whether the tasks are asked again with the rewritings in place. */
  readonly askAgain: boolean;
  readonly cacheDir: string | null;
  readonly rates?: Rates;
}

interface StageEstimate {
  readonly calls: number;
  readonly promptTokens: number;
  /**
   * Upper bound of what the replies hold; a model's reasoning comes on top and cannot be bounded from here.
   */
  readonly completionTokensMax: number;
}

export interface JudgeEstimate {
  readonly stages: Readonly<Record<JudgeStage | "after_rewrite", StageEstimate>>;
  readonly total: StageEstimate;
  /** Time of one call, and where it is from: the median of kept answers of this judge, or assumed. */
  readonly latencyMs: { readonly value: number; readonly source: "observed" | "assumed" };
  readonly minutes: number;
  /** Dollars at the user's rates, completion at its bound; `null` without rates. */
  readonly priceUsd: number | null;
  /** The first prompt that is too large for the judge, in UTF-16 code units; `null` when all fit. */
  readonly tooLarge: { readonly stage: JudgeStage; readonly chars: number; readonly limit: number } | null;
}

/** Mean o200k tokens of a request in a person's words, over 335 labelled tasks of 14 servers (27.3). */
const REQUEST_TOKENS = 27;
/** Tokens of a rewritten description: the prompt asks for at most 120 words. */
const REWRITTEN_TOKENS = 90;
/**
 * Upper bounds of a reply, tokens: the largest of the labelled answers is 156, and ours have room for two
 * such calls.
 */
const BOUND = { selection: 320, taskEach: 200, defectsPerTool: 220, pairEach: 80, rewrite: 400 } as const;
/** A reply to the pairs question lists at most 200; a surface of n tools has n(n − 1)/2. */
const MAX_PAIRS = 200;

/** Time of a call to a program of the user's own or an endpoint that nobody has observed yet, ms; that of a CLI stands with its name. */
const ASSUMED_LATENCY_MS = 4000;

/**
 * What a scan by this judge would ask: calls, tokens, time and price. Starts nothing and asks nobody. Prompts
 * are built as a real scan builds them; only requests that are not yet written and rewritten descriptions are
 * assumed, and repairs are not counted.
 */
export async function estimateJudge(input: EstimateInput): Promise<JudgeEstimate> {
  const { asker, surface, tokenizer, trials, cacheDir } = input;
  const prompts = await analysisPrompts(asker, input.visible, input.defective);
  const taskPrompts = isWanted(input.tasks)
    ? await firstRoundPrompts(asker, surface, input.tasks.wanted)
    : [];
  const { selection, chars } = await selectionEstimate(input, 0);
  const before = input.defective.reduce(
    (sum, index) => sum + tokenizer.count(surface.tools[index]?.description ?? ""),
    0,
  );
  const added = input.defective.length * REWRITTEN_TOKENS - before;
  const stages: JudgeEstimate["stages"] = {
    tasks: of(taskPrompts, tokenizer, BOUND.taskEach * taskCount(input.tasks)),
    selection,
    defects: of(prompts.defects, tokenizer, BOUND.defectsPerTool * surface.tools.length),
    pairs: of(
      [prompts.pairs],
      tokenizer,
      BOUND.pairEach * Math.min(MAX_PAIRS, choose2(surface.tools.length)),
    ),
    rewrite: of(prompts.rewrites, tokenizer, BOUND.rewrite * prompts.rewrites.length),
    after_rewrite:
      input.defective.length === 0 || !input.askAgain
        ? NOTHING
        : (await selectionEstimate(input, added)).selection,
  };
  const total = Object.values(stages).reduce(add, NOTHING);
  const observed =
    cacheDir === null ? null : await observedLatencyMs(cacheDir, asker.model.cli, asker.model.family);
  const { cli } = asker.model;
  const assumed = Object.hasOwn(JUDGE_CLIS, cli)
    ? JUDGE_CLIS[cli as JudgeCli].assumedLatencyMs
    : ASSUMED_LATENCY_MS;
  const latencyMs = {
    value: observed ?? assumed,
    source: observed === null ? ("assumed" as const) : ("observed" as const),
  };
  const usage = { inputTokens: total.promptTokens, outputTokens: total.completionTokensMax };
  const rounds = Object.values(stages).reduce(
    (sum, { calls }) => sum + Math.ceil(calls / Math.max(1, input.concurrency)),
    0,
  );
  return {
    stages,
    total,
    latencyMs,
    minutes: (rounds * latencyMs.value) / 60_000,
    priceUsd: input.rates === undefined ? null : priceUsd(usage, input.rates),
    tooLarge: tooLarge(
      asker,
      { tasks: taskPrompts, defects: prompts.defects, pairs: [prompts.pairs], rewrite: prompts.rewrites },
      chars,
    ),
  };

  async function selectionEstimate({ tasks }: EstimateInput, addedTokens: number) {
    const requests = isWanted(tasks) ? [""] : tasks.map((task) => task.prompt);
    const { marker, render } = selectionPrompts(asker, surface);
    const count = prefixCounter(tokenizer, marker);
    let tokens = 0;
    let longest = 0;
    for (const request of requests) {
      const prompt = await render(request);
      tokens += count(prompt) + addedTokens + (isWanted(tasks) ? REQUEST_TOKENS : 0);
      longest = Math.max(longest, prompt.length);
    }
    const calls = taskCount(tasks) * trials;
    const promptTokens = isWanted(tasks) ? tokens * calls : tokens * trials;
    return {
      selection: { calls, promptTokens, completionTokensMax: calls * BOUND.selection },
      chars: longest,
    };
  }
}

const NOTHING: StageEstimate = { calls: 0, promptTokens: 0, completionTokensMax: 0 };

function of(prompts: readonly string[], tokenizer: Tokenizer, completionTokensMax: number): StageEstimate {
  const promptTokens = prompts.reduce((sum, prompt) => sum + tokenizer.count(prompt), 0);
  return {
    calls: prompts.length,
    promptTokens,
    completionTokensMax: prompts.length === 0 ? 0 : completionTokensMax,
  };
}

function add(a: StageEstimate, b: StageEstimate): StageEstimate {
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokensMax: a.completionTokensMax + b.completionTokensMax,
  };
}

function isWanted(tasks: EstimateInput["tasks"]): tasks is { readonly wanted: readonly WantedTasks[] } {
  return "wanted" in tasks;
}

function taskCount(tasks: EstimateInput["tasks"]): number {
  return isWanted(tasks) ? tasks.wanted.reduce((sum, { count }) => sum + count, 0) : tasks.length;
}

function choose2(n: number): number {
  return (n * (n - 1)) / 2;
}

function tooLarge(
  { model }: Asker,
  prompts: Readonly<Record<Exclude<JudgeStage, "selection">, readonly string[]>>,
  selectionChars: number,
): JudgeEstimate["tooLarge"] {
  const limit = model.maxPromptChars;
  if (limit === null) return null;
  for (const [stage, texts] of Object.entries(prompts)) {
    const chars = Math.max(0, ...texts.map(({ length }) => length));
    if (chars > limit) return { stage: stage as JudgeStage, chars, limit };
  }
  return selectionChars > limit ? { stage: "selection", chars: selectionChars, limit } : null;
}
