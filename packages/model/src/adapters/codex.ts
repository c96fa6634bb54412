import { access, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@gradable/contract";
import { addUsage, type ReportedUsage, usageOf, without } from "../models/text-model.js";
import { isolatedEnv } from "../programs/child-env.js";
import { quoted } from "../programs/secrets.js";
import { failureOfText } from "../prompted-errors.js";
import { type CliAdapter, countAt, jsonLines, SYSTEM_TEXT, textAt } from "./adapter.js";

const KEYS = ["OPENAI_API_KEY", "CODEX_API_KEY"] as const;

/** Everything that empties the tool list, keeps project and user files out, and keeps the start quiet. */
const LEAN = [
  "features.shell_tool=false",
  "features.view_image=false",
  "features.multi_agent=false",
  "features.goals=false",
  "features.plugins=false",
  "features.remote_plugin=false",
  "features.apps=false",
  "features.hooks=false",
  'web_search="disabled"',
  "skills.include_instructions=false",
  "skills.bundled.enabled=false",
  "include_permissions_instructions=false",
  "include_environment_context=false",
  "include_apps_instructions=false",
  "include_collaboration_mode_instructions=false",
  "project_doc_max_bytes=0",
  "mcp_servers={}",
  "tools.experimental_request_user_input.enabled=false",
  "tools.update_plan.enabled=false",
  "analytics.enabled=false",
  "check_for_update_on_startup=false",
] as const;

/**
 * Codex. `CODEX_HOME` is private, for the user's own holds instructions that are sent to the model whatever
 * the flags; with a key it talks to a provider entry of ours, and without one the stored login alone is
 * linked into the private home.
 */
export const codex: CliAdapter = {
  cli: "codex",
  program: "codex",
  install: "npm install -g @openai/codex",
  seenVersion: "0.171.0",
  needsModel: true,
  // Its own hard limit.
  maxPromptChars: 1_048_576,
  needs: "OPENAI_API_KEY or a login (codex login)",

  async credentials(env) {
    const key = KEYS.find((name) => env[name]);
    if (key !== undefined) return key;
    return access(authFile(env)).then(
      () => "stored login",
      () => null,
    );
  },

  async setup(folder, choice) {
    const home = join(folder.root, "codex");
    const instructions = join(folder.root, "instructions.md");
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeFile(instructions, SYSTEM_TEXT);
    const key = KEYS.map((name) => choice.env[name]).find(Boolean);
    // A link, not a copy: a token that is renewed meanwhile must reach the user's own file.
    if (key === undefined) await symlink(authFile(choice.env), join(home, "auth.json"));
    const env = isolatedEnv(choice.env, folder, [], choice.baseUrl);
    return {
      args: [
        ...[
          "exec",
          "--json",
          "--skip-git-repo-check",
          "--ephemeral",
          "--ignore-user-config",
          "--ignore-rules",
        ],
        ...["-s", "read-only"],
        ...(choice.model === undefined ? [] : ["-m", choice.model]),
        ...(key === undefined
          ? builtinProvider(choice.baseUrl)
          : ownProvider(choice.baseUrl, choice.timeoutMs)),
        ...LEAN.flatMap((setting) => ["-c", setting]),
        ...["-c", `model_instructions_file=${JSON.stringify(instructions)}`],
        ...choice.args,
        "-",
      ],
      env: { ...env, CODEX_HOME: home, ...defined({ JUDGE_API_KEY: key }) },
    };
  },

  read(result, redact) {
    const events = jsonLines(result.stdout);
    const failed = events.findLast((event) => event.type === "turn.failed");
    const finished = events.filter((event) => event.type === "turn.completed");
    if (failed !== undefined || finished.length === 0) {
      const said =
        textAt(failed, "error", "message") ??
        textAt(
          events.findLast((event) => event.type === "error"),
          "message",
        ) ??
        result.stderrTail;
      if (/max_output_tokens|incomplete response/i.test(said)) return { failure: "judge-reply-truncated" };
      if (/missing environment variable/i.test(said))
        return { failure: "judge-login-missing", facts: { detail: quoted(said, redact) } };
      return { failure: failureOfText(said), facts: { detail: quoted(said, redact) } };
    }
    const message = events.findLast(
      (event) => event.type === "item.completed" && textAt(event, "item", "type") === "agent_message",
    );
    const usage = finished.reduce<ReportedUsage | undefined>((sum, event) => {
      const cached = countAt(event, "usage", "cached_input_tokens");
      const reasoning = countAt(event, "usage", "reasoning_output_tokens");
      return addUsage(
        sum,
        usageOf({
          inputTokens: without(countAt(event, "usage", "input_tokens"), cached),
          cachedInputTokens: cached,
          outputTokens: without(countAt(event, "usage", "output_tokens"), reasoning),
          reasoningTokens: reasoning,
        }),
      );
    }, undefined);
    return { text: textAt(message, "item", "text") ?? "", ...defined({ usage }) };
  },
};

function ownProvider(baseUrl: string | undefined, timeoutMs: number): string[] {
  const provider = [
    'name="judge"',
    `base_url=${JSON.stringify(baseUrl ?? "https://api.openai.com/v1")}`,
    'wire_api="responses"',
    'env_key="JUDGE_API_KEY"',
    "supports_websockets=false",
    "request_max_retries=0",
    "stream_max_retries=0",
    `stream_idle_timeout_ms=${timeoutMs}`,
  ];
  return ["-c", 'model_provider="judge"', "-c", `model_providers.judge={${provider.join(",")}}`];
}

function builtinProvider(baseUrl: string | undefined): string[] {
  return baseUrl === undefined ? [] : ["-c", `openai_base_url=${JSON.stringify(baseUrl)}`];
}

function authFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.CODEX_HOME ?? join(env.HOME ?? "", ".codex"), "auth.json");
}
