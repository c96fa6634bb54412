import { type Facts, GradableError, plainText } from "@gradable/contract";

interface JudgeErrorText {
  /** True: an answer came and cannot be used. False: none came. */
  readonly evaluator: boolean;
  readonly owner: "judge" | "environment" | "gradable";
  readonly message: string;
  readonly hint: string;
}

/** Every failure of a judge by its code; texts name the facts in braces. Adapters add theirs here. */
const JUDGE_ERRORS = {
  "judge-cancelled": {
    evaluator: false,
    owner: "environment",
    message: "The judge was stopped before it answered.",
    hint: "Run again; nothing of this trial was kept.",
  },
  "judge-crashed": {
    evaluator: false,
    owner: "gradable",
    message: "The judge failed on a task: {reason}.",
    hint: "This is a defect of ours: report it with the surface that shows it (--save-surface).",
  },
} as const satisfies Record<string, JudgeErrorText>;
export type JudgeErrorCode = keyof typeof JUDGE_ERRORS;

/** What {@link JudgeError} is made of when its code is not in the table (an adapter's own). */
export interface JudgeErrorInit {
  readonly code: string;
  readonly evaluator: boolean;
  readonly owner?: "judge" | "environment" | "gradable";
  readonly message: string;
  readonly hint?: string;
  readonly facts?: Facts;
  readonly cause?: unknown;
}

/**
 * A judge did not give a usable answer. `evaluator` true: it answered, and the answer is unusable (an evaluator error);
 * false: no answer came. Never counted as a wrong answer. Which question it was about is for whoever asked to say.
 */
export class JudgeError extends GradableError {
  readonly evaluator: boolean;

  constructor(init: JudgeErrorInit) {
    super({
      code: init.code,
      owner: init.owner ?? "judge",
      message: init.message,
      ...(init.hint === undefined ? {} : { hint: init.hint }),
      ...(init.facts === undefined ? {} : { facts: init.facts }),
      ...(init.cause === undefined ? {} : { cause: init.cause }),
    });
    this.evaluator = init.evaluator;
  }
}

/** The error of a code in {@link JUDGE_ERRORS}, with its facts put into the text. */
export function judgeError(code: JudgeErrorCode, facts: Facts = {}, cause?: unknown): JudgeError {
  const { evaluator, owner, message, hint } = JUDGE_ERRORS[code];
  const text = message.replace(/\{(\w+)\}/g, (_, fact: string) => plainText(facts[fact] ?? "unknown"));
  return new JudgeError({
    code,
    evaluator,
    owner,
    message: text,
    hint,
    facts,
    ...(cause === undefined ? {} : { cause }),
  });
}
