import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  atOurEnd,
  GROUP_LEADER,
  type KnownProcesses,
  livingProcesses,
  signalGroup,
  signalProcess,
} from "@gradable/host";
import { ScanFailure } from "../errors.js";
import { ByteTail } from "./byte-tail.js";

/** What to start. `command` is resolved already; `cwd` exists. */
export interface ProcessLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended; both null where that cannot be known. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What ending a process took. */
export interface Stopped {
  /** It had not exited by itself `graceMs` after its input was closed. */
  readonly ignoredShutdown: boolean;
  /** Processes of the group that were still alive after it had. */
  readonly outlived: number;
}

/** Time to exit by itself once its input is closed, and again after SIGTERM; the MCP SDK's client waits as long. */
const GRACE_MS = 2000;
/** Left-over processes of a leader that has gone get less: nothing of theirs is wanted any more. */
const LEFTOVER_GRACE_MS = 500;
/** A killed process is gone within this, or stuck in the kernel. */
const KILL_WAIT_MS = 1000;
const STDERR_TAIL_BYTES = 16 * 1024;
/** Marks every process that descends from a server, even one that leaves its process group. */
const MARK_VARIABLE = "GRADABLE_SCAN_ID";

/**
 * A process in a group of its own. Its stderr is drained into a bounded tail for as long as it lives, so that it can
 * never block on a full pipe; its stdout is for the caller to drain.
 */
export class ServerProcess {
  readonly pid: number;
  readonly stdin: ChildProcessWithoutNullStreams["stdin"];
  readonly stdout: ChildProcessWithoutNullStreams["stdout"];
  /** Settles when the leader has exited; its streams may still deliver what was written before. */
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #tail = new ByteTail(STDERR_TAIL_BYTES);
  readonly #mark: string;
  readonly #forget: () => void;
  #hasExited = false;
  /** What a look at the process table has found: a process is easier to find before its parent is gone. */
  #known: KnownProcesses = new Map();
  #stopped: Promise<Stopped> | null = null;

  private constructor(child: ChildProcessWithoutNullStreams, mark: string) {
    this.#child = child;
    this.#mark = mark;
    this.pid = child.pid as number;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#hasExited = true;
        resolve({ code, signal });
      });
    });
    child.stderr.on("data", (chunk: Buffer) => this.#tail.push(chunk));
    // A pipe that breaks is not an event of its own: the exit tells.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    // Our own end, however it comes about, ends every server.
    this.#forget = atOurEnd(() => this.kill());
  }

  /** @throws ScanFailure `spawn-failed` */
  static async start(launch: ProcessLaunch): Promise<ServerProcess> {
    const mark = randomUUID();
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(launch.command, launch.args, {
        cwd: launch.cwd,
        env: { ...launch.env, [MARK_VARIABLE]: mark },
        stdio: ["pipe", "pipe", "pipe"],
        ...GROUP_LEADER,
      });
    } catch (error) {
      throw spawnFailure(launch, error);
    }
    if (child.pid === undefined) {
      throw spawnFailure(launch, await new Promise((resolve) => child.once("error", resolve)));
    }
    child.on("error", () => {});
    return new ServerProcess(child, `${MARK_VARIABLE}=${mark}`);
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  get stderrTail(): string {
    return this.#tail.text();
  }

  get stderrBytes(): number {
    return this.#tail.total;
  }

  /** Settles when the leader has exited and its pipes are empty, or the pipes are held open by others for too long. */
  async drained(maxMs: number): Promise<Exit> {
    const exit = await this.exited;
    if (!this.#child.stdout.readableEnded || !this.#child.stderr.readableEnded) {
      await within(new Promise((resolve) => this.#child.once("close", resolve)), maxMs);
    }
    return exit;
  }

  /**
   * Ends the process and its whole group: close its input, wait, SIGTERM, wait, SIGKILL. The group is looked after
   * even when the leader has gone by itself. Can be called again; the first call counts.
   *
   * @param urgent skip the wait for a voluntary exit
   */
  stop(urgent = false): Promise<Stopped> {
    if (urgent && this.#stopped) this.kill();
    this.#stopped ??= this.#stop(urgent);
    return this.#stopped;
  }

  /** Ends everything at once, without waiting. */
  kill(): void {
    this.#signal("SIGKILL");
    if (process.platform === "win32") return;
    for (const pid of this.#alive()) signalProcess(pid, "SIGKILL");
  }

  async #stop(urgent: boolean): Promise<Stopped> {
    const grace = urgent ? 0 : GRACE_MS;
    this.#alive();
    this.stdin.end();
    const exitedAlone = this.#hasExited || (await within(this.exited, grace));
    const outlived = exitedAlone ? this.#alive().length : 0;
    if (this.#alive().length > 0) {
      this.#signal("SIGTERM");
      await this.#gone(urgent || exitedAlone ? LEFTOVER_GRACE_MS : GRACE_MS);
    }
    if (this.#alive().length > 0) {
      this.kill();
      await this.#gone(KILL_WAIT_MS);
    }
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream.destroy();
    this.#forget();
    return { ignoredShutdown: !exitedAlone && !urgent, outlived };
  }

  #alive(): number[] {
    if (process.platform === "win32") return this.#hasExited ? [] : [this.pid];
    this.#known = livingProcesses(this.pid, this.#mark, this.#known);
    return [...this.#known.keys()];
  }

  async #gone(maxMs: number): Promise<void> {
    const until = Date.now() + maxMs;
    for (let wait = 5; this.#alive().length > 0 && Date.now() < until; wait = Math.min(wait * 2, 100)) {
      await sleep(wait);
    }
  }

  #signal(signal: NodeJS.Signals): void {
    signalGroup(this.pid, signal);
    if (signal !== "SIGTERM" || process.platform === "win32") return;
    for (const pid of this.#alive()) signalProcess(pid, signal);
  }
}

function spawnFailure(launch: ProcessLaunch, error: unknown): ScanFailure {
  const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
  return new ScanFailure("spawn-failed", { command: launch.command, reason }, { cause: error });
}

/** Whether the promise settled within the time. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const settled = await Promise.race([
    promise.then(() => true),
    sleep(ms, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  return settled;
}
