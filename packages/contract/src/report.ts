import { evalStageAnalyticsSchema, evalVerdictDecisionSchema, MAX_CONFIGURED_TRIALS } from "@gradable/chain";
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
  sha256: sha256Schema,
  definitionTokens: z.int().min(0),
  destructive: z.boolean(),
});
export type ReportTool = z.infer<typeof reportToolSchema>;

/**
 * The result of one scan. Counts and evidence are stored, and every derived number can be recomputed from the same
 * file (`gradable verify`). It quotes no description of the scanned server. `reportSha256` is the sha256 of the canonical JSON
 * of the report without that member: it shows an edit, it does not prove who wrote it.
 */
export const reportSchema = z.strictObject({
  schemaVersion: z.literal(REPORT_SCHEMA_VERSION),
  methodology: z.literal("v1"),
  gradableVersion: z.string().min(1),
  slug: slugSchema,
  target: targetSchema,
  scannedAt: utcTimeSchema,
  surface: z.strictObject({
    surfaceSha256: sha256Schema,
    toolCount: z.int().min(1),
    serverInfo: serverInfoSchema.nullable(),
    protocolVersion: z.string().nullable(),
    listing: listingSchema,
    tools: z.array(reportToolSchema).min(1),
  }),
  observations: z.array(observationSchema),
  judge: judgeIdentitySchema,
  provenance: provenanceSchema,
  tasks: taskListSchema,
  taskSetSha256: sha256Schema,
  trialsPerTask: z.int().min(1).max(MAX_CONFIGURED_TRIALS),
  runs: z.strictObject({ baseline: runSchema, after_rewrite: runSchema.optional() }),
  analysis: analysisSchema,
  /** The maintainer's remarks on findings; absent where there were none. They move no score. */
  annotations: reportAnnotationsSchema.optional(),
  economics: economicsSchema,
  score: scoreSchema,
  chain: z.strictObject({ decision: evalVerdictDecisionSchema, analytics: evalStageAnalyticsSchema }),
  rubric: rubricSchema,
  reportSha256: sha256Schema,
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
