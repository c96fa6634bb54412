import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The four wire APIs that the CLIs and the HTTP judge speak. */
type StubApi = "anthropic" | "responses" | "chat" | "gemini";

/** What the stub does with the next model requests. */
export type StubMode =
  | { readonly kind: "ok" | "empty" | "malformed" | "html" | "reset" | "hang" | "stall" | "truncate" | "cut" }
  /** An HTTP error in the API's own shape; `times` requests, then ok (default: all). */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter?: string;
      readonly times?: number;
    }
  /** The model asks for a tool instead of answering, once per conversation. */
  | { readonly kind: "tool"; readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export interface StubRequest {
  readonly api: StubApi | "other";
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly raw: string;
  readonly body: Record<string, unknown> | undefined;
  readonly model: string | undefined;
  readonly toolNames: readonly string[];
  /** The last text a person wrote in the conversation. */
  readonly prompt: string;
}

export interface StubOptions {
  readonly latencyMs?: number;
  /** The text to answer with, by the prompt. */
  readonly reply?: (prompt: string) => string;
}

/** Distinct numbers, so that a test sees which field of a program's output each one went to. */
const STUB_USAGE = { input: 1111, cached: 222, output: 33, reasoning: 4 } as const;

/** A model server on 127.0.0.1 for tests: enough of four APIs, and ways to fail. */
export class StubServer {
  readonly requests: StubRequest[] = [];
  mode: StubMode = { kind: "ok" };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #options: StubOptions;
  #failures = 0;

  private constructor(options: StubOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("error", () => undefined);
      request.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        void this.#answer(request.method ?? "", request.url ?? "/", request.headers, raw, response);
      });
    });
    this.#server.requestTimeout = 0;
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(options: StubOptions = {}): Promise<StubServer> {
    const stub = new StubServer(options);
    await new Promise<void>((ready) => stub.#server.listen(0, "127.0.0.1", ready));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests that asked a model, in order. */
  get asked(): readonly StubRequest[] {
    return this.requests.filter(({ api }) => api !== "other");
  }

  reset(mode: StubMode = { kind: "ok" }): void {
    this.mode = mode;
    this.#failures = 0;
    this.requests.length = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(
    method: string,
    url: string,
    headers: IncomingHttpHeaders,
    raw: string,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname } = new URL(url, "http://stub");
    const api = method === "POST" ? apiOf(pathname) : "other";
    const body = parse(raw);
    const model = (body?.model as string | undefined) ?? pathname.match(/\/models\/([^/:]+):/)?.[1];
    const prompt = promptIn(api, body);
    this.requests.push({
      api,
      path: url,
      headers,
      bytes: Buffer.byteLength(raw),
      raw,
      body,
      model,
      toolNames: toolNames(body),
      prompt,
    });
    if (api === "other")
      return sendJson(response, 404, { error: { message: "no such path", type: "not_found_error" } });
    const { mode } = this;
    if (this.#options.latencyMs !== undefined) await sleep(this.#options.latencyMs);
    if (mode.kind === "hang") return;
    if (mode.kind === "reset") return void response.socket?.destroy();
    if (mode.kind === "status" && this.#failures < (mode.times ?? Number.POSITIVE_INFINITY)) {
      this.#failures++;
      const after = mode.retryAfter === undefined ? {} : { "retry-after": mode.retryAfter };
      return sendJson(response, mode.status, errorBody(api, mode.status), after);
    }
    if (mode.kind === "html") {
      response.writeHead(200, { "content-type": "text/html" });
      return void response.end("<!doctype html><title>Sign in</title><p>not an API");
    }
    const text = mode.kind === "empty" ? "" : (this.#options.reply?.(prompt) ?? '{"stub":true}');
    const tool =
      mode.kind === "tool" && !/tool_result|function_call_output|"role":"tool"|functionResponse/.test(raw)
        ? mode
        : undefined;
    const { whole, events } = ANSWERS[api]({
      model: model ?? "stub-model",
      text,
      cut: mode.kind === "cut",
      tool,
    });
    const stream = api === "gemini" ? pathname.endsWith(":streamGenerateContent") : body?.stream === true;
    if (!stream) {
      if (mode.kind !== "malformed") return sendJson(response, 200, whole);
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end('{"this is": not JSON');
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    if (mode.kind === "malformed") return void response.end('data: {"this is": not JSON\n\n');
    if (mode.kind === "stall") return void response.write(events[0]);
    if (mode.kind === "truncate") {
      for (const event of events.slice(0, Math.floor(events.length / 2))) response.write(event);
      await sleep(50);
      return void response.destroy();
    }
    for (const event of events) response.write(event);
    response.end();
  }
}

function apiOf(pathname: string): StubApi | "other" {
  if (pathname.endsWith("/messages")) return "anthropic";
  if (pathname.endsWith("/responses")) return "responses";
  if (pathname.endsWith("/chat/completions")) return "chat";
  return /\/models\/[^/:]+:(?:streamG|g)enerateContent$/.test(pathname) ? "gemini" : "other";
}

function parse(raw: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

type Part = { text?: string };
type Message = { role?: string; content?: string | Part[]; parts?: Part[] };

/** The message that holds a question of ours, else the last one of the person. */
function promptIn(api: StubApi | "other", body: Record<string, unknown> | undefined): string {
  const list = {
    anthropic: body?.messages,
    chat: body?.messages,
    responses: body?.input,
    gemini: body?.contents,
    other: [],
  }[api];
  const texts = (Array.isArray(list) ? (list as Message[]) : [])
    .filter(({ role }) => role === "user")
    .flatMap(({ content, parts }) =>
      typeof content === "string" ? [content] : (content ?? parts ?? []).map(({ text }) => text ?? ""),
    );
  return texts.findLast((text) => text.includes("BEGIN ")) ?? texts.at(-1) ?? "";
}

function toolNames(body: Record<string, unknown> | undefined): string[] {
  const tools = Array.isArray(body?.tools) ? (body.tools as Record<string, unknown>[]) : [];
  return tools.flatMap((tool) => {
    const declarations = tool.functionDeclarations as { name: string }[] | undefined;
    return (
      declarations?.map(({ name }) => name) ?? [
        String(tool.name ?? (tool.function as { name?: string })?.name ?? tool.type),
      ]
    );
  });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function errorBody(api: StubApi, status: number): unknown {
  const message = `stub says ${status}`;
  const type =
    {
      400: "invalid_request_error",
      401: "authentication_error",
      404: "not_found_error",
      429: "rate_limit_error",
    }[status] ?? "api_error";
  if (api === "anthropic") return { type: "error", error: { type, message } };
  if (api === "gemini") {
    const name =
      { 400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED" }[
        status
      ] ?? "INTERNAL";
    return { error: { code: status, message, status: name } };
  }
  return { error: { message, type, param: null, code: null } };
}

interface Answer {
  readonly model: string;
  readonly text: string;
  readonly cut: boolean;
  readonly tool: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> } | undefined;
}

const event = (data: unknown, name?: string) =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const typed = (data: { type: string } & Record<string, unknown>) => event(data, data.type);

/** One answer per API: the body without streaming, and the same as a stream. */
const ANSWERS: Record<StubApi, (answer: Answer) => { whole: unknown; events: string[] }> = {
  anthropic({ model, text, cut, tool }) {
    const usage = {
      input_tokens: STUB_USAGE.input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: STUB_USAGE.cached,
      output_tokens: STUB_USAGE.output,
    };
    const block = tool
      ? { type: "tool_use", id: "toolu_1", name: tool.tool, input: tool.input }
      : { type: "text", text };
    const stop = tool ? "tool_use" : cut ? "max_tokens" : "end_turn";
    const base = { id: "msg_1", type: "message", role: "assistant", model, stop_sequence: null };
    const delta = tool
      ? { type: "input_json_delta", partial_json: JSON.stringify(tool.input) }
      : { type: "text_delta", text };
    return {
      whole: { ...base, content: [block], stop_reason: stop, usage },
      events: [
        typed({
          type: "message_start",
          message: { ...base, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
        }),
        typed({
          type: "content_block_start",
          index: 0,
          content_block: tool ? { ...block, input: {} } : { type: "text", text: "" },
        }),
        typed({ type: "content_block_delta", index: 0, delta }),
        typed({ type: "content_block_stop", index: 0 }),
        typed({
          type: "message_delta",
          delta: { stop_reason: stop, stop_sequence: null },
          usage: { output_tokens: STUB_USAGE.output },
        }),
        typed({ type: "message_stop" }),
      ],
    };
  },
  responses({ model, text, cut, tool }) {
    const usage = {
      input_tokens: STUB_USAGE.input,
      input_tokens_details: { cached_tokens: STUB_USAGE.cached },
      output_tokens: STUB_USAGE.output,
      output_tokens_details: { reasoning_tokens: STUB_USAGE.reasoning },
      total_tokens: STUB_USAGE.input + STUB_USAGE.output,
    };
    const item = tool
      ? {
          id: "fc_1",
          type: "function_call",
          status: "completed",
          call_id: "call_1",
          name: tool.tool,
          arguments: JSON.stringify(tool.input),
        }
      : {
          id: "msg_1",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        };
    const details = cut ? { reason: "max_output_tokens" } : null;
    const response = {
      id: "resp_1",
      object: "response",
      created_at: 0,
      status: cut ? "incomplete" : "completed",
      model,
      error: null,
      incomplete_details: details,
      output: [item],
      usage,
    };
    return {
      whole: response,
      events: [
        typed({
          type: "response.created",
          response: { ...response, status: "in_progress", output: [], usage: null },
        }),
        typed({
          type: "response.output_item.added",
          output_index: 0,
          item: { ...item, status: "in_progress", ...(tool ? { arguments: "" } : { content: [] }) },
        }),
        typed({ type: "response.output_item.done", output_index: 0, item }),
        typed({ type: cut ? "response.incomplete" : "response.completed", response }),
      ],
    };
  },
  chat({ model, text, cut, tool }) {
    const usage = {
      prompt_tokens: STUB_USAGE.input,
      completion_tokens: STUB_USAGE.output,
      total_tokens: STUB_USAGE.input + STUB_USAGE.output,
      prompt_tokens_details: { cached_tokens: STUB_USAGE.cached },
      completion_tokens_details: { reasoning_tokens: STUB_USAGE.reasoning },
    };
    const calls = tool && [
      {
        index: 0,
        id: "call_1",
        type: "function",
        function: { name: tool.tool, arguments: JSON.stringify(tool.input) },
      },
    ];
    const finish_reason = tool ? "tool_calls" : cut ? "length" : "stop";
    const base = { id: "chatcmpl-1", created: 0, model };
    const said = calls ? { tool_calls: calls } : { content: text };
    const chunk = (delta: unknown, finish: string | null = null, extra = {}) =>
      event({
        ...base,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...extra,
      });
    return {
      whole: {
        ...base,
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: null, ...said }, finish_reason }],
        usage,
      },
      events: [
        chunk({ role: "assistant", content: "" }),
        chunk(said),
        chunk({}, finish_reason),
        event({ ...base, object: "chat.completion.chunk", choices: [], usage }),
        event("[DONE]"),
      ],
    };
  },
  gemini({ model, text, cut, tool }) {
    const usageMetadata = {
      promptTokenCount: STUB_USAGE.input,
      cachedContentTokenCount: STUB_USAGE.cached,
      candidatesTokenCount: STUB_USAGE.output,
      thoughtsTokenCount: STUB_USAGE.reasoning,
      totalTokenCount: STUB_USAGE.input + STUB_USAGE.output + STUB_USAGE.reasoning,
    };
    const part = tool ? { functionCall: { name: tool.tool, args: tool.input } } : { text };
    const candidate = (parts: unknown[], finishReason?: string) => ({
      content: { role: "model", parts },
      index: 0,
      ...(finishReason ? { finishReason } : {}),
    });
    const finish = cut ? "MAX_TOKENS" : "STOP";
    const base = { modelVersion: model, responseId: "stub-1" };
    const whole = { ...base, candidates: [candidate([part], finish)], usageMetadata };
    const first = { ...base, candidates: [candidate([part])] };
    const last = { ...base, candidates: [candidate([{ text: "" }], finish)], usageMetadata };
    return { whole, events: tool ? [event(whole)] : [event(first), event(last)] };
  },
};
