import { defined, plainText, sha256Json } from "@gradable/contract";
import type { Redact } from "@gradable/host";
import { at, countAt, isRecord, parsed, SYSTEM_TEXT, textAt } from "../adapters/adapter.js";
import type { Env } from "../programs/child-env.js";
import { judgeRedactor, quoted } from "../programs/secrets.js";
import { failureOfStatus, judgeUsage, promptedError, retryAfterMs } from "../prompted-errors.js";
import { type TextModel, type TextRequest, usageOf, without } from "./text-model.js";

/** What the user chose for `--judge-cli openai`. */
export interface OpenAiChoice {
  readonly model?: string;
  /** `https://host/v1`: everything before `/chat/completions`. Default OPENAI_BASE_URL, then OpenAI's own. */
  readonly baseUrl?: string;
  /**
   * `name=value` fields of the request body (`temperature=0`, `stream=true`), values read as JSON where they
   * are.
   */
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly env: Env;
}

/** Fields a `--judge-arg` may not set: they are the question itself, or would hand the model tools. */
const OURS = new Set(["model", "messages", "tools", "tool_choice", "functions", "n"]);
/** As for a program's stdout: no verdict is longer. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Any server that speaks OpenAI's Chat Completions, local ones included, streaming or not. The key is
 * OPENAI_API_KEY, and none is sent without one. Redirects are refused, so that the key goes nowhere else.
 * Proxy variables are not read.
 */
export function openAiModel(choice: OpenAiChoice): TextModel {
  const baseUrl = (choice.baseUrl ?? choice.env.OPENAI_BASE_URL ?? "https://api.openai.com/v1").replace(
    /\/+$/,
    "",
  );
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw judgeUsage(
      "judge-base-url-bad",
      `The base URL ${JSON.stringify(plainText(baseUrl))} is not an http(s) address.`,
      "For example: https://api.openai.com/v1",
    );
  }
  const model = choice.model;
  if (!model) {
    throw judgeUsage(
      "judge-model-missing",
      "--judge-cli openai needs --judge-model.",
      "For example: --judge-cli openai --judge-model <name>",
    );
  }
  const fields = requestFields(choice.args);
  const redact = judgeRedactor(choice.env, [...choice.args, baseUrl]);
  const cli = "openai";
  const key = choice.env.OPENAI_API_KEY;
  const stream = fields.stream === true;
  const family = sha256Json({ cli, baseUrl, model, fields, system: SYSTEM_TEXT });

  const closing = new AbortController();

  async function ask({ prompt, signal }: TextRequest) {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(choice.timeoutMs);
    const either = AbortSignal.any([closing.signal, deadline, ...(signal === undefined ? [] : [signal])]);
    try {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: "POST",
        redirect: "manual",
        signal: either,
        headers: {
          "content-type": "application/json",
          ...(key ? { authorization: `Bearer ${key}` } : {}),
        },
        body: JSON.stringify({
          ...(stream ? { stream_options: { include_usage: true } } : {}),
          ...fields,
          model,
          messages: [
            { role: "system", content: SYSTEM_TEXT },
            { role: "user", content: prompt },
          ],
        }),
      });
      const body = await bodyText(response);
      const answer = readAnswer(response, body, redact);
      return { ...answer, durationMs: performance.now() - startedAt, cached: false };
    } catch (thrown) {
      if (signal?.aborted) throw signal.reason;
      closing.signal.throwIfAborted();
      if (deadline.aborted) throw promptedError("judge-timed-out", { cli, timeoutMs: choice.timeoutMs });
      // `fetch` itself throws only TypeErrors, with the system's reason as cause; everything else here is
      // already named.
      if (!(thrown instanceof TypeError)) throw thrown;
      const detail = quoted(
        thrown.cause instanceof Error ? thrown.cause.message || thrown.message : thrown.message,
        redact,
      );
      throw promptedError("judge-unreachable", { cli, detail }, thrown);
    }
  }

  return {
    cli,
    maxPromptChars: null,
    family,
    // An endpoint has no version of a program to ask for before it answers.
    configuration: async () => ({ cli, cliVersion: "unversioned", sha256: family }),
    ask,
    close: async () => closing.abort(new Error("the judge was closed")),
  };
}

