import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@gradable/contract";
import { addUsage, type ReportedUsage, usageOf } from "../models/text-model.js";
import { isolatedEnv } from "../programs/child-env.js";
import { quoted } from "../programs/secrets.js";
import { failureOfStatus, failureOfText, retryAfterMs } from "../prompted-errors.js";
import { at, type CliAdapter, countAt, isRecord, parsed, SYSTEM_TEXT, textAt } from "./adapter.js";

/**
 * Without a chosen login kind it refuses to run when a base URL is set; everything else here is to keep its
 * tools and files out.
 */
const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 1 },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  tools: { core: [] },
  mcpServers: {},
  mcp: { allowed: [] },
  skills: { enabled: false },
  hooksConfig: { enabled: false },
  admin: { extensions: { enabled: false } },
  experimental: { enableAgents: false },
  // Without markers it looks for GEMINI.md in its own folder only, not in the folders above up to a repository's root.
  context: { includeDirectoryTree: false, discoveryMaxDirs: 0, memoryBoundaryMarkers: [] },
};

/**
 * Gemini CLI, with an API key. Its answer does not show when it was cut for length, so a cut one is only seen
 * by its form.
 */
export const gemini: CliAdapter = {
  cli: "gemini",
  program: "gemini",
  install: "npm install -g @google/gemini-cli",
  seenVersion: "0.61.0",
  // Without one it asks a router model first.
  needsModel: true,
  maxPromptChars: 2_000_000,
  needs: "GEMINI_API_KEY",

  async credentials(env) {
    return env.GEMINI_API_KEY ? "GEMINI_API_KEY" : null;
  },

  async setup(folder, choice) {
    const home = join(folder.root, "gemini");
    const system = join(folder.root, "system.md");
    await mkdir(join(home, ".gemini"), { recursive: true, mode: 0o700 });
    await writeFile(join(home, ".gemini", "settings.json"), JSON.stringify(SETTINGS));
    await writeFile(system, SYSTEM_TEXT);
    const baseUrl = choice.baseUrl ?? choice.env.GOOGLE_GEMINI_BASE_URL;
    return {
      args: ["-o", "json", ...(choice.model === undefined ? [] : ["-m", choice.model]), ...choice.args],
      env: {
        // Its own temporary folder is private: on an error it writes the whole prompt there.
        ...isolatedEnv(choice.env, folder, ["GEMINI_API_KEY"], baseUrl),
        ...defined({ GOOGLE_GEMINI_BASE_URL: baseUrl }),
        GEMINI_CLI_HOME: home,
        GEMINI_SYSTEM_MD: system,
        GEMINI_CLI_TRUST_WORKSPACE: "true",
        GEMINI_CLI_NO_RELAUNCH: "true",
      },
    };
  },

  read(result, redact, model) {
    const answer = parsed(result.stdout);
    if (!isRecord(answer)) {
      // Free text, then one JSON object from the last line that holds only a brace.
      const tail = result.stderrTail;
      const error = at(parsed(tail.slice(tail.lastIndexOf("\n{\n") + 1)), "error");
      const said = textAt(error, "message") ?? tail;
      const status = countAt(error, "code");
      const pause = retryAfterMs(said, Date.now);
      const facts = { detail: quoted(said, redact), ...defined({ retryAfterMs: pause }) };
      if (result.exitCode === 41) return { failure: "judge-login-missing", facts };
      // It exits 0 on SIGTERM, with nothing said.
      if (result.exitCode === 0 && said.trim() === "") return { failure: "judge-reply-empty" };
      return {
        failure:
          status !== undefined && status >= 400 && status < 600
            ? failureOfStatus(status, said)
            : failureOfText(said),
        facts,
      };
    }
    const text = textAt(answer, "response") ?? "";
    const error = textAt(answer, "error", "type");
    if (error !== undefined) {
      if (error === "INVALID_STREAM" && text.trim() === "") return { failure: "judge-reply-empty" };
      const said = `${error}: ${textAt(answer, "error", "message") ?? ""}`;
      return { failure: failureOfText(said), facts: { detail: quoted(said, redact) } };
    }
    const models = at(answer, "stats", "models");
    const usage = (isRecord(models) ? Object.values(models) : []).reduce<ReportedUsage | undefined>(
      (sum, entry) =>
        addUsage(
          sum,
          usageOf({
            inputTokens: countAt(entry, "tokens", "input"),
            cachedInputTokens: countAt(entry, "tokens", "cached"),
            outputTokens: countAt(entry, "tokens", "candidates"),
            reasoningTokens: countAt(entry, "tokens", "thoughts"),
          }),
        ),
      undefined,
    );
    const names = isRecord(models) ? Object.keys(models) : [];
    const answered = model !== undefined && names.includes(model) ? model : names[0];
    return {
      text,
      ...defined({ model: answered, usage }),
    };
  },
};
