import { column, vocabulary } from "./vocabulary.js";

// Wire values, order and labels of the categories: spec §1.4. The labels of the iteration statuses are ours.

/**
 * The bucket a trial without a good outcome is counted under. A bucket is not a cause, and `evaluator` is never
 * merged into another one: a broken grader says nothing about the server.
 */
export const CATEGORIES = vocabulary({
  setup: {
    label: "setup",
    meaning: "The harness, the environment, our own network or the model provider stopped the test.",
    nextAction: "check the server connection and environment configuration",
  },
  metadata: {
    label: "tool metadata",
    meaning: "Names, descriptions or schemas led the model astray, or the author graded the catalog itself.",
    nextAction: "review the tool metadata and descriptions in the server catalog",
  },
  selection: {
    label: "tool selection",
    meaning: "The wrong tool was called, or none.",
    nextAction: "review tool selection and the tool catalog",
  },
  arguments: {
    label: "call arguments",
    meaning: "The right tool was called with arguments that do not fit.",
    nextAction: "review the authored arguments against the tool input schema",
  },
  serverData: {
    label: "server data",
    meaning: "An answer came back, and it was unusable.",
    nextAction: "inspect the tool response returned by the server",
  },
  userValue: {
    label: "user value",
    meaning: "Everything mechanical worked, and the request was not served.",
    nextAction: "review whether the response answered the user's goal",
  },
  evaluator: {
    label: "evaluator",
    meaning: "The grader broke, so nothing is known about the server. Never merged into another bucket.",
    nextAction: "check the evaluator configuration; the case was not graded",
  },
});
export const FAILURE_CATEGORIES = CATEGORIES.members;
/** One failure category. */
export type FailureCategory = (typeof FAILURE_CATEGORIES)[number];
/** Accepts exactly the seven failure categories. */
export const failureCategorySchema = CATEGORIES.schema;
/** True for one of the seven failure categories. */
export const isFailureCategory = CATEGORIES.is;
/** The bucket a trial without a good outcome is counted under. */
export const FAILURE_CATEGORY_LABELS = CATEGORIES.labels;
/** Who should look next, per bucket. It names a place to look, not a change to make. */
export const NEXT_ACTION_BY_FAILURE_CATEGORY = column(CATEGORIES.entries, "nextAction");

/** What is next when no bucket was established (our sentence: the contract fixes none). */
export const DECISION_SUMMARY_FALLBACK_NEXT_ACTION =
  "open this trial's trace; nothing recorded says who should look next";

/**
 * The lifecycle of one trial. Orthogonal to its verdict: `failed` speaks about execution, `setup_failed` about us,
 * `skipped` was deliberately not run, `cancelled` was stopped after it started.
 */
export const STATUSES = vocabulary({
  pending: {
    label: "waiting to run",
    meaning: "The trial has not started.",
  },
  running: {
    label: "running",
    meaning: "The trial has started and not finished.",
  },
  completed: {
    label: "completed",
    meaning: "The trial ran to its end. This says nothing about its verdict.",
  },
  failed: {
    label: "broke off",
    meaning: "The trial's execution broke off. This says nothing about its verdict.",
  },
  cancelled: {
    label: "stopped after it started",
    meaning: "The trial was stopped after it started, and leaves every denominator.",
  },
  timed_out: {
    label: "ran out of time",
    meaning: "The trial did not finish within its time.",
  },
  setup_failed: {
    label: "its environment was never prepared",
    meaning: "Our own setup failed before the trial began.",
  },
  skipped: {
    label: "deliberately not run",
    meaning: "The trial was deliberately not run.",
  },
});
export const ITERATION_STATUSES = STATUSES.members;
/** One iteration status. */
export type IterationStatus = (typeof ITERATION_STATUSES)[number];
/** Accepts exactly the eight iteration statuses. */
export const iterationStatusSchema = STATUSES.schema;
/** True for one of the eight iteration statuses. */
export const isIterationStatus = STATUSES.is;
