import { z } from "zod";
import { DEFECTS, PAIR_SEVERITIES, SUGGESTION_MODES } from "./vocabulary/finding.js";

/**
 * One defect of one tool. `toolIndex` is the tool's place in the declared list (names may repeat); `evidence` is one
 * sentence in our words; `parameters` names the parameters a `params_unexplained` finding is about.
 */
export const defectSchema = z.strictObject({
  tool: z.string(),
  toolIndex: z.int().min(0),
  type: z.enum(DEFECTS.ids),
  evidence: z.string().max(500),
  parameters: z.array(z.string()).max(20).optional(),
});
export type Defect = z.infer<typeof defectSchema>;

/**
 * A suggested description for a defective tool: a hypothesis from name, schema and current description only.
 * `append` adds `text` after the current description, so that a report need not repeat it; `replace` puts `text` in
 * its place. `addedTokens` is how many definition tokens it costs (negative when it saves some).
 */
export const suggestionSchema = z.strictObject({
  tool: z.string(),
  toolIndex: z.int().min(0),
  mode: z.enum(SUGGESTION_MODES.ids),
  text: z.string().min(1),
  addedTokens: z.int(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** Two tools an agent may take for one another; `toolIndexes` ascending, `tools` in the same order. */
export const confusablePairSchema = z.strictObject({
  tools: z.tuple([z.string(), z.string()]),
  toolIndexes: z.tuple([z.int().min(0), z.int().min(0)]),
  severity: z.enum(PAIR_SEVERITIES.ids),
  evidence: z.string().max(500),
});
export type ConfusablePair = z.infer<typeof confusablePairSchema>;

/** All static findings on a surface, sorted by tool index, then in the order of the type lists above. */
export const analysisSchema = z.strictObject({
  defects: z.array(defectSchema),
  suggestions: z.array(suggestionSchema),
  confusablePairs: z.array(confusablePairSchema),
});
export type Analysis = z.infer<typeof analysisSchema>;
