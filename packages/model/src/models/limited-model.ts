import { JudgeError } from "../errors.js";
import { promptedError, retryOf } from "../prompted-errors.js";
import type { TextModel } from "./text-model.js";

/** How a model is asked: how many questions at once, how often again, and the clock and chance that takes. */
export interface LimitOptions {
  /** Questions under way at once, at least 1. */
  readonly concurrency: number;
  /** Askings of one question when the provider says "later": default {@link MAX_ATTEMPTS}. */
  readonly maxAttempts?: number;
  /** Called before each pause. */
  readonly onRetry?: (event: { readonly code: string; readonly pauseMs: number }) => void;
  readonly now?: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * With pauses of about 1, 2, 4 and 8 s that outlasts a burst, and a provider that is down costs a quarter of
 * a minute.
 */
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * A provider that asks for a longer pause than this is done with us for now; whether to wait is the user's
 * decision.
 */
const LONGEST_ASKED_PAUSE_MS = 300_000;
/**
 * Questions that fail in a row before the rest is not asked any more: each may have taken its whole deadline.
 */
export const GIVE_UP_AFTER = 8;

/**
 * A model asked with care: at most so many questions at once; after a rate limit or a provider failure again,
 * with pauses that double, vary by chance and are never shorter than what the provider asked for; one pause
 * holds for all questions, for the provider limits them together. A failure that only a person can mend
 * (login, installation) is remembered and answers every later question at once, and so do {@link
 * GIVE_UP_AFTER} failures in a row.
 */
export function limitedModel(model: TextModel, options: LimitOptions): TextModel {
  const {
    concurrency,
    maxAttempts = MAX_ATTEMPTS,
    now = Date.now,
    sleep = sleepUntil,
    random = Math.random,
  } = options;
  const limit = limiter(concurrency);
  let openAt = 0;
  let broken: JudgeError | undefined;
  let failures = 0;

  /** What an outcome means for the questions that wait; runs before the next of them gets its turn. */
  function note(error: unknown, attempt: number): "again" | "done" {
    // With an answer, even an unusable one, the provider is there.
    if (!(error instanceof JudgeError) || error.evaluator) {
      failures = 0;
      return "done";
    }
    const retry = retryOf(error);
    const asked = error.facts.retryAfterMs;
    const askedMs = typeof asked === "number" ? asked : 0;
    if (retry === "never") broken ??= error;
    if (retry !== "later" || attempt >= maxAttempts || askedMs > LONGEST_ASKED_PAUSE_MS) {
      failures++;
      if (failures >= GIVE_UP_AFTER) {
        broken ??= promptedError("judge-gave-up", { cli: model.cli, failures, detail: error.message }, error);
      }
      return "done";
    }
    // Half of the pause is certain and half is chance, so that many waiting programs do not come back
    // together.
    const half = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) / 2;
    const pauseMs = Math.max(askedMs, half) + half * random();
    openAt = Math.max(openAt, now() + pauseMs);
    options.onRetry?.({ code: error.code, pauseMs });
    return "again";
  }

  return {
    ...passedOn(model),
    async ask(request) {
      let attempt = 1;
      for (;;) {
        const pauseMs = openAt - now();
        if (pauseMs > 0) await sleep(pauseMs, request.signal);
        const answer = await limit(async () => {
          // While this one waited for its turn, others may have met the wall, or been told to wait.
          request.signal?.throwIfAborted();
          if (broken !== undefined) throw broken;
          if (openAt > now()) return undefined;
          try {
            const given = await model.ask(request);
            failures = 0;
            return given;
          } catch (error) {
            if (note(error, attempt) === "done") throw error;
            attempt++;
            return undefined;
          }
        });
        if (answer !== undefined) return answer;
      }
    },
  };
}

/** Everything of a model but its `ask`, for one that stands in front of it. */
export function passedOn(model: TextModel): Omit<TextModel, "ask"> {
  return {
    cli: model.cli,
    maxPromptChars: model.maxPromptChars,
    family: model.family,
    configuration: () => model.configuration(),
    close: () => model.close(),
  };
}

function limiter(concurrency: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= Math.max(1, concurrency)) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next one, so that nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function sleepUntil(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) return done();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      done();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
