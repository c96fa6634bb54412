import { column, vocabulary } from "./vocabulary.js";

// Wire values, order and labels of the reasons: spec §1.3. The labels of the groups are ours. A group is where a reason is printed:
// `connectFailed` and `toolsListFailed` stand with the unmeasured reasons and yet decide `failed` rows.

/** The groups the reasons are printed under, in order. A group says nothing about the state of the row. */
export const REASON_GROUPS = vocabulary({
  nothingMeasured: {
    label: "nothing could be measured",
    meaning: "Mostly reasons of unmeasured rows; two of them are reasons of failed ones.",
  },
  stageDoesNotApply: {
    label: "the stage does not apply",
    meaning: "The reason of every row that does not apply.",
  },
  position: {
    label: "position",
    meaning: "The reason of every row that was not reached.",
  },
  measuredFailure: {
    label: "measured failures",
    meaning: "Reasons of failed rows.",
  },
  measuredPass: {
    label: "measured passes",
    meaning: "Reasons of passed rows.",
  },
  advisoryJudge: {
    label: "advisory LLM judge",
    meaning: "Reasons that rest on an LLM judge, which only fills a silence.",
  },
});

/** Why a stage landed where it did: 29 members in the order of their groups. */
export const REASONS = vocabulary({
  noSpanChannel: {
    label: "this run captures no evidence channel for that stage",
    meaning: "Read from old rows only: the run had no way to record this stage. We never produce it.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  noEvidenceCaptured: {
    label: "nothing eligible for that stage was captured",
    meaning: "The run could have recorded something here, and recorded nothing that counts.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  matchVerdictUnavailable: {
    label:
      "extra tool calls were captured but the run did not report whether its match options tolerate them",
    meaning:
      "Calls were made beyond the expected ones, or nothing compares the calls against an expectation.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  traceAbsent: {
    label: "the iteration recorded no trace",
    meaning: "There is no trace to look at.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  executorEmitsNoSpans: {
    label: "the executor emitted no spans",
    meaning: "There is a trace, from an executor that never records spans.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  blockedByPolicy: {
    label: "a policy blocked the run before it could be measured",
    meaning: "A rule of ours kept the trial from running. The server was not tested.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  evaluatorError: {
    label: "the evaluator itself failed, so the run says nothing about the server",
    meaning: "What grades this stage broke. The stage itself may have been fine.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  providerError: {
    label: "the model provider failed the call, so this stage was never measured",
    meaning: "The model's provider failed, so what did not happen here proves nothing.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  setupAborted: {
    label: "the environment was never prepared, so the test never began",
    meaning: "The trial broke off on our side before the test began.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  connectFailed: {
    label: "the configured server was reached and initialize failed there",
    meaning:
      "The reason of a failed connection: the failure is on the server's side and our own network was shown to work.",
    group: "nothingMeasured",
    state: "failed",
  },
  toolsListFailed: {
    label: "initialize succeeded and listing tools failed",
    meaning: "The reason of a failed discovery: the server was reached, and listing its tools failed.",
    group: "nothingMeasured",
    state: "failed",
  },
  egressUnverified: {
    label: "the connection failed with no evidence that our own network egress works",
    meaning: "The connection or the listing failed, and nothing shows that the server is at fault.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  lifecycleStopped: {
    label: "the run was stopped mid-flight",
    meaning: "The trial was cancelled, skipped or ran out of time.",
    group: "nothingMeasured",
    state: "notMeasured",
  },
  notAuthored: {
    label: "the case asserts nothing this stage could decide",
    meaning: "The case asks for nothing that this stage could decide.",
    group: "stageDoesNotApply",
    state: "notApplicable",
  },
  earlierStageFailed: {
    label: "an earlier stage failed",
    meaning: "A stage before this one failed, and this one left no evidence of its own.",
    group: "position",
    state: "notReached",
  },
  missingToolCall: {
    label: "an expected tool call was never made",
    meaning: "The case expects a call that was not made.",
    group: "measuredFailure",
    state: "failed",
  },
  unexpectedToolCall: {
    label: "a tool call was made that the case did not expect",
    meaning: "A call was made that the case does not tolerate there.",
    group: "measuredFailure",
    state: "failed",
  },
  argumentMismatch: {
    label: "the call arguments did not match what the case expects",
    meaning: "A call was made with arguments the case or a check refuses.",
    group: "measuredFailure",
    state: "failed",
  },
  toolError: {
    label: "the server reported a tool error",
    meaning: "The server answered the call with an error of its own.",
    group: "measuredFailure",
    state: "failed",
  },
  protocolError: {
    label: "the call never produced a result",
    meaning: "The call ended in a protocol error, without an answer.",
    group: "measuredFailure",
    state: "failed",
  },
  renderFailed: {
    label: "the widget did not render",
    meaning: "A widget the case expects did not render.",
    group: "measuredFailure",
    state: "failed",
  },
  predicateFailed: {
    label: "a check on the result did not hold",
    meaning: "A gating check filed at this stage failed. Its own reason is quoted beside it.",
    group: "measuredFailure",
    state: "failed",
  },
  observed: {
    label: "the evidence was inspected and the stage held",
    meaning: "The stage's own evidence was inspected and was good.",
    group: "measuredPass",
    state: "passed",
  },
  impliedByLaterEvidence: {
    label: "a later stage's success implies it",
    meaning: "Nothing recorded this stage itself, and what came after could not have happened without it.",
    group: "measuredPass",
    state: "passed",
  },
  judgeObserved: {
    label: "the LLM judge scored at or above the threshold",
    meaning: "No check decided user value, and the LLM judge passed it.",
    group: "advisoryJudge",
    state: "passed",
  },
  judgePartial: {
    label: "the LLM judge scored inside the partial band — at or above the floor, below the threshold",
    meaning: "No check decided user value, and the LLM judge found it partly served.",
    group: "advisoryJudge",
    state: "failed",
  },
  judgeFailed: {
    label: "the LLM judge scored below the partial floor",
    meaning: "No check decided user value, and the LLM judge found it not served.",
    group: "advisoryJudge",
    state: "failed",
  },
  judgePending: {
    label: "an LLM judge verdict is owed and has not arrived",
    meaning: "No check decided user value, and the LLM judge has not answered yet.",
    group: "advisoryJudge",
    state: "notMeasured",
  },
  judgeNotRequested: {
    label: "no LLM judge verdict was ever owed",
    meaning: "No check decided user value, and no LLM judge was asked.",
    group: "advisoryJudge",
    state: "notMeasured",
  },
});
export const STAGE_REASONS = REASONS.members;
/** One stage reason. */
export type StageReason = (typeof STAGE_REASONS)[number];
/** Accepts exactly the 29 stage reasons. */
export const stageReasonSchema = REASONS.schema;
/** True for one of the 29 stage reasons. */
export const isStageReason = REASONS.is;
/** Why a stage landed where it did. Each label completes "…because ". */
export const STAGE_REASON_LABELS = REASONS.labels;
/** The group each reason is printed under. */
export const STAGE_REASON_GROUP = column(REASONS.entries, "group");
