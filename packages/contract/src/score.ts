import { z } from "zod";
import { quantitySchema, ratioSchema } from "./quantity.js";
import { tokenSourceSchema } from "./run.js";
import { sha256Schema } from "./surface.js";
import { GRADES, NOT_MEASURED_REASONS, TOKENIZERS } from "./vocabulary/score.js";

const notMeasuredReasonSchema = z.enum(NOT_MEASURED_REASONS.ids);
const efficiencySchema = z.strictObject({ input: quantitySchema, efficiency: quantitySchema });

/** A category with its points and everything they were computed from; unmeasured, it has no points and a reason. */
function categorySchema<Inputs extends z.ZodType>(inputs: Inputs) {
  return z.discriminatedUnion("measured", [
    z.strictObject({ measured: z.literal(true), points: quantitySchema, max: z.int().min(1), inputs }),
    z.strictObject({
      measured: z.literal(false),
      points: z.null(),
      max: z.int().min(1),
      reason: notMeasuredReasonSchema,
      inputs,
    }),
  ]);
}

/**
 * 95 % interval of the composite, on the scale of the composite (0–100): percentile bootstrap over tasks or over forms of request, `seed` and
 * `resamples` as used, so that anyone can repeat it.
 */
const confidenceIntervalSchema = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.literal("measured"),
    low: z.number(),
    high: z.number(),
    level: z.literal(0.95),
    method: z.enum(["percentile-bootstrap-over-tasks", "percentile-bootstrap-over-forms"]),
    resamples: z.int().min(1),
    seed: sha256Schema,
  }),
  z.strictObject({ state: z.literal("notMeasured"), reason: notMeasuredReasonSchema }),
]);
export type ConfidenceInterval = z.infer<typeof confidenceIntervalSchema>;

/** Composite, grade, interval and the four categories, each with the inputs its points were computed from. */
export const scoreSchema = z.strictObject({
  composite: quantitySchema,
  grade: z.enum(GRADES),
  ci95: confidenceIntervalSchema,
  categories: z.strictObject({
    safety: categorySchema(z.strictObject({ destructiveSafetyRate: ratioSchema })),
    legibility: categorySchema(
      z.strictObject({
        selectionAccuracy: ratioSchema,
        defectWeight: z.int().min(0),
        descriptionQuality: quantitySchema,
        ambiguousPairWeight: quantitySchema,
        disambiguationQuality: quantitySchema,
      }),
    ),
    economics: categorySchema(
      z.strictObject({
        definition: efficiencySchema,
        task: efficiencySchema.nullable(),
        response: efficiencySchema.nullable(),
      }),
    ),
    discoverability: categorySchema(
      z.strictObject({ selectionAccuracy: ratioSchema, firstCallSuccess: ratioSchema }),
    ),
  }),
});
export type Score = z.infer<typeof scoreSchema>;

/**
 * Token evidence: `definitionTokens` of the whole surface, and response sizes when the caller gave some (`count`
 * responses with `totalTokens` together).
 */
export const economicsSchema = z.strictObject({
  definitionTokens: z.int().min(0),
  definitionTokensSource: tokenSourceSchema,
  tokenizer: z.enum(TOKENIZERS.ids),
  responses: z
    .strictObject({ count: z.int().min(1), totalTokens: z.int().min(0), source: tokenSourceSchema })
    .nullable(),
});
export type Economics = z.infer<typeof economicsSchema>;

const rangeSchema = z.strictObject({ ideal: z.int(), unacceptable: z.int() });
/** An exact decimal weight such as "0.60", kept as text so that no float error enters. */
const weightSchema = z.string().regex(/^\d+(\.\d+)?$/);

/** The constants a score was computed with; every report carries them. */
export const rubricSchema = z.strictObject({
  methodology: z.literal("v1"),
  points: z.strictObject({
    safety: z.int(),
    legibility: z.int(),
    economics: z.int(),
    discoverability: z.int(),
  }),
  legibility: z.strictObject({
    selection: weightSchema,
    descriptions: weightSchema,
    disambiguation: weightSchema,
    defectWeightCeiling: z.int(),
    pairWeightCeiling: z.int(),
    pairWeights: z.strictObject({ low: weightSchema, medium: weightSchema, high: weightSchema }),
  }),
  economics: z.strictObject({
    withoutResponses: z.strictObject({ definition: weightSchema, task: weightSchema }),
    withResponses: z.strictObject({ definition: weightSchema, task: weightSchema, response: weightSchema }),
    definitionTokens: rangeSchema,
    tokensPerTask: rangeSchema,
    responseTokens: rangeSchema,
  }),
  discoverability: z.strictObject({ selection: weightSchema, firstCall: weightSchema }),
  grades: z.strictObject({ A: z.int(), B: z.int(), C: z.int(), D: z.int() }),
  validity: z.strictObject({ minCompletionRate: weightSchema, maxEvaluatorErrorRate: weightSchema }),
});
export type Rubric = z.infer<typeof rubricSchema>;
