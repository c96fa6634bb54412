import { setMaxListeners } from "node:events";
import os from "node:os";
import path from "node:path";
import type { ScanStage } from "@gradable/contract";
import type { Secrets } from "@gradable/host";
import { ScanFailure } from "./errors.js";

/** Hard bounds on what is read of a list; what exceeds one ends the scan with `list-too-long` or `message-too-large`. */
export interface ScanLimits {
  /** Tools of all pages together; default 10,000. The largest public server we know of declares 1,083. */
  readonly maxTools: number;
  /**
   * Bytes of one message and of the whole list; default 16 MiB. That server's list has 0.8 MB; no model takes the four million tokens
   * of 16 MiB, and counting them alone keeps a processor busy for half a minute.
   */
  readonly maxBytes: number;
  /** Pages of one listing; default 500. */
  readonly maxPages: number;
}

/** Something worth telling a person who waits: plain text, safe to show. */
interface ScanProgress {
  readonly stage: ScanStage;
  readonly text: string;
}

export interface ScanOptions {
  /** Absolute folder that the target's relative paths start from, and where the server is started unless told otherwise. */
  readonly cwd: string;
  /** The caller's environment (`process.env`); only the base of `child-environment.ts` is passed on. */
  readonly callerEnv: Readonly<Record<string, string | undefined>>;
  /** Working folder for the server as the user gave it (`--cwd`), relative to `cwd`; wins over a config file's. */
  readonly serverCwd?: string | undefined;
  /** Variables for the server, over those of a config file. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Pass the caller's whole environment on; default false. */
  readonly inheritEnv?: boolean | undefined;
  /** HTTP headers, over those of a config file. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Budget for the handshake, and again for the whole list; default 30,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Budget for installing an npm package; default 300,000 ms. */
  readonly installTimeoutMs?: number | undefined;
  /** How long an empty list is waited on; default 2,000 ms. See also `Scan.settled`. */
  readonly settleMs?: number | undefined;
  /** Where packages are installed; default `$XDG_CACHE_HOME/gradable`, or `~/.cache/gradable`. */
  readonly cacheDir?: string | undefined;
  /** Run a package's install scripts when it does not start without them; default false. */
  readonly allowInstallScripts?: boolean | undefined;
  readonly limits?: Partial<ScanLimits> | undefined;
  /** What must not be shown; gets every value that the scan is given or learns. For a caller that has more to say after it failed. */
  readonly secrets?: Secrets | undefined;
  /** Ends the scan and everything it started. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

/** {@link ScanOptions} with every default filled in. */
export interface Settings {
  readonly cwd: string;
  readonly callerEnv: Readonly<Record<string, string | undefined>>;
  readonly serverCwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly inheritEnv: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly installTimeoutMs: number;
  readonly settleMs: number;
  readonly cacheDir: string;
  readonly allowInstallScripts: boolean;
  readonly limits: ScanLimits;
  readonly signal: AbortSignal;
  readonly progress: (stage: ScanStage, text: string) => void;
}

/** setTimeout fires at once for anything longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws ScanFailure `option-invalid` */
export function resolveOptions(options: ScanOptions): Settings {
  const limits = options.limits ?? {};
  // Many scans may share one signal, each listening to it for as long as it waits for something.
  if (options.signal) setMaxListeners(0, options.signal);
  return {
    cwd: options.cwd,
    callerEnv: options.callerEnv,
    serverCwd: options.serverCwd ?? null,
    env: options.env ?? {},
    inheritEnv: options.inheritEnv ?? false,
    headers: options.headers ?? {},
    timeoutMs: positive("timeoutMs", options.timeoutMs ?? 30_000, MAX_TIMER_MS),
    installTimeoutMs: positive("installTimeoutMs", options.installTimeoutMs ?? 300_000, MAX_TIMER_MS),
    settleMs: options.settleMs === 0 ? 0 : positive("settleMs", options.settleMs ?? 2000, MAX_TIMER_MS),
    cacheDir: path.resolve(options.cwd, options.cacheDir ?? defaultCacheDir(options.callerEnv)),
    allowInstallScripts: options.allowInstallScripts ?? false,
    limits: {
      maxTools: positive("limits.maxTools", limits.maxTools ?? 10_000),
      maxBytes: positive("limits.maxBytes", limits.maxBytes ?? 16 * 1024 * 1024),
      maxPages: positive("limits.maxPages", limits.maxPages ?? 500),
    },
    signal: options.signal ?? new AbortController().signal,
    progress: (stage, text) => options.onProgress?.({ stage, text }),
  };
}

function positive(option: string, value: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new ScanFailure("option-invalid", {
    option,
    value: String(value),
    expected: `a whole number from 1 to ${max}`,
  });
}

function defaultCacheDir(env: Readonly<Record<string, string | undefined>>): string {
  const base = env.XDG_CACHE_HOME || path.join(env.HOME || env.USERPROFILE || os.tmpdir(), ".cache");
  return path.join(base, "gradable");
}
