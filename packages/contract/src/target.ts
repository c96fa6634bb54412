import { z } from "zod";
import { TARGET_KINDS } from "./vocabulary/scan.js";

/**
 * What was scanned, as it may be published: `label` is the target as given with every secret value left out
 * (user info and query values of a URL, values of secret-looking flags, values taken from the environment);
 * `envNames` are the variables given to the server, names only; `cwd` its working folder as given.
 */
export const targetSchema = z.strictObject({
  kind: z.enum(TARGET_KINDS.ids),
  label: z.string().min(1),
  npm: z.strictObject({ name: z.string(), version: z.string(), bin: z.string() }).optional(),
  config: z.strictObject({ file: z.string(), name: z.string() }).optional(),
  cwd: z.string().optional(),
  envNames: z.array(z.string()).optional(),
});
export type Target = z.infer<typeof targetSchema>;
