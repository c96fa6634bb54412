import { createHash } from "node:crypto";
import { canonicalJson } from "@gradable/chain";
import type { SurfaceTool } from "./surface.js";
import type { Task } from "./task.js";

/** Lower-case hex sha256 of the UTF-8 bytes of `text`. */
export function sha256Text(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Lower-case hex sha256 of bytes: of a UTF-8 file, the same as {@link sha256Text} of its text. */
export function sha256Bytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Lower-case hex sha256 of the canonical JSON (RFC 8785) of `value`; throws `CanonicalJsonError` for what is not JSON. */
export function sha256Json(value: unknown): string {
  return sha256Text(canonicalJson(value));
}

/**
 * The identity of a surface: sha256 of the canonical JSON array of its tools as declared, in declared order, each
 * with the members present among name, title, description, inputSchema, outputSchema and annotations. Nothing
 * about the transport, the server's name or its instructions enters, so that the same tools reached another way
 * have the same hash.
 */
export function surfaceSha256(tools: readonly SurfaceTool[]): string {
  return sha256Json(tools);
}

/**
 * The same tools in any order give the same value: sha256 of the sorted tool hashes. Seeds come from here, so
 * that a server which merely reorders its list gets the same tasks.
 */
export function surfaceSeed(tools: readonly SurfaceTool[]): string {
  return sha256Json(tools.map((tool) => sha256Json(tool)).sort());
}

/** The identity of a task set: sha256 of the canonical JSON array of its tasks, sorted by id (UTF-16 order). */
export function taskSetSha256(tasks: readonly Task[]): string {
  return sha256Json([...tasks].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)));
}

/** Canonical JSON (RFC 8785), for packages that stand on the contract and not on the chain. */
export { canonicalJson };
