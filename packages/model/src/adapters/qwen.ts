import { defined } from "@gradable/contract";
import { usageOf, without } from "../models/text-model.js";
import { isolatedEnv } from "../programs/child-env.js";
import { quoted } from "../programs/secrets.js";
import { failureOfText } from "../prompted-errors.js";
import { at, type CliAdapter, countAt, isRecord, parsed, SYSTEM_TEXT, textAt, versionIn } from "./adapter.js";

/** What `--bare` leaves; the list the program itself prints at its start is checked to be empty. */
const LEFT_TOOLS = "edit,get_goal,notebook_edit,read_file,run_shell_command,update_goal";

/** Qwen Code, over an OpenAI-compatible API. */
export const qwen: CliAdapter = {
  cli: "qwen",
  program: "qwen",
  install: "npm install -g @qwen-code/qwen-code",
  seenVersion: "0.24.4",
  needsModel: true,
  // It refuses what it takes for more than 177,000 tokens at four characters a token; 690 KB passed.
  maxPromptChars: 690_000,
  needs: "OPENAI_API_KEY (and OPENAI_BASE_URL for another provider than OpenAI)",

  async credentials(env) {
    return env.OPENAI_API_KEY ? "OPENAI_API_KEY" : null;
  },

  async setup(folder, choice) {
    const baseUrl = choice.baseUrl ?? choice.env.OPENAI_BASE_URL;
    return {
      args: [
        ...["--bare", "-o", "json", "--auth-type", "openai"],
        ...(choice.model === undefined ? [] : ["-m", choice.model]),
        ...["--system-prompt", SYSTEM_TEXT, "--chat-recording=false", "--max-session-turns", "1"],
        ...["--max-wall-time", `${Math.ceil(choice.timeoutMs / 1000)}s`, "--exclude-tools", LEFT_TOOLS],
        ...choice.args,
      ],
      env: {
        ...isolatedEnv(choice.env, folder, ["OPENAI_API_KEY"], baseUrl),
        ...defined({ OPENAI_BASE_URL: baseUrl }),
        QWEN_USAGE_STATISTICS_ENABLED: "false",
        QWEN_STREAM_IDLE_TIMEOUT_MS: String(choice.timeoutMs),
        QWEN_CODE_API_TIMEOUT_MS: String(choice.timeoutMs),
      },
    };
  },

  read(result, redact, model) {
    if (result.exitCode === 53) return { failure: "judge-asked-for-tool" };
    if (result.exitCode === 55) return { failure: "judge-timed-out" };
    const elements = parsed(result.stdout);
    const last = Array.isArray(elements) ? elements.at(-1) : undefined;
    if (!isRecord(last) || last.type !== "result") {
      const said = result.stderrTail;
      if (result.exitCode === 0)
        return { failure: "judge-output-unreadable", facts: { detail: quoted(result.stdout, redact) } };
      return { failure: failureOfText(said), facts: { detail: quoted(said, redact) } };
    }
    // The assistant element holds an error's message as if it were an answer.
    if (last.is_error === true || result.exitCode !== 0) {
      const said = textAt(last, "error", "message") ?? result.stderrTail;
      if (/empty response|no response text|empty text/i.test(said)) return { failure: "judge-reply-empty" };
      return { failure: failureOfText(said), facts: { detail: quoted(said, redact) } };
    }
    const init = (elements as unknown[]).find((element) => at(element, "subtype") === "init");
    const offered = at(init, "tools");
    if (Array.isArray(offered) && offered.length > 0) {
      const detail = quoted(`it offered the model the tools ${offered.join(", ")}`, redact);
      return { failure: "judge-output-unreadable", facts: { detail } };
    }
    const answered = textAt(init, "model") ?? model;
    const reasoning =
      answered === undefined ? undefined : countAt(last, "stats", "models", answered, "tokens", "thoughts");
    const cached = countAt(last, "usage", "cache_read_input_tokens");
    const usage = usageOf({
      inputTokens: without(countAt(last, "usage", "input_tokens"), cached),
      cachedInputTokens: cached,
      outputTokens: without(countAt(last, "usage", "output_tokens"), reasoning),
      reasoningTokens: reasoning,
    });
    // It asks on after a cut answer and glues the parts together: several requests for one turn mean that.
    const requests =
      answered === undefined ? undefined : countAt(last, "stats", "models", answered, "api", "totalRequests");
    if (requests !== undefined && requests > 1) return { failure: "judge-reply-truncated" };
    const version = versionIn(textAt(init, "qwen_code_version") ?? "");
    return {
      text: textAt(last, "result") ?? "",
      ...defined({ model: answered, version, usage }),
    };
  },
};
