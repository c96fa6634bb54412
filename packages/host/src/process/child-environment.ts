import path from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Marks everything a batch worker starts, at any remove: the parent that sets it for a worker can find and end what the worker left
 * behind, even when the worker was killed before it could.
 */
export const WORKER_VARIABLE = "GRADABLE_WORKER_ID";

/** The way out to a network: proxies, and whom to trust. */
export const NETWORK_VARIABLES: readonly string[] = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
];

/**
 * Variables of the caller that every server gets: what a program needs to find its tools, its home, its temporary
 * folder, its language, and the way out to a network. Nothing else of the caller's environment reaches a server
 * unless it is given by name or inherited on request.
 */
export const BASE_VARIABLES: readonly string[] = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM"],
  ...["TMPDIR", "TEMP", "TMP", "TZ"],
  ...[
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_COLLATE",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_MONETARY",
  ],
  ...["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"],
  ...NETWORK_VARIABLES,
  WORKER_VARIABLE,
  // Windows
  ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE"],
  ...[
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "USERNAME",
    "USERPROFILE",
  ],
];

/**
 * Keeps package runners from asking on the channel that carries the handshake, and from printing notices: npx takes
 * `yes` from `npm_config_yes`, pip and uv have their own.
 */
const NON_INTERACTIVE_VARIABLES: Readonly<Record<string, string>> = {
  npm_config_yes: "true",
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
  NO_UPDATE_NOTIFIER: "1",
  PIP_NO_INPUT: "1",
  UV_NO_PROGRESS: "1",
};

/**
 * The environment of a server: the base (or everything, when inherited), the non-interactive settings, then the
 * variables given. `pathFirst` goes in front of PATH.
 */
export function childEnvironment(
  callerEnv: Env,
  given: Readonly<Record<string, string>>,
  options: { readonly inheritEnv: boolean; readonly pathFirst?: string | undefined },
): Record<string, string> {
  const env: Record<string, string> = {};
  const upper = process.platform === "win32";
  const base = new Set(BASE_VARIABLES);
  for (const [name, value] of Object.entries(callerEnv)) {
    if (value !== undefined && (options.inheritEnv || base.has(upper ? name.toUpperCase() : name)))
      env[name] = value;
  }
  Object.assign(env, NON_INTERACTIVE_VARIABLES, given);
  if (options.pathFirst !== undefined) {
    const name =
      Object.keys(env).find((key) => key === "PATH" || (upper && key.toUpperCase() === "PATH")) ?? "PATH";
    env[name] = [options.pathFirst, env[name]].filter(Boolean).join(path.delimiter);
  }
  return env;
}
