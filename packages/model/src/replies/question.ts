import { defined, type JudgeStage, plainText, type StageIdentity } from "@gradable/contract";
import { JudgeError } from "../errors.js";
import {
  addUsage,
  type ReportedUsage,
  type TextAnswer,
  type TextIdentity,
  type TextModel,
} from "../models/text-model.js";
import { type PromptedErrorCode, promptedError } from "../prompted-errors.js";
import type { Nonce } from "../prompts/nonce.js";
import { PROMPT_VERSIONS, renderPrompt } from "../prompts/prompt-text.js";
import { type ReplyCheck, readReply } from "./reply.js";

/** A model to ask, and the nonces of its user. */
export interface Asker {
  readonly model: TextModel;
  readonly nonce: Nonce;
  /** Told how many questions are about to be asked, for the time to go. */
  readonly expect?: (questions: number) => void;
}

export interface Question<Value> {
  readonly stage: JudgeStage;
  readonly prompt: string;
  readonly trial: number;
  readonly check: ReplyCheck<Value>;
  /** Told of everyone who answers, usable or not; refuses a second judge. */
  readonly answeredBy: StageIdentities;
  readonly signal?: AbortSignal | undefined;
}

/** A usable reply and what it took. */
export interface Asked<Value> {
  readonly value: Value;
  /** The reply that was used. */
  readonly reply: string;
  /** Of both askings, when the first reply had to be repaired. */
  readonly usage?: ReportedUsage;
  readonly durationMs: number;
}

/** As much of an unusable reply as a repair shows again. */
const SHOWN_REPLY_CHARS = 2000;

/**
 * Asks one question; asks once more when the reply cannot be used, saying why. A reply that stays unusable is
 * an evaluator error of its kind: empty, cut, a tool call, or unusable. Every other failure of the model is
 * thrown as it is.
 */
export async function askQuestion<Value>(asker: Asker, question: Question<Value>): Promise<Asked<Value>> {
  const first = await askOnce(asker, question, question.prompt);
  if ("value" in first) return first;
  const reply = first.answer?.text.slice(0, SHOWN_REPLY_CHARS) ?? "";
  const prompt = await renderPrompt("repair", {
    prompt: question.prompt,
    problem: first.problem,
    reply,
    replyNonce: asker.nonce(reply),
  });
  const second = await askOnce(asker, question, prompt);
  if (!("value" in second))
    throw promptedError(second.code, { cli: asker.model.cli, reason: second.problem });
  if (first.answer === undefined) return second;
  const usage = addUsage(first.answer.usage, second.usage);
  return {
    ...second,
    ...defined({ usage }),
    durationMs: first.answer.durationMs + second.durationMs,
  };
}

type Unusable = { readonly problem: string; readonly code: PromptedErrorCode; readonly answer?: TextAnswer };

async function askOnce<Value>(
  asker: Asker,
  question: Question<Value>,
  prompt: string,
): Promise<Asked<Value> | Unusable> {
  const { stage, trial, signal, check } = question;
  let answer: TextAnswer;
  try {
    answer = await asker.model.ask({ prompt, trial, stage, ...defined({ signal }) });
  } catch (error) {
    if (!(error instanceof JudgeError) || !error.evaluator) throw error;
    return { problem: PROBLEMS[error.code] ?? "it could not be read", code: error.code as PromptedErrorCode };
  }
  question.answeredBy.add(answer.identity);
  const reading = readReply(answer.text, check);
  if ("value" in reading) {
    const { usage, durationMs, text } = answer;
    return {
      value: reading.value,
      reply: text,
      ...defined({ usage }),
      durationMs,
    };
  }
  return {
    problem: plainText(reading.problem, { maxChars: 300 }),
    code: reading.truncated ? "judge-reply-truncated" : "judge-reply-unusable",
    answer,
  };
}

const PROBLEMS: Readonly<Record<string, string>> = {
  "judge-reply-empty": "it was empty",
  "judge-reply-truncated": "it was cut off at its length limit; answer more briefly",
  "judge-asked-for-tool": "it asked to run a tool, and there are none to run",
};

/**
 * Who answered a stage, collected from its answers. All must come from one judge: a report names one, and an
 * average over two is no measurement of either.
 */
export class StageIdentities {
  readonly #stage: JudgeStage;
  #identity: TextIdentity | undefined;

  constructor(stage: JudgeStage) {
    this.#stage = stage;
  }

  /** Throws `judge-identity-changed` when another judge answered before. */
  add(identity: TextIdentity): void {
    this.#identity ??= identity;
    const [expected, found] = [this.#identity, identity].map(
      ({ cli, cliVersion, model }) => `${cli} ${cliVersion} (${model})`,
    ) as [string, string];
    if (expected !== found) throw promptedError("judge-identity-changed", { expected, found });
  }

  /** `undefined` before the first answer. */
  get(): StageIdentity | undefined {
    return this.#identity === undefined
      ? undefined
      : { ...this.#identity, version: PROMPT_VERSIONS[this.#stage] };
  }
}
