import { EVAL_STAGE_PARITY_BLOCKERS } from "@gradable/chain";
import {
  COMPARISON_NOTES,
  DEFECTS,
  DIFFERENCE_CAUSES,
  DIFFERENCE_READINGS,
  GRADES,
  JUDGE_STAGES,
  judgeIdentitySchema,
  PAIR_SEVERITIES,
  provenanceSchema,
  quantitySchema,
  ratioSchema,
  sha256Schema,
  slugSchema,
  stageIdentitySchema,
  TASK_CHANGES,
  utcTimeSchema,
} from "@gradable/contract";
import { z } from "zod";

/** 95 % interval of a difference, on the scale of what differs. */
const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

/** One of the two reports: what names it, and what `verify` says against it (at most 5 messages of `mismatchCount`). */
const sideSchema = z.strictObject({
  file: z.string(),
  slug: slugSchema,
  name: z.string(),
  target: z.string(),
  scannedAt: utcTimeSchema,
  gradableVersion: z.string(),
  reportSha256: sha256Schema,
  surfaceSha256: sha256Schema,
  taskSetSha256: sha256Schema,
  tasks: z.int().min(1),
  trialsPerTask: z.int().min(1),
  tools: z.int().min(1),
  methodology: z.string(),
  judge: judgeIdentitySchema,
  provenance: provenanceSchema,
  composite: quantitySchema,
  grade: z.enum(GRADES),
  mismatchCount: z.int().min(0),
  mismatches: z.array(z.string()).max(5),
});
export type ComparisonSide = z.infer<typeof sideSchema>;

const categoryChangeSchema = z.strictObject({
  max: z.int().min(1),
  a: quantitySchema.nullable(),
  b: quantitySchema.nullable(),
  difference: quantitySchema.nullable(),
});

const rateChangeSchema = z.strictObject({
  a: ratioSchema,
  b: ratioSchema,
  difference: z.number().nullable(),
  interval: intervalSchema.nullable(),
  reading: z.enum(DIFFERENCE_READINGS.ids),
});
export type RateChange = z.infer<typeof rateChangeSchema>;

/** How a task went on one side, over its gradeable trials; `picked` are the tools of the first calls, each once. */
const taskOutcomeSchema = z.strictObject({
  trials: z.int().min(0),
  successes: z.int().min(0),
  picked: z.array(z.string().nullable()),
  malformed: z.int().min(0),
  candidates: z.int().min(0),
  confirmed: z.int().min(0),
});
export type TaskOutcome = z.infer<typeof taskOutcomeSchema>;

const changedTaskSchema = z.strictObject({
  taskId: z.string(),
  tool: z.string(),
  prompt: z.string(),
  change: z.enum(TASK_CHANGES.ids),
  a: taskOutcomeSchema,
  b: taskOutcomeSchema,
});
export type ChangedTask = z.infer<typeof changedTaskSchema>;

const defectChangeSchema = z.strictObject({
  tool: z.string(),
  type: z.enum(DEFECTS.ids),
  evidence: z.string(),
});
export type DefectChange = z.infer<typeof defectChangeSchema>;

/** `a` and `b` are the severities on the two sides; `null` where the pair was not found. */
const pairChangeSchema = z.strictObject({
  tools: z.tuple([z.string(), z.string()]),
  a: z.enum(PAIR_SEVERITIES.ids).nullable(),
  b: z.enum(PAIR_SEVERITIES.ids).nullable(),
});
export type PairChange = z.infer<typeof pairChangeSchema>;

/** `null` where the tool is not declared. */
const toolTokensSchema = z.strictObject({
  tool: z.string(),
  a: z.int().min(0).nullable(),
  b: z.int().min(0).nullable(),
  difference: z.int(),
});
export type ToolTokens = z.infer<typeof toolTokensSchema>;

export const COMPARISON_SCHEMA_VERSION = 1;

/** Two reports side by side; every difference is B − A. */
export const comparisonSchema = z.strictObject({
  schemaVersion: z.literal(COMPARISON_SCHEMA_VERSION),
  a: sideSchema,
  b: sideSchema,
  /** No blocker, and both reports verify. */
  comparable: z.boolean(),
  /** In the chain's vocabulary and order. Another surface is no blocker: what it changes is what a comparison is for. */
  blockers: z.array(z.enum(EVAL_STAGE_PARITY_BLOCKERS)),
  /** Fields of the configuration that differ, with both values. */
  differs: z.array(z.strictObject({ field: z.string(), a: z.string(), b: z.string() })),
  notes: z.array(z.enum(COMPARISON_NOTES.ids)),
  surface: z.strictObject({
    same: z.boolean(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
    /** The tools of both stand in another order. */
    reordered: z.boolean(),
  }),
  tasks: z.strictObject({
    same: z.boolean(),
    shared: z.int().min(0),
    onlyA: z.int().min(0),
    onlyB: z.int().min(0),
    changed: z.array(changedTaskSchema),
  }),
  judge: z.strictObject({
    /** The same at every stage that feeds the score. */
    same: z.boolean(),
    stages: z.array(
      z.strictObject({
        stage: z.enum(JUDGE_STAGES.ids),
        same: z.boolean(),
        a: stageIdentitySchema.nullable(),
        b: stageIdentitySchema.nullable(),
      }),
    ),
  }),
  methodology: z.strictObject({ same: z.boolean() }),
  score: z.strictObject({
    difference: quantitySchema,
    interval: intervalSchema.nullable(),
    reading: z.enum(DIFFERENCE_READINGS.ids),
    categories: z.strictObject({
      safety: categoryChangeSchema,
      legibility: categoryChangeSchema,
      economics: categoryChangeSchema,
      discoverability: categoryChangeSchema,
    }),
  }),
  rates: z.strictObject({
    selectionAccuracy: rateChangeSchema,
    firstCallSuccess: rateChangeSchema,
    destructiveSafetyRate: rateChangeSchema,
  }),
  defects: z.strictObject({ appeared: z.array(defectChangeSchema), gone: z.array(defectChangeSchema) }),
  /** Pairs that appeared, went, or changed severity. */
  pairs: z.array(pairChangeSchema),
  tokens: z.strictObject({
    /** Both sides were counted by the same tokenizer; otherwise no token figure compares. */
    sameTokenizer: z.boolean(),
    definition: z.strictObject({ a: z.int().min(0), b: z.int().min(0), difference: z.int() }),
    perTask: z.strictObject({ a: ratioSchema, b: ratioSchema, difference: quantitySchema.nullable() }),
    /** Tools whose definition takes another number of tokens, the largest change first. */
    tools: z.array(toolTokensSchema),
  }),
  suggests: z.array(z.strictObject({ cause: z.enum(DIFFERENCE_CAUSES.ids), statement: z.string() })).min(1),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** JSON Schema (2020-12) of a comparison, for `rubric/comparison-v1.schema.json`. */
export function comparisonJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(comparisonSchema, { target: "draft-2020-12", reused: "ref" }) as Record<
    string,
    unknown
  >;
  return { $id: "https://gradable.dev/schema/comparison-v1.json", title: "Gradable comparison", ...schema };
}
