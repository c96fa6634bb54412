import { defined } from "@gradable/contract";
import { hideSecrets, type Redact, redactor } from "@gradable/host";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { evalsError } from "../errors.js";
import { isRecord } from "../run/record.js";
import { messageOf } from "../transcript/reason.js";
import type { ProcessGroupTransport, StdioServerOptions } from "./process-group-transport.js";

/** A server on standard streams. */
export interface StdioServerConfig extends StdioServerOptions {
  readonly url?: undefined;
  /** Longest start and longest request, milliseconds; default 30 000. */
  readonly timeoutMs?: number | undefined;
}

/** A server on HTTP: Streamable HTTP first, then the older SSE transport. */
export interface HttpServerConfig {
  readonly url: string | URL;
  readonly command?: undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly requestInit?: RequestInit | undefined;
  /** Longest start and longest request, milliseconds; default 30 000. */
  readonly timeoutMs?: number | undefined;
}

export type MCPServerConfig = StdioServerConfig | HttpServerConfig;

/** Options of a single call. */
export interface ToolExecutionOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

/** A tool as its server declares it, and how to call it. */
export interface Tool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown> | undefined;
  readonly annotations?: Record<string, unknown> | undefined;
  /** `_serverId` is the server's key in the manager. */
  readonly _meta?: Record<string, unknown> | undefined;
  /** Calls the tool on its server, for real. Rejects when no answer came. */
  execute(args: Record<string, unknown>, options?: ToolExecutionOptions): Promise<McpToolResult>;
}

/** What a server answered to tools/call. */
export interface McpToolResult {
  readonly content?: readonly unknown[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly [key: string]: unknown;
}

interface Connection {
  readonly client: Client;
  readonly timeoutMs: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
// A cursor that never ends must not either.
const MAX_PAGES = 1_000;

/** Connects to MCP servers by name and hands out their tools. Disconnecting ends a server's whole process group. */
export class MCPClientManager {
  readonly #configs: Map<string, MCPServerConfig>;
  readonly #connections = new Map<string, Promise<Connection>>();

  constructor(servers: Readonly<Record<string, MCPServerConfig>> = {}) {
    this.#configs = new Map(Object.entries(servers));
  }

