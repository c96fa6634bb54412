import { decoded, publicUrl } from "@gradable/host";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { type Connection, closedFailure } from "../connect/connection.js";
import { errorText, type Handshake, shakeHands } from "../connect/handshake.js";
import {
  type Channel,
  ClosedError,
  type Message,
  RpcError,
  RpcSession,
  TimeoutError,
} from "../connect/json-rpc.js";
import { ScanFailure } from "../errors.js";
import { ListChanges } from "../list/list-tools.js";
import type { Settings } from "../options.js";
import type { Launch } from "../process/launch.js";
import { ResultsInTransit, rawFetch } from "./raw-fetch.js";

type HttpLaunch = Extract<Launch, { kind: "http" }>;
type TransportKind = "streamable" | "sse";

/** A server reached over HTTP that has answered the handshake. */
export interface HttpServer {
  readonly connection: Connection;
  readonly handshake: Handshake;
  readonly changes: ListChanges;
}

/** How long the farewell to a session may take; the server forgets it by itself otherwise. */
const FAREWELL_MS = 1000;
/** Bytes of one response beyond those of the list itself: event framing, other messages on the same stream. */
const FRAMING_ALLOWANCE = 1024 * 1024;

/**
 * Reaches a server over Streamable HTTP and, where that is refused with a client error other than one about
 * credentials, over the older HTTP+SSE transport, as the protocol tells clients to. The SDK's transports carry the
 * messages; they are loaded only here.
 *
 * @throws ScanFailure `http-unreachable`, `http-unauthorized`, `http-not-mcp`, `http-error`, those of the handshake
 */
export async function connectHttp(
  launch: HttpLaunch,
  settings: Settings,
  clientVersion: string,
): Promise<HttpServer> {
  const url = publicUrl(launch.url).text;
  const errors: string[] = [];
  for (const kind of launch.sse ? (["sse"] as const) : (["streamable", "sse"] as const)) {
    try {
      return await connectOver(kind, launch, settings, clientVersion);
    } catch (error) {
      if (settings.signal.aborted) throw error;
      const { failure, tryOlder } = classify(error, url, settings);
      errors.push(`${kind === "sse" ? "HTTP+SSE" : "Streamable HTTP"}: ${errorTextOf(error)}`);
      if (kind === "streamable" && tryOlder) continue;
      // The older transport failing after the newer one says nothing by itself.
      if (kind === "sse" && !launch.sse && failure.code !== "http-unauthorized") {
        throw new ScanFailure("http-not-mcp", { url, errors }, { cause: error });
      }
      throw failure;
    }
  }
  throw new ScanFailure("http-not-mcp", { url, errors });
}

async function connectOver(
  kind: TransportKind,
  launch: HttpLaunch,
  settings: Settings,
  clientVersion: string,
): Promise<HttpServer> {
  const session = new RpcSession();
  const ending = new AbortController();
  let receivedBytes = 0;
  const results = new ResultsInTransit();
  const fetch = rawFetch({
    results,
    maxBytes: settings.limits.maxBytes + FRAMING_ALLOWANCE,
    signal: ending.signal,
    onBytes: (count) => {
      receivedBytes += count;
    },
    onUnanswered: (id, reason) => session.onMessage({ id, error: { message: reason } }),
    onTooLarge: () => session.onClosed({ kind: "too-large", limit: settings.limits.maxBytes }),
  });
  const transport = await makeTransport(kind, launch, fetch);
  transport.onmessage = (message) => session.onMessage(results.restore(message as unknown as Message));
  transport.onerror = () => {
    // What concerns a request rejects its send or is reported by the fetch above.
  };
  session.attach(channelOver(transport, () => receivedBytes));
  const changes = new ListChanges(session);
  const { timeoutMs, signal } = settings;
  const stop = async (urgent: boolean): Promise<null> => {
    if (!urgent && "terminateSession" in transport) {
      const farewell = (transport.terminateSession as () => Promise<void>)().catch(() => {});
      await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())]);
    }
    await transport.close().catch(() => {});
    ending.abort();
    return null;
  };
  try {
    await inTime(transport.start(), timeoutMs, signal);
    const handshake = await shakeHands(session, { timeoutMs, signal, clientVersion });
    return { connection: connectionOver(kind, session, stop), handshake, changes };
  } catch (error) {
    await stop(true);
    throw error;
  }
}

