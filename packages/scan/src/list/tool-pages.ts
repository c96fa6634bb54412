import { errorText } from "../connect/handshake.js";
import { ClosedError, type RpcSession, TimeoutError } from "../connect/json-rpc.js";
import { ScanFailure } from "../errors.js";
import type { ScanLimits } from "../options.js";
import { isJsonObject } from "./json-value.js";

/** One reading of the whole list, entries as they came. */
export interface ToolPages {
  readonly entries: readonly unknown[];
  readonly pageSizes: readonly number[];
  /** Why the server's own cursors would never have ended, where they would not. */
  readonly stuck: "repeated-cursor" | "nothing-new" | "empty-pages" | null;
}

/** A page failed: everything read before it, for the record of the failure. */
export class PageFailure extends Error {
  override readonly name = "PageFailure";
  constructor(
    readonly page: number,
    readonly entries: readonly unknown[],
    readonly pageSizes: readonly number[],
    override readonly cause: unknown,
  ) {
    super(`page ${page}: ${errorText(cause)}`);
  }
}

/** Pages in a row that hold nothing, each with a fresh cursor: some servers filter after cutting pages. */
const MAX_EMPTY_PAGES = 5;

/**
 * Follows tools/list to its end, or to where it stops advancing: a cursor seen before, a page that adds nothing new, or
 * a run of empty pages. Then each distinct entry is kept once.
 *
 * @throws PageFailure with what was read; its cause is an RpcError, ClosedError, TimeoutError or ScanFailure
 */
export async function readToolPages(
  session: RpcSession,
  options: {
    readonly timeoutMs: number;
    readonly until: number;
    readonly signal: AbortSignal;
    readonly limits: ScanLimits;
  },
): Promise<ToolPages> {
  const { limits, signal, until } = options;
  const entries: unknown[] = [];
  const pageSizes: number[] = [];
  const cursors = new Set<unknown>();
  const distinct = new Set<string>();
  const bytesBefore = session.channel.receivedBytes;
  let cursor: unknown;
  let emptyRun = 0;
  const fail = (cause: unknown): never => {
    throw new PageFailure(pageSizes.length + 1, entries, pageSizes, cause);
  };

  for (;;) {
    let result: unknown;
    try {
      const timeoutMs = Math.max(1, Math.min(options.timeoutMs, Math.ceil(until - performance.now())));
      result = await session.request("tools/list", cursor === undefined ? {} : { cursor }, {
        timeoutMs,
        signal,
      });
    } catch (error) {
      return fail(error);
    }
    const page = isJsonObject(result) ? (result.tools as unknown) : undefined;
    if (!Array.isArray(page)) return fail(new ScanFailure("list-malformed", { found: foundInstead(result) }));
    const next = (result as Record<string, unknown>).nextCursor;
    // Only a list of several pages needs its entries compared.
    const several = pageSizes.length > 0 || isCursor(next);
    const before = distinct.size;
    if (several) for (const entry of page) distinct.add(fingerprint(entry));
    if (pageSizes.length > 0 && page.length > 0 && distinct.size === before) return stuckAt("nothing-new");

    if (entries.length + page.length > limits.maxTools) return fail(tooLong(limits.maxTools, "tools"));
    for (const entry of page) entries.push(entry);
    pageSizes.push(page.length);
    if (session.channel.receivedBytes - bytesBefore > limits.maxBytes)
      return fail(tooLong(limits.maxBytes, "bytes"));
    if (!isCursor(next)) return { entries, pageSizes, stuck: null };
    emptyRun = page.length === 0 ? emptyRun + 1 : 0;
    if (emptyRun >= MAX_EMPTY_PAGES) return stuckAt("empty-pages");
    const key = fingerprint(next);
    if (cursors.has(key)) return stuckAt("repeated-cursor");
    cursors.add(key);
    if (pageSizes.length >= limits.maxPages) return fail(tooLong(limits.maxPages, "pages"));
    cursor = next;
  }

  function stuckAt(stuck: NonNullable<ToolPages["stuck"]>): ToolPages {
    const unique = [...new Map(entries.map((entry) => [fingerprint(entry), entry])).values()];
    return { entries: unique, pageSizes, stuck };
  }
}

/** Turns a failed page into the failure of the scan. */
export function pageFailure(
  failure: PageFailure,
  context: { timeoutMs: number; stderr: string | null },
): ScanFailure {
  const { cause, page, entries } = failure;
  if (cause instanceof ScanFailure && cause.code === "list-too-long") return cause;
  if (page > 1) {
    const facts = { page, tools: entries.length, error: `${reason(cause)}.`, stderr: context.stderr };
    return new ScanFailure("list-incomplete", facts, { cause });
  }
  if (cause instanceof ScanFailure) return cause;
  if (cause instanceof TimeoutError) {
    return new ScanFailure("list-timeout", { budgetMs: context.timeoutMs, page, stderr: context.stderr });
  }
  return new ScanFailure("list-failed", { error: `${reason(cause)}.` }, { cause });
}

function reason(cause: unknown): string {
  if (cause instanceof TimeoutError) return "no answer in time";
  if (cause instanceof ClosedError) return "the connection closed";
  if (cause instanceof ScanFailure) return "the page has no tools array";
  return errorText(cause).replace(/\.$/, "");
}

/** An empty cursor is how many servers say "no more". */
function isCursor(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The entry as text, to tell two apart; a depth that cannot be written counts as one of its kind. */
export function fingerprint(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    return "(too deep)";
  }
}

function foundInstead(result: unknown): string {
  if (!isJsonObject(result))
    return result === null ? "null" : Array.isArray(result) ? "an array" : typeof result;
  const tools: unknown = result.tools;
  if (tools === undefined)
    return `an object with ${Object.keys(result).slice(0, 5).join(", ") || "no members"}`;
  return tools === null ? "tools: null" : `tools of type ${typeof tools}`;
}

function tooLong(limit: number, unit: string): ScanFailure {
  return new ScanFailure("list-too-long", { limit, unit });
}
