import { z } from "zod";
import { jsonObjectSchema } from "./json.js";

export const TASK_ORIGINS = ["builtin", "prompted", "supplied"] as const;

/**
 * One request a person might type, and the tool that should answer it. `expectedArguments` holds only arguments
 * whose value the prompt determines; a call is expected to contain them (subset). `destructive` says whether the
 * expected tool is destructive by the rule of METHODOLOGY. `id` is stable under re-generation from the same tool.
 */
export const taskSchema = z.strictObject({
  id: z.string().min(1).max(128),
  tool: z.string(),
  prompt: z.string().min(1),
  expectedArguments: jsonObjectSchema,
  destructive: z.boolean(),
  origin: z.enum(TASK_ORIGINS),
});
export type Task = z.infer<typeof taskSchema>;
