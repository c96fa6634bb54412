import { plainText, type ServerInfo } from "@gradable/contract";
import type { Secrets } from "@gradable/host";
import { ScanFailure } from "../errors.js";
import { connectHttp } from "../http/http-connection.js";
import { boundedJson, isJsonObject } from "../list/json-value.js";
import { ListChanges, listTools } from "../list/list-tools.js";
import { Observations } from "../list/observations.js";
import { PageFailure, pageFailure } from "../list/tool-pages.js";
import { parseToolsList } from "../list/tools-list.js";
import type { Settings } from "../options.js";
import type { Launch } from "../process/launch.js";
import type { Stopped } from "../process/server-process.js";
import type { Declared } from "../target/captured-file.js";
import { CLIENT_VERSION } from "../version.js";
import { type Connection, closedFailure, connectProcess, lastLines, type WaitingFor } from "./connection.js";
import { type Handshake, shakeHands } from "./handshake.js";
import { ClosedError, METHOD_NOT_FOUND, RpcError, TimeoutError } from "./json-rpc.js";

/** A server that has answered the handshake. */
export class OpenServer {
  readonly startMs: number;
  readonly #connection: Connection;
  readonly #handshake: Handshake;
  readonly #changes: ListChanges;
  readonly #launch: Launch;
  readonly #settings: Settings;
  readonly #secrets: Secrets;

  private constructor(
    connection: Connection,
    handshake: Handshake,
    changes: ListChanges,
    context: { launch: Launch; settings: Settings; secrets: Secrets; startMs: number },
  ) {
    this.#connection = connection;
    this.#handshake = handshake;
    this.#changes = changes;
    this.#launch = context.launch;
    this.#settings = context.settings;
    this.#secrets = context.secrets;
    this.startMs = context.startMs;
  }

  /**
   * Starts or reaches the server and shakes hands. Nothing is left behind when it rejects.
   *
   * @throws ScanFailure of the stages start and handshake
   */
  static async open(launch: Launch, settings: Settings, secrets: Secrets): Promise<OpenServer> {
    const started = performance.now();
    const wait = () => settings.progress("handshake", "Waiting for the server to answer.");
    if (launch.kind === "http") {
      wait();
      const { connection, handshake, changes } = await connectHttp(launch, settings, CLIENT_VERSION);
      return new OpenServer(connection, handshake, changes, {
        launch,
        settings,
        secrets,
        startMs: since(started),
      });
    }
    const warning = promptWarning(launch);
    if (warning) settings.progress("start", warning);
    const connection = await connectProcess(launch.launch, settings.limits.maxBytes).catch(async (error) => {
      await launch.cleanUp();
      throw error;
    });
    wait();
    try {
      const changes = new ListChanges(connection.session);
      const { timeoutMs, signal } = settings;
      const handshake = await shakeHands(connection.session, {
        timeoutMs,
        signal,
        clientVersion: CLIENT_VERSION,
      });
      return new OpenServer(connection, handshake, changes, {
        launch,
        settings,
        secrets,
        startMs: since(started),
      });
    } catch (error) {
      const stderr = secrets.redact(connection.stderrTail);
      const failure = handshakeFailure(error, connection, stderr, launch, settings);
      await connection.stop(true);
      await launch.cleanUp();
      throw withTail(failure, stderr);
    }
  }

  /** Redacted. */
  get stderrTail(): string {
    return this.#secrets.redact(this.#connection.stderrTail);
  }

