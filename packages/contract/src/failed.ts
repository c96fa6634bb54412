import { about, FAILURE_CATEGORIES, STAGE_REASONS, STAGE_STATES, USER_VALUE_STAGES } from "@gradable/chain";
import { z } from "zod";
import { factsSchema } from "./json.js";
import { observationSchema } from "./observation.js";
import { slugSchema, utcTimeSchema } from "./report.js";
import { targetSchema } from "./target.js";
import { FAILURE_OWNERS, SCAN_STAGES } from "./vocabulary/scan.js";

/**
 * A scan that gave no score. Never holds a score or a grade. `chain` says where on the user-value chain it stopped
 * (present for every failure that the chain has a stage for); `partial` is what had been read by then.
 */
export const failedSchema = z.strictObject({
  schemaVersion: z.literal(1),
  gradableVersion: z.string().min(1),
  slug: slugSchema,
  target: targetSchema,
  failedAt: utcTimeSchema.describe("when the scan stopped (UTC)"),
  stage: z
    .enum(SCAN_STAGES.ids)
    .register(...about("a stage of the chain, or what a scan was doing when it stopped")),
  code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  owner: z.enum(FAILURE_OWNERS.ids),
  message: z.string().min(1),
  hint: z
    .string()
    .optional()
    .register(...about("what to do next")),
  facts: factsSchema,
  chain: z
    .strictObject({
      stage: z.enum(USER_VALUE_STAGES),
      state: z.enum(STAGE_STATES),
      reason: z.enum(STAGE_REASONS),
      failureCategory: z
        .enum(FAILURE_CATEGORIES)
        .nullable()
        .register(...about("what kind of failure it was; null without one")),
    })
    .optional(),
  partial: z
    .strictObject({
      toolNames: z
        .array(z.string())
        .optional()
        .register(...about("names of the tools that had been listed")),
      pageSizes: z.array(z.int().min(0)).optional(),
      tasks: z.int().min(0).optional(),
      trials: z.int().min(0).optional(),
      observations: z.array(observationSchema).optional(),
      stderrTail: z
        .string()
        .optional()
        .register(...about("the last lines that the server wrote to standard error")),
    })
    .optional()
    .register(...about("what was learnt before the scan stopped")),
});
export type Failed = z.infer<typeof failedSchema>;
