import { about } from "@gradable/chain";
import { z } from "zod";
import { factsSchema } from "./json.js";
import { OBSERVATIONS } from "./vocabulary/scan.js";

/**
 * One observation. `tools` names the tools it is about (as declared, at most 20), `count` says how often it was
 * seen, `facts` holds its figures; texts in it are already neutralised and cut.
 */
export const observationSchema = z.strictObject({
  id: z.enum(OBSERVATIONS.ids),
  count: z
    .int()
    .min(1)
    .register(...about("how many")),
  tools: z.array(z.string()).max(20).optional(),
  facts: factsSchema.describe("details of a failure or an observation"),
});
export type Observation = z.infer<typeof observationSchema>;
