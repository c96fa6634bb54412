import { about } from "@gradable/chain";
import { z } from "zod";
import { jsonObjectSchema, jsonValueSchema } from "./json.js";
import { observationSchema } from "./observation.js";
import { targetSchema } from "./target.js";

/** Lower-case hex sha256. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "expected 64 lower-case hex digits");

/**
 * A tool as its server declared it. `name` is the empty string when the server sent none; a member whose type is
 * wrong is left out and reported as an observation. `inputSchema` and `outputSchema` are carried as declared,
 * whatever they are.
 */
export const surfaceToolSchema = z.strictObject({
  name: z.string(),
  title: z
    .string()
    .optional()
    .register(...about("title that the server gave for itself")),
  description: z.string().optional(),
  inputSchema: jsonValueSchema.optional(),
  outputSchema: jsonValueSchema.optional(),
  annotations: jsonObjectSchema.optional(),
});
export type SurfaceTool = z.infer<typeof surfaceToolSchema>;

/** Name and version a server gave for itself; `null` where it gave none. */
export const serverInfoSchema = z.strictObject({
  name: z.string().nullable(),
  version: z.string().nullable(),
  title: z.string().optional(),
});
export type ServerInfo = z.infer<typeof serverInfoSchema>;

/** How the list was read: number of tools on each page that was kept, and how many listings it took. */
export const listingSchema = z.strictObject({
  pageSizes: z.array(z.int().min(0)).register(...about("how many tools each page of the list had")),
  attempts: z
    .int()
    .min(1)
    .register(...about("how often the list was read until it stayed the same")),
});

/**
 * The declared surface of a server: all a judge may see, and what the transport showed on the way.
 * `surfaceSha256` is the hash of `tools` (see `surfaceSha256()`); a file whose hash does not fit is refused.
 */
export const surfaceSchema = z.strictObject({
  schemaVersion: z.literal(1),
  target: targetSchema,
  serverInfo: serverInfoSchema.nullable(),
  protocolVersion: z.string().nullable(),
  capabilities: jsonObjectSchema
    .nullable()
    .register(...about("what the server said it offers when the session was opened")),
  instructions: z
    .string()
    .optional()
    .register(...about("the server's own advice to clients on how to use it")),
  tools: z.array(surfaceToolSchema),
  surfaceSha256: sha256Schema,
  listing: listingSchema,
  observations: z.array(observationSchema),
});
export type Surface = z.infer<typeof surfaceSchema>;
