import type { Secrets } from "@gradable/host";

/** Everything a command may touch besides files and the network; passed in, so that tests run in process. */
export interface CliIo {
  readonly stdout: CliStream;
  readonly stderr: CliStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** What no message may show: `cli` fills it from the command line and the environment, a scan adds what it learns. */
  readonly secrets?: Secrets;
}

/** The part of a writable stream that is used. */
export interface CliStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Whether colour may be used on a stream: a terminal, and neither NO_COLOR nor TERM=dumb; FORCE_COLOR wins over a pipe. */
export function useColor(stream: CliStream, env: CliIo["env"]): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== "0") return true;
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** Columns to lay text out in: the terminal's, 40 to 120; 100 where the output is not a terminal. */
export function textWidth(stream: CliStream): number {
  return Math.min(120, Math.max(40, stream.columns ?? 100));
}
