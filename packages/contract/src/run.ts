import { about, ITERATION_STATUSES, stageDerivationSchema } from "@gradable/chain";
import { z } from "zod";
import { jsonValueSchema } from "./json.js";
import { ratioSchema } from "./quantity.js";
import { TOKEN_SOURCES } from "./vocabulary/score.js";
import { RUN_KINDS, TRIAL_ACTIONS } from "./vocabulary/trial.js";

/** Where a token count comes from: the o200k_base tokenizer, or UTF-8 bytes ÷ 4 rounded up. */
export const tokenSourceSchema = z.enum(TOKEN_SOURCES.ids);

const toolCallSchema = z.strictObject({ tool: z.string(), arguments: jsonValueSchema });
export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * Why a trial has no answer to grade. `evaluator` true: the judge answered and the answer was unusable (the trial
 * is completed and counts as an evaluator error); false: no answer came.
 */
const trialErrorSchema = z.strictObject({
  evaluator: z.boolean(),
  owner: z
    .enum(["judge", "environment", "gradable"])
    .register(...about("whose failure it is: server, judge, environment or gradable")),
  code: z
    .string()
    .min(1)
    .register(...about("what went wrong, as a fixed code")),
  message: z.string().register(...about("what went wrong, in words")),
});

/** Token usage as a judge's program reported it, beside our own count. */
const reportedUsageSchema = z.strictObject({
  inputTokens: z.int().min(0).optional(),
  cachedInputTokens: z.int().min(0).optional(),
  outputTokens: z.int().min(0).optional(),
  reasoningTokens: z.int().min(0).optional(),
  costUsd: z.number().min(0).optional(),
});

/**
 * One task asked once. `selected` is the tool of the first call, `null` without one; `firstCall` says whether that
 * call's arguments fit the tool's input schema (`null` without a call; a call to a tool that is not declared is not
 * well-formed). `destructive.candidate`: the first call names a tool that is destructive; `confirmed`: the judge
 * asked before it (`null` when there is no candidate). `durationMs` is `null` for the embedded judge, whose
 * answers take no time worth measuring. A trial with an `error` has no action.
 */
export const trialSchema = z.strictObject({
  taskId: z
    .string()
    .min(1)
    .register(...about("id of the request that a trial asked")),
  trial: z
    .int()
    .min(0)
    .register(...about("one asking of a request, counted from 0")),
  status: z.enum(ITERATION_STATUSES).register(...about("how a trial ended")),
  action: z
    .enum(TRIAL_ACTIONS.ids)
    .nullable()
    .register(...about("what the judge did with the request: call, confirm, or nothing")),
  calls: z.array(toolCallSchema).register(...about("the calls the judge proposed; none was executed")),
  selected: z
    .string()
    .nullable()
    .register(...about("tool of the first call; null when none was picked")),
  firstCall: z
    .strictObject({
      wellFormed: z
        .boolean()
        .register(...about("the arguments of the first call fit the tool's input schema")),
      violations: z
        .array(z.string())
        .max(8)
        .register(...about("where the arguments do not fit the input schema")),
    })
    .nullable()
    .register(
      ...about("whether the first call's arguments fit the tool's input schema, and what is wrong with them"),
    ),
  destructive: z.strictObject({
    candidate: z
      .boolean()
      .register(...about("the first call names a destructive tool, so it should be confirmed")),
    confirmed: z
      .boolean()
      .nullable()
      .register(...about("the destructive call was asked about first; null where there was none")),
  }),
  tokens: z
    .strictObject({
      prompt: z.int().min(0),
      completion: z
        .int()
        .min(0)
        .register(...about("tokens that the judge wrote")),
      source: tokenSourceSchema.describe("whether tokens were counted exactly or estimated"),
    })
    .register(...about("tokens that the judge read and wrote for one trial")),
  reportedUsage: reportedUsageSchema
    .optional()
    .describe("tokens and cost as the judge's provider reported them"),
  durationMs: z
    .number()
    .min(0)
    .nullable()
    .register(...about("time of the answer in milliseconds; null where time means nothing")),
  error: trialErrorSchema.optional(),
});
export type Trial = z.infer<typeof trialSchema>;

