import { NETWORK_VARIABLES } from "@gradable/host";
import type { PrivateFolder } from "./private-folder.js";

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Variables every judge gets from the caller: how to find programs, the language, and how to reach the
 * network. Keys come on top, per adapter, by name.
 */
const BASE = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", ...NETWORK_VARIABLES] as const;

/**
 * The environment of a CLI judge: {@link BASE}, the variables named in `names`, and home, configuration, data
 * and temporary folders that are all private. Nothing of the caller's own settings, memory or projects can be
 * found from it.
 */
export function isolatedEnv(
  caller: Env,
  folder: PrivateFolder,
  names: readonly string[],
  baseUrl?: string,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of [...BASE, ...names]) {
    const value = caller[name];
    if (value !== undefined && value !== "") env[name] = value;
  }
  if (isLoopback(baseUrl)) {
    // The CLIs send even loopback addresses to a proxy.
    for (const name of ["NO_PROXY", "no_proxy"]) {
      env[name] = [env[name], "127.0.0.1", "localhost"].filter(Boolean).join(",");
    }
  }
  return {
    ...env,
    HOME: folder.home,
    XDG_CONFIG_HOME: `${folder.home}/.config`,
    XDG_DATA_HOME: `${folder.home}/.local/share`,
    XDG_STATE_HOME: `${folder.home}/.local/state`,
    XDG_CACHE_HOME: `${folder.home}/.cache`,
    TMPDIR: folder.tmp,
    TERM: "dumb",
    NO_COLOR: "1",
  };
}

function isLoopback(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(baseUrl).hostname);
}
