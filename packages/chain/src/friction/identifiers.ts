import { containsToken } from "../stages/argument-text.js";
import { type FrictionCallResult, isRecord } from "./call.js";
import {
  IDENTIFIER_WALK_ARRAY_ITEMS,
  IDENTIFIER_WALK_DEPTH,
  MAX_IDENTIFIER_CANDIDATES,
  MIN_IDENTIFIER_LENGTH,
} from "./limits.js";

/**
 * The identifiers of one result: distinct values, and the distinct key paths they sit under, both sorted by code unit.
 * `complete` is false when the walk hit a limit, so that there may be more.
 */
export interface ResultIdentifiers {
  readonly values: readonly string[];
  readonly keyPaths: readonly string[];
  readonly complete: boolean;
}

interface Walk {
  readonly found: { readonly value: string; readonly path: readonly string[] }[];
  complete: boolean;
}

/** A key names an identifier as a whole, after its last underscore, or by ending in `Id` (spec §6.4). */
const identifierKey = /(?:^|_)(?:id|ids|key|uuid|slug|number|ref|identifier)$/i;
const camelCaseIdentifierKey = /Id$/;

/**
 * Values shaped like an identifier: prefixed key, UUID of version 1 to 5, 26 characters of Crockford base 32, or at
 * least 8 hex digits (spec §6.4).
 */
const identifierShape =
  /^(?:[a-z]{1,12}-[a-z0-9]{1,32}|[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8,})$/i;

/** What a key that is itself an identifier is written as: paths leave the deriver, values do not. */
const hiddenKey = "*";

/**
 * The identifiers a result surfaced. Reads its structured content, or, without any, the text parts that are JSON.
 *
 * The values are for comparing with later arguments inside a derivation; no document may carry them.
 */
export function extractResultIdentifiers(result: FrictionCallResult): ResultIdentifiers {
  const walk: Walk = { found: [], complete: true };
  for (const payload of payloads(result)) visit(payload, [], false, walk);
  const values = new Set(walk.found.map(({ value }) => value));
  const paths = new Set(walk.found.map(({ path }) => pathText(path, values)));
  return { values: [...values].sort(), keyPaths: [...paths].sort(), complete: walk.complete };
}

function payloads(result: FrictionCallResult): unknown[] {
  if (result.structuredContent !== undefined) return [result.structuredContent];
  return result.textParts.flatMap((part) => {
    const trimmed = part.trim();
    const looksLikeJson =
      (trimmed.startsWith("{") && trimmed.includes("}")) ||
      (trimmed.startsWith("[") && trimmed.includes("]"));
    if (!looksLikeJson) return [];
    try {
      return [JSON.parse(trimmed) as unknown];
    } catch {
      // Prose in braces surfaces no identifier.
      return [];
    }
  });
}

/** `path` is one key per level; entries of an array inherit the array's key. */
function visit(value: unknown, path: readonly string[], named: boolean, walk: Walk): void {
  if (Array.isArray(value)) {
    if (value.length > IDENTIFIER_WALK_ARRAY_ITEMS) walk.complete = false;
    if (value.length === 0 || isTooDeep(path, walk)) return;
    for (const entry of value.slice(0, IDENTIFIER_WALK_ARRAY_ITEMS))
      visit(entry, [...path, "[]"], named, walk);
    return;
  }
  if (isRecord(value)) {
    const keys = Object.keys(value).sort();
    if (keys.length === 0 || isTooDeep(path, walk)) return;
    for (const key of keys) {
      visit(value[key], [...path, key], identifierKey.test(key) || camelCaseIdentifierKey.test(key), walk);
    }
    return;
  }
  const candidate = candidateText(value);
  if (candidate === undefined || !(named || identifierShape.test(candidate))) return;
  if (walk.found.length >= MAX_IDENTIFIER_CANDIDATES) walk.complete = false;
  else walk.found.push({ value: candidate, path });
}

function isTooDeep(path: readonly string[], walk: Walk): boolean {
  if (path.length < IDENTIFIER_WALK_DEPTH) return false;
  walk.complete = false;
  return true;
}

function candidateText(value: unknown): string | undefined {
  if (typeof value !== "string" && !(typeof value === "number" && Number.isFinite(value))) return undefined;
  const text = String(value).trim();
  return text.length >= MIN_IDENTIFIER_LENGTH ? text : undefined;
}

function pathText(path: readonly string[], values: ReadonlySet<string>): string {
  if (path.length === 0) return "$";
  let text = "";
  for (const key of path) {
    if (key === "[]") text += "[]";
    else text += `${text === "" ? "" : "."}${publicKey(key, values)}`;
  }
  return text;
}

/**
 * A key as it may leave the deriver. Some servers key a map by identifier; such a key is hidden, as is any key that
 * contains one of the values whole. A kebab-case word without a digit stays what it is.
 */
function publicKey(key: string, values: ReadonlySet<string>): string {
  if (identifierShape.test(key) && /\d/.test(key)) return hiddenKey;
  for (const value of values) {
    if (containsToken(key, value)) return hiddenKey;
  }
  return key;
}
