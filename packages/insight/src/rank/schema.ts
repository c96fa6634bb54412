import { about, EVAL_STAGE_PARITY_BLOCKERS } from "@gradable/chain";
import {
  EXCLUSION_REASONS,
  FAILURE_OWNERS,
  GRADES,
  NOT_MEASURED_REASONS,
  provenanceSchema,
  quantitySchema,
  ROW_FLAGS,
  SCAN_STAGES,
  sha256Schema,
  slugSchema,
  TOKEN_SOURCES,
  utcTimeSchema,
} from "@gradable/contract";
import { z } from "zod";

/** An interval on the scale of the composite, 0–100. */
const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

const categorySchema = z.strictObject({
  points: quantitySchema.nullable(),
  max: z.int().min(1),
  measured: z.boolean(),
  reason: z.enum(NOT_MEASURED_REASONS.ids).optional(),
});

const stageSchema = z.strictObject({ cli: z.string(), model: z.string(), version: z.string() });

/**
 * What must be equal for two scores to share a ranking: the five fields of the method's comparability key; who answered
 * the stages that feed points, and by which rules (they equal the block unless provenance is mixed); and the versions
 * of the chain's own figures. A cli's version is not in it: it is reported beside, and does not split.
 */
const configurationSchema = z.strictObject({
  cli: z.string(),
  model: z.string(),
  taskGeneratorVersion: z.string(),
  promptTemplateVersion: z.string(),
  methodology: z.string(),
  stages: z.strictObject({
    tasks: stageSchema,
    selection: stageSchema,
    defects: stageSchema,
    pairs: stageSchema,
  }),
  stageAnalyzerVersion: z.int(),
  measurementsSchemaVersion: z.int(),
  measurementUnit: z.string(),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** A report reduced to what a row needs: a few hundred bytes, whatever the report weighs. */
const scoredEntrySchema = z.strictObject({
  kind: z.literal("scored"),
  file: z.string(),
  slug: slugSchema,
  /** The title or name the server gave for itself, neutralised; the slug when it gave none. */
  name: z.string(),
  target: z.string(),
  scannedAt: utcTimeSchema,
  gradableVersion: z.string(),
  composite: quantitySchema,
  grade: z.enum(GRADES),
  /** The report's own interval; `null` when it was not measured. */
  ci95: intervalSchema.nullable(),
  /** The interval that ranks (see `rankingInterval()`); `null` when there is none, and then nothing tells the row apart. */
  rankingInterval: intervalSchema
    .nullable()
    .describe("interval that ranks are made with: wider than ci95 where all requests of a server went alike"),
  categories: z.strictObject({
    safety: categorySchema,
    legibility: categorySchema,
    economics: categorySchema,
    discoverability: categorySchema,
  }),
  toolCount: z.int().min(1),
  definitionTokens: z.int().min(0),
  definitionTokensSource: z.enum(TOKEN_SOURCES.ids),
  tasks: z.int().min(1),
  trials: z.strictObject({
    configured: z
      .int()
      .min(0)
      .register(...about("trials that were to be run")),
    gradeable: z
      .int()
      .min(0)
      .register(...about("trials with an answer that could be graded")),
  }),
  configuration: configurationSchema,
  cliVersion: z.string(),
  provenance: provenanceSchema,
  surfaceSha256: sha256Schema,
  reportSha256: sha256Schema,
  flags: z.array(z.enum(ROW_FLAGS.ids)).register(...about("what is worth knowing beside a row")),
  /** How many findings the maintainer has remarked on, and how many of the remarks had expired when it was scanned. */
  annotations: z.strictObject({
    count: z.int().min(0),
    expired: z
      .int()
      .min(0)
      .register(...about("remarks of the maintainer whose last day has passed")),
  }),
});
export type ScoredEntry = z.infer<typeof scoredEntrySchema>;

/** A file without a rank, and why. `detail` is neutralised text; `at` is when it was scanned or failed. */
const excludedEntrySchema = z.strictObject({
  kind: z.literal("excluded"),
  file: z.string(),
  slug: slugSchema.nullable(),
  reason: z.enum(EXCLUSION_REASONS.ids),
  detail: z.string().register(...about("why a file has no rank, in words")),
  at: utcTimeSchema.nullable(),
  failure: z
    .strictObject({ owner: z.enum(FAILURE_OWNERS.ids), stage: z.enum(SCAN_STAGES.ids), code: z.string() })
    .optional()
    .register(...about("where and why a scan without a score stopped")),
  blockers: z
    .array(z.enum(EVAL_STAGE_PARITY_BLOCKERS))
    .optional()
    .register(...about("why scores may not be compared")),
});
export type ExcludedEntry = z.infer<typeof excludedEntrySchema>;

/** What one file comes down to. */
export const leaderboardEntrySchema = z.discriminatedUnion("kind", [scoredEntrySchema, excludedEntrySchema]);
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

/**
 * A row with its rank: `low` to `high` of `of` rows of the same configuration. The data does not tell the row apart
 * from the others within that range, so a single number would claim an order that is not there.
 */
const leaderboardRowSchema = scoredEntrySchema.omit({ kind: true, configuration: true }).extend({
  /** Number of the configuration in `comparability.configurations`. */
  configuration: z
    .int()
    .min(1)
    .register(...about("number of the combination of judge and methodology that produced the row")),
  rank: z
    .strictObject({ low: z.int().min(1), high: z.int().min(1), of: z.int().min(1) })
    .register(
      ...about("range of places that the data allows, of how many rows: within it the order means nothing"),
    ),
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

const configurationRowSchema = z.strictObject({
  number: z.int().min(1),
  configuration: configurationSchema,
  cliVersions: z.array(z.string()).register(...about("versions of the judge's program that were seen")),
  rows: z
    .int()
    .min(1)
    .register(...about("servers with a rank")),
  majority: z
    .boolean()
    .register(...about("whether it is the configuration of most rows; the value most rows have")),
  /** Why its scores may not be set against the majority's, in the chain's vocabulary and order; empty for the majority. */
  blockers: z.array(z.enum(EVAL_STAGE_PARITY_BLOCKERS)),
  /** What differs from the majority, field by field. */
  differs: z
    .array(
      z.strictObject({
        field: z.string().register(...about("name of the value that differs")),
        here: z
          .string()
          .register(...about("the value of this configuration where it differs from that of most rows")),
        majority: z.string(),
      }),
    )
    .register(...about("what differs from the configuration of most rows")),
});
export type ConfigurationRow = z.infer<typeof configurationRowSchema>;

/** Version of leaderboard.json. */
export const LEADERBOARD_SCHEMA_VERSION = 1;

/** leaderboard.json: every file that was given is either a row or an excluded entry. */
export const leaderboardSchema = z.strictObject({
  schemaVersion: z.literal(LEADERBOARD_SCHEMA_VERSION),
  /** The newest `scannedAt` of the rows, so that a rebuild of the same files is the same to the byte; `null` without rows. */
  generatedAt: utcTimeSchema.nullable().describe("time of the newest scan of the leaderboard"),
  counts: z.strictObject({
    files: z
      .int()
      .min(0)
      .register(...about("files that were read")),
    rows: z.int().min(0),
    excluded: z.int().min(0),
  }),
  comparability: z
    .strictObject({
      /** True when all rows are of one configuration; false drops the claim that the table compares. */
      comparable: z.boolean().register(...about("whether all scores may be set against each other")),
      statement: z.string().register(...about("the same in a sentence")),
      configurations: z
        .array(configurationRowSchema)
        .register(...about("each combination of judge and methodology that produced rows")),
      outsideMajority: z
        .array(slugSchema)
        .register(...about("servers judged by another configuration than most")),
    })
    .register(...about("whether all rows were judged alike, and what differs where not")),
  ranking: z
    .strictObject({
      level: z.literal(0.95),
      method: z.literal("pairwise-mover"),
      statement: z.string(),
    })
    .register(...about("how ranks were made")),
  /** By configuration, then by exact composite downwards, then by slug. */
  rows: z.array(leaderboardRowSchema),
  /** By reason, then by slug and file. */
  excluded: z.array(excludedEntrySchema.omit({ kind: true })),
});
export type Leaderboard = z.infer<typeof leaderboardSchema>;

/** JSON Schema (2020-12) of leaderboard.json, for `rubric/leaderboard-v1.schema.json`. */
export function leaderboardJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(leaderboardSchema, { target: "draft-2020-12", reused: "ref" }) as Record<
    string,
    unknown
  >;
  return { $id: "https://gradable.dev/schema/leaderboard-v1.json", title: "Gradable leaderboard", ...schema };
}
