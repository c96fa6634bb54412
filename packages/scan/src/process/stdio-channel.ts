import { type Channel, type ChannelEvents, isMessage, type Message } from "../connect/json-rpc.js";
import { LineReader } from "./line-reader.js";
import type { ServerProcess } from "./server-process.js";

/** Lines on stdout that were not messages. */
export interface StdoutNoise {
  readonly lines: number;
  /** The first one, cut; raw. */
  readonly firstLine: string;
}

/** Noise beyond this is a server that will not stop; it would only end with the time budget, at full load. */
const MAX_NOISE_BYTES = 128 * 1024 * 1024;
/** Of the first noise; far more than is shown, so that no secret is cut in half. */
const MAX_KEPT_CHARS = 8192;
/** What is left in the pipes when a process ends arrives at once, unless another process holds them open. */
const DRAIN_MS = 500;
/** How long an exit may follow the end of output and still be what is reported. */
const EXIT_AFTER_OUTPUT_MS = 1000;

/**
 * JSON-RPC over a process's stdin and stdout, one message a line. Lines that are no message are counted and skipped.
 * The SDK's stdio transport is not used because it validates each message before handing it on, starts the process
 * outside a group of its own, and gives up on a line of 10 MB.
 */
export class StdioChannel implements Channel {
  readonly #process: ServerProcess;
  readonly #events: ChannelEvents;
  readonly #lines: LineReader;
  readonly #maxLineBytes: number;
  #received = 0;
  #noiseLines = 0;
  #messageBytes = 0;
  #firstNoise = "";

  constructor(process: ServerProcess, maxLineBytes: number, events: ChannelEvents) {
    this.#process = process;
    this.#events = events;
    this.#maxLineBytes = maxLineBytes;
    this.#lines = new LineReader(maxLineBytes, {
      onLine: (line) => this.#onLine(line),
      onTooLong: (start) => this.#onTooLong(start),
    });
    process.stdout.on("data", (chunk: Buffer) => {
      this.#received += chunk.length;
      this.#lines.push(chunk);
      // A message may be under way, so one line's worth is not noise yet.
      if (this.#received - this.#messageBytes > MAX_NOISE_BYTES + maxLineBytes) {
        this.#close({ kind: "flood", limit: MAX_NOISE_BYTES });
      }
    });
    process.stdout.once("end", () => {
      // An exit says more than the end of its output; where one follows at once, it is reported instead.
      setTimeout(() => {
        if (!process.hasExited) this.#events.onClosed({ kind: "output-closed" });
      }, EXIT_AFTER_OUTPUT_MS).unref();
    });
    process.drained(DRAIN_MS).then((exit) => {
      const unfinishedBytes = this.#lines.unfinishedBytes;
      this.#lines.end();
      this.#events.onClosed({ kind: "exit", exit, unfinishedBytes });
    });
  }

  get receivedBytes(): number {
    return this.#received;
  }

  /** Bytes of a line that was begun and not ended. */
  get unfinishedBytes(): number {
    return this.#lines.unfinishedBytes;
  }

  get noise(): StdoutNoise {
    return { lines: this.#noiseLines, firstLine: this.#firstNoise };
  }

  send(message: Message): Promise<void> {
    // A full or broken pipe shows as a missing answer or an exit; waiting for it here would add a second clock.
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  #onLine(line: Buffer): void {
    const text = line.toString("utf8").trim();
    if (text === "") return;
    const parsed = text.startsWith("{") || text.startsWith("[") ? parseJson(text) : undefined;
    // Protocol 2025-03-26 allowed several messages in one array.
    const messages = Array.isArray(parsed) ? parsed : [parsed];
    if (messages.length === 0 || !messages.every(isMessage)) {
      this.#noise(text);
      return;
    }
    this.#messageBytes += line.length;
    for (const message of messages) this.#events.onMessage(message);
  }

  #onTooLong(start: Buffer): void {
    const text = start.toString("utf8").trimStart();
    if (/^[{[]/.test(text)) this.#close({ kind: "too-large", limit: this.#maxLineBytes });
    else this.#noise(text);
  }

  #noise(text: string): void {
    this.#noiseLines += 1;
    if (this.#firstNoise === "") this.#firstNoise = text.slice(0, MAX_KEPT_CHARS);
  }

  #close(closed: Parameters<ChannelEvents["onClosed"]>[0]): void {
    // Nothing that still comes is wanted; the stream keeps flowing so that the process does not hang on it.
    this.#process.stdout.removeAllListeners("data").resume();
    this.#events.onClosed(closed);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
