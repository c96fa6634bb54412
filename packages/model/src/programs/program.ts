import { atOurEnd, GROUP_LEADER, signalGroup } from "@gradable/host";

/** A program to run once: text in, text out. */
export interface ProgramCall {
  /** Path of the program. */
  readonly file: string;
  /**
   * Flags only: the prompt never stands in the list of processes, and one argument holds at most 128 KiB on
   * Linux.
   */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Sees each whole line of stdout; returning true ends the program (what it wrote so far is kept). */
  readonly stopAt?: (line: string) => boolean;
  /** Most bytes of stdout; default {@link MAX_STDOUT_BYTES}. */
  readonly maxStdoutBytes?: number;
}

/** How a program ended. Exactly one of `exitCode` and `signal` is set unless it could not be started. */
export interface ProgramResult {
  readonly stdout: string;
  /** The last 16 KiB of stderr. */
  readonly stderrTail: string;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly ended: "itself" | "timeout" | "abort" | "stopped" | "overflow" | "not-started";
  readonly startError: Error | undefined;
  readonly durationMs: number;
}

/** A verdict takes kilobytes; a program that writes more than this for one is broken. */
const MAX_STDOUT_BYTES = 32 * 1024 * 1024;
const STDERR_TAIL_BYTES = 16 * 1024;
/** Between asking a group to end and ending it. Short: nothing of it is worth saving. */
const KILL_GRACE_MS = 300;
/** How long a pipe may stay open after the program has gone, held by something it started. */
const PIPE_GRACE_MS = 200;

/**
 * Runs a program in a process group of its own and leaves nothing of the group behind: not after a timeout,
 * an abort or a flood, and not when the program itself ended and something it started did not. Never rejects
 * for what the program does.
 */
export async function runProgram(call: ProgramCall): Promise<ProgramResult> {
  // Loaded here: a scan by the embedded judge must not pay for it.
  const { execa } = await import("execa");
  const startedAt = performance.now();
  const stdout: Buffer[] = [];
  let stdoutBytes = 0;
  let stderr = Buffer.alloc(0);
  let ended: ProgramResult["ended"] = "itself";
  const lines = call.stopAt === undefined ? undefined : new LineReader(call.stopAt);

  const child = execa(call.file, [...call.args], {
    cwd: call.cwd,
    env: call.env,
    extendEnv: false,
    input: call.input,
    buffer: false,
    reject: false,
    cleanup: false,
    ...GROUP_LEADER,
  });
  const { pid } = child;
  const forget = atOurEnd(() => killGroup(pid, "SIGKILL"));
  const end = (why: ProgramResult["ended"]) => {
    if (ended === "itself") ended = why;
    killGroup(pid);
  };
  child.stdout.on("data", (chunk: Buffer) => {
    stdoutBytes += chunk.length;
    if (stdoutBytes > (call.maxStdoutBytes ?? MAX_STDOUT_BYTES)) return end("overflow");
    stdout.push(chunk);
    if (lines?.read(chunk)) end("stopped");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_TAIL_BYTES);
  });
  const timer = setTimeout(() => end("timeout"), call.timeoutMs);
  const onAbort = () => end("abort");
  if (call.signal?.aborted) onAbort();
  else call.signal?.addEventListener("abort", onAbort, { once: true });
  let pipes: NodeJS.Timeout | undefined;
  child.once("exit", () => {
    // What the program started may hold its pipes open for ever; the group goes, and the pipes with it.
    pipes = setTimeout(() => {
      killGroup(pid, "SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
    }, PIPE_GRACE_MS);
  });

  const result = await child;
  clearTimeout(timer);
  clearTimeout(pipes);
  call.signal?.removeEventListener("abort", onAbort);
  killGroup(pid, "SIGKILL");
  forget();
  const startError = pid === undefined && result instanceof Error ? result : undefined;
  return {
    stdout: Buffer.concat(stdout).toString("utf8"),
    stderrTail: stderr.toString("utf8"),
    exitCode: result.exitCode,
    signal: result.signal,
    ended: startError === undefined ? ended : "not-started",
    startError,
    durationMs: performance.now() - startedAt,
  };
}

function killGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): void {
  if (pid === undefined) return;
  signalGroup(pid, signal);
  if (signal === "SIGTERM") setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_GRACE_MS).unref();
}

/** Cuts a stream into lines for {@link ProgramCall.stopAt}; a line is not looked at beyond its first MiB. */
class LineReader {
  readonly #stopAt: (line: string) => boolean;
  #rest = "";

  constructor(stopAt: (line: string) => boolean) {
    this.#stopAt = stopAt;
  }

  /**
   * True when a line asks to stop. Bytes are read as latin1: only ASCII keys are looked for, and no character
   * can be split.
   */
  read(chunk: Buffer): boolean {
    const lines = (this.#rest + chunk.toString("latin1")).split("\n");
    this.#rest = (lines.pop() ?? "").slice(0, 1024 * 1024);
    return lines.some((line) => this.#stopAt(line));
  }
}
