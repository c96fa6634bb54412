import { describe, expect, it } from "vitest";
import { ABSENCES } from "../src/analytics/absence.js";
import { isLegalStageReason, LEGAL_STAGE_REASONS, stageResultRowSchema } from "../src/stages/derivation.js";
import * as analytics from "../src/vocabulary/analytics.js";
import * as condition from "../src/vocabulary/condition.js";
import * as decision from "../src/vocabulary/decision.js";
import {
  DECISION_LABEL_VOCABULARIES,
  DECISION_LABELS,
  DECISION_MEANINGS,
  type DecisionVocabularyName,
  explainMember,
} from "../src/vocabulary/explain.js";
import * as frictionWords from "../src/vocabulary/friction.js";
import * as reason from "../src/vocabulary/reason.js";
import * as stage from "../src/vocabulary/stage.js";
import * as trial from "../src/vocabulary/trial.js";
import * as verdict from "../src/vocabulary/verdict.js";

// Pins: members, their order and their labels, byte for byte, as the specification prints them. A red pin means that
// the contract changed: raise the version that depends on it and say so, never loosen the pin.

const stages: readonly (readonly string[])[] = [
  [
    "connection",
    "Connection",
    "Could the client reach the server and initialize a session?",
    "Session connected",
  ],
  [
    "discovery",
    "Discovery",
    "Did the client receive usable primitives and metadata?",
    "Tools and resources discovered",
  ],
  ["selection", "Selection", "Did the model choose the right tool for the request?", "Right tool selected"],
  ["call", "Tool call", "Was the call made with usable arguments?", "Valid call made"],
  ["response", "Response", "Did the server return data the model could use?", "Usable response returned"],
  ["userValue", "User value", "Was the user's actual request satisfied?", "Request satisfied"],
];
const states: readonly (readonly string[])[] = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["notReached", "never ran (an earlier stage failed)"],
  ["notMeasured", "not measured"],
  ["notApplicable", "not applicable to this case"],
];
const reasons: readonly (readonly string[])[] = [
  ["noSpanChannel", "this run captures no evidence channel for that stage"],
  ["noEvidenceCaptured", "nothing eligible for that stage was captured"],
  [
    "matchVerdictUnavailable",
    "extra tool calls were captured but the run did not report whether its match options tolerate them",
  ],
  ["traceAbsent", "the iteration recorded no trace"],
  ["executorEmitsNoSpans", "the executor emitted no spans"],
  ["blockedByPolicy", "a policy blocked the run before it could be measured"],
  ["evaluatorError", "the evaluator itself failed, so the run says nothing about the server"],
  ["providerError", "the model provider failed the call, so this stage was never measured"],
  ["setupAborted", "the environment was never prepared, so the test never began"],
  ["connectFailed", "the configured server was reached and initialize failed there"],
  ["toolsListFailed", "initialize succeeded and listing tools failed"],
  ["egressUnverified", "the connection failed with no evidence that our own network egress works"],
  ["lifecycleStopped", "the run was stopped mid-flight"],
  ["notAuthored", "the case asserts nothing this stage could decide"],
  ["earlierStageFailed", "an earlier stage failed"],
  ["missingToolCall", "an expected tool call was never made"],
  ["unexpectedToolCall", "a tool call was made that the case did not expect"],
  ["argumentMismatch", "the call arguments did not match what the case expects"],
  ["toolError", "the server reported a tool error"],
  ["protocolError", "the call never produced a result"],
  ["renderFailed", "the widget did not render"],
  ["predicateFailed", "a check on the result did not hold"],
  ["observed", "the evidence was inspected and the stage held"],
  ["impliedByLaterEvidence", "a later stage's success implies it"],
  ["judgeObserved", "the LLM judge scored at or above the threshold"],
  [
    "judgePartial",
    "the LLM judge scored inside the partial band — at or above the floor, below the threshold",
  ],
  ["judgeFailed", "the LLM judge scored below the partial floor"],
  ["judgePending", "an LLM judge verdict is owed and has not arrived"],
  ["judgeNotRequested", "no LLM judge verdict was ever owed"],
];
const categories: readonly (readonly string[])[] = [
  ["setup", "setup", "check the server connection and environment configuration"],
  ["metadata", "tool metadata", "review the tool metadata and descriptions in the server catalog"],
  ["selection", "tool selection", "review tool selection and the tool catalog"],
  ["arguments", "call arguments", "review the authored arguments against the tool input schema"],
  ["serverData", "server data", "inspect the tool response returned by the server"],
  ["userValue", "user value", "review whether the response answered the user's goal"],
  ["evaluator", "evaluator", "check the evaluator configuration; the case was not graded"],
];
const verdicts: readonly (readonly string[])[] = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["inconclusive", "inconclusive"],
  ["notEstablished", "no verdict established"],
];
const undecided: readonly (readonly string[])[] = [
  ["runNotTerminal", "the run has not finished yet"],
  [
    "runStatusNotAVerdict",
    "the run stopped before it finished, so its recorded counts describe a sample rather than the run",
  ],
  ["runResultNotAVerdict", "the run finished without recording a verdict"],
  [
    "verdictSummaryUnavailable",
    "the run was decided under verdict policy v2 and its decision could not be read",
  ],
];
const decisions: readonly (readonly string[])[] = [
  [
    "configuredTrialsNotAttempted",
    "some configured trial never ran, so the run does not cover what it was asked to",
  ],
  ["noGradeableTrials", "nothing in the run produced a gradeable verdict"],
  ["eligibleTrialsBelowMinimum", "fewer gradeable trials than the suite's validity floor requires"],
  ["completionRateBelowMinimum", "too few attempted trials completed to meet the suite's completion floor"],
  ["completionRateNotMeasured", "nothing was attempted, so the completion floor cannot be satisfied"],
  ["evaluatorErrorRateAboveMaximum", "the evaluator failed too often for this run to describe the server"],
  [
    "evaluatorErrorRateNotMeasured",
    "nothing was attempted, so the evaluator-error ceiling cannot be satisfied",
  ],
  ["caseHasNoEligibleTrials", "a case graded nothing at all"],
  ["casePassRateMetThreshold", "the case met its pass threshold"],
  ["casePassRateBelowThreshold", "a case did not meet its pass threshold"],
  ["allMeasuredCasesMetThreshold", "every measured case met its threshold"],
];
const friction: readonly (readonly string[])[] = [
  [
    "identifierSurfacedUnused",
    "Identifiers surfaced, none used later",
    "the first result may already have answered",
  ],
  ["searchRepeatedAfterIdentifier", "Same tool searched again after identifiers", "a query refinement"],
  ["identicalRetry", "Repeated with identical arguments", "recovery from a passing error"],
  ["changedRetry", "Same tool called again with changed arguments", "ordinary iteration"],
  ["paginationContinuation", "Pagination continued", "the result set was longer than a page"],
];
const frictionNotMeasured: readonly (readonly string[])[] = [
  ["noToolCalls", "no tool calls to look at"],
  ["resultsUnavailable", "tool results were not retained"],
  ["orderingUnknown", "the calls cannot be placed in a causal order"],
  ["evidenceIncomplete", "the evidence for this trial has a known hole"],
  ["truncated", "too many tool calls to measure"],
];
const conditions: readonly (readonly string[])[] = [
  ["unclear", "could not attribute"],
  ["idBuriedInPayload", "identifier buried in payload"],
  ["idNameCollision", "identifier name collision"],
  ["missingQueryEcho", "response does not echo the query"],
  ["silentTruncation", "response truncated without saying so"],
  ["ambiguousErrorSemantics", "error text does not say whether to retry"],
  ["missingUnits", "value has no stated unit"],
  ["responseWasClear", "the response was clear"],
  ["descriptionMisleading", "tool description points the wrong way"],
];
const legalReasons: Readonly<Record<stage.StageState, readonly reason.StageReason[]>> = {
  passed: ["observed", "impliedByLaterEvidence", "judgeObserved"],
  failed: [
    "connectFailed",
    "toolsListFailed",
    "missingToolCall",
    "unexpectedToolCall",
    "argumentMismatch",
    "toolError",
    "protocolError",
    "renderFailed",
    "predicateFailed",
    "judgePartial",
    "judgeFailed",
  ],
  notReached: ["earlierStageFailed"],
  notApplicable: ["notAuthored"],
  notMeasured: [
    "noSpanChannel",
    "noEvidenceCaptured",
    "matchVerdictUnavailable",
    "traceAbsent",
    "executorEmitsNoSpans",
    "blockedByPolicy",
    "evaluatorError",
    "providerError",
    "setupAborted",
    "egressUnverified",
    "lifecycleStopped",
    "judgePending",
    "judgeNotRequested",
  ],
};
const exclusionClasses = [
  "lifecycle",
  "integrity",
  "version",
  "notApplicable",
  "reachUnknown",
  "notMeasured",
];
const reach = ["reached", "notReached", "unknown", "notApplicable"];
const materialization = ["provisional", "final"];
const sliceDimensions = ["overall", "intent", "model", "host"];
const setupPhases = ["connection", "discovery"];
const coverageDetail = [
  "notTerminal",
  "skipped",
  "cancelled",
  "setupFailed",
  "timedOut",
  "executionFailed",
  "evaluatorError",
  "chainMissing",
  "chainUnverified",
  "chainVersionAhead",
  "measurementsMissing",
  "measurementsInvalid",
  "measurementsVersionAhead",
  "analyzerMismatch",
];
const parityBlockers = [
  "missingRunGroup",
  "differentRunGroup",
  "missingConfigIdentity",
  "differentConfigIdentity",
  "missingCaseSetIdentity",
  "differentCaseSetIdentity",
  "differentAnalyzerVersion",
  "differentMeasurementsVersion",
  "differentMeasurementUnit",
  "mixedSourceVersions",
  "provisional",
];
const rateStates = ["measured", "notMeasured"];
const iterationStatuses = [
  "pending",
  "running",
  "completed",
  "failed",
  "cancelled",
  "timed_out",
  "setup_failed",
  "skipped",
];
const trialExclusions = [
  "notTerminal",
  "skipped",
  "setupFailed",
  "cancelled",
  "timedOut",
  "executionFailed",
  "evaluatorError",
];
const paginationKeys = [
  "cursor",
  "nextCursor",
  "page",
  "pageToken",
  "offset",
  "after",
  "before",
  "start",
  "limit",
];

