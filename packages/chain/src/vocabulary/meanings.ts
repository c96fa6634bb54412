import { DECISION_LABEL_VOCABULARIES, DECISION_LABELS, type DecisionVocabularyName } from "./labels.js";

type Member<Name extends DecisionVocabularyName> = (typeof DECISION_LABEL_VOCABULARIES)[Name][number];

/**
 * What each member means, in one sentence, by vocabulary. A label is what a surface shows; a meaning is what the
 * reference page and `explain` add for a reader who meets the member for the first time.
 */
export const DECISION_MEANINGS: Readonly<{
  [Name in DecisionVocabularyName]: Readonly<Record<Member<Name>, string>>;
}> = Object.freeze({
  stages: {
    connection: "The first stage: reaching the server and initializing a session.",
    discovery: "Listing what the server offers, with names, descriptions and schemas that can be used.",
    selection: "The model's choice of a tool, compared with what the case expects.",
    call: "The arguments of the call, and whether the call produced any result.",
    response: "What the server answered, and whether it was an answer the model could use.",
    userValue: "The last stage: whether the person who asked got what they asked for.",
  },
  stageStates: {
    passed: "Evidence was inspected and was good. A verdict.",
    failed: "Evidence was inspected and was bad. A verdict.",
    notReached:
      "Position only: an earlier stage failed and this one decided nothing itself. Not a verdict, and not a pass.",
    notMeasured: "The stage applies and nothing captured can decide it. Not a verdict, and not a pass.",
    notApplicable: "Nothing in the authored case can be decided here. Not a verdict, and not a pass.",
  },
  failureCategories: {
    setup: "The harness, the environment, our own network or the model provider stopped the test.",
    metadata: "Names, descriptions or schemas led the model astray, or the author graded the catalog itself.",
    selection: "The wrong tool was called, or none.",
    arguments: "The right tool was called with arguments that do not fit.",
    serverData: "An answer came back, and it was unusable.",
    userValue: "Everything mechanical worked, and the request was not served.",
    evaluator: "The grader broke, so nothing is known about the server. Never merged into another bucket.",
  },
  stageReasons: {
    noSpanChannel: "Read from old rows only: the run had no way to record this stage. We never produce it.",
    noEvidenceCaptured: "The run could have recorded something here, and recorded nothing that counts.",
    matchVerdictUnavailable:
      "Calls were made beyond the expected ones, or nothing compares the calls against an expectation.",
    traceAbsent: "There is no trace to look at.",
    executorEmitsNoSpans: "There is a trace, from an executor that never records spans.",
    blockedByPolicy: "A rule of ours kept the trial from running. The server was not tested.",
    evaluatorError: "What grades this stage broke. The stage itself may have been fine.",
    providerError: "The model's provider failed, so what did not happen here proves nothing.",
    setupAborted: "The trial broke off on our side before the test began.",
    connectFailed:
      "The reason of a failed connection: the failure is on the server's side and our own network was shown to work.",
    toolsListFailed:
      "The reason of a failed discovery: the server was reached, and listing its tools failed.",
    egressUnverified: "The connection or the listing failed, and nothing shows that the server is at fault.",
    lifecycleStopped: "The trial was cancelled, skipped or ran out of time.",
    notAuthored: "The case asks for nothing that this stage could decide.",
    earlierStageFailed: "A stage before this one failed, and this one left no evidence of its own.",
    missingToolCall: "The case expects a call that was not made.",
    unexpectedToolCall: "A call was made that the case does not tolerate there.",
    argumentMismatch: "A call was made with arguments the case or a check refuses.",
    toolError: "The server answered the call with an error of its own.",
    protocolError: "The call ended in a protocol error, without an answer.",
    renderFailed: "A widget the case expects did not render.",
    predicateFailed: "A gating check filed at this stage failed. Its own reason is quoted beside it.",
    observed: "The stage's own evidence was inspected and was good.",
    impliedByLaterEvidence:
      "Nothing recorded this stage itself, and what came after could not have happened without it.",
    judgeObserved: "No check decided user value, and the LLM judge passed it.",
    judgePartial: "No check decided user value, and the LLM judge found it partly served.",
    judgeFailed: "No check decided user value, and the LLM judge found it not served.",
    judgePending: "No check decided user value, and the LLM judge has not answered yet.",
    judgeNotRequested: "No check decided user value, and no LLM judge was asked.",
  },
  verdictDecisionReasons: {
    configuredTrialsNotAttempted:
      "Validity: the suite asks for every configured trial, and some were not attempted.",
    noGradeableTrials: "Validity: the suite asks for every configured trial, and none could be graded.",
    eligibleTrialsBelowMinimum:
      "Validity: the suite names a floor of gradeable trials, and the run is below it.",
    completionRateBelowMinimum: "Validity: completed / attempted trials is below the floor.",
    completionRateNotMeasured: "Validity: 0 attempted trials satisfy no floor.",
    evaluatorErrorRateAboveMaximum: "Validity: evaluator errors / attempted trials is above the ceiling.",
    evaluatorErrorRateNotMeasured: "Validity: 0 attempted trials satisfy no ceiling.",
    caseHasNoEligibleTrials: "Validity: at least one case has no gradeable trial, whatever its threshold.",
    casePassRateMetThreshold:
      "Task, on case rows only: passed / gradeable trials is at or above the threshold.",
    casePassRateBelowThreshold: "Task: passed / gradeable trials of a case is below its threshold.",
    allMeasuredCasesMetThreshold: "Task, on the run only: no case failed.",
  },
  stageReasonGroups: {
    nothingMeasured: "Mostly reasons of unmeasured rows; two of them are reasons of failed ones.",
    stageDoesNotApply: "The reason of every row that does not apply.",
    position: "The reason of every row that was not reached.",
    measuredFailure: "Reasons of failed rows.",
    measuredPass: "Reasons of passed rows.",
    advisoryJudge: "Reasons that rest on an LLM judge, which only fills a silence.",
  },
  iterationStatuses: {
    pending: "The trial has not started.",
    running: "The trial has started and not finished.",
    completed: "The trial ran to its end. This says nothing about its verdict.",
    failed: "The trial's execution broke off. This says nothing about its verdict.",
    cancelled: "The trial was stopped after it started, and leaves every denominator.",
    timed_out: "The trial did not finish within its time.",
    setup_failed: "Our own setup failed before the trial began.",
    skipped: "The trial was deliberately not run.",
  },
  runDecisionVerdicts: {
    passed: "The run was decided, and it is good.",
    failed: "The run was decided, and it is bad.",
    inconclusive: "The validity phase ran and declined to judge. This is a decision.",
    notEstablished: "No decision exists. Never report it as a regression.",
  },
  runDecisionVerdictSources: {
    policyV2: "The run's own decision under verdict policy v2.",
    legacy: "The stored result of a run from before verdict policy v2.",
    none: "Nothing: the run has no verdict.",
  },
  runDecisionUndecidedReasons: {
    runNotTerminal: "The run is still going.",
    runStatusNotAVerdict: "A legacy run that was cancelled, timed out or failed.",
    runResultNotAVerdict: "A legacy run that completed without a result of passed or failed.",
    verdictSummaryUnavailable: "The stored decision is missing or does not validate, and is not partly read.",
  },
  trialExclusionReasons: {
    notTerminal: "Pending, running, or configured and never reported.",
    skipped: "Deliberately not run.",
    setupFailed: "Our own setup failed.",
    cancelled: "Stopped after it started; not attempted either.",
    timedOut: "Attempted, and out of time.",
    executionFailed: "Attempted, and broken off.",
    evaluatorError: "Completed, and the evaluator failed.",
  },
  measurementUnits: {
    caseVariant: "One case under one provider and model. Its repetitions are trials inside it.",
    trial: "One iteration of one case.",
  },
  rateStates: {
    measured: "The rate is numerator / denominator, unrounded.",
    notMeasured: "The denominator is 0. The rate is neither 0 % nor 100 %.",
  },
  chainStatuses: {
    verified: "The stored rows validate. Only these carry stages, a first failed stage and a category.",
    unverified: "Rows were stored and do not validate. Only their version is shown.",
    absent: "No rows were stored.",
  },
  stageExclusionClasses: {
    lifecycle: "The trial did not end in a comparable way, or its evaluator failed.",
    integrity:
      "A chain or a measurement is missing, unverified or refused. Not 0 means a defect on our side.",
    version: "A newer analyzer or schema wrote the trial. Never coerced.",
    notApplicable: "The stage does not apply to the trial.",
    reachUnknown: "Nothing captured tells whether the trial got there. Not a drop-off.",
    notMeasured: "The trial got there, and nothing decided the stage.",
  },
  excludedTrialDetails: {
    notTerminal: "Lifecycle: pending or running.",
    skipped: "Lifecycle: skipped.",
    cancelled: "Lifecycle: cancelled.",
    setupFailed: "Lifecycle: setup failed.",
    timedOut: "Lifecycle: timed out.",
    executionFailed: "Lifecycle: a status outside the vocabulary.",
    evaluatorError: "Lifecycle: the evaluator failed.",
    chainMissing: "Integrity: no stage rows.",
    chainUnverified: "Integrity: stage rows without a confirmation that they were verified.",
    chainVersionAhead: "Version: the analyzer is newer than this reader.",
    measurementsMissing: "Integrity: no measurements.",
    measurementsInvalid: "Integrity: measurements without a confirmation that they were verified.",
    measurementsVersionAhead: "Version: the measurement schema is newer than this reader.",
    analyzerMismatch: "Integrity: the rows and the measurements name different analyzers.",
  },
  stageParityBlockers: {
    missingRunGroup: "Absent identities share nothing, so two absent run groups are not one.",
    differentRunGroup: "The runs were not grouped to be compared with each other.",
    missingConfigIdentity: "Without a configuration revision nobody can say that the configurations agree.",
    differentConfigIdentity: "The runs were configured differently.",
    missingCaseSetIdentity: "Without a case-set fingerprint nobody can say that the cases agree.",
    differentCaseSetIdentity: "The runs measured different cases.",
    differentAnalyzerVersion: "The stages mean different things.",
    differentMeasurementsVersion: "Reach and latency mean different things.",
    differentMeasurementUnit: "The counts count different things.",
    mixedSourceVersions: "A row over several versions is comparable to nothing, itself included.",
    provisional: "A judge pass is outstanding, and it can move the counts.",
  },
  materializationStates: {
    provisional: "At least one applicable judge pass is outstanding; the row is rebuilt after it.",
    final: "Every applicable judge pass is done.",
  },
  sliceDimensions: {
    overall: "Every trial of the run; always there, also for a run without trials.",
    intent: "The trials of one intent; those without a label are a slice of their own.",
    model: "The trials of one provider and model.",
    host: "The trials of one host.",
  },
  stageReach: {
    reached: "The trial got to the stage, whatever came of it.",
    notReached: "An earlier stage failed and this one left no evidence.",
    unknown: "Nothing captured tells. Left out of the reach rate, and not a drop-off.",
    notApplicable: "The stage does not apply to the trial.",
  },
  setupPhases: {
    connection: "Connecting and initializing, once per run.",
    discovery: "Listing the tools, once per run.",
  },
  frictionSignalKinds: {
    identifierSurfacedUnused:
      "Identifier-shaped values came back, and none of at least two later calls carried one.",
    searchRepeatedAfterIdentifier:
      "The tool that had surfaced identifiers was called again, with another question and without one of them.",
    identicalRetry: "Two calls in a row of one tool with byte-equal canonical arguments.",
    changedRetry: "Two calls in a row of one tool with other arguments.",
    paginationContinuation: "Two calls in a row of one tool that differ in pagination keys only.",
  },
  frictionNotMeasuredReasons: {
    noToolCalls: "The trial made no call, so there is nothing to look at.",
    resultsUnavailable:
      "At least one result was not kept, so nobody knows what a later call could have used.",
    orderingUnknown: "Some calls are placed by message and some by time, or some not at all.",
    evidenceIncomplete: "The producer knows of a gap, or the arguments of a call cannot be read canonically.",
    truncated: "The trial made more than 200 calls.",
  },
  frictionOrderings: {
    messageOrder: "The call's result has no times; its place among the messages counts.",
    timed: "The call's result has both times; only they count.",
    unknown: "The call has no kept result.",
  },
  paginationArgKeys: {
    cursor: "An argument that continues a listing.",
    nextCursor: "An argument that continues a listing.",
    page: "An argument that continues a listing.",
    pageToken: "An argument that continues a listing.",
    offset: "An argument that continues a listing.",
    after: "An argument that continues a listing.",
    before: "An argument that continues a listing.",
    start: "An argument that continues a listing.",
    limit: "An argument that continues a listing.",
  },
  suspectedConditions: {
    unclear: "The judge could name no condition. This is not the same as no problem.",
    idBuriedInPayload: "The identifier a later call needs sits deep in the response.",
    idNameCollision: "Two identifiers share a name, so the name does not tell which one is meant.",
    missingQueryEcho: "The response does not restate the request it answers.",
    silentTruncation: "The response was cut short and does not say so.",
    ambiguousErrorSemantics: "The error does not tell whether another attempt makes sense.",
    missingUnits: "A number comes without its unit.",
    responseWasClear: "An honest negative: what the server sent does not explain the pattern.",
    descriptionMisleading: "The text of a tool sent the model elsewhere.",
  },
  suspectedConditionConfidences: {
    low: "Stored with the condition unclear only.",
    medium: "A named condition may carry it.",
    high: "A named condition may carry it.",
  },
  suspectedConditionVerdictStatuses: {
    scored: "The judge answered, and the answer has a condition.",
    skipped: "The judge was not asked. There is no condition, not even unclear.",
    error: "The judge's answer could not be used. There is no condition, not even unclear.",
  },
  suspectedConditionSkipReasons: {
    spendBlocked: "Asking the judge would have gone over a spending limit.",
    traceIncomplete: "The judge would have seen a trace with holes.",
    noEvidence: "There was nothing to show.",
    cap: "Enough trials of this run had been judged.",
  },
});

/** One member, explained. */
export interface MemberExplanation {
  readonly vocabulary: DecisionVocabularyName;
  readonly value: string;
  readonly label: string;
  readonly meaning: string;
}

/** The places a wire value is a member of, each with its label and meaning. Empty for a value no vocabulary knows. */
export function explainMember(value: string): MemberExplanation[] {
  return (Object.keys(DECISION_LABEL_VOCABULARIES) as DecisionVocabularyName[]).flatMap((vocabulary) => {
    const members: readonly string[] = DECISION_LABEL_VOCABULARIES[vocabulary];
    const meanings: Readonly<Record<string, string>> = DECISION_MEANINGS[vocabulary];
    const label = DECISION_LABELS[vocabulary][value];
    const meaning = meanings[value];
    if (!members.includes(value) || label === undefined || meaning === undefined) return [];
    return [{ vocabulary, value, label, meaning }];
  });
}
