import { about } from "@gradable/chain";
import { z } from "zod";
import { TARGET_KINDS } from "./vocabulary/scan.js";

/**
 * What was scanned, as it may be published: `label` is the target as given with every secret value left out
 * (user info and query values of a URL, values of secret-looking flags, values taken from the environment);
 * `envNames` are the variables given to the server, names only; `cwd` its working folder as given.
 */
export const targetSchema = z.strictObject({
  kind: z.enum(TARGET_KINDS.ids),
  label: z
    .string()
    .min(1)
    .register(...about("the target as it was given, without values that may be secret")),
  npm: z
    .strictObject({
      name: z.string(),
      version: z.string().register(...about("version of a program, package or set of rules")),
      bin: z.string().register(...about("command of the npm package that was started")),
    })
    .optional()
    .register(
      ...about(
        "the npm package that was scanned: name, version and command; as a kind of target, one named npm:…",
      ),
    ),
  config: z
    .strictObject({
      file: z
        .string()
        .register(
          ...about(
            "path of the report, from the folder it was found in; as a kind of target, a captured surface",
          ),
        ),
      name: z.string(),
    })
    .optional()
    .register(...about("the mcpServers file that the target was taken from, and the name in it")),
  cwd: z
    .string()
    .optional()
    .register(...about("folder that the server was started in, as given")),
  envNames: z
    .array(z.string())
    .optional()
    .register(...about("variables that were given to the server; names only")),
});
export type Target = z.infer<typeof targetSchema>;
