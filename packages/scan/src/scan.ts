import {
  GradableError,
  type Observation,
  type Surface,
  surfaceSha256,
  type Target,
} from "@gradable/contract";
import { hidePlaces, type Redact, redactedError, type Secrets } from "@gradable/host";
import { OpenServer } from "./connect/open-server.js";
import { gradableError, ScanFailure, shownTail } from "./errors.js";
import { Observations } from "./list/observations.js";
import { resolveOptions, type ScanOptions, type Settings } from "./options.js";
import { givenSecrets, type Launch, prepareLaunch } from "./process/launch.js";
import { type Declared, readCapturedFile } from "./target/captured-file.js";
import { describeTarget } from "./target/describe-target.js";
import { type ParsedTarget, parseTarget } from "./target/parse-target.js";

/** A scanned surface, and the server behind it until it is closed. */
export interface Scan {
  readonly surface: Surface;
  /** Last lines of the server's stderr so far, redacted and neutralised; empty where there are none. */
  readonly stderrTail: string;
  readonly timings: ScanTimings;
  /**
   * The surface once a short settle window has passed without the server saying that its list changed; the list is
   * read again when it did. The same object as `surface` in the ordinary case, so that judging can begin meanwhile.
   * Rejects like `scan`.
   */
  settled(): Promise<Surface>;
  /**
   * Ends the session and everything the server started, once the settle window is over. Can be called again.
   * Resolves to what the shutdown showed; never rejects.
   */
  close(): Promise<Observation[]>;
}

/** Durations in whole milliseconds. */
interface ScanTimings {
  /** Installing the package, where there was one to install. */
  readonly installMs?: number;
  /** From starting or reaching the server until it answered initialize; 0 for a file. */
  readonly startMs: number;
  readonly listMs: number;
}

/** How long a list that is not empty may still announce a change. It runs while the first list is being judged. */
const SETTLE_AFTER_LIST_MS = 300;

/**
 * Connects to a server, or opens a file, and reads its declared tools. Calls no tool. Whatever was started is gone
 * when this rejects.
 *
 * @param target see `parseTarget`
 * @throws GradableError with a code of `SCAN_ERRORS`, or one of `readSurface`
 */
export async function scan(target: string, options: ScanOptions): Promise<Scan> {
  const secrets = givenSecrets(options);
  try {
    const settings = resolveOptions(options);
    secrets.hidePlaces(hidePlaces(settings));
    settings.signal.throwIfAborted();
    const parsed = parseTarget(target, settings);
    if (parsed.kind === "file") {
      const started = performance.now();
      const declared = await readCapturedFile(parsed, settings.limits);
      if (declared.tools.length === 0) throw new ScanFailure("no-tools", { declared: true, offers: [] });
      const surface = assemble(describeTarget(parsed), declared);
      return fileScan(surface, Math.round(performance.now() - started));
    }
    return await scanServer(parsed, settings, secrets);
  } catch (error) {
    throw shown(error, secrets.redact, options.signal);
  }
}

async function scanServer(
  parsed: Exclude<ParsedTarget, { kind: "file" }>,
  settings: Settings,
  secrets: Secrets,
): Promise<Scan> {
  const { launch, server, installMs, scriptsNeeded } = await openTarget(parsed, settings, secrets);
  try {
    settings.progress("list", "Reading the list of tools.");
    const started = performance.now();
    const declared = await server.list();
    const listMs = Math.round(performance.now() - started);
    if (scriptsNeeded) declared.observations.unshift({ id: "install-script-needed", count: 1, facts: {} });
    const target = describeTarget(parsed, launch.context);
    const timings = { ...(installMs !== null && { installMs }), startMs: server.startMs, listMs };
    return new ServerScan(assemble(target, declared), server, { timings, settings, redact: secrets.redact });
  } catch (error) {
    await server.stop(true);
    throw error;
  }
}

interface Opened {
  readonly launch: Launch;
  readonly server: OpenServer;
  readonly installMs: number | null;
  readonly scriptsNeeded: boolean;
}

