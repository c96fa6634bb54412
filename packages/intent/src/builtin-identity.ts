import { createRequire } from "node:module";
import type { StageIdentity } from "@gradable/contract";

/** The model name of the embedded judge: a lexical probe of the declared surface, not a reader. */
export const BUILTIN_MODEL = "lexical-v1";

/** Who answers when the embedded judge does, for the stage whose rules have this version. */
export function builtinIdentity(version: string): StageIdentity {
  const require = createRequire(import.meta.url);
  const { version: cliVersion } = require("../package.json") as { version: string };
  return { cli: "builtin", cliVersion, model: BUILTIN_MODEL, version };
}