const column = (table: readonly (readonly string[])[], index: number) => table.map((row) => row[index]);
const wire = (table: readonly (readonly string[])[]) => column(table, 0);
const labelled = (table: readonly (readonly string[])[], index = 1) =>
  Object.fromEntries(table.map((row) => [row[0], row[index]]));

const exported: Record<string, unknown> = {
  ...stage,
  ...reason,
  ...trial,
  ...verdict,
  ...decision,
  ...analytics,
  ...frictionWords,
  ...condition,
  STAGE_REASON_GROUPS: reason.REASON_GROUPS.members,
  stageReasonGroupSchema: reason.REASON_GROUPS.schema,
  isStageReasonGroup: reason.REASON_GROUPS.is,
  EVAL_RATE_MEASUREMENT_STATES: decision.RATE_STATES.members,
  evalRateMeasurementStateSchema: decision.RATE_STATES.schema,
  isEvalRateMeasurementState: decision.RATE_STATES.is,
  STAGE_ANALYTICS_ABSENCES: ABSENCES.members,
  stageAnalyticsAbsenceSchema: ABSENCES.schema,
  isStageAnalyticsAbsence: ABSENCES.is,
};

/** Every vocabulary: its exported list, schema and guard, and the pinned members. */
const vocabularies: readonly [list: string, schema: string, guard: string, members: readonly unknown[]][] = [
  ["USER_VALUE_STAGES", "userValueStageSchema", "isUserValueStage", wire(stages)],
  ["STAGE_STATES", "stageStateSchema", "isStageState", wire(states)],
  ["STAGE_REASONS", "stageReasonSchema", "isStageReason", wire(reasons)],
  [
    "STAGE_REASON_GROUPS",
    "stageReasonGroupSchema",
    "isStageReasonGroup",
    ["nothingMeasured", "stageDoesNotApply", "position", "measuredFailure", "measuredPass", "advisoryJudge"],
  ],
  ["FAILURE_CATEGORIES", "failureCategorySchema", "isFailureCategory", wire(categories)],
  ["ITERATION_STATUSES", "iterationStatusSchema", "isIterationStatus", iterationStatuses],
  ["EVAL_RUN_VERDICTS", "evalRunVerdictSchema", "isEvalRunVerdict", ["passed", "failed", "inconclusive"]],
  ["EVAL_RUN_DECISION_VERDICTS", "evalRunDecisionVerdictSchema", "isEvalRunDecisionVerdict", wire(verdicts)],
  [
    "EVAL_RUN_DECISION_VERDICT_SOURCES",
    "evalRunDecisionVerdictSourceSchema",
    "isEvalRunDecisionVerdictSource",
    ["policyV2", "legacy", "none"],
  ],
  [
    "EVAL_RUN_DECISION_UNDECIDED_REASONS",
    "evalRunDecisionUndecidedReasonSchema",
    "isEvalRunDecisionUndecidedReason",
    wire(undecided),
  ],
  [
    "EVAL_VALIDITY_DECISION_REASONS",
    "evalValidityDecisionReasonSchema",
    "isEvalValidityDecisionReason",
    wire(decisions).slice(0, 8),
  ],
  [
    "EVAL_TASK_DECISION_REASONS",
    "evalTaskDecisionReasonSchema",
    "isEvalTaskDecisionReason",
    wire(decisions).slice(8),
  ],
  [
    "EVAL_VERDICT_DECISION_REASONS",
    "evalVerdictDecisionReasonSchema",
    "isEvalVerdictDecisionReason",
    wire(decisions),
  ],
  [
    "EVAL_TRIAL_EXCLUSION_REASONS",
    "evalTrialExclusionReasonSchema",
    "isEvalTrialExclusionReason",
    trialExclusions,
  ],
  [
    "EVAL_RUN_MEASUREMENT_UNITS",
    "evalRunMeasurementUnitSchema",
    "isEvalRunMeasurementUnit",
    ["caseVariant", "trial"],
  ],
  [
    "EVAL_RATE_MEASUREMENT_STATES",
    "evalRateMeasurementStateSchema",
    "isEvalRateMeasurementState",
    rateStates,
  ],
  [
    "EVAL_RUN_DECISION_CHAIN_STATUSES",
    "evalRunDecisionChainStatusSchema",
    "isEvalRunDecisionChainStatus",
    ["verified", "unverified", "absent"],
  ],
  [
    "EVAL_STAGE_EXCLUSION_CLASSES",
    "evalStageExclusionClassSchema",
    "isEvalStageExclusionClass",
    exclusionClasses,
  ],
  [
    "EVAL_STAGE_COVERAGE_DETAIL_KEYS",
    "evalStageCoverageDetailKeySchema",
    "isEvalStageCoverageDetailKey",
    coverageDetail,
  ],
  ["EVAL_STAGE_PARITY_BLOCKERS", "evalStageParityBlockerSchema", "isEvalStageParityBlocker", parityBlockers],
  [
    "EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES",
    "evalStageAnalyticsMaterializationStateSchema",
    "isEvalStageAnalyticsMaterializationState",
    materialization,
  ],
  [
    "EVAL_STAGE_SLICE_DIMENSIONS",
    "evalStageSliceDimensionSchema",
    "isEvalStageSliceDimension",
    sliceDimensions,
  ],
  ["STAGE_REACH_STATES", "stageReachSchema", "isStageReach", reach],
  ["SETUP_PHASES", "setupPhaseSchema", "isSetupPhase", setupPhases],
  ["FRICTION_SIGNAL_KINDS", "frictionSignalKindSchema", "isFrictionSignalKind", wire(friction)],
  [
    "FRICTION_NOT_MEASURED_REASONS",
    "frictionNotMeasuredReasonSchema",
    "isFrictionNotMeasuredReason",
    wire(frictionNotMeasured),
  ],
  [
    "FRICTION_ORDERINGS",
    "frictionOrderingSchema",
    "isFrictionOrdering",
    ["messageOrder", "timed", "unknown"],
  ],
  ["PAGINATION_ARG_KEYS", "paginationArgKeySchema", "isPaginationArgKey", paginationKeys],
  ["SUSPECTED_CONDITIONS", "suspectedConditionSchema", "isSuspectedCondition", wire(conditions)],
  [
    "SUSPECTED_CONDITION_CONFIDENCES",
    "suspectedConditionConfidenceSchema",
    "isSuspectedConditionConfidence",
    ["low", "medium", "high"],
  ],
  [
    "SUSPECTED_CONDITION_VERDICT_STATUSES",
    "suspectedConditionVerdictStatusSchema",
    "isSuspectedConditionVerdictStatus",
    ["scored", "skipped", "error"],
  ],
  [
    "SUSPECTED_CONDITION_SKIP_REASONS",
    "suspectedConditionSkipReasonSchema",
    "isSuspectedConditionSkipReason",
    ["spendBlocked", "traceIncomplete", "noEvidence", "cap"],
  ],
  [
    "STAGE_ANALYTICS_ABSENCES",
    "stageAnalyticsAbsenceSchema",
    "isStageAnalyticsAbsence",
    ["runNotFound", "runUnmeasured", "notSupported", "unreadable"],
  ],
];

