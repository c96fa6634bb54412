/** What this package refuses, by code. Every refusal is about the data handed in, so its owner is the producer. */
const messages = {
  emptyDecision: (facts: Facts) =>
    `A decision needs at least one case, and ${facts.count} were given. Pass every configured case of the run, those without trials included.`,
  tooManyRows: (facts: Facts) =>
    `${facts.count} case rows were given; one decision holds at most ${facts.limit}. Split the run.`,
  tooManyCases: (facts: Facts) =>
    `${facts.count} distinct cases were given; one suite holds at most ${facts.limit}. Split the suite.`,
  duplicateCase: (facts: Facts) =>
    `Case ${quote(facts.caseId)} is listed twice for the same provider and model. Give each variant one row.`,
  mixedVariants: (facts: Facts) =>
    `Case ${quote(facts.caseId)} has rows with and without a provider and model. Name the variant on all of its rows or on none.`,
  invalidCaseId: (facts: Facts) =>
    `Case id ${quote(facts.caseId)} is not an opaque id. Use 1 to 128 characters of A-Z a-z 0-9 _ -.`,
  invalidVariant: (facts: Facts) =>
    `The variant of case ${quote(facts.caseId)} is malformed: ${facts.problem}. Give a model and, optionally, a provider.`,
  invalidPolicy: (facts: Facts) =>
    `The validity policy is malformed: ${facts.problem}. Rates are fractions from 0 to 1, floors are whole numbers of at least 1.`,
  invalidConfiguredTrials: (facts: Facts) =>
    `Case ${quote(facts.caseId)} configures ${quote(facts.value)} trials; expected a whole number from 1 to ${facts.limit}.`,
  invalidThreshold: (facts: Facts) =>
    `The pass threshold of case ${quote(facts.caseId)} is ${quote(facts.value)}; expected a fraction from 0 to 1, never a percentage.`,
  tooManyTrials: (facts: Facts) =>
    `Case ${quote(facts.caseId)} reports ${facts.count} trials and configures ${facts.limit}. Report each trial once.`,
  unknownStatus: (facts: Facts) =>
    `A trial of case ${quote(facts.caseId)} has the unknown status ${quote(facts.value)}. Use one of the iteration statuses.`,
  unknownTaskVerdict: (facts: Facts) =>
    `A trial of case ${quote(facts.caseId)} has the task verdict ${quote(facts.value)}; expected passed or failed.`,
  undecidedTrial: (facts: Facts) =>
    `A completed trial of case ${quote(facts.caseId)} carries neither a task verdict nor an evaluator error. Record which of the two happened.`,
  undecidedResult: (facts: Facts) =>
    `A completed trial has the result ${quote(facts.value)}, which is neither a task verdict nor an evaluator error. Record passed, failed or the evaluator error.`,
  invalidDecision: (facts: Facts) =>
    `The computed decision does not validate: ${facts.problem}. This is a defect of this package; please report it.`,
  invalidCallRecords: (facts: Facts) =>
    `The call records do not describe one call array: ${facts.problem}. Build them with buildFrictionCallRecords.`,
} as const;

type Facts = Readonly<Record<string, unknown>>;

/** The code of one refusal. */
export type ChainErrorCode = keyof typeof messages;

/**
 * Malformed evidence or policy, refused rather than counted.
 *
 * A caller turns it into a run without a readable decision (`verdictSummaryUnavailable`), never into a verdict.
 * `facts` holds the values the message quotes; `owner` says whose data was refused.
 */
export class ChainError extends Error {
  readonly code: ChainErrorCode;
  readonly facts: Facts;
  readonly owner: "producer" | "gradable";

  constructor(code: ChainErrorCode, facts: Facts = {}) {
    super(messages[code](facts));
    this.name = "ChainError";
    this.code = code;
    this.facts = facts;
    this.owner = code === "invalidDecision" ? "gradable" : "producer";
  }
}

/** At most this much of a quoted value: the rest adds nothing to a message. */
const maxQuotedChars = 80;

function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? value : String(value));
  return text.length > maxQuotedChars ? `${text.slice(0, maxQuotedChars)}…` : text;
}
