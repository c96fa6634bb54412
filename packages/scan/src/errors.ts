import {
  defineErrors,
  type ErrorEntry,
  type Facts,
  type GradableError,
  plainText,
  type ScanStage,
} from "@gradable/contract";
import type { Redact } from "@gradable/host";

const seconds = (ms: unknown): string => `${Number(ms) / 1000} s`;
/** Nothing where there is no stderr at all, as over HTTP. */
const stderrSays = (f: Facts): string =>
  f.stderr === null || f.stderr === undefined
    ? ""
    : f.stderr
      ? ` Its stderr says: ${f.stderr}`
      : " It wrote nothing to stderr.";
const quoted = (value: unknown): string => `"${value}"`;
const list = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.join(", ") : "none";

/**
 * Every failure of a scan: whose it is, where it happened, what was found and what to do next. The one place where
 * such text is written; facts arrive redacted and neutralised.
 */
export const SCAN_ERRORS = defineErrors({
  "target-empty": {
    stage: "target",
    owner: "usage",
    message: "No target was given.",
    hint: 'Say how the server is started, for example --target "node server.js", --target npm:<package> or --target https://host/mcp.',
  },
  "target-shell-syntax": {
    stage: "target",
    owner: "usage",
    message: (f) =>
      `The target contains ${f.syntax} (${quoted(f.found)}); a command line is split into words, but no shell runs it.`,
    hint: (f) =>
      f.quotable
        ? "Quote it if it is meant literally, or put the command into a script and give the script."
        : "Close it, or quote the character.",
  },
  "target-scheme-unsupported": {
    stage: "target",
    owner: "usage",
    message: (f) => `The target has the scheme ${quoted(f.scheme)}; expected http:// or https://.`,
    hint: "For a server on this machine give the command line that starts it.",
  },
  "target-url-invalid": {
    stage: "target",
    owner: "usage",
    message: "The target starts like a URL but is not one.",
    hint: "Give one URL without spaces, such as https://host/mcp. Credentials belong in --header.",
  },
  "target-is-directory": {
    stage: "target",
    owner: "usage",
    message: (f) =>
      `${quoted(f.path)} is a folder; expected a command, a URL, an npm: package or a .json file.`,
    hint: (f) => `Say how the server in it is started, for example --target "node ${f.path}/index.js".`,
  },
  "npm-spec-invalid": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.spec)} is not an npm package: ${f.problem}.`,
    hint: "Use npm:<package>, npm:<package>@<version> or npm:./<packed>.tgz, with arguments for the server after it.",
  },
  "file-not-found": {
    stage: "target",
    owner: "usage",
    message: (f) => `There is no file ${quoted(f.path)} (looked for ${f.resolved}).`,
    hint: "Check the path; it is relative to the folder the command runs in.",
  },
  "file-unreadable": {
    stage: "target",
    owner: "environment",
    message: (f) => `${quoted(f.path)} cannot be read (${f.reason}).`,
    hint: "Check its permissions.",
  },
  "file-empty": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.path)} is empty; expected a JSON document.`,
    hint: "Capture the surface again; an interrupted write may have left the file empty.",
  },
  "file-too-large": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.path)} has ${f.bytes} bytes; at most ${f.limit} are read.`,
    hint: "Give a file with only the tools array.",
  },
  "file-not-json": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.path)} is not JSON: ${f.problem}.`,
    hint: "Give a captured surface, the result of tools/list, or an mcpServers file followed by #<name>.",
  },
  "file-not-surface": {
    stage: "target",
    owner: "usage",
    message: (f) =>
      `${quoted(f.path)} holds ${f.found}; expected a captured surface or the result of tools/list.`,
    hint: "Expected an object with a tools array, or the bare array.",
  },
  "file-incomplete": {
    stage: "target",
    owner: "usage",
    message: (f) =>
      `${quoted(f.path)} is one page of a longer list (it has a nextCursor); a part is never scored as if it were whole.`,
    hint: "Join the tools of all pages into one array, or scan the server itself.",
  },
  "config-name-missing": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.path)} configures servers, and the target does not say which one.`,
    hint: (f) => `Add #<name>. It configures: ${list(f.names)}.`,
  },
  "config-invalid": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.path)} cannot be used as an mcpServers file: ${f.problem}.`,
    hint: 'Expected {"mcpServers": {"<name>": {"command": "...", "args": [...], "env": {...}}}} or an entry with "url".',
  },
  "config-server-unknown": {
    stage: "target",
    owner: "usage",
    message: (f) => `${quoted(f.path)} has no server ${quoted(f.name)}.`,
    hint: (f) => `It configures: ${list(f.names)}.`,
  },
  "config-variable-unset": {
    stage: "target",
    owner: "usage",
    message: (f) => `\${${f.variable}}, used in ${f.place} of ${quoted(f.name)}, is not set.`,
    hint: (f) => `Set ${f.variable} in the environment or with --env, or write \${${f.variable}:-default}.`,
  },
  "config-variable-invalid": {
    stage: "target",
    owner: "usage",
    message: (f) =>
      `${quoted(f.found)} in ${f.place} of ${quoted(f.name)} is not a variable that is known here.`,
    // A function, since its braces name no facts.
    hint: () => `Use \${NAME}, \${NAME:-default} or \${env:NAME}.`,
  },
  "cwd-not-found": {
    stage: "target",
    owner: "usage",
    message: (f) => `The working folder ${quoted(f.cwd)} ${f.problem} (looked for ${f.resolved}).`,
    hint: "Check --cwd, or cwd in the config file; there it is relative to that file.",
  },
  "option-invalid": {
    stage: "target",
    owner: "usage",
    message: (f) => `${f.option} is ${quoted(f.value)}; expected ${f.expected}.`,
    hint: "Correct the value and run again.",
  },
  "header-invalid": {
    stage: "target",
    owner: "usage",
    message: (f) =>
      `The header ${quoted(f.header)} cannot be sent: its ${f.part} has characters that HTTP does not allow.`,
    hint: 'Give it as --header "Name: value", on one line.',
  },
  "npm-unavailable": {
    stage: "install",
    owner: "environment",
    message: "npm was not found, so the package cannot be installed.",
    hint: "Install npm (it comes with Node.js), or install the package yourself and give the command that starts it.",
  },
  "npm-package-unknown": {
    stage: "install",
    owner: "environment",
    message: (f) => `The registry has no ${quoted(f.spec)}.`,
    hint: "Check the package name and the version.",
  },
  "npm-install-failed": {
    stage: "install",
    owner: "environment",
    message: (f) => `Installing ${quoted(f.spec)} failed (npm ${f.exit}): ${f.output}`,
    hint: "Check the network and the registry settings of npm; the next try reuses what was downloaded.",
  },
  "npm-install-timeout": {
    stage: "install",
    owner: "environment",
    message: (f) => `Installing ${quoted(f.spec)} took longer than ${seconds(f.budgetMs)} (phase: install).`,
    hint: "Try again, the next try reuses what was downloaded; or allow more with --install-timeout.",
  },
  "npm-no-bin": {
    stage: "install",
    owner: "server",
    message: (f) => `${quoted(f.spec)} has no command to start: its package.json names no usable bin.`,
    hint: "If the package is a library, give the command line that starts the server.",
  },
  "npm-bin-ambiguous": {
    stage: "install",
    owner: "usage",
    message: (f) =>
      `${quoted(f.spec)} has several commands and none named like the package: ${list(f.bins)}.`,
    hint: (f) => `Choose one: npm:${f.spec}#<command>.`,
  },
  "npm-bin-unknown": {
    stage: "install",
    owner: "usage",
    message: (f) => `${quoted(f.spec)} has no command ${quoted(f.bin)}; it has: ${list(f.bins)}.`,
    hint: "Choose one of these after #.",
  },
  "cache-unwritable": {
    stage: "install",
    owner: "environment",
    message: (f) => `The cache folder ${quoted(f.path)} cannot be written (${f.reason}).`,
    hint: "Make it writable, or set XDG_CACHE_HOME to a folder that is.",
  },
  "command-not-found": {
    stage: "start",
    owner: "environment",
    message: (f) => `The command ${quoted(f.command)} does not exist (${f.looked}).`,
    hint: "Install it, or give its full path.",
  },
  "command-not-executable": {
    stage: "start",
    owner: "environment",
    message: (f) => `${quoted(f.command)} is not something that can be started: ${f.problem}.`,
    hint: "Give the program that runs it first, or make the file executable.",
  },
  "spawn-failed": {
    stage: "start",
    owner: "environment",
    message: (f) => `${quoted(f.command)} could not be started (${f.reason}).`,
    hint: "Start it by hand to see what is wrong with it.",
  },
  "exited-early": {
    stage: "handshake",
    owner: "server",
    message: (f) =>
      `The server ended (${f.exit}) before ${f.waitingFor}.${f.unfinishedBytes ? ` ${f.unfinishedBytes} bytes of an unfinished message were left.` : ""}${stderrSays(f)}`,
    hint: "Start the same command by hand; give what it asks for with --env NAME=value or as arguments.",
  },
  // We chose not to run them, so nothing is known of the server itself.
  "install-scripts-not-run": {
    stage: "handshake",
    owner: "environment",
    message: (f) =>
      `The server ended (${f.exit}) before ${f.waitingFor}, and install scripts of its package were not run: it may need what they make.${stderrSays(f)}`,
    hint: (f) =>
      `If you trust the package, allow its install scripts with --allow-install-scripts.${f.wanted ? ` ${f.wanted}` : ""}`,
  },
  "connection-closed": {
    stage: "handshake",
    owner: "server",
    message: (f) =>
      `The server closed its output before ${f.waitingFor} and went on running.${stderrSays(f)}`,
    hint: "A stdio server must keep its stdout open and write one JSON-RPC message per line.",
  },
  "handshake-timeout": {
    stage: "handshake",
    owner: "server",
    message: (f) =>
      `The server did not answer initialize within ${seconds(f.budgetMs)} (phase: handshake).${f.seen ? ` ${f.seen}` : ""}${stderrSays(f)}`,
    hint: "Check that the target is an MCP server, or allow more time with --timeout.",
  },
  "handshake-failed": {
    stage: "handshake",
    owner: "server",
    message: (f) => `The server refused every handshake. ${list(f.errors)}`,
    hint: "Check that the target is an MCP server, and which protocol versions it speaks.",
  },
  "handshake-malformed": {
    stage: "handshake",
    owner: "server",
    message: (f) => `The answer to initialize is not a result object but ${f.found}.`,
    hint: "The result of initialize has protocolVersion, capabilities and serverInfo.",
  },
  "message-too-large": {
    stage: "list",
    owner: "server",
    message: (f) => `The server sent a message of more than ${f.limit} bytes.`,
    hint: "No model can be given a list of that size; declare fewer or shorter tools.",
  },
  "stdout-flood": {
    stage: "handshake",
    owner: "server",
    message: (f) => `The server wrote more than ${f.limit} bytes to stdout that are not protocol messages.`,
    hint: "A stdio server must write its log to stderr.",
  },
  "no-tools": {
    stage: "list",
    owner: "server",
    message: (f) =>
      `The server offers no tools, so there is nothing to score (${f.declared ? "the tools capability is declared" : "no tools capability is declared"}; it offers: ${list(f.offers)}).`,
    hint: "If tools appear only with credentials or options, give them with --env or as arguments.",
  },
  "list-failed": {
    stage: "list",
    owner: "server",
    message: (f) => `tools/list failed: ${f.error}`,
    hint: "Only the server can tell why; see its log.",
  },
  "list-malformed": {
    stage: "list",
    owner: "server",
    message: (f) => `The result of tools/list has no tools array; found ${f.found}.`,
    hint: 'Expected {"tools": [...]}.',
  },
  "list-timeout": {
    stage: "list",
    owner: "server",
    message: (f) =>
      `The server did not answer tools/list within ${seconds(f.budgetMs)} (phase: list, page ${f.page}).${stderrSays(f)}`,
    hint: "Allow more time with --timeout if the server has to load its tools from elsewhere.",
  },
  "list-incomplete": {
    stage: "list",
    owner: "server",
    message: (f) =>
      `Page ${f.page} of tools/list failed after ${f.tools} tools had been read: ${f.error} A part is never scored as if it were whole.`,
    hint: "Scan again; if it fails at the same page, the server's pagination is broken there.",
  },
  "list-unstable": {
    stage: "list",
    owner: "server",
    message: (f) => `The list of tools kept changing: ${f.attempts} listings in a row differed.`,
    hint: "Scan again when the server has settled, or save its list and scan the file.",
  },
  "list-too-long": {
    stage: "list",
    owner: "server",
    message: (f) => `The list of tools exceeds ${f.limit} ${f.unit}; what lies beyond was not read.`,
    hint: "No model can be given a list of that size; check whether the server repeats itself.",
  },
  "http-unreachable": {
    stage: "start",
    owner: "environment",
    message: (f) => `${f.url} cannot be reached (${f.reason}).`,
    hint: "Check that the server is running and that host and port are right.",
  },
  "http-unauthorized": {
    stage: "handshake",
    owner: "environment",
    message: (f) => `${f.url} answered ${f.status}: it wants credentials, or refuses those that were given.`,
    hint: 'Give them with --header "Authorization: Bearer <token>". A sign-in in a browser is not carried out.',
  },
  "http-not-mcp": {
    stage: "handshake",
    owner: "server",
    message: (f) => `${f.url} does not speak MCP. ${list(f.errors)}`,
    hint: "Check the path; many servers listen at /mcp or /sse.",
  },
  "http-error": {
    stage: "handshake",
    owner: "server",
    message: (f) => `${f.url} failed: ${f.error}`,
    hint: "Only the server can tell why; see its log, and try again later.",
  },
  cancelled: {
    stage: "start",
    owner: "environment",
    message: "The scan was cancelled.",
    hint: "Nothing was left running. Run it again to start over.",
  },
} satisfies Record<string, ErrorEntry & { readonly stage: ScanStage }>);

