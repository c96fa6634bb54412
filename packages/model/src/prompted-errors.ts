import { defineErrors, type Facts, GradableError } from "@gradable/contract";
import { JudgeError, type JudgeErrorEntry } from "./errors.js";

interface PromptedErrorEntry extends JudgeErrorEntry {
  /**
   * `later`: the same question may succeed after a pause. `never`: no question can succeed until a person
   * changes something.
   */
  readonly retry: "later" | "no" | "never";
}

/** Every failure of a prompted judge. */
const PROMPTED_ERRORS = defineErrors({
  "judge-not-installed": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "The judge {cli} is not installed: no program {program} on PATH.",
    hint: "Install it ({install}), or see what is installed with: gradable judges",
  },
  "judge-not-executable": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "The judge {cli} was found and can't be started: {path} {problem}.",
    hint: "{advice}, then check with: gradable judges",
  },
  "judge-start-failed": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "The judge {cli} could not be started: {detail}.",
    hint: "Start it by hand with --version; when that fails too, install it again.",
  },
  "judge-version-unreadable": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "{program} --version printed no version, found: {detail}.",
    hint: "An installation without its install scripts prints a notice instead: install it again with scripts allowed.",
  },
  "judge-login-missing": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "The judge {cli} has no credentials: {detail}.",
    hint: "Set {needs}, then check with: gradable judges --probe",
  },
  "judge-login-refused": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "The provider refused the credentials of {cli}: {detail}.",
    hint: "Renew the key or log in again, then check with: gradable judges --probe",
  },
  "judge-model-unknown": {
    owner: "environment",
    evaluator: false,
    retry: "never",
    message: "The provider of {cli} does not know the model or the address: {detail}.",
    hint: "Check --judge-model and the base URL.",
  },
  "judge-request-refused": {
    owner: "environment",
    evaluator: false,
    retry: "no",
    message: "The provider of {cli} refused the request: {detail}.",
    hint: "Check --judge-model and --judge-arg; the provider's text says what it did not take.",
  },
  "judge-prompt-too-large": {
    owner: "environment",
    evaluator: false,
    retry: "no",
    message: "The prompt is too large for {cli}: {found}, at most {limit}.",
    hint: "Choose a judge with a longer context; a surface is never cut to fit.",
  },
  "judge-unreachable": {
    owner: "environment",
    evaluator: false,
    retry: "later",
    message: "The provider of {cli} could not be reached: {detail}.",
    hint: "Check the network, the proxy variables and the base URL.",
  },
  "judge-not-an-api": {
    owner: "environment",
    evaluator: false,
    retry: "no",
    message: "What answered {cli} is not the provider's API: {detail}.",
    hint: "Check the base URL; a sign-in page of the network looks like this too.",
  },
  "judge-rate-limited": {
    owner: "judge",
    evaluator: false,
    retry: "later",
    message: "The provider of {cli} limits the rate: {detail}.",
    hint: "Lower --concurrency, or wait; what was answered is in the cache and is not asked again.",
  },
  "judge-provider-failed": {
    owner: "judge",
    evaluator: false,
    retry: "later",
    message: "The provider of {cli} failed: {detail}.",
    hint: "Run again later; what was answered is in the cache and is not asked again.",
  },
  "judge-timed-out": {
    owner: "judge",
    evaluator: false,
    retry: "no",
    message: "The judge {cli} did not answer within {timeoutMs} ms.",
    hint: "Allow more time with --judge-timeout, or choose a faster model.",
  },
  "judge-program-failed": {
    owner: "judge",
    evaluator: false,
    retry: "no",
    message: "The judge {cli} ended with {exit} and no answer: {detail}.",
    hint: "Check it with: gradable judges --probe",
  },
  "judge-output-unreadable": {
    owner: "judge",
    evaluator: false,
    retry: "no",
    message: "The output of {cli} is not what its version should print: {detail}.",
    hint: "Report this with the version of the program; another version of it may work.",
  },
  "judge-output-too-large": {
    owner: "judge",
    evaluator: false,
    retry: "no",
    message: "The judge {cli} wrote more than {limit} bytes for one answer.",
    hint: "No verdict is that long; the program is at fault.",
  },
  "judge-identity-changed": {
    owner: "judge",
    evaluator: false,
    retry: "no",
    message: "Another judge answered than before: {found} instead of {expected}.",
    hint: "Turn off the automatic update of the CLI and run again; two judges cannot share one score.",
  },
  "judge-gave-up": {
    owner: "judge",
    evaluator: false,
    retry: "no",
    message: "Not asked any more after {failures} questions in a row failed; the last: {detail}.",
    hint: "Run again later; what was answered is in the cache and is not asked again.",
  },
  "judge-reply-empty": {
    owner: "judge",
    evaluator: true,
    retry: "no",
    message: "The judge {cli} answered with an empty text.",
    hint: "Check with: gradable judges --probe",
  },
  "judge-reply-truncated": {
    owner: "judge",
    evaluator: true,
    retry: "no",
    message: "The reply of {cli} was cut off at its length limit.",
    hint: "Allow the model a longer answer, or choose another model.",
  },
  "judge-reply-unusable": {
    owner: "judge",
    evaluator: true,
    retry: "no",
    message: "The reply of {cli} cannot be used, also after one repair: {reason}.",
    hint: "It is counted as an evaluator error, never as a wrong answer; a stronger model makes fewer.",
  },
  "judge-asked-for-tool": {
    owner: "judge",
    evaluator: true,
    retry: "no",
    message: "The model behind {cli} asked to run a tool instead of answering; nothing was run.",
    hint: "It is counted as an evaluator error; a stronger model makes fewer.",
  },
  "judge-surface-unpresentable": {
    owner: "environment",
    evaluator: false,
    retry: "no",
    message: "The surface cannot be written into a prompt: {detail}.",
    hint: "A schema nested thousands of levels deep is the usual reason; no provider would take it either.",
  },
} satisfies Record<string, PromptedErrorEntry>);
export type PromptedErrorCode = keyof typeof PROMPTED_ERRORS.table;

