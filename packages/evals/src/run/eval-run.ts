import {
  evalRunDecisionSummarySchema,
  evalStageAnalyticsSchema,
  evalTrialFrictionSignalsSchema,
  evalValiditySchema,
  iterationStatusSchema,
  opaqueIdSchema,
  stageDerivationSchema,
  stageMeasurementsSchema,
  userValueStageSchema,
} from "@gradable/chain";
import { plainText } from "@gradable/contract";
import { z } from "zod";
import { CHECK_ROLES } from "../checks/check-policy.js";
import { evalsError } from "../errors.js";
import { ARGUMENT_MATCHING_MODES } from "../match/arg-match.js";
import { TOOL_CALL_ORDERS } from "../match/match-options.js";
import { GRADER_ROW_STATUSES } from "./grader-rows.js";

/** Version of the record of a run. A change of shape raises it; an old record must still load. */
export const EVAL_RUN_SCHEMA_VERSION = 1;

const text = z.string();
const countSchema = z.int().min(0);
const ms = z.number().min(0);
const time = z.iso.datetime();
// Data of a server or an author that is carried along, redacted where it is live.
const json = z.unknown();

const callSchema = z.strictObject({
  toolName: text,
  toolCallId: text.optional(),
  /** Redacted: values under sensitive keys are replaced. */
  arguments: json,
});
const expectedCallSchema = z.strictObject({ toolName: text, arguments: json.optional() });
const tokensSchema = z.strictObject({ total: countSchema, input: countSchema, output: countSchema });

/** One grader's row of one trial. */
const evalRunGraderRowSchema = z.strictObject({
  graderId: text,
  role: z.enum(CHECK_ROLES),
  status: z.enum(GRADER_ROW_STATUSES),
  value: z.number().optional(),
  passed: z.boolean().optional(),
  reason: text.optional(),
});

/** One trial: what was called, what each grader said, where it stands on the chain. */
const evalRunTrialSchema = z.strictObject({
  iteration: countSchema,
  status: iterationStatusSchema,
  passed: z.boolean(),
  evaluatorError: z.boolean(),
  error: text.optional(),
  retryCount: countSchema.optional(),
  provider: text.optional(),
  model: text.optional(),
  prompts: z.array(
    z.strictObject({ latency: z.strictObject({ e2eMs: ms, llmMs: ms, mcpMs: ms }), error: text.optional() }),
  ),
  tokens: tokensSchema,
  calls: z.array(callSchema),
  toolErrors: z.array(
    z.strictObject({
      kind: z.enum(["content-error", "protocol-error"]),
      toolName: text.optional(),
      message: text.optional(),
    }),
  ),
  match: z
    .strictObject({
      missing: z.array(expectedCallSchema),
      extra: z.array(expectedCallSchema),
      argumentMismatches: z.array(z.strictObject({ toolName: text, expectedArgs: json, actualArgs: json })),
      passed: z.boolean(),
    })
    .optional(),
  graders: z.array(evalRunGraderRowSchema),
  chain: stageDerivationSchema,
  measurements: stageMeasurementsSchema,
  friction: evalTrialFrictionSignalsSchema,
});

/** One test of a run: what it asked for, its counts, its trials. Rates are derived from these. */
const evalRunTestSchema = z.strictObject({
  id: opaqueIdSchema,
  name: text,
  expectedToolCalls: z.array(expectedCallSchema),
  matchOptions: z.strictObject({
    toolCallOrder: z.enum(TOOL_CALL_ORDERS),
    argumentMatching: z.enum(ARGUMENT_MATCHING_MODES),
    maxExtraToolCalls: countSchema.nullable(),
  }),
  predicates: z.array(json),
  isNegativeTest: z.boolean(),
  expectedOutput: text.optional(),
  iterations: countSchema,
  successes: countSchema,
  trials: z.array(evalRunTrialSchema),
});

/** The record of one run of a suite or a test. Closed; times are ISO UTC. */
export const evalRunSchema = z.strictObject({
  schemaVersion: z.literal(EVAL_RUN_SCHEMA_VERSION),
  kind: z.literal("evals-run"),
  runId: opaqueIdSchema,
  suiteId: opaqueIdSchema.optional(),
  name: text,
  startedAt: time,
  finishedAt: time,
  passThreshold: z.number().min(0).max(1),
  validity: evalValiditySchema.optional(),
  tests: z.array(evalRunTestSchema),
  decision: evalRunDecisionSummarySchema,
  analytics: evalStageAnalyticsSchema,
  coverage: z.array(
    z.strictObject({
      stage: userValueStageSchema,
      measured: z.boolean(),
      gating: z.array(text),
      advisory: z.array(text),
      runnerCheck: z.boolean(),
    }),
  ),
});
export type EvalRun = z.infer<typeof evalRunSchema>;
export type EvalRunTest = z.infer<typeof evalRunTestSchema>;
export type EvalRunTrial = z.infer<typeof evalRunTrialSchema>;

/** JSON Schema (2020-12) of the record: `rubric/evals-run-v1.schema.json`. */
export function evalRunJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(evalRunSchema, {
    target: "draft-2020-12",
    unrepresentable: "any",
    reused: "ref",
  }) as Record<string, unknown>;
  return { $id: "https://gradable.dev/schema/evals-run-v1.json", title: "Gradable evals run", ...schema };
}

/** Reads a record. Throws GradableError `evals-run-invalid` (owner usage) naming the first places that do not fit. */
export function readEvalRun(document: unknown): EvalRun {
  const parsed = evalRunSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${plainText(issue.path.join(".") || "(root)")}: ${plainText(issue.message)}`);
  const more = parsed.error.issues.length - places.length;
  throw evalsError("evals-run-invalid", {
    places: `${places.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
  });
}
