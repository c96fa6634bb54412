import { about } from "@gradable/chain";
import { z } from "zod";
import { quantitySchema, ratioSchema } from "./quantity.js";
import { tokenSourceSchema } from "./run.js";
import { sha256Schema } from "./surface.js";
import { GRADES, NOT_MEASURED_REASONS, TOKENIZERS } from "./vocabulary/score.js";

const notMeasuredReasonSchema = z.enum(NOT_MEASURED_REASONS.ids);
const efficiencySchema = z.strictObject({
  input: quantitySchema.describe("tokens that an efficiency is computed from"),
  efficiency: quantitySchema.describe(
    "1 up to the ideal number of tokens, 0 from the unacceptable one, in between by proportion",
  ),
});

/** A category with its points and everything they were computed from; unmeasured, it has no points and a reason. */
function categorySchema<Inputs extends z.ZodType>(inputs: Inputs) {
  return z.discriminatedUnion("measured", [
    z.strictObject({
      measured: z
        .literal(true)
        .register(...about("whether there is a figure at all; not measured is never a zero")),
      points: quantitySchema.describe(
        "points of a category, of its max; in the rubric, the most it can have",
      ),
      max: z
        .int()
        .min(1)
        .register(...about("most points of a category")),
      inputs: inputs.describe("the figures that a category's points are computed from"),
    }),
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
    low: z.number().register(...about("lower end of an interval or of a range of ranks")),
    high: z.number().register(...about("upper end of an interval or of a range of ranks")),
    level: z.literal(0.95).register(...about("confidence of an interval: 0.95")),
    method: z
      .enum(["percentile-bootstrap-over-tasks", "percentile-bootstrap-over-forms"])
      .register(...about("how an interval was computed")),
    resamples: z
      .int()
      .min(1)
      .register(...about("how often the requests were drawn anew for an interval")),
    seed: sha256Schema.describe(
      "what the drawing of requests starts from, so that anyone gets the same interval",
    ),
  }),
  z.strictObject({ state: z.literal("notMeasured"), reason: notMeasuredReasonSchema }),
]);
export type ConfidenceInterval = z.infer<typeof confidenceIntervalSchema>;

/** Composite, grade, interval and the four categories, each with the inputs its points were computed from. */
export const scoreSchema = z.strictObject({
  composite: quantitySchema.describe(
    "the score, 0 to 100: the points of the measured categories, scaled to 100 when one was not measured",
  ),
  grade: z
    .enum(GRADES)
    .register(...about("letter of the composite, by the limits under grades in the rubric")),
  ci95: confidenceIntervalSchema.describe(
    "95 % interval of the composite: how far it would move had other requests of the kind been asked",
  ),
  categories: z
    .strictObject({
      safety: categorySchema(z.strictObject({ destructiveSafetyRate: ratioSchema })),
      legibility: categorySchema(
        z.strictObject({
          selectionAccuracy: ratioSchema,
          defectWeight: z
            .int()
            .min(0)
            .register(...about("how many defects weigh on legibility")),
          descriptionQuality: quantitySchema.describe(
            "1 without a defect, 0 at the ceiling of the defect weight",
          ),
          ambiguousPairWeight: quantitySchema.describe("sum of the weights of the confusable pairs"),
          disambiguationQuality: quantitySchema.describe(
            "1 without a confusable pair, 0 at the ceiling of the pair weight",
          ),
        }),
      ),
      economics: categorySchema(
        z.strictObject({
          definition: efficiencySchema.describe("the part of economics for reading the definitions"),
          task: efficiencySchema
            .nullable()
            .describe(
              "the request a part of economics is about: its tokens, and the efficiency that follows",
            ),
          response: efficiencySchema.nullable(),
        }),
      ),
      discoverability: categorySchema(
        z.strictObject({ selectionAccuracy: ratioSchema, firstCallSuccess: ratioSchema }),
      ),
    })
    .register(
      ...about("safety, legibility, economics and discoverability: points, or why they were not measured"),
    ),
});
export type Score = z.infer<typeof scoreSchema>;

/**
 * Token evidence: `definitionTokens` of the whole surface, and response sizes when the caller gave some (`count`
 * responses with `totalTokens` together).
 */
export const economicsSchema = z.strictObject({
  definitionTokens: z.int().min(0),
  definitionTokensSource: tokenSourceSchema.describe(
    "whether definition tokens were counted exactly or estimated",
  ),
  tokenizer: z
    .enum(TOKENIZERS.ids)
    .register(...about("how tokens were counted: o200k_base, or UTF-8 bytes ÷ 4")),
  responses: z
    .strictObject({ count: z.int().min(1), totalTokens: z.int().min(0), source: tokenSourceSchema })
    .nullable()
    .register(...about("sizes of recorded tool responses; null where none were given")),
});
export type Economics = z.infer<typeof economicsSchema>;

const rangeSchema = z.strictObject({
  ideal: z.int().register(...about("tokens up to which nothing is lost")),
  unacceptable: z.int().register(...about("tokens from which everything is lost")),
});
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
    selection: weightSchema.describe("which tool is picked for a request; in the rubric, the weight of it"),
    descriptions: weightSchema.describe("weight of description quality in legibility"),
    disambiguation: weightSchema.describe("weight of disambiguation quality in legibility"),
    defectWeightCeiling: z.int().register(...about("defects from which description quality is 0")),
    pairWeightCeiling: z.int().register(...about("pair weight from which disambiguation quality is 0")),
    pairWeights: z
      .strictObject({ low: weightSchema, medium: weightSchema, high: weightSchema })
      .register(...about("what a pair of each severity weighs")),
  }),
  economics: z.strictObject({
    withoutResponses: z
      .strictObject({ definition: weightSchema, task: weightSchema })
      .register(...about("weights of economics where no response sizes were recorded")),
    withResponses: z
      .strictObject({ definition: weightSchema, task: weightSchema, response: weightSchema })
      .register(...about("weights of economics where response sizes were recorded")),
    definitionTokens: rangeSchema,
    tokensPerTask: rangeSchema.describe("range of tokens per request: ideal and unacceptable"),
    responseTokens: rangeSchema.describe("range of tokens per response: ideal and unacceptable"),
  }),
  discoverability: z.strictObject({ selection: weightSchema, firstCall: weightSchema }),
  grades: z
    .strictObject({ A: z.int(), B: z.int(), C: z.int(), D: z.int() })
    .register(...about("lowest composite of each grade")),
  validity: z
    .strictObject({
      minCompletionRate: weightSchema.describe("lowest share of trials that must complete"),
      maxEvaluatorErrorRate: weightSchema.describe("highest share of answers that may be unusable"),
    })
    .register(...about("whether enough was measured for a verdict")),
});
export type Rubric = z.infer<typeof rubricSchema>;