describe.each(vocabularies)("%s", (list, schema, guard, members) => {
  const parser = exported[schema] as { safeParse: (value: unknown) => { success: boolean } };
  const isMember = exported[guard] as (value: unknown) => boolean;

  it("has the pinned members in the pinned order, and cannot be changed", () => {
    expect(exported[list]).toEqual(members);
    expect(Object.isFrozen(exported[list])).toBe(true);
  });

  it("has a schema and a guard that accept its members and refuse everything else", () => {
    for (const member of members) {
      expect(parser.safeParse(member).success).toBe(true);
      expect(isMember(member)).toBe(true);
    }
    const strangers = [
      "",
      "unknownMember",
      `${members[0]} `,
      String(members[0]).toUpperCase(),
      0,
      null,
      undefined,
    ];
    for (const stranger of strangers) {
      expect(parser.safeParse(stranger).success).toBe(false);
      expect(isMember(stranger)).toBe(false);
    }
  });
});

describe("labels", () => {
  it.each([
    ["USER_VALUE_STAGE_LABELS", labelled(stages)],
    ["USER_VALUE_STAGE_QUESTIONS", labelled(stages, 2)],
    ["USER_VALUE_STAGE_OUTCOMES", labelled(stages, 3)],
    ["STAGE_STATE_LABELS", labelled(states)],
    ["STAGE_REASON_LABELS", labelled(reasons)],
    ["FAILURE_CATEGORY_LABELS", labelled(categories)],
    ["NEXT_ACTION_BY_FAILURE_CATEGORY", labelled(categories, 2)],
    ["EVAL_RUN_DECISION_VERDICT_LABELS", labelled(verdicts)],
    ["EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS", labelled(undecided)],
    ["EVAL_VERDICT_DECISION_REASON_LABELS", labelled(decisions)],
    [
      "EVAL_RUN_DECISION_VERDICT_SOURCE_LABELS",
      { policyV2: "verdict policy v2", legacy: "legacy percent-threshold run", none: "no verdict source" },
    ],
    ["FRICTION_SIGNAL_LABELS", labelled(friction)],
    ["FRICTION_SIGNAL_BENIGN_READINGS", labelled(friction, 2)],
    ["FRICTION_NOT_MEASURED_REASON_LABELS", labelled(frictionNotMeasured)],
    ["SUSPECTED_CONDITION_LABELS", labelled(conditions)],
  ])("%s is pinned byte for byte, in order", (name, expected) => {
    const labels = (exported[name] ?? {}) as Record<string, string>;
    expect(Object.entries(labels)).toEqual(Object.entries(expected));
    expect(Object.isFrozen(labels)).toBe(true);
  });

  it("name a unit in the singular for exactly 1", () => {
    expect([0, 1, 2].map((count) => decision.measurementUnitLabel("caseVariant", count))).toEqual([
      "case variants",
      "case variant",
      "case variants",
    ]);
    expect([0, 1, 2].map((count) => decision.measurementUnitLabel("trial", count))).toEqual([
      "trials",
      "trial",
      "trials",
    ]);
  });

  it("exist for every member of every vocabulary, and so do meanings", () => {
    const names = Object.keys(DECISION_LABEL_VOCABULARIES) as DecisionVocabularyName[];
    expect(names.length).toBe(29);
    for (const name of names) {
      const members: readonly string[] = DECISION_LABEL_VOCABULARIES[name];
      expect(Object.keys(DECISION_LABELS[name])).toEqual(members);
      expect(Object.keys(DECISION_MEANINGS[name])).toEqual(members);
      for (const text of [
        ...Object.values(DECISION_LABELS[name]),
        ...Object.values(DECISION_MEANINGS[name]),
      ]) {
        expect(text.trim()).not.toBe("");
      }
    }
  });

  it("keep the published names of the published vocabularies", () => {
    expect(DECISION_LABEL_VOCABULARIES.stages).toBe(stage.USER_VALUE_STAGES);
    expect(DECISION_LABEL_VOCABULARIES.stageStates).toBe(stage.STAGE_STATES);
    expect(DECISION_LABEL_VOCABULARIES.failureCategories).toBe(trial.FAILURE_CATEGORIES);
    expect(DECISION_LABEL_VOCABULARIES.stageReasons).toBe(reason.STAGE_REASONS);
    expect(DECISION_LABEL_VOCABULARIES.verdictDecisionReasons).toBe(decision.EVAL_VERDICT_DECISION_REASONS);
  });

  it("never call anything a cause", () => {
    const texts = [DECISION_LABELS, DECISION_MEANINGS].flatMap((maps) =>
      Object.values(maps).flatMap(Object.values),
    );
    for (const text of texts) expect(text).not.toMatch(/\bcaused\b|root cause/i);
  });
});

