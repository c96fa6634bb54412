import {
  defineErrors,
  type ErrorEntry,
  type Facts,
  GradableError,
  type GradableErrorInit,
} from "@gradable/contract";

/** A failure of a judge. */
export interface JudgeErrorEntry extends ErrorEntry {
  /** True: an answer came and cannot be used. False: none came. */
  readonly evaluator: boolean;
  /**
   * Whose failure: the judge's side (program, provider, reply), the surroundings (install, login, network, limits), or
   * ours.
   */
  readonly owner: "judge" | "environment" | "gradable";
}

/** Every failure that any judge can have; adapters have their own. */
const JUDGE_ERRORS = defineErrors({
  "judge-cancelled": {
    evaluator: false,
    owner: "environment",
    message: "The judge was stopped before it answered.",
    hint: "Run again; nothing of this trial was kept.",
  },
  "judge-undecided": {
    evaluator: true,
    owner: "judge",
    message: "The built-in judge can't tell which tool the request is for: {reason}.",
    hint: "Ask a language model instead: --judge-cli. The request counts for nothing here.",
  },
  "judge-unfilled": {
    evaluator: true,
    owner: "judge",
    message: "The built-in judge can't read the arguments of a call out of the request: {reason}.",
    hint: "Ask a language model instead: --judge-cli. The request counts for nothing here.",
  },
  "judge-crashed": {
    evaluator: false,
    owner: "gradable",
    message: "The judge failed on a task: {reason}.",
    hint: "This is a defect of ours: report it with the surface that shows it (--save-surface).",
  },
} satisfies Record<string, JudgeErrorEntry>);
export type JudgeErrorCode = keyof typeof JUDGE_ERRORS.table;

/** What {@link JudgeError} is made of. */
export interface JudgeErrorInit extends Omit<GradableErrorInit, "owner"> {
  readonly evaluator: boolean;
  readonly owner?: JudgeErrorEntry["owner"];
}

/**
 * A judge did not give a usable answer. `evaluator` true: it answered, and the answer is unusable (an evaluator error);
 * false: no answer came. Never counted as a wrong answer. Which question it was about is for whoever asked to say.
 */
export class JudgeError extends GradableError {
  readonly evaluator: boolean;

  constructor(init: JudgeErrorInit) {
    super({ owner: "judge", ...init });
    this.evaluator = init.evaluator;
  }
}

/** The error of a code in {@link JUDGE_ERRORS}, with its facts put into the text. */
export function judgeError(code: JudgeErrorCode, facts: Facts = {}, cause?: unknown): JudgeError {
  const { evaluator, owner } = JUDGE_ERRORS.table[code];
  return new JudgeError({ ...JUDGE_ERRORS.init(code, facts, { cause }), owner, evaluator });
}
