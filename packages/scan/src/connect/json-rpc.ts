import type { Exit } from "../process/server-process.js";

/** A message as it came: an object, unread but for what routing needs. */
export type Message = Readonly<Record<string, unknown>>;

/** What a {@link Channel} reports to the session above it. */
export interface ChannelEvents {
  onMessage(message: Message): void;
  /** Nothing more will come. */
  onClosed(closed: ChannelClosed): void;
}

/** A way to a server that carries JSON-RPC messages without judging them. */
export interface Channel {
  /** Resolves when the message was handed over; rejects with what stopped it. */
  send(message: Message): Promise<void>;
  /** Bytes received so far, noise included. */
  readonly receivedBytes: number;
  /** Handed the version in use, for channels that announce it; null before one is agreed on. */
  setProtocolVersion?(version: string | null): void;
}

/** Why a channel closed: the process ended, its output closed, or what was read broke a bound. */
export type ChannelClosed =
  | { readonly kind: "exit"; readonly exit: Exit; readonly unfinishedBytes: number }
  | { readonly kind: "output-closed" }
  | { readonly kind: "too-large"; readonly limit: number }
  | { readonly kind: "flood"; readonly limit: number }
  | { readonly kind: "transport"; readonly cause: unknown };

/** The server answered with an error. `errorMessage` is its text. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number | null;

  constructor(error: unknown) {
    const object = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
    super(typeof object.message === "string" ? object.message.slice(0, 20_000) : "(no message)");
    this.code = typeof object.code === "number" ? object.code : null;
  }
}

/** The channel closed before the answer came. */
export class ClosedError extends Error {
  override readonly name = "ClosedError";
  constructor(readonly closed: ChannelClosed) {
    super(`channel closed: ${closed.kind}`);
  }
}

/** No answer within the budget. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

export const METHOD_NOT_FOUND = -32601;

/** No server has a use for more requests to a client that offers nothing; one that floods us is not answered without end. */
const MAX_REFUSALS = 1000;

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Requests and their answers over a channel. Lenient in what it takes (an id echoed as text, a missing version
 * member), because a server is to be scored by what it declares, and refuses every request of the server's own:
 * no capability was offered to it.
 */
export class RpcSession implements ChannelEvents {
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Map<string, () => void>();
  #channel: Channel | null = null;
  #nextId = 1;
  #closed: ChannelClosed | null = null;
  #refusals = 0;
  /** Added to the parameters of every request, once known: the newest protocol carries its version there. */
  requestMeta: Record<string, unknown> | null = null;

  attach(channel: Channel): void {
    this.#channel = channel;
  }

  get channel(): Channel {
    if (!this.#channel) throw new Error("no channel attached");
    return this.#channel;
  }

  /** Called whenever the server sends that notification. */
  onNotification(method: string, listener: () => void): void {
    this.#listeners.set(method, listener);
  }

  /**
   * @returns the `result` member, as data
   * @throws RpcError, ClosedError, TimeoutError, the signal's reason, or what the channel's `send` rejects with
   */
  async request(
    method: string,
    params: Record<string, unknown>,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<unknown> {
    options.signal.throwIfAborted();
    if (this.#closed) throw new ClosedError(this.#closed);
    const id = this.#nextId++;
    const key = String(id);
    const meta = this.requestMeta === null ? {} : { _meta: this.requestMeta };
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(key, { resolve, reject });
        timer = setTimeout(() => reject(new TimeoutError(`${method}: no answer`)), options.timeoutMs);
        onAbort = () => reject(options.signal.reason);
        options.signal.addEventListener("abort", onAbort, { once: true });
        this.channel.send({ jsonrpc: "2.0", id, method, params: { ...params, ...meta } }).catch(reject);
      });
    } finally {
      clearTimeout(timer);
      if (onAbort) options.signal.removeEventListener("abort", onAbort);
      this.#pending.delete(key);
    }
  }

  async notify(method: string): Promise<void> {
    await this.channel.send({ jsonrpc: "2.0", method });
  }

  onMessage(message: Message): void {
    const { id, method } = message;
    if (typeof method === "string") {
      if (id === undefined || id === null) this.#listeners.get(method)?.();
      else this.#refuse(id, method);
      return;
    }
    const pending = this.#pending.get(String(id)) ?? this.#onlyPendingFor(message);
    if (!pending) return;
    if (message.error !== undefined && message.error !== null) pending.reject(new RpcError(message.error));
    else pending.resolve(message.result);
  }

  onClosed(closed: ChannelClosed): void {
    this.#closed ??= closed;
    for (const pending of this.#pending.values()) pending.reject(new ClosedError(closed));
  }

  /** An error without an id answers a request the server could not read; with one request open it is that one. */
  #onlyPendingFor(message: Message): Pending | undefined {
    const anonymous = (message.id === null || message.id === undefined) && message.error !== undefined;
    return anonymous && this.#pending.size === 1 ? [...this.#pending.values()][0] : undefined;
  }

  #refuse(id: unknown, method: string): void {
    this.#refusals += 1;
    if (this.#refusals > MAX_REFUSALS) return;
    const answer =
      method === "ping"
        ? { result: {} }
        : { error: { code: METHOD_NOT_FOUND, message: "This client only lists tools." } };
    this.channel.send({ jsonrpc: "2.0", id, ...answer }).catch(() => {});
  }
}

/** Whether a parsed line is a message of the protocol rather than JSON that happens to be written there. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const object = value as Record<string, unknown>;
  if (typeof object.method === "string") return object.jsonrpc !== undefined;
  return "id" in object && ("result" in object || "error" in object);
}