async function makeTransport(
  kind: TransportKind,
  launch: HttpLaunch,
  fetch: ReturnType<typeof rawFetch>,
): Promise<Transport> {
  const url = new URL(launch.url);
  const headers: Record<string, string> = { ...launch.headers };
  if (url.username !== "" || url.password !== "") {
    // fetch refuses addresses with user info.
    const pair = `${decoded(url.username)}:${decoded(url.password)}`;
    headers.authorization ??= `Basic ${Buffer.from(pair).toString("base64")}`;
    url.username = "";
    url.password = "";
  }
  const options = { requestInit: { headers }, fetch };
  if (kind === "sse") {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    return new SSEClientTransport(url, options) as Transport;
  }
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  return new StreamableHTTPClientTransport(url, options) as Transport;
}

function channelOver(transport: Transport, receivedBytes: () => number): Channel {
  return {
    send: (message) => transport.send(message as unknown as JSONRPCMessage),
    get receivedBytes() {
      return receivedBytes();
    },
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version as string),
  };
}

function connectionOver(kind: TransportKind, session: RpcSession, stop: Connection["stop"]): Connection {
  return {
    session,
    stderrTail: "",
    observe: (observations) => {
      if (kind === "sse") observations.add("legacy-sse");
    },
    unfinished: () => "",
    stop,
  };
}

/** What a failed attempt means, and whether the older transport is worth trying. */
function classify(
  error: unknown,
  url: string,
  settings: Settings,
): { failure: ScanFailure; tryOlder: boolean } {
  const as = (failure: ScanFailure, tryOlder = false) => ({ failure, tryOlder });
  if (error instanceof TimeoutError) {
    return as(new ScanFailure("handshake-timeout", { budgetMs: settings.timeoutMs, seen: "", stderr: null }));
  }
  if (error instanceof ClosedError) return as(closedFailure(error.closed, "it answered initialize", ""));
  const root = error instanceof ScanFailure && error.code === "handshake-failed" ? error.cause : error;
  if (root instanceof ScanFailure) return as(root);
  if (root instanceof RpcError && error instanceof ScanFailure) return as(error);
  const status = (root as { code?: unknown }).code;
  const facts = { url, error: errorText(root), ...(typeof status === "number" && { status }) };
  if (status === 401 || status === 403 || status === 407)
    return as(new ScanFailure("http-unauthorized", { url, status }));
  if (typeof status === "number" && status >= 400 && status < 500 && status !== 429) {
    return as(new ScanFailure("http-not-mcp", { url, errors: [errorText(root)] }), true);
  }
  const network = networkReason(root);
  if (network !== null)
    return as(new ScanFailure("http-unreachable", { url, reason: network }, { cause: root }));
  // The endpoint answered with a page: some servers serve both transports at one address.
  return as(new ScanFailure("http-error", facts, { cause: root }), status === -1);
}

/** The system's code of a failed connection, however deep it lies; null when a response was received. */
function networkReason(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) cause.cause ??= cause.errors[0];
    const code = (cause as { code?: unknown }).code;
    if (
      typeof code === "string" &&
      /^(?:E[A-Z]+|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/.test(code)
    )
      return code;
  }
  return error instanceof TypeError && /fetch failed/.test(error.message)
    ? error.cause instanceof Error
      ? error.cause.message
      : "no connection"
    : null;
}

function errorTextOf(error: unknown): string {
  if (error instanceof ScanFailure && error.cause !== undefined) return errorText(error.cause);
  if (error instanceof TimeoutError) return "no answer in time";
  return errorText(error);
}

async function inTime(promise: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TimeoutError("no connection")), ms);
        onAbort = () => reject(signal.reason);
        signal.addEventListener("abort", onAbort, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}
