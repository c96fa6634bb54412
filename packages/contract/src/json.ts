import { z } from "zod";

/** Any JSON value, as `JSON.parse` returns it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * JSON data that is carried along unread: a declared schema, a call's arguments. Only "is there a value" is
 * checked here; the value came from `JSON.parse` and is never walked by the validator, so that a hostile depth
 * cannot overflow it.
 */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>(
  (value) => value !== undefined && typeof value !== "function" && typeof value !== "symbol",
  "expected a JSON value",
);

/** A JSON object whose members are carried along unread. */
export const jsonObjectSchema: z.ZodType<Record<string, JsonValue>> = z.custom<Record<string, JsonValue>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected a JSON object",
);

/** Facts beside a code or an observation: flat, so that they can be printed without knowing their meaning. */
export const factsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
export type Facts = z.infer<typeof factsSchema>;