  /**
   * Reads the list of tools and everything that was seen on the way.
   *
   * @throws ScanFailure of the stage list, with what had been read
   */
  async list(): Promise<Declared> {
    const { capabilities, serverInfo, protocolVersion, instructions, failedAttempts, offered } =
      this.#handshake;
    const declared = capabilities !== null && capabilities.tools !== undefined;
    const seen = new Observations();
    if (failedAttempts.length > 0) {
      const failed = failedAttempts.map((text) => plainText(this.#secrets.redact(text)));
      seen.add("protocol-fallback", { worked: offered, failed });
    }
    let read: Awaited<ReturnType<typeof listTools>>;
    try {
      read = await listTools(this.#connection.session, this.#changes, { ...this.#settings, declared }, seen);
    } catch (error) {
      throw this.#listFailure(error, declared);
    }
    const { pageSizes, stuck } = read.pages;
    const entries = read.pages.entries.map((entry) => this.#withoutCredentials(entry, seen));
    if (pageSizes.length > 1) seen.add("pagination-used", { pages: pageSizes.length });
    if (stuck !== null) seen.add("pagination-stuck", { reason: stuck });
    const { tools, observations } = parseToolsList(entries);
    if (tools.length > 0 && !declared) seen.add("capability-tools-undeclared");
    this.#connection.observe(seen, this.#secrets.redact);
    const found = [...seen.list(), ...observations];
    if (tools.length === 0) throw this.#noTools(declared, found);
    return {
      serverInfo: serverInfo && this.#named(serverInfo),
      instructions: instructions === null ? null : this.#secrets.conceal(instructions),
      ...{ protocolVersion, capabilities, tools },
      ...{ pageSizes, attempts: read.attempts, observations: found },
    };
  }

  /** A server that repeats a key it was given would hand it to every model that reads its list, and to ours. */
  #withoutCredentials(entry: unknown, seen: Observations): unknown {
    if (!this.#secrets.hasCredentials) return entry;
    const { value, textChanged } = boundedJson(entry, this.#secrets.conceal);
    if (!textChanged) return entry;
    seen.addTool("secret-declared", isJsonObject(value) && typeof value.name === "string" ? value.name : "");
    return value;
  }

  #named(info: ServerInfo): ServerInfo {
    const { redact } = this.#secrets;
    const safe = (text: string | null): string | null => text && redact(text);
    return {
      name: safe(info.name),
      version: safe(info.version),
      ...(info.title && { title: redact(info.title) }),
    };
  }

  /** Waits for the server to say that its list changed; only one that declared to say so is waited for. */
  async changedWithin(ms: number): Promise<boolean> {
    const tools = this.#handshake.capabilities?.tools;
    const announces =
      typeof tools === "object" &&
      tools !== null &&
      (tools as { listChanged?: unknown }).listChanged === true;
    return this.#changes.within(announces ? ms : 0, this.#settings.signal);
  }

  async stop(urgent: boolean): Promise<Stopped | null> {
    const stopped = await this.#connection.stop(urgent);
    if (this.#launch.kind === "process") await this.#launch.cleanUp();
    return stopped;
  }

  #listFailure(error: unknown, declared: boolean): unknown {
    const cause = error instanceof PageFailure ? error.cause : error;
    if (this.#settings.signal.aborted) return cause;
    if (error instanceof PageFailure && error.page === 1 && cause instanceof RpcError) {
      // Anything but "no such method" may be passing trouble of a server that does have tools.
      if (!declared || cause.code === METHOD_NOT_FOUND) return this.#noTools(declared, []);
    }
    const stderr = this.#launch.kind === "process" ? lastLines(this.stderrTail) : null;
    const seen = new Observations();
    this.#connection.observe(seen, this.#secrets.redact);
    const read = error instanceof PageFailure ? error : null;
    const parsed = parseToolsList(read?.entries ?? []);
    const partial = {
      toolNames: parsed.tools.slice(0, 1000).map((tool) => tool.name.slice(0, 256)),
      pageSizes: [...(read?.pageSizes ?? [])],
      observations: [...seen.list(), ...parsed.observations],
    };
    const failure =
      cause instanceof ClosedError && (read === null || read.page === 1)
        ? closedFailure(cause.closed, "it listed its tools", this.stderrTail)
        : error instanceof PageFailure
          ? pageFailure(error, { timeoutMs: this.#settings.timeoutMs, stderr })
          : error;
    return failure instanceof ScanFailure ? withTail(failure, this.stderrTail, partial) : failure;
  }

  #noTools(declared: boolean, observations: Declared["observations"]): ScanFailure {
    const offers = Object.keys(this.#handshake.capabilities ?? {}).filter((name) => name !== "tools");
    return withTail(new ScanFailure("no-tools", { declared, offers }), this.stderrTail, {
      toolNames: [],
      observations,
    });
  }
}

function handshakeFailure(
  error: unknown,
  connection: Connection,
  stderr: string,
  launch: Launch,
  settings: Settings,
): unknown {
  if (settings.signal.aborted) return error;
  const waitingFor: WaitingFor = "it answered initialize";
  if (error instanceof ClosedError) return closedFailure(error.closed, waitingFor, stderr);
  if (!(error instanceof TimeoutError)) return error;
  const advice = launch.kind === "process" ? promptWarning(launch) : null;
  return new ScanFailure("handshake-timeout", {
    budgetMs: settings.timeoutMs,
    seen: connection.unfinished(),
    stderr: lastLines(stderr),
    ...(advice && { advice }),
  });
}

/** Launchers that may install, or ask whether they may, inside the time meant for the handshake. */
function promptWarning(launch: Extract<Launch, { kind: "process" }>): string | null {
  const name = launch.command
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(?:cmd|exe)$/i, "")
    .toLowerCase();
  if (launch.installed !== null) return null;
  if (name === "npx" || (name === "npm" && /^(?:exec|x)$/.test(launch.args[0] ?? ""))) {
    const yes = launch.args.some((arg) => arg === "-y" || arg === "--yes");
    return `npx ${yes ? "may have to install the package first" : "may ask whether it may install the package, and nobody can answer"}; write npm:<package> instead, which is installed first and has a time budget of its own.`;
  }
  if (name !== undefined && ["uvx", "pipx", "bunx", "pnpm", "yarn", "docker", "uv"].includes(name)) {
    return `${name} may have to download first, within the time meant for the handshake; run it once by hand, or allow more with --timeout.`;
  }
  return null;
}

function withTail(
  failure: unknown,
  stderrTail: string,
  partial: ScanFailure["detail"]["partial"] = {},
): ScanFailure {
  if (!(failure instanceof ScanFailure)) throw failure;
  const detail = {
    ...failure.detail,
    partial: { ...failure.detail.partial, ...partial, ...(stderrTail && { stderrTail }) },
  };
  return new ScanFailure(failure.code, failure.facts, detail);
}

function since(start: number): number {
  return Math.round(performance.now() - start);
}