describe("stage reasons", () => {
  it("are grouped as printed", () => {
    const sizes: Record<string, number> = {};
    for (const group of Object.values(reason.STAGE_REASON_GROUP)) sizes[group] = (sizes[group] ?? 0) + 1;
    expect(sizes).toEqual({
      nothingMeasured: 13,
      stageDoesNotApply: 1,
      position: 1,
      measuredFailure: 7,
      measuredPass: 2,
      advisoryJudge: 5,
    });
  });

  it("are legal for exactly one state each", () => {
    expect(LEGAL_STAGE_REASONS).toEqual(legalReasons);
    for (const [reason] of reasons as [reason.StageReason][]) {
      const legalIn = (wire(states) as stage.StageState[]).filter((state) =>
        isLegalStageReason(state, reason),
      );
      expect(legalIn).toHaveLength(1);
      for (const state of wire(states) as stage.StageState[]) {
        const written = stageResultRowSchema.safeParse({ stage: "call", state, reason });
        expect(written.success).toBe(state === legalIn[0]);
      }
    }
  });

  it("may be absent, because old producers omit them", () => {
    for (const state of wire(states)) {
      expect(stageResultRowSchema.safeParse({ stage: "call", state }).success).toBe(true);
    }
  });
});

describe("explainMember", () => {
  it("says where a value is a member and what it means there", () => {
    expect(explainMember("passed").map(({ vocabulary }) => vocabulary)).toEqual([
      "stageStates",
      "runDecisionVerdicts",
    ]);
    expect(explainMember("argumentMismatch")).toEqual([
      {
        vocabulary: "stageReasons",
        value: "argumentMismatch",
        label: "the call arguments did not match what the case expects",
        meaning: "A call was made with arguments the case or a check refuses.",
      },
    ]);
  });

  it("knows nothing it was not told", () => {
    for (const stranger of ["", "toString", "__proto__", "constructor"])
      expect(explainMember(stranger)).toEqual([]);
  });
});
