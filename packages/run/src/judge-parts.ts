import type { Analyst } from "@gradable/analyze";
import type { Selector } from "@gradable/judge";
import type { TaskGenerator } from "@gradable/tasks";

/** The parts of a judge that a scan asks: which tasks, which call, and what is wrong with the descriptions. */
export interface JudgeParts {
  readonly generator: TaskGenerator;
  readonly selector: Selector;
  readonly analyst: Analyst;
  /** Told how many selections will be asked for, and below zero where fewer will come; for the time to go. */
  readonly announce?: (questions: number) => void;
}