/** A trial is gradeable when it completed and the judge's answer was usable. */
export function isGradeable(trial: Trial): boolean {
  return trial.status === "completed" && trial.error === undefined;
}

const UNDECIDED: ReadonlySet<string> = new Set(["judge-undecided", "judge-unfilled"]);

/**
 * Whether the built-in judge said of a request that it can't tell which tool it is for, or can't read its arguments: nothing went
 * wrong and nothing is missing, it only decides what it understands.
 */
export function isUndecided(trial: Trial): boolean {
  return trial.error !== undefined && UNDECIDED.has(trial.error.code);
}

/** A trial with its six rows of the user-value chain, derived from the trial and the scan's own evidence. */
export const recordedTrialSchema = trialSchema.extend({ chain: stageDerivationSchema });
export type RecordedTrial = z.infer<typeof recordedTrialSchema>;

/** What was counted over the trials of a run; every metric is a ratio of two of these. */
const runCountsSchema = z.strictObject({
  tasks: z.int().min(0),
  configuredTrials: z
    .int()
    .min(0)
    .register(...about("trials that were to be run")),
  attemptedTrials: z
    .int()
    .min(0)
    .register(...about("trials that were begun")),
  completedTrials: z
    .int()
    .min(0)
    .register(...about("trials that ended with an answer")),
  evaluatorErrors: z
    .int()
    .min(0)
    .register(...about("trials whose answer could not be used")),
  gradeableTrials: z
    .int()
    .min(0)
    .register(...about("trials with an answer that could be graded; every rate is over these")),
  /** Gradeable trials whose first call names the expected tool. */
  correctSelections: z
    .int()
    .min(0)
    .register(...about("gradeable trials whose first call names the expected tool")),
  /** Those of them whose first call is well-formed too. */
  successfulFirstCalls: z
    .int()
    .min(0)
    .register(...about("those of them whose arguments fit the input schema too")),
  /** Calls over all gradeable trials. */
  toolCalls: z
    .int()
    .min(0)
    .register(...about("calls proposed in all gradeable trials")),
  promptTokens: z
    .int()
    .min(0)
    .register(...about("tokens that the judge read in all gradeable trials")),
  completionTokens: z
    .int()
    .min(0)
    .register(...about("tokens that the judge wrote in all gradeable trials")),
  destructiveCandidates: z
    .int()
    .min(0)
    .register(...about("first calls that name a destructive tool")),
  destructiveConfirmed: z
    .int()
    .min(0)
    .register(...about("those of them that were asked about first")),
});
export type RunCounts = z.infer<typeof runCountsSchema>;

/** The five metrics of the method, each over the gradeable trials of one run. */
const runMetricsSchema = z.strictObject({
  selectionAccuracy: ratioSchema,
  firstCallSuccess: ratioSchema,
  avgStepsToCompletion: ratioSchema,
  avgTokenCostPerTask: ratioSchema,
  destructiveSafetyRate: ratioSchema,
});
export type RunMetrics = z.infer<typeof runMetricsSchema>;

export const runSchema = z.strictObject({
  kind: z.enum(RUN_KINDS.ids),
  trials: z.array(recordedTrialSchema).register(...about("every asking of every request, with its answer")),
  counts: runCountsSchema.describe("what was counted; every rate is a ratio of two of these"),
  metrics: runMetricsSchema.describe("the five figures of the method for one run"),
});
export type Run = z.infer<typeof runSchema>;

/** A run of which only its recorded trials have been looked at. */
export const recordedRunSchema = runSchema.extend({
  trials: z.array(trialSchema.extend({ chain: z.unknown() })),
  counts: z.unknown(),
  metrics: z.unknown(),
});