/**
 * The error of a code, with its facts put into the text. Texts in `facts` must be free of credentials
 * already.
 */
export function promptedError(code: PromptedErrorCode, facts: Facts = {}, cause?: unknown): JudgeError {
  const { owner, evaluator } = PROMPTED_ERRORS.table[code];
  return new JudgeError({ ...PROMPTED_ERRORS.init(code, facts, { cause }), owner, evaluator });
}

/** How asking again may help after this error; an error of no code in the table is not retried. */
export function retryOf(error: unknown): PromptedErrorEntry["retry"] {
  const table: Readonly<Record<string, PromptedErrorEntry>> = PROMPTED_ERRORS.table;
  return (error instanceof GradableError ? table[error.code]?.retry : undefined) ?? "no";
}

/** A caller's mistake in choosing a judge: exit code 2, nothing is recorded. */
export function judgeUsage(code: string, message: string, hint: string): GradableError {
  return new GradableError({ code, owner: "usage", message, hint });
}

/**
 * Which failure an HTTP status of a model provider is. `text` is what it said: a refusal for length comes as
 * 400 or 413, and only the text tells.
 */
export function failureOfStatus(status: number, text: string): PromptedErrorCode {
  if (status === 401 || status === 403) return "judge-login-refused";
  if (status === 404) return "judge-model-unknown";
  // 529 is Anthropic's "overloaded".
  if (status === 429 || status === 529) return "judge-rate-limited";
  if (status === 408 || status === 409 || status === 425 || status >= 500) return "judge-provider-failed";
  if (status === 413 || TOO_LONG.test(text)) return "judge-prompt-too-large";
  return "judge-request-refused";
}

const TOO_LONG =
  /context[ _-]?(?:length|window)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|token (?:count|limit)[^.]{0,40}exceed|exceeds?[^.]{0,60}(?:tokens|context)/i;

/** Texts of failures that a CLI gives only in words, most specific first (spec of the CLIs, section 5). */
const BY_TEXT: readonly (readonly [RegExp, PromptedErrorCode])[] = [
  [TOO_LONG, "judge-prompt-too-large"],
  [
    /\b(?:last )?status:? ?429\b|\b429\b|rate.?limit|resource_exhausted|quota|overloaded|\b529\b/i,
    "judge-rate-limited",
  ],
  [
    /\b40[13]\b|unauthori[sz]ed|invalid.{0,12}api.?key|authentication|permission denied|please run \/login|not logged in/i,
    "judge-login-refused",
  ],
  [/\b404\b|model[^.]{0,40}not found|unknown model/i, "judge-model-unknown"],
  [/<!doctype|<html|html page|malformed response/i, "judge-not-an-api"],
  [
    /\b50[0-9]\b|error decoding response body|high demand|internal server error|bad gateway|unavailable/i,
    "judge-provider-failed",
  ],
  [
    /econnrefused|econnreset|enotfound|eai_again|etimedout|socket hang up|connection (?:error|reset|refused|failed|closed)|fetch failed|network error|error sending request|unable to connect|cannot connect|connection was closed/i,
    "judge-unreachable",
  ],
  [
    /unexpected end|\bterminated\b|other side closed|stream (?:closed|ended|disconnected)|closed before|premature|incomplete stream/i,
    "judge-provider-failed",
  ],
  [
    /not valid json|is not json|unexpected token|json(?:\.parse| parse)|failed to parse|expected value|invalid json|incomplete json|key must be a string|decod/i,
    "judge-not-an-api",
  ],
  [/\b400\b|\b422\b/, "judge-request-refused"],
  [/timed? ?out|timeout/i, "judge-timed-out"],
];

/** Which failure a text is about; `judge-program-failed` when it says nothing that we know. */
export function failureOfText(text: string): PromptedErrorCode {
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? "judge-program-failed";
}

/** Longest pause taken from a provider's word: an hour. Beyond it, waiting is the user's decision. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * The pause a provider asks for, in ms: a `retry-after` header (seconds or a date), or its text
 * ("retryDelay": "3s", "try again in 2.5s", "retry after 20 seconds"). `undefined` when it names none.
 */
export function retryAfterMs(text: string, now: () => number): number | undefined {
  const trimmed = text.trim();
  let ms: number | undefined;
  if (/^\d+(\.\d+)?$/.test(trimmed)) ms = Number(trimmed) * 1000;
  else if (/^[A-Z][a-z]{2}, /.test(trimmed)) ms = Date.parse(trimmed) - now();
  else {
    const found = trimmed.match(
      /(?:retry[-_ ]?(?:after|delay|in)|try again in|retrying in)["':= ]{0,4}(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|sec|seconds?|m|min|minutes?)?\b/i,
    );
    if (found) {
      const unit = (found[2] ?? "s").toLowerCase();
      ms =
        Number(found[1]) *
        (unit.startsWith("mi") && unit.startsWith("mil")
          ? 1
          : unit === "ms"
            ? 1
            : unit.startsWith("m")
              ? 60_000
              : 1000);
    }
  }
  if (ms === undefined || !Number.isFinite(ms)) return undefined;
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}
