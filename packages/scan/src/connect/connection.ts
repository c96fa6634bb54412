import { plainText } from "@gradable/contract";
import type { Redact } from "@gradable/host";
import { ScanFailure } from "../errors.js";
import type { Observations } from "../list/observations.js";
import { type Exit, type ProcessLaunch, ServerProcess, type Stopped } from "../process/server-process.js";
import { StdioChannel } from "../process/stdio-channel.js";
import { type ChannelClosed, RpcSession } from "./json-rpc.js";

/** An open way to a server, and what is left of it afterwards. */
export interface Connection {
  readonly session: RpcSession;
  /** Last bytes of stderr, raw; empty where there is none. */
  readonly stderrTail: string;
  /** Adds what the transport has shown so far. */
  observe(observations: Observations, redact: Redact): void;
  /** What was seen of an answer that did not come in time; empty when nothing. */
  unfinished(): string;
  /** Ends everything that was opened; null where there was no process to end. */
  stop(urgent: boolean): Promise<Stopped | null>;
}

/** More than this on stderr until the list is read is reported: a client that does not drain it would deadlock. */
const STDERR_FLOOD_BYTES = 5 * 1024 * 1024;

/** @throws ScanFailure `spawn-failed` */
export async function connectProcess(launch: ProcessLaunch, maxLineBytes: number): Promise<Connection> {
  const server = await ServerProcess.start(launch);
  const session = new RpcSession();
  const channel = new StdioChannel(server, maxLineBytes, session);
  session.attach(channel);
  return {
    session,
    get stderrTail() {
      return server.stderrTail;
    },
    observe(observations, redact) {
      const { lines, firstLine } = channel.noise;
      if (lines > 0)
        observations.add(
          "stdout-noise",
          { firstLine: plainText(redact(firstLine), { maxChars: 200 }) },
          lines,
        );
      if (server.stderrBytes > STDERR_FLOOD_BYTES) {
        observations.add("stderr-flood", { bytes: server.stderrBytes, limitBytes: STDERR_FLOOD_BYTES });
      }
    },
    unfinished() {
      if (channel.unfinishedBytes > 0)
        return `${channel.unfinishedBytes} bytes of a message without an end had arrived.`;
      return channel.noise.lines > 0
        ? `It wrote ${channel.noise.lines} lines to stdout that are not messages.`
        : "";
    },
    stop: (urgent) => server.stop(urgent),
  };
}

/** What the server had not done yet when the connection closed. */
export type WaitingFor = "it answered initialize" | "it listed its tools";

/** The failure that a closed channel means; `stderr` is redacted, because what is cut out of it cannot be. */
export function closedFailure(closed: ChannelClosed, waitingFor: WaitingFor, stderr: string): ScanFailure {
  const stage = waitingFor === "it answered initialize" ? "handshake" : "list";
  switch (closed.kind) {
    case "exit":
      return new ScanFailure(
        "exited-early",
        {
          exit: exitText(closed.exit),
          exitCode: closed.exit.code,
          signal: closed.exit.signal,
          waitingFor,
          unfinishedBytes: closed.unfinishedBytes,
          stderr: lastLines(stderr),
          ...adviceFrom(stderr),
        },
        { stage },
      );
    case "output-closed":
      return new ScanFailure("connection-closed", { waitingFor, stderr: lastLines(stderr) }, { stage });
    case "too-large":
      return new ScanFailure("message-too-large", { limit: closed.limit }, { stage });
    case "flood":
      return new ScanFailure("stdout-flood", { limit: closed.limit }, { stage });
    case "transport":
      return closed.cause instanceof ScanFailure
        ? closed.cause
        : new ScanFailure("connection-closed", { waitingFor, stderr: "" }, { stage, cause: closed.cause });
  }
}

function exitText({ code, signal }: Exit): string {
  if (signal !== null) return `killed by ${signal}`;
  return code === null ? "exit code unknown" : `exit code ${code}`;
}

/** A line that says what went wrong, in most languages. */
const SAYS_WHY = /\b(?:[A-Z]\w*)?(?:Error|Exception)\b.*:|^(?:error|fatal|panic)\b/i;
/** Stack frames and a runtime's last words, which say nothing of the cause. */
const SAYS_NOTHING = /^\s+at\s|^Node\.js v\d|^\s*\^+\s*$|^node:internal/;
const MAX_QUOTED_CHARS = 400;

/** What fits into a message of a stderr: from the line that says what went wrong, otherwise its last whole lines. */
export function lastLines(stderr: string): string {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "" && !SAYS_NOTHING.test(line));
  const why = lines.findLastIndex((line) => SAYS_WHY.test(line));
  if (why >= 0) return firstWords(lines.slice(why, why + 4).join(" | "));
  const end = lines.slice(-6);
  while (end.length > 1 && end.join(" | ").length > MAX_QUOTED_CHARS) end.shift();
  return firstWords(end.join(" | "));
}

/** Cut between words where there are any. */
function firstWords(text: string): string {
  if (text.length <= MAX_QUOTED_CHARS) return text;
  return `${text.slice(0, MAX_QUOTED_CHARS - 1).replace(/(?<=.{200})\s\S*$/s, "")}…`;
}

const ASKS = /required|missing|not set|must|provide|undefined|expected|invalid|no .{0,30}(?:key|token)/i;
const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

/** A server that ends at once mostly says which variable it wants. */
function adviceFrom(stderr: string): { advice?: string } {
  const names = new Set<string>();
  for (const line of stderr.split("\n").slice(-40)) {
    if (!ASKS.test(line)) continue;
    for (const name of line.match(VARIABLE) ?? []) if (!/^ERR_|^E[A-Z]+$/.test(name)) names.add(name);
  }
  if (names.size === 0) return {};
  const flags = [...names].slice(0, 3).map((name) => `--env ${name}=<value>`);
  return { advice: `It seems to want more from its environment; try ${flags.join(" ")}.` };
}
