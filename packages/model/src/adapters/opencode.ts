import { access } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@gradable/contract";
import { addUsage, type ReportedUsage, usageOf } from "../models/text-model.js";
import { type Env, isolatedEnv } from "../programs/child-env.js";
import { quoted } from "../programs/secrets.js";
import { failureOfStatus, failureOfText, retryAfterMs } from "../prompted-errors.js";
import { at, type CliAdapter, type CliChoice, countAt, jsonLines, SYSTEM_TEXT, textAt } from "./adapter.js";

const OFF = [
  "AUTOUPDATE",
  "PROJECT_CONFIG",
  "CLAUDE_CODE",
  "EXTERNAL_SKILLS",
  "DEFAULT_PLUGINS",
  "LSP_DOWNLOAD",
  "PRUNE",
  "AUTOCOMPACT",
  "SHARE",
  "TERMINAL_TITLE",
] as const;

/**
 * For a provider entry of ours everything is inside the binary: no list of models and no package is fetched.
 * Left alone it installs a plugin package into every fresh configuration folder, which takes longer than the
 * answer.
 */
const OFFLINE = {
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  // The discard port: nobody listens there.
  npm_config_registry: "http://127.0.0.1:9/",
  npm_config_fetch_retries: "0",
};

/**
 * opencode. With a base URL it talks to a provider entry of ours (OpenAI-compatible); without one, to the
 * provider named in the model (`provider/model`) with the key of that provider or the user's stored logins.
 * Its configuration folder is private either way.
 */
export const opencode: CliAdapter = {
  cli: "opencode",
  program: "opencode",
  install: "npm install -g opencode-ai",
  seenVersion: "1.18.33",
  needsModel: true,
  maxPromptChars: 2_000_000,
  needs:
    "a login (opencode auth login), the API key variable of the model's provider, or a base URL with OPENAI_API_KEY",

  async credentials(env) {
    const key = Object.keys(env).find((name) => name.endsWith("_API_KEY") && env[name]);
    return access(join(dataHome(env), "opencode", "auth.json")).then(
      () => "stored login",
      () => key ?? null,
    );
  },

  async setup(folder, choice) {
    const own = choice.baseUrl !== undefined;
    const names = own ? [] : providerKeys(choice.model ?? "");
    const env = isolatedEnv(choice.env, folder, names, choice.baseUrl);
    const model = own ? `judge/${choice.model}` : (choice.model ?? "");
    return {
      args: [
        ...["run", "--pure", "--format", "json", "--agent", "judge", "--title", "judge", "-m", model],
        ...choice.args,
      ],
      env: {
        ...env,
        // Only the data folder, where the logins are: settings, instructions and servers of the user stay out
        // of reach.
        ...(own ? {} : { XDG_DATA_HOME: dataHome(choice.env) }),
        // Several runs at once would race to create the tables of a database file.
        OPENCODE_DB: ":memory:",
        ...Object.fromEntries(OFF.map((name) => [`OPENCODE_DISABLE_${name}`, "1"])),
        ...(own ? OFFLINE : {}),
        OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(model, choice)),
      },
    };
  },

  read(result, redact) {
    const events = jsonLines(result.stdout);
    const error = events.findLast((event) => event.type === "error");
    if (error !== undefined) {
      const said = textAt(error, "error", "data", "message") ?? textAt(error, "error", "name") ?? "";
      const status = countAt(error, "error", "data", "statusCode");
      const after = textAt(error, "error", "data", "responseHeaders", "retry-after");
      const pause = after === undefined ? undefined : retryAfterMs(after, Date.now);
      const facts = { detail: quoted(said, redact), ...defined({ retryAfterMs: pause }) };
      return { failure: status === undefined ? failureOfText(said) : failureOfStatus(status, said), facts };
    }
    const steps = events.filter((event) => event.type === "step_finish");
    const reason = textAt(steps.at(-1), "part", "reason");
    if (reason === "length") return { failure: "judge-reply-truncated" };
    if (reason === "tool-calls" || events.some((event) => event.type === "tool_use")) {
      return { failure: "judge-asked-for-tool" };
    }
    if (result.ended === "stopped") {
      return reason === "unknown"
        ? { failure: "judge-not-an-api", facts: { detail: "an answer without a text or a reason to end" } }
        : { failure: "judge-provider-failed", facts: { detail: "the stream broke off" } };
    }
    if (steps.length === 0 || reason !== "stop") {
      const said = result.stderrTail || result.stdout;
      if (result.exitCode === 0)
        return { failure: "judge-output-unreadable", facts: { detail: quoted(said, redact) } };
      return { failure: failureOfText(said), facts: { detail: quoted(said, redact) } };
    }
    const usage = steps.reduce<ReportedUsage | undefined>((sum, event) => {
      const tokens = at(event, "part", "tokens");
      return addUsage(
        sum,
        usageOf({
          inputTokens: countAt(tokens, "input"),
          cachedInputTokens: countAt(tokens, "cache", "read"),
          outputTokens: countAt(tokens, "output"),
          reasoningTokens: countAt(tokens, "reasoning"),
        }),
      );
    }, undefined);
    const text = events
      .filter((event) => event.type === "text")
      .map((event) => textAt(event, "part", "text") ?? "")
      .join("");
    return { text, ...defined({ usage }) };
  },

  /**
   * A second step is a retry after a broken stream, a round after a tool call, or the endless loop over a
   * page that is no API.
   */
  stopAt() {
    let steps = 0;
    return (line) => line.includes('"type":"step_start"') && ++steps > 1;
  },
};

function configuration(model: string, choice: CliChoice): Record<string, unknown> {
  const name = choice.model ?? "";
  const limits = { timeout: choice.timeoutMs, chunkTimeout: choice.timeoutMs };
  return {
    ...{ autoupdate: false, share: "disabled", snapshot: false, lsp: false, formatter: false },
    ...{ model, small_model: model, instructions: [], plugin: [], mcp: {} },
    compaction: { auto: false, prune: false },
    agent: {
      judge: {
        ...{ mode: "primary", description: "judge", prompt: SYSTEM_TEXT },
        ...{ tools: { "*": false }, permission: { "*": "deny" } },
      },
    },
    ...(choice.baseUrl === undefined
      ? {}
      : {
          enabled_providers: ["judge"],
          provider: {
            judge: {
              ...{ npm: "@ai-sdk/openai-compatible", name: "judge" },
              options: { baseURL: choice.baseUrl, apiKey: choice.env.OPENAI_API_KEY ?? "none", ...limits },
              models: { [name]: { name, limit: { context: 1_000_000, output: 8192 } } },
            },
          },
        }),
  };
}

/** The usual variable of the provider a model names: `deepseek/deepseek-chat` → DEEPSEEK_API_KEY. */
function providerKeys(model: string): string[] {
  const provider = model.split("/")[0] ?? "";
  const key = `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}_API_KEY`;
  return provider === "google" ? [key, "GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"] : [key];
}

function dataHome(env: Env): string {
  return env.XDG_DATA_HOME || join(env.HOME ?? "", ".local", "share");
}
