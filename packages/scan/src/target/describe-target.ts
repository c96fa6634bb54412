import { createHash } from "node:crypto";
import path from "node:path";
import { plainText, type ServerInfo, type Target } from "@gradable/contract";
import { hideSecrets, publicUrl, REDACTED, type Secrets } from "@gradable/host";
import { quoteWord } from "./command-line.js";
import type { ParsedTarget } from "./parse-target.js";

/** What is known about a target besides its text; the package once it is installed. */
export interface TargetContext {
  /** Working folder as given, where one was. */
  readonly cwd?: string | undefined;
  /** Names of the variables given to the server. */
  readonly envNames?: readonly string[] | undefined;
  readonly npm?: Target["npm"] | undefined;
}

const LABEL_MAX_CHARS = 500;

/** The target as it may be published: see `targetSchema` for what is left out. */
export function describeTarget(parsed: ParsedTarget, context: TargetContext = {}): Target {
  const envNames = [...(context.envNames ?? []), ...assignedNames(parsed)];
  return {
    kind: parsed.kind,
    label: plainText(label(parsed), { maxChars: LABEL_MAX_CHARS }),
    ...(context.npm && { npm: context.npm }),
    ...(parsed.kind === "config" && {
      config: { file: plainText(parsed.path, { maxChars: 300 }), name: plainText(parsed.name) },
    }),
    ...(context.cwd !== undefined && { cwd: plainText(context.cwd) }),
    ...(envNames.length > 0 && { envNames: [...new Set(envNames.map((name) => plainText(name)))].sort() }),
  };
}

/** Notes the values that must not be shown, as far as the target's own text gives them. */
export function collectSecrets(parsed: ParsedTarget, secrets: Secrets): void {
  const hidden =
    parsed.kind === "stdio"
      ? hideSecrets([parsed.command, ...parsed.args])
      : parsed.kind === "npm"
        ? hideSecrets(parsed.args)
        : parsed.kind === "http"
          ? publicUrl(parsed.url)
          : null;
  if (hidden !== null) secrets.addHidden(hidden);
  if (parsed.kind !== "stdio") return;
  for (const [name, value] of Object.entries(parsed.assignments)) secrets.addNamed(name, value);
}

function label(parsed: ParsedTarget): string {
  switch (parsed.kind) {
    case "http":
      return publicUrl(parsed.url).text;
    case "file":
      return parsed.path;
    case "config":
      return `${parsed.path}#${parsed.name}`;
    case "npm":
      return `npm:${[parsed.spec.bin ? `${parsed.spec.text}#${parsed.spec.bin}` : parsed.spec.text, ...shown(parsed.args)].join(" ")}`;
    case "stdio":
      return [
        ...Object.keys(parsed.assignments).map((name) => `${name}=${REDACTED}`),
        ...shown([parsed.command, ...parsed.args]),
      ].join(" ");
  }
}

function shown(words: readonly string[]): string[] {
  return hideSecrets(words).words.map(quoteWord);
}

function assignedNames(parsed: ParsedTarget): string[] {
  return parsed.kind === "stdio" ? Object.keys(parsed.assignments) : [];
}

/**
 * A slug for a target that none was given for: from the npm package, the configured name, the file name, the name
 * the server gives itself, or the host; always safe as a folder name (see `slugSchema`).
 */
export function defaultSlug(target: Target, serverInfo?: ServerInfo | null): string {
  for (const candidate of slugCandidates(target, serverInfo)) {
    const slug = slugify(candidate ?? "");
    if (slug !== "") return slug;
  }
  return `target-${createHash("sha256").update(target.label).digest("hex").slice(0, 8)}`;
}

/** Lower-case letters, digits and single hyphens, at most 100; empty where nothing of that is left. */
export function slugify(text: string): string {
  return text
    .slice(0, 1000)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 101)
    .replace(/^-+|-+$/g, "")
    .slice(0, 100)
    .replace(/-+$/, "");
}

function slugCandidates(target: Target, serverInfo?: ServerInfo | null): (string | null | undefined)[] {
  const own = serverInfo?.name;
  switch (target.kind) {
    case "npm":
      return [target.npm?.name ?? packageName(target.label), own];
    case "config":
      return [target.config?.name, own];
    case "file":
      return [path.basename(target.label).replace(/\.json$/i, ""), own];
    case "http":
      return [own, URL.canParse(target.label) ? new URL(target.label).host : null];
    case "stdio":
      return [own, commandName(target.label)];
  }
}

function packageName(label: string): string {
  const spec = label.replace(/^npm:/i, "").split(/[\s#]/)[0] ?? "";
  return path.basename(spec) === spec || spec.startsWith("@")
    ? spec.replace(/(?!^)@.*$/, "")
    : path.basename(spec, ".tgz");
}

/** The script or package of a command line rather than the program that runs it. */
function commandName(label: string): string | undefined {
  const words = label.split(" ").filter((word) => !/^(-|\w+=|<)/.test(word));
  const meant = words.find((word, index) => index > 0 && /[./@]/.test(word)) ?? words[0];
  return meant && path.basename(meant).replace(/\.\w+$/, "");
}
