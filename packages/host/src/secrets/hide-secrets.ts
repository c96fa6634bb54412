import { REDACTED, redactShapes } from "./credential-shapes.js";
import { isSecretName } from "./redact.js";

/** Words of a command line with the secrets left out, and what was left out. */
export interface Hidden {
  readonly words: string[];
  readonly secrets: string[];
  /** Those of the secrets that a name says are credentials. */
  readonly credentials: string[];
}

const HEADER_FLAG = /^(?:-H|--headers?)$/;
const ENV_FLAG = /^(?:-e|--env|-E)$/;
/** With letters and digits mixed, long enough that no one types it: a key or an account id given as a plain argument. */
const LONG_WORD = /[A-Za-z0-9]{32,}/g;
/** The same in a URL path, where a hosted server's secret address is shorter. At least three digits, so that words pass. */
const PATH_SECRET = /^(?=(?:[^0-9]*[0-9]){3})(?=.*[A-Za-z])[A-Za-z0-9_=-]{20,}$/;

/** Leaves out values of secret-looking flags, variables and headers, of URL user info and queries, and long random words. */
export function hideSecrets(words: readonly string[]): Hidden {
  const secrets: string[] = [];
  const credentials: string[] = [];
  const hide = (value: string): string => {
    if (value !== "") secrets.push(value);
    return value === "" ? "" : REDACTED;
  };
  const hideNamed = (value: string): string => {
    credentials.push(value);
    return hide(value);
  };
  const hideText = (word: string): string => hideInText(word, hide, credentials);
  let hideNext: "no" | "value" | "header" | "env" = "no";
  const out = words.map((word) => {
    const mode = hideNext;
    hideNext = "no";
    if (mode === "header") return hideHeader(word, hide);
    if (mode === "env" && word.includes("=")) return hideAssignment(word, hide);
    if (mode === "value" && !word.startsWith("-")) return hideNamed(word);
    if (HEADER_FLAG.test(word)) hideNext = "header";
    else if (ENV_FLAG.test(word)) hideNext = "env";
    else if (/^--?[\w.-]+$/.test(word) && isSecretName(word.replace(/^-+/, ""))) hideNext = "value";
    if (hideNext !== "no") return word;
    const assigned = /^(--?[\w.-]+|[A-Za-z_][\w.-]*)=([\s\S]*)$/.exec(word);
    if (assigned) {
      const [, name = "", value = ""] = assigned;
      if (/^--headers?$/.test(name)) return `${name}=${hideHeader(value, hide)}`;
      if (name === "--env") return `${name}=${hideAssignment(value, hide)}`;
      if (isSecretName(name.replace(/^-+/, ""))) return `${name}=${hideNamed(value)}`;
      return `${name}=${hideText(value)}`;
    }
    return hideText(word);
  });
  return { words: out, secrets, credentials };
}

/** A URL as it may be published: no user info, no fragment, no query values, no secret-looking path segments. */
export function publicUrl(url: URL): Hidden & { readonly text: string } {
  const secrets: string[] = [];
  const credentials: string[] = [];
  const hide = (value: string): string => {
    if (value !== "") secrets.push(value);
    return REDACTED;
  };
  const path = url.pathname
    .split("/")
    .map((segment) => (PATH_SECRET.test(segment) ? hide(segment) : segment))
    .join("/");
  const query = [...url.searchParams].map(([name, value]) => `${name}=${hide(value)}`).join("&");
  for (const [name, value] of url.searchParams) if (isSecretName(name)) credentials.push(value);
  for (const part of [url.username, url.password]) if (part !== "") secrets.push(decoded(part), part);
  credentials.push(decoded(url.password), url.password);
  if (url.hash.length > 1) secrets.push(url.hash.slice(1));
  const text = `${url.protocol}//${url.host}${path}${query ? `?${query}` : ""}`;
  return { words: [text], text, secrets, credentials };
}

function hideInText(word: string, hide: (value: string) => string, credentials: string[]): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word) && URL.canParse(word)) {
    const shown = publicUrl(new URL(word));
    for (const secret of shown.secrets) hide(secret);
    credentials.push(...shown.credentials);
    return shown.text;
  }
  return redactShapes(word).replace(LONG_WORD, (match) =>
    /[0-9]/.test(match) && /[A-Za-z]/.test(match) ? hide(match) : match,
  );
}

function hideHeader(text: string, hide: (value: string) => string): string {
  const colon = text.indexOf(":");
  return colon < 0 ? hide(text) : `${text.slice(0, colon)}: ${hide(text.slice(colon + 1).trim())}`;
}

function hideAssignment(text: string, hide: (value: string) => string): string {
  const equals = text.indexOf("=");
  return equals < 0 ? text : `${text.slice(0, equals)}=${hide(text.slice(equals + 1))}`;
}

/** Percent-decoded where that is possible. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