  /** The names of all configured servers. */
  listServers(): string[] {
    return [...this.#configs.keys()];
  }

  /** The names of the servers that are connected or connecting. */
  connectedServers(): string[] {
    return [...this.#connections.keys()];
  }

  /**
   * Connects to a server; a second call waits for the same connection. Throws GradableError `evals-server-unknown`,
   * `evals-server-config` (usage) or `evals-connect-failed` (server).
   */
  async connectToServer(name: string, config?: MCPServerConfig): Promise<Client> {
    if (config !== undefined) this.#configs.set(name, config);
    let connecting = this.#connections.get(name);
    if (connecting === undefined) {
      connecting = this.#connect(name);
      this.#connections.set(name, connecting);
      // A failed attempt is forgotten, so that it can be tried again.
      connecting.catch(() => this.#connections.delete(name));
    }
    return (await connecting).client;
  }

  /** Ends one session. Nothing happens for a server that is not connected. */
  async disconnectServer(name: string): Promise<void> {
    const connecting = this.#connections.get(name);
    this.#connections.delete(name);
    const connection = await connecting?.catch(() => undefined);
    await connection?.client.close();
  }

  /** Ends every session. */
  async disconnectAllServers(): Promise<void> {
    await Promise.all([...this.#connections.keys()].map((name) => this.disconnectServer(name)));
  }

  /**
   * The tools of all connected servers, or of those named, as declared and callable. Throws `evals-server-not-connected`
   * (usage), `evals-list-failed` (server) or `evals-tool-conflict` (usage) when two servers offer one name.
   */
  async getTools(servers: readonly string[] = this.connectedServers()): Promise<Tool[]> {
    const lists = await Promise.all(servers.map((name) => this.#listTools(name)));
    const tools = lists.flat();
    const owner = new Map<string, unknown>();
    for (const tool of tools) {
      const server = tool._meta?._serverId;
      const earlier = owner.get(tool.name);
      if (earlier !== undefined && earlier !== server) {
        throw evalsError("evals-tool-conflict", { tool: tool.name, servers: `"${earlier}" and "${server}"` });
      }
      owner.set(tool.name, server);
    }
    return tools;
  }

  /** Calls one tool. Rejects with the SDK's McpError when the server refused or no answer came. */
  async executeTool(
    server: string,
    toolName: string,
    args: Record<string, unknown> = {},
    options: ToolExecutionOptions = {},
  ): Promise<McpToolResult> {
    const { client, timeoutMs } = await this.#connected(server);
    const { z } = await import("zod");
    // The result is read as data: a server that breaks its own output schema is a finding, not an exception.
    const answer: unknown = await client.request(
      { method: "tools/call", params: { name: toolName, arguments: args } },
      z.looseObject({}),
      { timeout: timeoutMs, ...defined({ signal: options.abortSignal }) },
    );
    return answer as McpToolResult;
  }

  async #listTools(name: string): Promise<Tool[]> {
    const { client, timeoutMs } = await this.#connected(name);
    const { z } = await import("zod");
    const page = z.looseObject({
      tools: z.array(z.looseObject({ name: z.string() })),
      nextCursor: z.string().optional(),
    });
    const tools: Tool[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    try {
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const answer = await client.request(
          { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
          page,
          { timeout: timeoutMs },
        );
        tools.push(...answer.tools.map((tool) => this.#toolOf(name, tool)));
        cursor = answer.nextCursor;
        if (cursor === undefined) return tools;
        if (seen.has(cursor)) throw new Error("the server repeats a page cursor");
        seen.add(cursor);
      }
      throw new Error(`more than ${MAX_PAGES} pages`);
    } catch (error) {
      throw evalsError("evals-list-failed", { server: name, problem: messageOf(error) }, error);
    }
  }

  #toolOf(server: string, declared: Record<string, unknown> & { name: string }): Tool {
    const { name, title, description, inputSchema, outputSchema, annotations, _meta } = declared;
    return {
      name,
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      inputSchema: isRecord(inputSchema) ? inputSchema : { type: "object" },
      ...(isRecord(outputSchema) ? { outputSchema } : {}),
      ...(isRecord(annotations) ? { annotations } : {}),
      _meta: { ...(isRecord(_meta) ? _meta : {}), _serverId: server },
      execute: (args, options) => this.executeTool(server, name, args, options),
    };
  }

  async #connected(name: string): Promise<Connection> {
    const connecting = this.#connections.get(name);
    if (connecting === undefined) throw evalsError("evals-server-not-connected", { server: name });
    return connecting;
  }

  async #connect(name: string): Promise<Connection> {
    const config = this.#configs.get(name);
    if (config === undefined) {
      throw evalsError("evals-server-unknown", {
        server: name,
        known: this.listServers().join(", ") || "none",
      });
    }
    const timeoutMs = config.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const failures: string[] = [];
    const redact = redactorOf(config);
    for (const make of transportsOf(name, config)) {
      const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
      const client = new Client({ name: "gradable-evals", version: "0.1.0" });
      const transport = await make();
      try {
        await client.connect(transport, { timeout: timeoutMs });
        // A session that ended by itself is connected to anew, not handed out again.
        client.onclose = () => this.#connections.delete(name);
        return { client, timeoutMs };
      } catch (error) {
        failures.push(redact(messageOf(error)));
        const stderr = (transport as Partial<ProcessGroupTransport>).stderrTail ?? "";
        await client.close().catch(() => undefined);
        await transport.close().catch(() => undefined);
        if (stderr !== "" || config.url === undefined) {
          throw evalsError(
            "evals-connect-failed",
            { server: name, problem: failures.join("; "), stderr: redact(stderr) },
            new Error(redact(messageOf(error))),
          );
        }
      }
    }
    throw evalsError("evals-connect-failed", { server: name, problem: failures.join("; then "), stderr: "" });
  }
}

/** Takes out what the server is given: variables, headers, the secrets of a command line or an address. */
function redactorOf(config: MCPServerConfig): Redact {
  const words = config.url === undefined ? [...(config.args ?? [])] : [String(config.url)];
  const given =
    config.url === undefined
      ? Object.values(config.env ?? {})
      : Object.values({ ...(config.requestInit?.headers as Record<string, string>), ...config.headers });
  return redactor([...given, ...hideSecrets(words).secrets]);
}

function transportsOf(name: string, config: MCPServerConfig): (() => Promise<Transport>)[] {
  if (typeof config.command === "string" && config.command !== "") {
    const options = config as StdioServerConfig;
    return [
      async () => {
        const { ProcessGroupTransport } = await import("./process-group-transport.js");
        return new ProcessGroupTransport(options);
      },
    ];
  }
  if (config.url === undefined) {
    throw evalsError("evals-server-config", { server: name, problem: "it has neither command nor url" });
  }
  const url = urlOf(name, config.url);
  const requestInit: RequestInit = {
    ...config.requestInit,
    headers: { ...(config.requestInit?.headers as Record<string, string> | undefined), ...config.headers },
  };
  return [
    async () => {
      const { StreamableHTTPClientTransport } = await import(
        "@modelcontextprotocol/sdk/client/streamableHttp.js"
      );
      return new StreamableHTTPClientTransport(url, { requestInit }) as Transport;
    },
    async () => {
      const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
      return new SSEClientTransport(url, { requestInit }) as Transport;
    },
  ];
}

function urlOf(name: string, url: string | URL): URL {
  try {
    return new URL(url);
  } catch (error) {
    throw evalsError(
      "evals-server-config",
      { server: name, problem: `"${String(url)}" is not a URL` },
      error,
    );
  }
}
