import { about, MAX_SUITE_CASES, opaqueIdSchema } from "@gradable/chain";
import { z } from "zod";
import { jsonObjectSchema } from "./json.js";
import { TASK_ORIGINS } from "./vocabulary/trial.js";

/**
 * One request a person might type, and the tool that should answer it. `expectedArguments` holds only arguments
 * whose value the prompt determines; a call is expected to contain them (subset). `destructive` says whether the
 * expected tool is destructive by the rule of METHODOLOGY. `id` is stable under re-generation from the same tool,
 * and is the case id of the run's decision, hence its spelling: 1 to 128 characters of `A-Z a-z 0-9 _ -`.
 */
export const taskSchema = z.strictObject({
  id: opaqueIdSchema,
  tool: z.string(),
  prompt: z
    .string()
    .min(1)
    .register(...about("the request as it was asked; of tokens, those that the judge read")),
  expectedArguments: jsonObjectSchema.describe("arguments that the request itself determines"),
  destructive: z.boolean(),
  origin: z.enum(TASK_ORIGINS.ids).register(...about("who wrote the request: builtin, prompted or supplied")),
});
export type Task = z.infer<typeof taskSchema>;

/** Most tasks a task set may hold: a run's decision has one case per task, and a suite holds at most 500. */
export const MAX_TASKS = MAX_SUITE_CASES;

/** A task set: at least one task, ids unique. */
export const taskListSchema = z
  .array(taskSchema)
  .min(1)
  .max(MAX_TASKS)
  .superRefine((tasks, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of tasks.entries()) {
      if (seen.has(id)) {
        context.addIssue({ code: "custom", path: [index, "id"], message: `the id ${id} is used twice` });
      }
      seen.add(id);
    }
  });
