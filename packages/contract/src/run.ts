import { ITERATION_STATUSES, stageDerivationSchema } from "@gradable/chain";
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
  owner: z.enum(["judge", "environment", "gradable"]),
  code: z.string().min(1),
  message: z.string(),
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
  taskId: z.string().min(1),
  trial: z.int().min(0),
  status: z.enum(ITERATION_STATUSES),
  action: z.enum(TRIAL_ACTIONS.ids).nullable(),
  calls: z.array(toolCallSchema),
  selected: z.string().nullable(),
  firstCall: z.strictObject({ wellFormed: z.boolean(), violations: z.array(z.string()).max(8) }).nullable(),
  destructive: z.strictObject({ candidate: z.boolean(), confirmed: z.boolean().nullable() }),
  tokens: z.strictObject({ prompt: z.int().min(0), completion: z.int().min(0), source: tokenSourceSchema }),
  reportedUsage: reportedUsageSchema.optional(),
  durationMs: z.number().min(0).nullable(),
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
  configuredTrials: z.int().min(0),
  attemptedTrials: z.int().min(0),
  completedTrials: z.int().min(0),
  evaluatorErrors: z.int().min(0),
  gradeableTrials: z.int().min(0),
  /** Gradeable trials whose first call names the expected tool. */
  correctSelections: z.int().min(0),
  /** Those of them whose first call is well-formed too. */
  successfulFirstCalls: z.int().min(0),
  /** Calls over all gradeable trials. */
  toolCalls: z.int().min(0),
  promptTokens: z.int().min(0),
  completionTokens: z.int().min(0),
  destructiveCandidates: z.int().min(0),
  destructiveConfirmed: z.int().min(0),
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
  trials: z.array(recordedTrialSchema),
  counts: runCountsSchema,
  metrics: runMetricsSchema,
});
export type Run = z.infer<typeof runSchema>;

/** A run of which only its recorded trials have been looked at. */
export const recordedRunSchema = runSchema.extend({
  trials: z.array(trialSchema.extend({ chain: z.unknown() })),
  counts: z.unknown(),
  metrics: z.unknown(),
});
