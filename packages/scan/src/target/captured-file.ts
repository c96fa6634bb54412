import { type Observation, readSurface, type SurfaceTool } from "@gradable/contract";
import { capabilitiesOf, serverInfoOf } from "../connect/handshake.js";
import { ScanFailure } from "../errors.js";
import { isJsonObject } from "../list/json-value.js";
import { parseToolsList } from "../list/tools-list.js";
import type { ScanLimits } from "../options.js";
import { configuredServers } from "./config-file.js";
import { parseJsonText, readBoundedFile } from "./json-file.js";
import type { FileTarget } from "./parse-target.js";

/** What a surface consists of, whatever it was read from. */
export interface Declared {
  readonly serverInfo: ReturnType<typeof serverInfoOf>;
  readonly protocolVersion: string | null;
  readonly capabilities: ReturnType<typeof capabilitiesOf>;
  readonly instructions: string | null;
  readonly tools: SurfaceTool[];
  readonly pageSizes: readonly number[];
  readonly attempts: number;
  readonly observations: Observation[];
}

/**
 * Reads a surface from a file: one that Gradable wrote, the result of tools/list (bare, inside a JSON-RPC response, or
 * only its array), or a capture with the handshake's members beside `tools`.
 *
 * @throws ScanFailure of the file (see `json-file.ts`), `file-not-surface`, `file-incomplete`, `config-name-missing`,
 *   `list-too-long`; GradableError of `readSurface`
 */
export async function readCapturedFile(target: FileTarget, limits: ScanLimits): Promise<Declared> {
  const text = await readBoundedFile(target.path, target.file, limits.maxBytes);
  const document = parseJsonText(target.path, text.replace(/^\uFEFF/, ""));
  if (isJsonObject(document) && typeof document.surfaceSha256 === "string" && Array.isArray(document.tools)) {
    const surface = readSurface(document);
    return {
      ...surface,
      // Its hash fits, but its schemas may be nested beyond what later steps can write.
      tools: parseToolsList(surface.tools).tools,
      instructions: surface.instructions ?? null,
      pageSizes: surface.listing.pageSizes,
      attempts: surface.listing.attempts,
    };
  }
  const { holder, entries } = findTools(target.path, document);
  if (entries.length > limits.maxTools)
    throw new ScanFailure("list-too-long", { limit: limits.maxTools, unit: "tools" });
  const sizes = holder.pageSizes;
  const declaredSizes =
    Array.isArray(sizes) && sizes.every((size) => Number.isInteger(size) && Number(size) >= 0);
  return {
    serverInfo: serverInfoOf(holder.serverInfo),
    protocolVersion: typeof holder.protocolVersion === "string" ? holder.protocolVersion.slice(0, 40) : null,
    capabilities: capabilitiesOf(holder.capabilities),
    instructions: typeof holder.instructions === "string" ? holder.instructions : null,
    ...parseToolsList(entries),
    pageSizes: declaredSizes ? (sizes as number[]) : [entries.length],
    attempts: 1,
  };
}

function findTools(path: string, document: unknown): { holder: Record<string, unknown>; entries: unknown[] } {
  if (Array.isArray(document)) {
    if (document.every(isJsonObject)) return { holder: {}, entries: document };
    throw new ScanFailure("file-not-surface", { path, found: "an array that does not hold tools" });
  }
  if (!isJsonObject(document)) throw new ScanFailure("file-not-surface", { path, found: describe(document) });
  const result = document.result;
  const holder: Record<string, unknown> =
    isJsonObject(result) && Array.isArray(result.tools) ? result : document;
  const cursor = holder.nextCursor;
  if (Array.isArray(holder.tools)) {
    if (cursor !== undefined && cursor !== null && cursor !== "")
      throw new ScanFailure("file-incomplete", { path });
    return { holder, entries: holder.tools };
  }
  const servers = configuredServers(document);
  if (servers) throw new ScanFailure("config-name-missing", { path, names: Object.keys(servers) });
  throw new ScanFailure("file-not-surface", { path, ...whatElse(document) });
}

/** Files of ours that are easily mistaken for a surface. */
function whatElse(document: Record<string, unknown>): { found: string; advice?: string } {
  if ("methodology" in document && "score" in document) {
    return {
      found: "a report",
      advice: "Check a report with gradable verify; scan the server itself to score it again.",
    };
  }
  if ("failedAt" in document && "stage" in document) {
    return { found: "the record of a failed scan", advice: "Give the target that failed." };
  }
  return { found: describe(document) };
}

function describe(value: unknown): string {
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    return keys.length === 0
      ? "an empty object"
      : `an object with ${keys.slice(0, 6).join(", ")}${keys.length > 6 ? ", ..." : ""}`;
  }
  return value === null ? "null" : `a ${typeof value}`;
}
