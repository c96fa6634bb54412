import { defined, PROMPTED_JUDGES } from "@gradable/contract";
import type { Env } from "../programs/child-env.js";
import { commandArgv } from "../programs/command-argv.js";
import { CLI_ADAPTERS } from "../programs/judge-clis.js";
import { judgeUsage } from "../prompted-errors.js";
import { nonceFrom, nonceSecret } from "../prompts/nonce.js";
import type { Asker } from "../replies/question.js";
import { cachedModel } from "./answer-cache.js";
import { cliModel } from "./cli-model.js";
import { commandModel } from "./command-model.js";
import { type LimitOptions, limitedModel } from "./limited-model.js";
import { openAiModel } from "./openai-model.js";
import type { Rates } from "./price.js";
import { type JudgeProgress, ProgressMeter } from "./progress.js";
import type { TextModel } from "./text-model.js";

/** Time for one answer, ms; large surfaces and slow models need it. */
const DEFAULT_JUDGE_TIMEOUT_MS = 120_000;
const DEFAULT_JUDGE_CONCURRENCY = 4;

/** What the user chose (`--judge-*`). */
export interface JudgeChoice {
  /** One of `PROMPTED_JUDGES`. */
  readonly cli: string;
  /** `--judge-model`; needed by all but `claude` and `command`. */
  readonly model?: string;
  /** `--judge-arg`, repeated: flags for a CLI, `name=value` request fields for `openai`. */
  readonly args?: readonly string[];
  /** `--judge-command`, for `command`: one text split as a shell would, or an argv. */
  readonly command?: string | readonly string[];
  /**
   * Provider address in the form of the CLI's own setting: with `/v1` for codex, opencode, qwen and openai,
   * without for claude and gemini.
   */
  readonly baseUrl?: string;
  /** `--judge-timeout`, ms for one answer; default {@link DEFAULT_JUDGE_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** `--concurrency`, answers under way at once; default {@link DEFAULT_JUDGE_CONCURRENCY}. */
  readonly concurrency?: number;
  /** Where answers are kept; `null` for `--no-cache`. */
  readonly cacheDir: string | null;
  /** The caller's environment: PATH, keys, proxies. Nothing is read from `process.env`. */
  readonly env: Env;
  /** `--price-in`, `--price-out`: for the cost in progress events. */
  readonly rates?: Rates;
  readonly onProgress?: (progress: JudgeProgress) => void;
  /** The cache folder cannot be written: told once, the scan goes on. */
  readonly onCacheUnwritable?: (error: Error) => void;
  /** Clock, chance and retries, for tests. */
  readonly limits?: Omit<LimitOptions, "concurrency" | "onRetry">;
}

/** A model to ask, behind retries, limit, cache and meter. */
export interface OpenModel {
  readonly model: TextModel;
  /** Announce questions with `expect`, for the ETA. */
  readonly meter: ProgressMeter;
  /** What the five questions are asked with. */
  readonly asker: Asker;
}

/**
 * The model a user chose. Starts nothing: the first question does. Throws a usage error (`GradableError`, owner `usage`) for a
 * choice that cannot work; everything later is a `JudgeError`.
 */
export async function openModel(choice: JudgeChoice): Promise<OpenModel> {
  const concurrency = choice.concurrency ?? DEFAULT_JUDGE_CONCURRENCY;
  const meter = new ProgressMeter({
    concurrency,
    rates: choice.rates,
    tell: choice.onProgress ?? (() => {}),
  });
  const limited = limitedModel(textModel(choice), {
    ...choice.limits,
    concurrency,
    onRetry: ({ pauseMs }) => meter.paused(pauseMs),
  });
  const { cacheDir } = choice;
  const kept = cacheDir === null ? limited : cachedModel(limited, cacheDir, choice.onCacheUnwritable);
  const model = meter.metered(kept);
  const asker: Asker = {
    model,
    nonce: nonceFrom(await nonceSecret(cacheDir)),
    expect: (questions) => meter.expect(questions),
  };
  return { model, meter, asker };
}

/** The bare model of a choice, asked once per question and at once. */
export function textModel(
  choice: Pick<JudgeChoice, "cli" | "model" | "args" | "command" | "baseUrl" | "timeoutMs" | "env">,
): TextModel {
  const { cli, env, args = [], timeoutMs = DEFAULT_JUDGE_TIMEOUT_MS } = choice;
  const chosen = {
    args,
    timeoutMs,
    env,
    ...defined({ model: choice.model, baseUrl: choice.baseUrl }),
  };
  if (cli === "command") {
    const command = choice.command ?? [];
    return commandModel({ ...chosen, argv: typeof command === "string" ? commandArgv(command) : command });
  }
  if (cli === "openai") return openAiModel(chosen);
  const adapter = CLI_ADAPTERS.find((known) => known.cli === cli);
  if (adapter !== undefined) return cliModel(adapter, chosen);
  throw judgeUsage(
    "judge-unknown",
    `--judge-cli ${JSON.stringify(cli.slice(0, 80))} is not a judge: expected builtin or one of ${PROMPTED_JUDGES.join(", ")}.`,
    "See which are installed with: gradable judges",
  );
}
