import {
  about,
  evalStageAnalyticsSchema,
  evalVerdictDecisionSchema,
  MAX_CONFIGURED_TRIALS,
} from "@gradable/chain";
import { z } from "zod";
import { analysisSchema } from "./analysis.js";
import { reportAnnotationsSchema } from "./annotations.js";
import { sha256Json } from "./hash.js";
import { judgeIdentitySchema, provenanceSchema } from "./judge-identity.js";
import { observationSchema } from "./observation.js";
import { recordedRunSchema, runSchema } from "./run.js";
import { economicsSchema, rubricSchema, scoreSchema } from "./score.js";
import { listingSchema, serverInfoSchema, sha256Schema } from "./surface.js";
import { targetSchema } from "./target.js";
import { taskListSchema } from "./task.js";

export const REPORT_SCHEMA_VERSION = 1;

/** Folder names and URLs are made of it, so it can hold nothing else: lower-case letters, digits, single hyphens. */
export const slugSchema = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "expected lower-case letters, digits and single hyphens");

/** UTC time with milliseconds, as `Date.prototype.toISOString` writes it. */
export const utcTimeSchema = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    "expected an ISO 8601 UTC time such as 2026-01-31T12:00:00.000Z",
  );

/** A tool of a scanned surface as a report keeps it: its name, the hash of its declaration, and figures. */
export const reportToolSchema = z.strictObject({
  name: z.string(),
  sha256: sha256Schema.describe(
    "sha256 of the canonical JSON of what it stands in: a tool's declaration, or the annotations",
  ),
  definitionTokens: z
    .int()
    .min(0)
    .register(...about("tokens of the tools' definitions, which a model reads with every request")),
  destructive: z
    .boolean()
    .register(
      ...about(
        "whether a call is one to confirm first (METHODOLOGY M1.9); of a trial, what became of such a call",
      ),
    ),
});
export type ReportTool = z.infer<typeof reportToolSchema>;

/**
 * The result of one scan. Counts and evidence are stored, and every derived number can be recomputed from the same
 * file (`gradable verify`). It quotes no description of the scanned server. `reportSha256` is the sha256 of the canonical JSON
 * of the report without that member: it shows an edit, it does not prove who wrote it.
 */
export const reportSchema = z.strictObject({
  schemaVersion: z.literal(REPORT_SCHEMA_VERSION).register(...about("version of the file's format")),
  methodology: z
    .literal("v1")
    .register(...about("version of METHODOLOGY.md, and of its formulas and constants, that was used")),
  gradableVersion: z
    .string()
    .min(1)
    .register(...about("version of the gradable that wrote the file")),
  slug: slugSchema.describe("name of the result: its folder, and its address on a site"),
  target: targetSchema.describe("what was scanned, as it was given; values that may be secret are left out"),
  scannedAt: utcTimeSchema.describe("when the scan began (UTC)"),
  surface: z
    .strictObject({
      surfaceSha256: sha256Schema.describe(
        "sha256 of the declared tools: two scans with the same value saw the same surface",
      ),
      toolCount: z
        .int()
        .min(1)
        .register(...about("how many tools the server declares")),
      serverInfo: serverInfoSchema.nullable().describe("name and version that the server gave for itself"),
      protocolVersion: z
        .string()
        .nullable()
        .register(...about("MCP version agreed with the server; null for a captured surface")),
      listing: listingSchema.describe("how the list of tools was read"),
      tools: z
        .array(reportToolSchema)
        .min(1)
        .register(...about("the tools of the surface, in declared order; the tools that something is about")),
    })
    .register(
      ...about("what the server declares, as hashes and figures; the server's own texts are not in a report"),
    ),
  observations: z
    .array(observationSchema)
    .register(...about("what the connection and the list showed; it explains a result and moves no score")),
  judge: judgeIdentitySchema.describe(
    "who answered: program, its version, model, and the versions of what was asked",
  ),
  provenance: provenanceSchema.describe("uniform when one judge answered every question, else mixed"),
  tasks: taskListSchema.describe(
    "the requests that were asked, each with the tool it was written for; as a stage of the judge: writing them",
  ),
  taskSetSha256: sha256Schema.describe(
    "sha256 of the requests: two scans with the same value asked the same",
  ),
  trialsPerTask: z
    .int()
    .min(1)
    .max(MAX_CONFIGURED_TRIALS)
    .register(...about("how often each request was asked")),
  runs: z
    .strictObject({ baseline: runSchema, after_rewrite: runSchema.optional() })
    .register(...about("the runs of the requests: baseline, and after_rewrite where suggestions were tried")),
  analysis: analysisSchema.describe("defects of descriptions, suggestions and confusable pairs"),
  /** The maintainer's remarks on findings; absent where there were none. They move no score. */
  annotations: reportAnnotationsSchema
    .optional()
    .describe("remarks of the server's maintainer on findings; they move no score"),
  economics: economicsSchema.describe(
    "tokens of the definitions and, where recorded, of the responses; as a category: what they cost",
  ),
  score: scoreSchema.describe("the composite, its interval, the grade and the four categories"),
  chain: z
    .strictObject({
      decision: evalVerdictDecisionSchema.describe(
        "verdict on the run under the verdict policy: passed, failed or inconclusive",
      ),
      analytics: evalStageAnalyticsSchema.describe("counts of the chain's stages over all trials"),
    })
    .register(...about("where on the way from connection to user value a trial stopped")),
  rubric: rubricSchema.describe("the constants that the score was computed with"),
  reportSha256: sha256Schema.describe(
    "sha256 of the report without this field: it shows an edit, it does not prove who wrote it",
  ),
});
export type Report = z.infer<typeof reportSchema>;

/**
 * A report in which only what was recorded has been looked at: runs, score, chain and rubric hold whatever they hold. Enough for a
 * verifier, which computes those parts and compares, and several times faster than the whole shape.
 */
export const reportEvidenceSchema = reportSchema.extend({
  runs: z.strictObject({ baseline: recordedRunSchema, after_rewrite: recordedRunSchema.optional() }),
  score: z.unknown(),
  chain: z.unknown(),
  rubric: z.unknown(),
});

/** The hash a report must carry: over everything but the hash itself. */
export function reportSha256(report: Omit<Report, "reportSha256"> | Report): string {
  const { reportSha256: _omitted, ...rest } = report as Report;
  return sha256Json(rest);
}
