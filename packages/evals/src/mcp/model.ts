import { defined } from "@gradable/contract";
import type { LanguageModel } from "ai";
import { evalsError } from "../errors.js";

/** Where a model is and how to be let in. */
export interface ModelAccess {
  /** Default: the provider's own environment variable, read by its SDK. */
  readonly apiKey?: string | undefined;
  /** Base URL of the API; needed for a provider that is not in the list. */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A provider and a model, from `provider/model`. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

// OpenAI-compatible endpoints by the name people use for them, as their own documentation gives them.
const COMPATIBLE_BASE_URLS: Readonly<Record<string, string>> = {
  deepseek: "https://api.deepseek.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta/openai",
  groq: "https://api.groq.com/openai/v1",
  mistral: "https://api.mistral.ai/v1",
  ollama: "http://127.0.0.1:11434/v1",
  openrouter: "https://openrouter.ai/api/v1",
  xai: "https://api.x.ai/v1",
};

/** Reads `provider/model`; the model may hold slashes of its own. Throws GradableError `evals-model-unknown`. */
export function parseModelName(text: string, access: ModelAccess = {}): ModelName {
  const slash = text.indexOf("/");
  const name = { provider: text.slice(0, Math.max(0, slash)), model: text.slice(slash + 1) };
  const known =
    name.provider in COMPATIBLE_BASE_URLS || name.provider === "anthropic" || name.provider === "openai";
  if (slash < 1 || name.model === "" || (!known && access.baseUrl === undefined)) {
    const providers = ["anthropic", "openai", ...Object.keys(COMPATIBLE_BASE_URLS)].join(", ");
    throw evalsError("evals-model-unknown", { model: text, known: providers });
  }
  return name;
}

/** The AI SDK's model for a name. The provider's package is loaded on first use. */
export async function createModel(name: ModelName, access: ModelAccess): Promise<LanguageModel> {
  const { apiKey, baseUrl, headers } = access;
  const shared = {
    ...defined({ apiKey }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
  if (name.provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ ...shared, ...defined({ baseURL: baseUrl }) })(name.model);
  }
  if (name.provider === "openai" && baseUrl === undefined) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI(shared).chat(name.model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    ...shared,
    name: name.provider,
    baseURL: baseUrl ?? (COMPATIBLE_BASE_URLS[name.provider] as string),
    includeUsage: true,
  })(name.model);
}
