import { type IdOf, vocabulary } from "./vocabulary.js";

export const TARGET_KINDS = vocabulary("kind of target", {
  stdio: { meaning: "a command line, spoken to over stdin and stdout" },
  npm: { meaning: "an npm package, installed and started" },
  http: { meaning: "an address, spoken to over streamable HTTP or SSE" },
  file: { meaning: "a captured surface or a tools/list result" },
  config: { meaning: "an entry of an mcpServers file" },
});
export type TargetKind = IdOf<typeof TARGET_KINDS>;

/** Where a scan can stop, in the order it goes through; the label completes "stopped while". */
export const SCAN_STAGES = vocabulary("stage of a scan", {
  target: { label: "reading the target" },
  install: { label: "installing the package" },
  start: { label: "starting the server" },
  handshake: { label: "opening the session" },
  list: { label: "listing the tools" },
  tasks: { label: "writing requests from the tools" },
  selection: { label: "asking the judge which tool to call" },
  analysis: { label: "looking for defects in the descriptions" },
  rewrite: { label: "trying the suggested descriptions" },
  score: { label: "computing the score" },
  write: { label: "writing the results" },
});
export type ScanStage = IdOf<typeof SCAN_STAGES>;

/** Whose failure it is. Only the server's may ever count against it, and no failure becomes a grade. */
export const FAILURE_OWNERS = vocabulary("owner of a failure", {
  server: { label: "the server", meaning: "the scanned server failed; only this may count against it" },
  judge: { label: "the judge", meaning: "the judge failed, so there is no score" },
  environment: {
    label: "the environment of the scan",
    meaning: "this machine or its network stopped the scan",
  },
  gradable: { label: "Gradable itself", meaning: "Gradable itself failed" },
});
export type FailureOwner = IdOf<typeof FAILURE_OWNERS>;

/**
 * What the transport and the declared list showed that a maintainer may want to know. Observations explain a
 * result; they move no score. The label completes "The server".
 */
export const OBSERVATIONS = vocabulary("observation", {
  "stdout-noise": { label: "writes lines to stdout that are not protocol messages" },
  "stderr-flood": { label: "writes more to stderr than a client should have to drain" },
  "pagination-stuck": { label: "pagination of tools/list does not terminate" },
  "pagination-used": { label: "tools/list comes in several pages" },
  "list-empty-at-first": { label: "the first tools/list was empty and tools appeared a moment later" },
  "list-changed-during-scan": { label: "the list changed while it was being read and was read again" },
  "capability-tools-undeclared": { label: "answers tools/list without declaring the tools capability" },
  "protocol-fallback": { label: "the newest handshake failed and an older one worked" },
  "legacy-sse": { label: "speaks only the older HTTP+SSE transport" },
  "gateway-surface": { label: "looks like a gateway that reveals more tools only after a tool is called" },
  "tool-not-an-object": { label: "an entry of the list is not an object" },
  "tool-name-missing": { label: "a tool has no name, or one that is not text" },
  "tool-name-irregular": { label: "a tool's name has characters that clients and providers refuse" },
  "tool-name-too-long": { label: "a tool's name is longer than providers take" },
  "tool-name-duplicate": { label: "several tools have the same name" },
  "tool-field-malformed": { label: "a member of a tool has the wrong type and was left out" },
  "tool-field-unknown": { label: "a tool has members that the protocol does not name" },
  "input-schema-missing": { label: "a tool has no inputSchema" },
  "input-schema-not-object": { label: "a tool's inputSchema does not describe an object" },
  "input-schema-invalid": { label: "a tool's inputSchema is not a valid JSON Schema" },
  "schema-external-reference": { label: "a schema refers to an external address, which was not fetched" },
  "schema-recursive": { label: "a schema refers to itself" },
  "schema-too-deep": { label: "a schema is nested deeper than is read" },
  "secret-declared": { label: "a tool repeats a secret that the server was given; it was left out" },
  "provider-limit-exceeded": { label: "declares more tools than some providers accept" },
  "process-outlived-session": { label: "left processes running after the session ended" },
  "ignored-shutdown": { label: "did not exit when its input was closed and had to be ended" },
  "install-script-needed": { label: "did not start until its install scripts were run" },
  "name-contradicts-description": {
    label: "has tools whose name and description speak of different things",
  },
  "request-not-written": {
    label: "has tools for which no request could be written, so that they were asked nothing",
  },
});
export type ObservationId = IdOf<typeof OBSERVATIONS>;
