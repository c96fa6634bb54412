import type { JudgeStage } from "@gradable/contract";
import { passedOn } from "./limited-model.js";
import { priceUsd, type Rates } from "./price.js";
import { addUsage, type ReportedUsage, type TextModel } from "./text-model.js";

/** Where a judge's work stands, after each answer, failure and pause. */
export interface JudgeProgress {
  /** The question that has just moved. */
  readonly stage: JudgeStage | null;
  readonly calls: {
    /** Answered now by the model, repairs included. */
    readonly answered: number;
    /** Answered from the cache. */
    readonly cached: number;
    readonly failed: number;
    /** Pauses after "later" from the provider. */
    readonly retries: number;
    /** All that will be asked as far as is known, `null` when nothing was announced. */
    readonly expected: number | null;
  };
  /** As reported, over the calls answered now. */
  readonly usage: ReportedUsage;
  /** Dollars for them: at the user's rates, else as the program reports it; `null` when neither is known. */
  readonly costUsd: number | null;
  /** Time to go in ms by the mean call so far; `null` before there is one, or when nothing was announced. */
  readonly etaMs: number | null;
  /** How long nothing will be asked, on the provider's word. */
  readonly pauseMs?: number;
}

/** Counts a judge's calls and tells of them. */
export class ProgressMeter {
  readonly #concurrency: number;
  readonly #rates: Rates | undefined;
  readonly #tell: (progress: JudgeProgress) => void;
  #answered = 0;
  #cached = 0;
  #failed = 0;
  #retries = 0;
  #expected: number | null = null;
  #usage: ReportedUsage = {};
  #spentMs = 0;
  #stage: JudgeStage | null = null;

  constructor(options: {
    concurrency: number;
    rates?: Rates | undefined;
    tell: (progress: JudgeProgress) => void;
  }) {
    this.#concurrency = Math.max(1, options.concurrency);
    this.#rates = options.rates;
    this.#tell = options.tell;
  }

  /** Announces questions still to come; called again as more become known, below zero where fewer will come. */
  expect(calls: number): void {
    this.#expected = (this.#expected ?? 0) + calls;
  }

  paused(pauseMs: number): void {
    this.#retries++;
    this.#tell({ ...this.progress(), pauseMs });
  }

  /** The model with its answers and failures counted. */
  metered(model: TextModel): TextModel {
    return {
      ...passedOn(model),
      ask: async (request) => {
        try {
          const answer = await model.ask(request);
          if (answer.cached) this.#cached++;
          else {
            this.#answered++;
            this.#spentMs += answer.durationMs;
            this.#usage = addUsage(this.#usage, answer.usage) ?? {};
          }
          return answer;
        } catch (error) {
          this.#failed++;
          throw error;
        } finally {
          this.#stage = request.stage ?? this.#stage;
          this.#tell(this.progress());
        }
      },
    };
  }

  progress(): JudgeProgress {
    const done = this.#answered + this.#cached + this.#failed;
    const left = this.#expected === null ? null : Math.max(0, this.#expected - done);
    const perCallMs = this.#answered === 0 ? null : this.#spentMs / this.#answered;
    return {
      stage: this.#stage,
      calls: {
        answered: this.#answered,
        cached: this.#cached,
        failed: this.#failed,
        retries: this.#retries,
        // A repair is a call nobody announced.
        expected: this.#expected === null ? null : Math.max(this.#expected, done),
      },
      usage: this.#usage,
      costUsd: this.#rates === undefined ? (this.#usage.costUsd ?? null) : priceUsd(this.#usage, this.#rates),
      etaMs: left === null || perCallMs === null ? null : Math.ceil(left / this.#concurrency) * perCallMs,
    };
  }
}
