import { setTimeout as sleep } from "node:timers/promises";
import { plainText, type ServerInfo } from "@gradable/contract";
import { ScanFailure } from "../errors.js";
import { boundedJson, isJsonObject } from "../list/json-value.js";
import { ClosedError, RpcError, type RpcSession, TimeoutError } from "./json-rpc.js";

/** What a server said about itself. */
export interface Handshake {
  readonly serverInfo: ServerInfo | null;
  readonly protocolVersion: string | null;
  readonly capabilities: ReturnType<typeof capabilitiesOf>;
  readonly instructions: string | null;
  /** The attempts that failed before one worked, as `version: error`. */
  readonly failedAttempts: readonly string[];
  /** The version whose attempt worked. */
  readonly offered: string;
}

interface Attempt {
  readonly era: "classic" | "modern";
  readonly version: string;
}

/**
 * The handshakes tried, in this order, until one works; a refusal moves on, silence does not. First the newest version
 * that has `initialize`: every server in the field answers it, and some servers never answer a request they do not know, so
 * asking the newest protocol first could cost a whole time budget. Then the discovery request of 2026-07-28, which has
 * no `initialize`. Then the older versions, for servers that refuse exactly the newest one.
 */
const HANDSHAKE_ATTEMPTS: readonly Attempt[] = [
  { era: "classic", version: "2025-11-25" },
  { era: "modern", version: "2026-07-28" },
  { era: "classic", version: "2025-06-18" },
  { era: "classic", version: "2025-03-26" },
  { era: "classic", version: "2024-11-05" },
];

/** Keys of `_meta` that take the place of `initialize` in 2026-07-28. */
const META = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  client: "io.modelcontextprotocol/clientInfo",
} as const;

const MAX_INFO_CHARS = 200;
/** Over HTTP a notification is a request of its own, which a server answers at once, with nothing. */
const NOTIFY_MS = 1000;

/**
 * Opens the session. All attempts share one time budget.
 *
 * @throws ScanFailure `handshake-failed` (every attempt refused), `handshake-malformed`; TimeoutError, ClosedError
 */
export async function shakeHands(
  session: RpcSession,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly clientVersion: string },
): Promise<Handshake> {
  const client = { name: "gradable", version: options.clientVersion };
  const until = performance.now() + options.timeoutMs;
  const failed: string[] = [];
  let lastCause: unknown;
  for (const { era, version } of HANDSHAKE_ATTEMPTS) {
    const timeoutMs = Math.ceil(until - performance.now());
    if (timeoutMs <= 0) throw new TimeoutError("handshake");
    try {
      const result =
        era === "classic"
          ? await initialize(session, version, client, { timeoutMs, signal: options.signal })
          : await discover(session, version, client, { timeoutMs, signal: options.signal });
      return { ...readResult(result, era, version), failedAttempts: failed, offered: version };
    } catch (error) {
      session.requestMeta = null;
      session.channel.setProtocolVersion?.(null);
      if (error instanceof ClosedError || error instanceof TimeoutError || error instanceof ScanFailure)
        throw error;
      if (options.signal.aborted) throw error;
      lastCause = error;
      failed.push(`${era === "classic" ? "initialize" : "server/discover"} ${version}: ${errorText(error)}`);
    }
  }
  throw new ScanFailure("handshake-failed", { errors: failed }, { cause: lastCause });
}

type RequestOptions = Parameters<RpcSession["request"]>[2];

async function initialize(
  session: RpcSession,
  version: string,
  client: { name: string; version: string },
  options: RequestOptions,
): Promise<Record<string, unknown>> {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: client };
  const result = await session.request("initialize", params, options);
  if (!isJsonObject(result)) throw malformed(result);
  const agreed = result.protocolVersion;
  if (typeof agreed === "string") session.channel.setProtocolVersion?.(agreed);
  // A server that chokes on the notification, or never takes it, may list its tools all the same.
  await Promise.race([
    session.notify("notifications/initialized").catch(() => {}),
    sleep(NOTIFY_MS, undefined, { signal: options.signal, ref: false }).catch(() => {}),
  ]);
  return result;
}

async function discover(
  session: RpcSession,
  version: string,
  client: { name: string; version: string },
  options: RequestOptions,
): Promise<Record<string, unknown>> {
  session.requestMeta = { [META.version]: version, [META.capabilities]: {}, [META.client]: client };
  session.channel.setProtocolVersion?.(version);
  const result = await session.request("server/discover", {}, options);
  if (!isJsonObject(result)) throw malformed(result);
  const supported = result.supportedVersions;
  if (Array.isArray(supported) && !supported.includes(version)) {
    throw new RpcError({ message: `supports ${supported.slice(0, 10).join(", ")}` });
  }
  return result;
}

function readResult(
  result: Record<string, unknown>,
  era: Attempt["era"],
  version: string,
): Omit<Handshake, "failedAttempts" | "offered"> {
  const agreed = era === "modern" ? version : result.protocolVersion;
  return {
    serverInfo: serverInfoOf(result.serverInfo),
    protocolVersion: typeof agreed === "string" ? plainText(agreed, { maxChars: 40 }) : null,
    capabilities: capabilitiesOf(result.capabilities),
    instructions: typeof result.instructions === "string" ? result.instructions : null,
  };
}

/** What a server calls itself, cut and made safe to show; null where it gave nothing. */
export function serverInfoOf(value: unknown): ServerInfo | null {
  if (!isJsonObject(value)) return null;
  const text = (member: string): string | null => {
    const given = value[member];
    return typeof given === "string" ? plainText(given, { maxChars: MAX_INFO_CHARS }) : null;
  };
  const title = text("title");
  return { name: text("name"), version: text("version"), ...(title !== null && { title }) };
}

export function capabilitiesOf(value: unknown) {
  if (!isJsonObject(value)) return null;
  const { value: copy } = boundedJson(value);
  return isJsonObject(copy) ? copy : null;
}

/** An error in one line: with its JSON-RPC code, or the HTTP status that the SDK's transports put into `code`. */
export function errorText(error: unknown): string {
  if (error instanceof RpcError) return `${error.message}${error.code === null ? "" : ` (${error.code})`}`;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const text = error.message.replace(/^(?:Streamable HTTP|SSE) error: (?:Error POSTing to endpoint: )?/, "");
  return typeof code === "number" && code >= 100 ? `HTTP ${code}: ${text}` : text;
}

function malformed(result: unknown): ScanFailure {
  const found =
    result === undefined
      ? "nothing"
      : result === null
        ? "null"
        : Array.isArray(result)
          ? "an array"
          : typeof result;
  return new ScanFailure("handshake-malformed", { found });
}
