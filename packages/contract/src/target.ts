import { z } from "zod";

const TARGET_KINDS = ["stdio", "npm", "http", "file", "config"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/**
 * What was scanned, as it may be published: `label` is the target as given with every secret value left out
 * (user info and query values of a URL, values of secret-looking flags, values taken from the environment);
 * `envNames` are the variables given to the server, names only; `cwd` its working folder as given.
 */
export const targetSchema = z.strictObject({
  kind: z.enum(TARGET_KINDS),
  label: z.string().min(1),
  npm: z.strictObject({ name: z.string(), version: z.string(), bin: z.string() }).optional(),
  config: z.strictObject({ file: z.string(), name: z.string() }).optional(),
  cwd: z.string().optional(),
  envNames: z.array(z.string()).optional(),
});
export type Target = z.infer<typeof targetSchema>;
