import { z } from "zod";

/** Longest opaque id, in characters. Source: public contract, spec evals.md §5. */
export const MAX_OPAQUE_ID_LENGTH = 128;

/** A declared id: 1 to 128 characters of `A-Z a-z 0-9 _ -`. No prefix is required. */
export const opaqueIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, "an opaque id has 1 to 128 characters of A-Z a-z 0-9 _ -");

/** True for a well-formed opaque id. */
export function isOpaqueId(value: unknown): value is string {
  return opaqueIdSchema.safeParse(value).success;
}
