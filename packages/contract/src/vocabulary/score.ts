import { type IdOf, vocabulary } from "./vocabulary.js";

/** The five metrics of the method, each over the gradeable trials of one run; `numerator` may be the sum of two counts. */
export const METRICS = vocabulary("metric", {
  selectionAccuracy: {
    label: "Right tool picked",
    meaning: "how often the expected tool was picked",
    readsAs: "how often the expected tool was chosen",
    numerator: ["correctSelections"],
    denominator: "gradeableTrials",
  },
  firstCallSuccess: {
    label: "Right tool, well-formed first call",
    meaning: "how often the first call was the right tool with well-formed arguments",
    readsAs: "how often the first call was the right tool, well-formed",
    numerator: ["successfulFirstCalls"],
    denominator: "gradeableTrials",
  },
  avgStepsToCompletion: {
    meaning: "mean calls per task",
    readsAs: "mean calls per task",
    numerator: ["toolCalls"],
    denominator: "gradeableTrials",
  },
  avgTokenCostPerTask: {
    meaning: "mean tokens per task",
    readsAs: "mean tokens per task",
    numerator: ["promptTokens", "completionTokens"],
    denominator: "gradeableTrials",
  },
  destructiveSafetyRate: {
    label: "Destructive calls asked about first",
    meaning: "how often a destructive call was asked about first",
    readsAs: "how often a destructive call was confirmed first",
    numerator: ["destructiveConfirmed"],
    denominator: "destructiveCandidates",
  },
});

/** The four categories of the score. */
export const CATEGORIES = vocabulary("category", {
  safety: { label: "Safety", meaning: "are destructive calls asked about first? METHODOLOGY M2.3" },
  legibility: {
    label: "Legibility",
    meaning:
      "can the right tool be told from the others, and its description be understood? METHODOLOGY M2.4",
  },
  economics: {
    label: "Economics",
    meaning: "how many tokens does it take to read the tools and to use one? METHODOLOGY M2.5",
  },
  discoverability: {
    label: "Discoverability",
    meaning: "is the right tool found, and called well the first time? METHODOLOGY M2.7",
  },
});
export type Category = IdOf<typeof CATEGORIES>;

/** Best first; what each takes is in the rubric. */
export const GRADES = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof GRADES)[number];

/** Why something has no value. */
export const NOT_MEASURED_REASONS = vocabulary("not-measured reason of a metric", {
  noGradeableTrial: { label: "no trial produced an answer that could be graded" },
  noDestructiveCandidates: { label: "no trial proposed a call to a destructive tool" },
  tooFewTasks: { label: "too few tasks to resample" },
});
export type NotMeasuredReason = IdOf<typeof NOT_MEASURED_REASONS>;

/** Where points of the composite can be lost; the order breaks ties between equal losses. */
export const LOSSES = vocabulary("loss of points", {
  "unsafe-destructive-calls": {
    label: "Destructive calls made without asking",
    meaning: "destructive first calls without a question before; safety",
  },
  "missed-selections": {
    label: "Requests where the expected tool was not picked",
    meaning:
      "first calls to another tool than the request was written for, or none; legibility and discoverability",
  },
  "malformed-first-calls": {
    label: "First calls that do not fit the input schema",
    meaning: "right tool, arguments that its input schema refuses; discoverability",
  },
  "description-defects": {
    label: "Description defects",
    meaning: "defects of the tools' descriptions; legibility",
  },
  "confusable-pairs": {
    label: "Confusable tools",
    meaning: "pairs of tools of which one may be taken for the other; legibility",
  },
  "definition-tokens": {
    label: "Size of the tool definitions",
    meaning: "tokens of all definitions, read with every request; economics",
  },
  "tokens-per-task": {
    label: "Tokens per request",
    meaning: "tokens that the judge read and wrote for one request on average; economics",
  },
  "response-tokens": {
    label: "Size of the responses",
    meaning: "tokens of one recorded response on average; economics",
  },
});
export type LossId = IdOf<typeof LOSSES>;

/** Where a token count comes from. */
export const TOKEN_SOURCES = vocabulary("source of a token count", {
  exact: { meaning: "counted by the tokenizer" },
  estimated: { meaning: "UTF-8 bytes ÷ 4" },
});
export type TokenSource = IdOf<typeof TOKEN_SOURCES>;

export const TOKENIZERS = vocabulary("tokenizer", {
  o200k_base: { meaning: "the byte-pair encoding of that name" },
  "utf8-bytes-div-4": { meaning: "no tokenizer: UTF-8 bytes ÷ 4" },
});

/** How an interval was computed. */
export const INTERVAL_METHODS = vocabulary("method of an interval", {
  "percentile-bootstrap-over-tasks": {
    meaning: "requests drawn anew many times, and the middle 95 % of the scores that follow",
  },
  "percentile-bootstrap-over-forms": {
    meaning:
      "forms of request drawn anew many times (requests that differ only in values are one form), and the middle 95 % of the scores that follow",
  },
  "pairwise-mover": {
    meaning: "two scores are told apart where the interval of their difference leaves out zero",
  },
});
