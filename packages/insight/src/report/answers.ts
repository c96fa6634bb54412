import { isUndecided, type Report } from "@gradable/contract";

/** How the trials of a baseline run were answered; the four add up to `configured`. */
export interface Answers {
  readonly configured: number;
  readonly graded: number;
  /** Of which the built-in judge said that it can't tell. */
  readonly undecided: number;
  /** With no answer, or with one that could not be read. */
  readonly failed: number;
}

/** Counts the answers of a report. */
export function answersOf({ runs }: Report): Answers {
  const { configuredTrials: configured, gradeableTrials: graded } = runs.baseline.counts;
  const undecided = runs.baseline.trials.filter(isUndecided).length;
  return { configured, graded, undecided, failed: configured - graded - undecided };
}
