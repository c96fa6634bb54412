import { z } from "zod";
import { factsSchema } from "./json.js";

/**
 * What the transport and the declared list showed that a maintainer may want to know. Observations explain a
 * result; they move no score. Ids are stable: spelled the same on the wire, in tests and in the docs.
 */
export const OBSERVATIONS = {
  "stdout-noise": "writes lines to stdout that are not protocol messages",
  "stderr-flood": "writes more to stderr than a client should have to drain",
  "pagination-stuck": "pagination of tools/list does not terminate",
  "pagination-used": "tools/list comes in several pages",
  "list-empty-at-first": "the first tools/list was empty and tools appeared a moment later",
  "list-changed-during-scan": "the list changed while it was being read and was read again",
  "capability-tools-undeclared": "answers tools/list without declaring the tools capability",
  "protocol-fallback": "the newest handshake failed and an older one worked",
  "legacy-sse": "speaks only the older HTTP+SSE transport",
  "gateway-surface": "looks like a gateway that reveals more tools only after a tool is called",
  "tool-not-an-object": "an entry of the list is not an object",
  "tool-name-missing": "a tool has no name, or one that is not text",
  "tool-name-irregular": "a tool's name has characters that clients and providers refuse",
  "tool-name-too-long": "a tool's name is longer than providers take",
  "tool-name-duplicate": "several tools have the same name",
  "tool-field-malformed": "a member of a tool has the wrong type and was left out",
  "tool-field-unknown": "a tool has members that the protocol does not name",
  "input-schema-missing": "a tool has no inputSchema",
  "input-schema-not-object": "a tool's inputSchema does not describe an object",
  "input-schema-invalid": "a tool's inputSchema is not a valid JSON Schema",
  "schema-external-reference": "a schema refers to an external address, which was not fetched",
  "schema-recursive": "a schema refers to itself",
  "schema-too-deep": "a schema is nested deeper than is read",
  "secret-declared": "a tool repeats a secret that the server was given; it was left out",
  "provider-limit-exceeded": "declares more tools than some providers accept",
  "process-outlived-session": "left processes running after the session ended",
  "ignored-shutdown": "did not exit when its input was closed and had to be ended",
  "install-script-needed": "did not start until its install scripts were run",
} as const;

export type ObservationId = keyof typeof OBSERVATIONS;
export const OBSERVATION_IDS = Object.keys(OBSERVATIONS) as [ObservationId, ...ObservationId[]];

/**
 * One observation. `tools` names the tools it is about (as declared, at most 20), `count` says how often it was
 * seen, `facts` holds its figures; texts in it are already neutralised and cut.
 */
export const observationSchema = z.strictObject({
  id: z.enum(OBSERVATION_IDS),
  count: z.int().min(1),
  tools: z.array(z.string()).max(20).optional(),
  facts: factsSchema,
});
export type Observation = z.infer<typeof observationSchema>;
