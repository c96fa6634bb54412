import { about } from "@gradable/chain";
import { z } from "zod";
import { DEFECTS, PAIR_SEVERITIES, SUGGESTION_MODES } from "./vocabulary/finding.js";

/**
 * One defect of one tool. `toolIndex` is the tool's place in the declared list (names may repeat); `evidence` is one
 * sentence in our words; `parameters` names the parameters a `params_unexplained` finding is about.
 */
export const defectSchema = z.strictObject({
  tool: z.string(),
  toolIndex: z
    .int()
    .min(0)
    .register(...about("place of the tool in declared order, from 0: names may repeat")),
  type: z.enum(DEFECTS.ids),
  evidence: z
    .string()
    .max(500)
    .register(...about("what a finding rests on")),
  parameters: z
    .array(z.string())
    .max(20)
    .optional()
    .register(...about("parameters that a defect is about")),
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
  mode: z
    .enum(SUGGESTION_MODES.ids)
    .register(...about("whether a suggestion is appended to the description or replaces it")),
  text: z.string().min(1),
  addedTokens: z
    .int()
    .register(...about("definition tokens that a suggestion adds; negative when it saves some")),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** Two tools an agent may take for one another; `toolIndexes` ascending, `tools` in the same order. */
export const confusablePairSchema = z.strictObject({
  tools: z.tuple([z.string(), z.string()]),
  toolIndexes: z
    .tuple([z.int().min(0), z.int().min(0)])
    .register(...about("places of the two tools in declared order, from 0")),
  severity: z
    .enum(PAIR_SEVERITIES.ids)
    .register(...about("how easily one tool of a pair is taken for the other: low, medium, high")),
  evidence: z.string().max(500),
});
export type ConfusablePair = z.infer<typeof confusablePairSchema>;

/** All static findings on a surface, sorted by tool index, then in the order of the type lists above. */
export const analysisSchema = z.strictObject({
  defects: z
    .array(defectSchema)
    .register(...about("description defects; as a stage of the judge: finding them")),
  suggestions: z
    .array(suggestionSchema)
    .register(
      ...about(
        "suggested descriptions, made without seeing the code behind a tool: to be confirmed before use",
      ),
    ),
  confusablePairs: z
    .array(confusablePairSchema)
    .register(...about("pairs of tools of which one may be taken for the other")),
});
export type Analysis = z.infer<typeof analysisSchema>;