/** Opens the server; a package that ends at once gets a second try with its install scripts, where that is allowed. */
async function openTarget(
  parsed: Exclude<ParsedTarget, { kind: "file" }>,
  settings: Settings,
  secrets: Secrets,
): Promise<Opened> {
  const started = performance.now();
  const launch = await prepareLaunch(parsed, settings, secrets);
  const installMs = parsed.kind === "npm" ? Math.round(performance.now() - started) : null;
  settings.progress("start", "Starting the server.");
  try {
    return {
      launch,
      installMs,
      scriptsNeeded: false,
      server: await OpenServer.open(launch, settings, secrets),
    };
  } catch (error) {
    const skipped = launch.kind === "process" && launch.installed?.skippedScripts === true;
    if (!skipped || !(error instanceof ScanFailure) || error.code !== "exited-early") throw error;
    if (!settings.allowInstallScripts) {
      const { advice, ...facts } = error.facts;
      const wanted = advice === undefined ? {} : { wanted: advice };
      throw new ScanFailure("install-scripts-not-run", { ...facts, ...wanted }, error.detail);
    }
    settings.progress("install", "It did not start without its install scripts; running them.");
    const again = await prepareLaunch(parsed, settings, secrets, true);
    const server = await OpenServer.open(again, settings, secrets);
    return { launch: again, installMs: Math.round(performance.now() - started), scriptsNeeded: true, server };
  }
}

class ServerScan implements Scan {
  readonly surface: Surface;
  readonly timings: ScanTimings;
  readonly #server: OpenServer;
  readonly #settings: Settings;
  readonly #redact: Redact;
  readonly #settled: Promise<Surface>;
  #closed: Promise<Observation[]> | null = null;

  constructor(
    surface: Surface,
    server: OpenServer,
    context: { timings: ScanTimings; settings: Settings; redact: Redact },
  ) {
    this.surface = surface;
    this.timings = context.timings;
    this.#server = server;
    this.#settings = context.settings;
    this.#redact = context.redact;
    this.#settled = this.#settle();
    // Nobody may be waiting for it.
    this.#settled.catch(() => {});
  }

  get stderrTail(): string {
    return shownTail(this.#server.stderrTail, this.#redact).stderrTail ?? "";
  }

  settled(): Promise<Surface> {
    return this.#settled;
  }

  close(): Promise<Observation[]> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #settle(): Promise<Surface> {
    const changed = await this.#server.changedWithin(Math.min(SETTLE_AFTER_LIST_MS, this.#settings.settleMs));
    if (!changed) return this.surface;
    try {
      const declared = await this.#server.list();
      const seen = new Observations();
      seen.add("list-changed-during-scan", { attempts: this.surface.listing.attempts + declared.attempts });
      const observations = declared.observations.filter(({ id }) => id !== "list-changed-during-scan");
      const again = assemble(this.surface.target, {
        ...declared,
        observations: [...observations, ...seen.list()],
      });
      // A server that announces every registration, or each answer, has not changed what was read.
      return again.surfaceSha256 === this.surface.surfaceSha256 ? this.surface : again;
    } catch (error) {
      throw shown(error, this.#redact, this.#settings.signal);
    }
  }

  async #close(): Promise<Observation[]> {
    await this.#settled.catch(() => {});
    const { signal } = this.#settings;
    const hurry = (): void => void this.#server.stop(true);
    signal.addEventListener("abort", hurry, { once: true });
    const stopped = await this.#server.stop(signal.aborted);
    signal.removeEventListener("abort", hurry);
    const seen = new Observations();
    if (stopped?.ignoredShutdown) seen.add("ignored-shutdown");
    if (stopped && stopped.outlived > 0)
      seen.add("process-outlived-session", { processes: stopped.outlived });
    return seen.list();
  }
}

function fileScan(surface: Surface, listMs: number): Scan {
  return {
    surface,
    stderrTail: "",
    timings: { startMs: 0, listMs },
    settled: () => Promise.resolve(surface),
    close: () => Promise.resolve([]),
  };
}

function assemble(target: Target, declared: Declared): Surface {
  const { serverInfo, protocolVersion, capabilities, instructions, tools, observations } = declared;
  return {
    schemaVersion: 1,
    ...{ target, serverInfo, protocolVersion, capabilities },
    ...(instructions !== null && { instructions }),
    tools,
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [...declared.pageSizes], attempts: declared.attempts },
    observations,
  };
}

/** Every failure leaves as a GradableError; anything else is a fault of ours and stays what it is. */
function shown(error: unknown, redact: Redact, signal: AbortSignal | undefined): unknown {
  if (error instanceof GradableError) return redactedError(error, redact);
  if (signal?.aborted) return gradableError(new ScanFailure("cancelled"), redact);
  return error instanceof ScanFailure ? gradableError(error, redact) : redactedError(error, redact);
}
