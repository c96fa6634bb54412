import { access } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@gradable/contract";
import { usageOf, without } from "../models/text-model.js";
import { isolatedEnv } from "../programs/child-env.js";
import { quoted } from "../programs/secrets.js";
import { failureOfStatus, failureOfText } from "../prompted-errors.js";
import { at, type CliAdapter, countAt, isRecord, parsed, SYSTEM_TEXT, textAt } from "./adapter.js";

const KEYS = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"] as const;

/**
 * Claude Code. With a key in the environment it runs `--bare` and with a private home; a stored login is only
 * found in the user's own home and without `--bare`, where the same flags still keep memory files, settings
 * and MCP servers out.
 */
export const claude: CliAdapter = {
  cli: "claude",
  program: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  seenVersion: "2.1.332",
  needsModel: false,
  maxPromptChars: 2_000_000,
  needs: "ANTHROPIC_API_KEY or a login (claude, then /login)",

  async credentials(env) {
    const key = KEYS.find((name) => env[name]);
    if (key !== undefined) return key;
    if (env.CLAUDE_CODE_OAUTH_TOKEN) return "CLAUDE_CODE_OAUTH_TOKEN";
    const folder = env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? "", ".claude");
    return access(join(folder, ".credentials.json")).then(
      () => "stored login",
      // On macOS the login is in the keychain, where it cannot be seen without asking for it.
      () => (process.platform === "darwin" && env.HOME ? "keychain, if logged in" : null),
    );
  },

  async setup(folder, choice) {
    const bare = KEYS.some((name) => choice.env[name]);
    const baseUrl = choice.baseUrl ?? choice.env.ANTHROPIC_BASE_URL;
    const env = isolatedEnv(choice.env, folder, [...KEYS, "CLAUDE_CODE_OAUTH_TOKEN"], baseUrl);
    return {
      args: [
        ...(bare ? ["--bare"] : []),
        ...["-p", "--output-format", "json"],
        ...(choice.model === undefined ? [] : ["--model", choice.model]),
        ...["--tools", "", "--strict-mcp-config", "--setting-sources", "", "--disable-slash-commands"],
        ...["--no-session-persistence", "--system-prompt", SYSTEM_TEXT],
        ...choice.args,
      ],
      env: {
        ...env,
        ...(bare ? {} : loginHome(choice.env)),
        ...defined({ ANTHROPIC_BASE_URL: baseUrl }),
        DISABLE_AUTOUPDATER: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_ERROR_REPORTING: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        CLAUDE_CODE_MAX_RETRIES: "0",
        API_TIMEOUT_MS: String(choice.timeoutMs),
      },
    };
  },

  read(result, redact, model) {
    const answer = parsed(result.stdout);
    if (!isRecord(answer) || answer.type !== "result") {
      return result.exitCode === 0
        ? { failure: "judge-output-unreadable", facts: { detail: quoted(result.stdout, redact) } }
        : { failure: failureOfText(result.stderrTail), facts: { detail: quoted(result.stderrTail, redact) } };
    }
    const text = textAt(answer, "result") ?? "";
    // `subtype` says "success" even for errors.
    if (answer.is_error === true || result.exitCode !== 0) {
      const facts = { detail: quoted(text, redact) };
      const kind = `${textAt(answer, "api_error")} ${textAt(answer, "api_error_type")}`;
      if (kind.includes("max_output_tokens")) return { failure: "judge-reply-truncated" };
      if (kind.includes("connection_failed")) return { failure: "judge-unreachable", facts };
      if (/not logged in/i.test(text)) return { failure: "judge-login-missing", facts };
      const status = countAt(answer, "api_error_status");
      return { failure: status === undefined ? failureOfText(text) : failureOfStatus(status, text), facts };
    }
    const thinking = countAt(answer, "usage", "output_tokens_details", "thinking_tokens") || undefined;
    const usage = usageOf({
      inputTokens:
        (countAt(answer, "usage", "input_tokens") ?? 0) +
        (countAt(answer, "usage", "cache_creation_input_tokens") ?? 0),
      cachedInputTokens: countAt(answer, "usage", "cache_read_input_tokens"),
      outputTokens: without(countAt(answer, "usage", "output_tokens"), thinking),
      reasoningTokens: thinking,
      costUsd: countAt(answer, "total_cost_usd"),
    });
    const answered = modelIn(at(answer, "modelUsage"), model);
    return {
      text,
      ...defined({ model: answered, usage }),
    };
  },
};

/**
 * The model with the most output in `modelUsage`: a small helper model may stand beside the one that
 * answered.
 */
function modelIn(usage: unknown, asked: string | undefined): string | undefined {
  if (!isRecord(usage)) return undefined;
  const names = Object.keys(usage);
  if (asked !== undefined && names.includes(asked)) return asked;
  return names.sort(
    (a, b) => (countAt(usage, b, "outputTokens") ?? 0) - (countAt(usage, a, "outputTokens") ?? 0),
  )[0];
}

function loginHome(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return {
    ...defined({ HOME: env.HOME, CLAUDE_CONFIG_DIR: env.CLAUDE_CONFIG_DIR, USER: env.USER }),
  };
}
