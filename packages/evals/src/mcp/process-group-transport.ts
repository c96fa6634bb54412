import { type ChildProcess, spawn } from "node:child_process";
import { atOurEnd, childEnvironment, GROUP_LEADER, signalGroup } from "@gradable/host";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** How to start a server. `env` is added to the base that a scan gives to servers, never to the whole environment. */
export interface StdioServerOptions {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

// A server that is told to stop has this long for each kind of telling before the next, milliseconds.
const STDIN_CLOSED_GRACE_MS = 500;
const SIGTERM_GRACE_MS = 1_500;
// Enough of stderr to see why a server died; a chatty one must not fill memory.
const STDERR_TAIL_CHARS = 4_000;

/**
 * MCP over the standard streams of a process that leads a group of its own: closing ends the whole group, so that a
 * launcher such as npx leaves nothing behind, and so does the end of this process.
 */
export class ProcessGroupTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioServerOptions;
  readonly #buffer = new ReadBuffer();
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #stderr = "";

  constructor(options: StdioServerOptions) {
    this.#options = options;
  }

  /** The last characters the server wrote to stderr. */
  get stderrTail(): string {
    return this.#stderr;
  }

  /** The leader of the group, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const child = spawn(this.#options.command, [...(this.#options.args ?? [])], {
      cwd: this.#options.cwd,
      env: childEnvironment(process.env, this.#options.env ?? {}, { inheritEnv: false }),
      stdio: ["pipe", "pipe", "pipe"],
      ...GROUP_LEADER,
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once("close", () => resolve()));
    child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_TAIL_CHARS);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on("error", (error) => this.onerror?.(error));
    }
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    // A test runner has signals of its own; ours must not keep a server alive through one.
    const forget = atOurEnd(() => this.#signal("SIGKILL"), { signals: true });
    child.once("close", () => {
      forget();
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error("Not connected");
    await new Promise<void>((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the session and the whole process group; resolves when it is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin?.end();
    if (!(await this.#exitsWithin(STDIN_CLOSED_GRACE_MS))) {
      this.#signal("SIGTERM");
      await this.#exitsWithin(SIGTERM_GRACE_MS);
    }
    // The leader may be gone while something it started is not.
    this.#signal("SIGKILL");
    await this.#exited;
    this.#buffer.clear();
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const exited = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return exited;
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid !== undefined) signalGroup(pid, signal);
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // A line that is not a message is the server's noise; the next line may be one.
        this.onerror?.(error as Error);
      }
    }
  }
}
