import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One scripted answer of the endpoint, to one request. */
export type StubAnswer =
  | { text: string }
  | { calls: readonly { name: string; args: unknown | string }[]; text?: string }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { garbage: string }
  | { silence: true };

export interface StubEndpoint {
  readonly url: string;
  /** The parsed bodies of the requests so far. */
  readonly requests: { path: string; body: Record<string, unknown> }[];
  /** Requests that have no whole answer yet and whose client is still there. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** An OpenAI-compatible (and Anthropic) endpoint on 127.0.0.1 that streams what a script says. */
export async function stubEndpoint(
  script: (request: Record<string, unknown>, index: number) => StubAnswer,
): Promise<StubEndpoint> {
  const requests: StubEndpoint["requests"] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      open += 1;
      response.once("close", () => {
        open -= 1;
      });
      requests.push({ path: request.url ?? "", body });
      answer(script(body, requests.length - 1), request.url ?? "", response);
    });
  });
  let open = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Record<string, unknown>;
}

function answer(script: StubAnswer, path: string, response: ServerResponse): void {
  if ("silence" in script) return;
  if ("status" in script) {
    response.writeHead(script.status, { "content-type": "application/json", ...script.headers });
    response.end(JSON.stringify(script.body ?? { error: { message: `stub says ${script.status}` } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  if ("garbage" in script) {
    response.end(script.garbage);
    return;
  }
  const events = path.endsWith("/messages") ? anthropicEvents(script) : openAiEvents(script);
  for (const [name, data] of events)
    response.write(`${name === "" ? "" : `event: ${name}\n`}data: ${data}\n\n`);
  response.end();
}

type Scripted = { text: string } | { calls: readonly { name: string; args: unknown }[]; text?: string };

function* openAiEvents(script: Scripted): Generator<[string, string]> {
  const chunk = (delta: object, finish: string | null = null) =>
    JSON.stringify({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "stub",
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  if (script.text !== undefined) yield ["", chunk({ role: "assistant", content: script.text })];
  const calls = "calls" in script ? script.calls : [];
  for (const [index, call] of calls.entries()) {
    const args = typeof call.args === "string" ? call.args : JSON.stringify(call.args);
    const id = `call_${Math.random().toString(36).slice(2, 10)}`;
    yield [
      "",
      chunk({
        tool_calls: [
          { index, id, type: "function", function: { name: call.name, arguments: args.slice(0, 3) } },
        ],
      }),
    ];
    yield ["", chunk({ tool_calls: [{ index, function: { arguments: args.slice(3) } }] })];
  }
  yield ["", chunk({}, calls.length > 0 ? "tool_calls" : "stop")];
  yield [
    "",
    JSON.stringify({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "stub",
      choices: [],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  ];
  yield ["", "[DONE]"];
}

function* anthropicEvents(script: Scripted): Generator<[string, string]> {
  const event = (type: string, fields: object): [string, string] => [
    type,
    JSON.stringify({ type, ...fields }),
  ];
  yield event("message_start", {
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "stub",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  });
  let index = 0;
  if (script.text !== undefined) {
    yield event("content_block_start", { index, content_block: { type: "text", text: "" } });
    yield event("content_block_delta", { index, delta: { type: "text_delta", text: script.text } });
    yield event("content_block_stop", { index });
    index += 1;
  }
  const calls = "calls" in script ? script.calls : [];
  for (const call of calls) {
    yield event("content_block_start", {
      index,
      content_block: {
        type: "tool_use",
        id: `toolu_${Math.random().toString(36).slice(2, 10)}`,
        name: call.name,
        input: {},
      },
    });
    yield event("content_block_delta", {
      index,
      delta: { type: "input_json_delta", partial_json: JSON.stringify(call.args) },
    });
    yield event("content_block_stop", { index });
    index += 1;
  }
  yield event("message_delta", {
    delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
    usage: { output_tokens: 5 },
  });
  yield event("message_stop", {});
}