function readAnswer(response: Response, body: string, redact: Redact) {
  const cli = "openai";
  if (response.status !== 200) {
    const said = textAt(parsed(body), "error", "message") ?? body;
    const detail = `${response.status} ${quoted(said, redact)}`;
    if (response.status >= 300 && response.status < 400)
      throw promptedError("judge-not-an-api", { cli, detail });
    const pause = retryAfterMs(response.headers.get("retry-after") ?? said, Date.now);
    const facts = { cli, detail, needs: "OPENAI_API_KEY", found: detail, limit: "what the model takes" };
    throw promptedError(
      failureOfStatus(response.status, said),
      pause === undefined ? facts : { ...facts, retryAfterMs: pause },
    );
  }
  const isStream = (response.headers.get("content-type") ?? "").includes("text/event-stream");
  const answer = isStream ? joinedChunks(body) : parsed(body);
  const choice = at(answer, "choices");
  const first: unknown = Array.isArray(choice) ? choice[0] : undefined;
  if (!isRecord(first)) {
    throw promptedError("judge-not-an-api", { cli, detail: quoted(body || "an empty body", redact) });
  }
  const finish = textAt(first, "finish_reason");
  const message = at(first, "message");
  const calls = at(message, "tool_calls");
  if (finish === "tool_calls" || (Array.isArray(calls) && calls.length > 0))
    throw promptedError("judge-asked-for-tool", { cli });
  if (finish === "length") throw promptedError("judge-reply-truncated", { cli });
  // A stream that just ends is not an answer: half a verdict may parse.
  if (isStream && finish === undefined)
    throw promptedError("judge-provider-failed", { cli, detail: "the stream broke off" });
  const text = textAt(message, "content") ?? "";
  if (text.trim() === "") throw promptedError("judge-reply-empty", { cli });
  const cached = countAt(answer, "usage", "prompt_tokens_details", "cached_tokens");
  const reasoning = countAt(answer, "usage", "completion_tokens_details", "reasoning_tokens");
  const usage = usageOf({
    inputTokens: without(countAt(answer, "usage", "prompt_tokens"), cached),
    cachedInputTokens: cached,
    outputTokens: without(countAt(answer, "usage", "completion_tokens"), reasoning),
    reasoningTokens: reasoning,
  });
  return {
    text,
    identity: {
      cli,
      cliVersion: plainText(response.headers.get("openai-version") || "http", { maxChars: 100 }),
      model: plainText(textAt(answer, "model") || "unreported", { maxChars: 200 }),
    },
    ...defined({ usage }),
  };
}

/** Chunks of a stream as the one answer they spell. */
function joinedChunks(body: string): Record<string, unknown> {
  let content = "";
  let finish: string | undefined;
  let model: string | undefined;
  let usage: unknown;
  let seen = false;
  const calls: unknown[] = [];
  for (const line of body.split(/\r?\n/)) {
    const chunk = line.startsWith("data:") ? parsed(line.slice(5)) : undefined;
    if (!isRecord(chunk)) continue;
    model ??= textAt(chunk, "model");
    usage = at(chunk, "usage") ?? usage;
    const choices = at(chunk, "choices");
    const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
    if (first === undefined) continue;
    seen = true;
    content += textAt(first, "delta", "content") ?? "";
    const asked = at(first, "delta", "tool_calls");
    if (Array.isArray(asked)) calls.push(...asked);
    finish = textAt(first, "finish_reason") ?? finish;
  }
  const message = { content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  return {
    ...defined({ model }),
    usage,
    ...(seen ? { choices: [{ message, ...defined({ finish_reason: finish }) }] } : {}),
  };
}

async function bodyText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw promptedError("judge-output-too-large", { cli: "openai", limit: MAX_BODY_BYTES });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function requestFields(args: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const arg of args) {
    const equals = arg.indexOf("=");
    const name = arg.slice(0, equals);
    if (equals <= 0 || OURS.has(name)) {
      throw judgeUsage(
        "judge-arg-refused",
        `--judge-arg ${JSON.stringify(plainText(arg, { maxChars: 80 }))}: expected name=value for a field of the request, other than ${[...OURS].join(", ")}.`,
        "For example: --judge-arg temperature=0",
      );
    }
    const value = arg.slice(equals + 1);
    fields[name] = parsed(value) ?? value;
  }
  return fields;
}
