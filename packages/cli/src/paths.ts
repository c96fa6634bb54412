import { homedir } from "node:os";
import { join } from "node:path";
import type { CliIo } from "./io.js";

/** Where installs and answers are kept between runs: `$GRADABLE_CACHE`, else `$XDG_CACHE_HOME/gradable`, else `~/.cache/gradable`. */
export function cacheDirectory(env: CliIo["env"]): string {
  if (env.GRADABLE_CACHE) return env.GRADABLE_CACHE;
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache"), "gradable");
}
