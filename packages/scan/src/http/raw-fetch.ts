import { isJsonObject } from "../list/json-value.js";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What the fetch of a connection reports, and its bounds. */
export interface RawFetchHooks {
  /** For one response; a longer one breaks off. */
  readonly maxBytes: number;
  /** Ends every request and stream. */
  readonly signal: AbortSignal;
  readonly results: ResultsInTransit;
  onBytes(count: number): void;
  /** A response ended without the answer to the request with that id, and said nothing about resuming. */
  onUnanswered(id: unknown, reason: string): void;
  onTooLarge(): void;
}

/**
 * Results on their way past the SDK: it gets an empty one in their place, because it would parse and write them once more, and a
 * result nested a hundred thousand levels deep can be parsed and not written.
 */
export class ResultsInTransit {
  readonly #results = new Map<string, unknown>();

  /** Keeps a result until its message has passed, and gives what takes its place. */
  keep(id: unknown, result: Record<string, unknown>): Record<string, unknown> {
    this.#results.set(String(id), result);
    return {};
  }

  /** The message with its own result again. */
  restore(message: Record<string, unknown>): Record<string, unknown> {
    const key = String(message.id);
    if (!("result" in message) || !this.#results.has(key)) return message;
    const result = this.#results.get(key);
    this.#results.delete(key);
    return { ...message, result };
  }
}

/** An error page of more characters tells no more. */
const ERROR_TEXT_BYTES = 64 * 1024;

/**
 * A fetch for the SDK's HTTP transports that bounds what is read, and hands every answer to them in an envelope they
 * accept: they check each message against a closed schema and drop what does not fit (an extra member beside
 * `result`, a malformed `_meta`), and a list must not be lost to that. Only the envelope is rewritten.
 */
export function rawFetch(hooks: RawFetchHooks): Fetch {
  return async (url, init = {}) => {
    const request = requestOf(init);
    const headers = new Headers(init.headers);
    // From 2026-07-28 on a request names its method in a header too.
    if (request.method !== null && (headers.get("mcp-protocol-version") ?? "") >= "2026-07-28") {
      headers.set("mcp-method", request.method);
    }
    const signal = init.signal ? AbortSignal.any([init.signal, hooks.signal]) : hooks.signal;
    const response = await fetch(url, { ...init, headers, signal });
    if (response.body === null || (response.status >= 300 && response.status < 400)) return response;
    const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (response.ok && type === "text/event-stream") {
      return rebuilt(
        response,
        ReadableStream.from(eventLines(response.body, request.id, hooks)),
        response.status,
      );
    }
    if (type === "application/json" && request.id !== undefined) {
      const text = await wholeText(response.body, hooks);
      const answer = parse(text);
      const messages = (Array.isArray(answer) ? answer : [answer]).filter(isJsonObject);
      const isRpc = messages.some((message) => "result" in message || isJsonObject(message.error));
      if (isRpc && (response.ok || response.status === 400))
        return rebuilt(
          response,
          JSON.stringify(messages.map((message) => envelope(message, request.id, hooks.results))),
          200,
        );
      if (response.ok) hooks.onUnanswered(request.id, "the response is not a JSON-RPC message");
      return rebuilt(response, text.slice(0, ERROR_TEXT_BYTES), response.status);
    }
    if (response.ok) return response;
    return rebuilt(response, await firstText(response.body), response.status);
  };
}

function requestOf(init: RequestInit): { id: unknown; method: string | null } {
  const body = typeof init.body === "string" ? parse(init.body) : undefined;
  if (!isJsonObject(body)) return { id: undefined, method: null };
  return { id: body.id, method: typeof body.method === "string" ? body.method : null };
}

/** The message with the members of JSON-RPC only, and the id of the request where an error came without one. */
function envelope(
  message: Record<string, unknown>,
  requestId: unknown,
  results: ResultsInTransit,
): Record<string, unknown> {
  const { id, method, result, error } = message;
  if (typeof method === "string") {
    return {
      jsonrpc: "2.0",
      ...(id !== undefined && { id }),
      method,
      // Parameters of a server's own requests and notifications are never looked at.
    };
  }
  const own = typeof id === "string" || Number.isInteger(id) ? id : requestId;
  if (error !== undefined && error !== null) {
    const given = isJsonObject(error) ? error : {};
    const text = typeof given.message === "string" ? given.message : "(no message)";
    return {
      jsonrpc: "2.0",
      id: own,
      error: { code: Number.isInteger(given.code) ? given.code : 0, message: text },
    };
  }
  if (isJsonObject(result))
    return { jsonrpc: "2.0", id: own, result: results.keep(own, withoutMeta(result)) };
  return { jsonrpc: "2.0", id: own, error: { code: 0, message: "the result is not an object" } };
}

function withoutMeta(object: Record<string, unknown>): Record<string, unknown> {
  const { _meta, ...rest } = object;
  return rest;
}

/** Rewrites the data lines of an event stream that hold a message; everything else passes as it is. */
async function* eventLines(
  body: ReadableStream<Uint8Array>,
  requestId: unknown,
  hooks: RawFetchHooks,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let answered = requestId === undefined;
  let resumable = false;
  const line = (text: string): string => {
    if (/^id:./.test(text)) resumable = true;
    if (!text.startsWith("data:")) return text;
    const message = parse(text.slice(5));
    if (!isJsonObject(message)) return text;
    const ours = (message.id ?? null) === null || String(message.id) === String(requestId);
    if (ours && !("method" in message)) answered = true;
    return `data: ${JSON.stringify(envelope(message, requestId, hooks.results))}`;
  };
  let rest = "";
  let ending = "ended without an answer";
  try {
    for await (const text of decoded(body, hooks)) {
      // Only a line break makes the unfinished line worth looking at again.
      if (!/[\r\n]/.test(text)) {
        rest += text;
        continue;
      }
      // A carriage return at the very end may be half of a line break.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield encoder.encode(lines.map((whole) => `${line(whole)}\n`).join(""));
    }
    if (rest !== "") yield encoder.encode(`${line(rest.replace(/\r$/, ""))}\n\n`);
  } catch (error) {
    ending = "broke off";
    throw error;
  } finally {
    if (!answered && !resumable) hooks.onUnanswered(requestId, `the event stream ${ending}`);
  }
}

async function* decoded(body: ReadableStream<Uint8Array>, hooks: RawFetchHooks): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    hooks.onBytes(chunk.length);
    if (total > hooks.maxBytes) {
      hooks.onTooLarge();
      throw new Error("response too large");
    }
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function wholeText(body: ReadableStream<Uint8Array>, hooks: RawFetchHooks): Promise<string> {
  const parts: string[] = [];
  for await (const text of decoded(body, hooks)) parts.push(text);
  return parts.join("");
}

function rebuilt(response: Response, body: ReadableStream<Uint8Array> | string, status: number): Response {
  const headers = new Headers(response.headers);
  // The body is decoded by now, and no longer as long as announced.
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  return new Response(body, { status, statusText: response.statusText, headers });
}

async function firstText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    total += chunk.length;
    if (total >= ERROR_TEXT_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, ERROR_TEXT_BYTES);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