export type ScanErrorCode = keyof typeof SCAN_ERRORS.table;

/** What a {@link ScanFailure} knows besides its code. */
export interface ScanFailureDetail {
  /** Overrides the stage of the table, for failures that can happen in more than one. */
  readonly stage?: ScanStage;
  readonly partial?: NonNullable<GradableError["partial"]>;
  readonly cause?: unknown;
}

/** A failure inside this package: its facts are raw until {@link gradableError} makes them fit to be shown. */
export class ScanFailure extends Error {
  override readonly name = "ScanFailure";
  readonly code: ScanErrorCode;
  readonly facts: Facts;
  readonly detail: ScanFailureDetail;

  constructor(code: ScanErrorCode, facts: Facts = {}, detail: ScanFailureDetail = {}) {
    super(code, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.facts = facts;
    this.detail = detail;
  }
}

/** The failure as others see it: secrets out first, then every text neutralised and cut, then put into words. */
export function gradableError(failure: ScanFailure, redact: Redact): GradableError {
  const { advice, ...facts } = Object.fromEntries(
    Object.entries(failure.facts).map(([name, value]) => [name, showable(value, redact)]),
  );
  const { stage, partial } = failure.detail;
  const cause = failure.cause;
  return SCAN_ERRORS.error(failure.code, facts, {
    stage,
    hint: typeof advice === "string" ? advice : undefined,
    partial: partial && { ...partial, ...shownTail(partial.stderrTail, redact) },
    // A spawn error carries the arguments and a fetch error the URL: only its words go on.
    cause:
      cause === undefined
        ? undefined
        : new Error(redact(cause instanceof Error ? cause.message : String(cause))),
  });
}

/** The last lines of stderr, fit to be stored. */
export function shownTail(tail: string | undefined, redact: Redact): { stderrTail?: string } {
  if (!tail) return {};
  return { stderrTail: plainText(redact(tail), { maxChars: 4000, multiline: true }) };
}

function showable(value: Facts[string], redact: Redact): Facts[string] {
  if (typeof value === "string") return plainText(redact(value), { maxChars: 500 });
  if (Array.isArray(value))
    return value.slice(0, 20).map((item) => plainText(redact(item), { maxChars: 300 }));
  return value;
}
