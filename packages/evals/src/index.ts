export { isOpaqueId, MAX_OPAQUE_ID_LENGTH, opaqueIdSchema } from "@gradable/chain";
export type { Check, CheckEvidence, CheckOutcome } from "./checks/check.js";
export { CHECK_ROLES, type CheckPolicy, type CheckRole, checkPolicyShape } from "./checks/check-policy.js";
export {
  allPredicatesPassed,
  evaluatePredicate,
  evaluatePredicates,
  evaluateTurnChecks,
  type PredicateResult,
  type TurnChecksInput,
} from "./checks/evaluate.js";
export { checkTable, withCheckTable } from "./checks/generated-docs.js";
export { CHECKS } from "./checks/index.js";
export {
  CASE_PREDICATES_MODES,
  type CasePredicates,
  casePredicatesSchema,
  checkOfKind,
  checkRole,
  effectivePredicates,
  evidenceNeededBy,
  GRADER_STAGE,
  isCapturedChannel,
  isPredicateKind,
  MAX_CASE_PREDICATES,
  OBSERVATION_PREDICATE_KINDS,
  PREDICATE_KINDS,
  PREDICATE_STAGE,
  type Predicate,
  type PredicateKind,
  type PredicateScope,
  predicateArraySchema,
  predicateSchema,
  predicateScopeSchema,
  RENDER_OBSERVATION_PREDICATE_KINDS,
  TOOL_DECLARATION_PREDICATE_KINDS,
  TOOL_INVENTORY_PREDICATE_KINDS,
  TOOL_RESULT_PREDICATE_KINDS,
  TOOL_TIMING_PREDICATE_KINDS,
  TURN_SCOPABLE_PREDICATE_KINDS,
} from "./checks/predicate.js";
export type { EvalsErrorCode } from "./errors.js";
export {
  ARGUMENT_MATCHING_MODES,
  type ArgMatcher,
  type ArgumentMatching,
  argMatch,
  argMatcherSchema,
  argumentsCompatible,
  PREDICATE_PLACEHOLDER_STRINGS,
  type PredicatePlaceholder,
} from "./match/arg-match.js";
export {
  type EvalMatchOptions,
  MATCH_OPTIONS_DEFAULTS,
  type ResolvedMatchOptions,
  resolveMatchOptions,
  TOOL_CALL_ORDERS,
  type ToolCallOrder,
  validateMatchOptions,
} from "./match/match-options.js";
export {
  type ArgumentMismatch,
  type EvalActualToolCall,
  type EvalExpectedToolCall,
  type EvaluateToolCallsOptions,
  evaluateToolCalls,
  summarizeTurn,
  type ToolCallMatchResult,
  type TurnMatchSummary,
} from "./match/match-tool-calls.js";
export {
  matchAnyToolCall,
  matchNoToolCalls,
  matchToolArgument,
  matchToolArgumentWith,
  matchToolCallCount,
  matchToolCalls,
  matchToolCallsSubset,
  matchToolCallWithArgs,
  matchToolCallWithPartialArgs,
  type ValidatedToolCall,
} from "./match/validators.js";
export { HostRunner, type HostRunnerConfig } from "./mcp/host-runner.js";
export {
  type HttpServerConfig,
  MCPClientManager,
  type MCPServerConfig,
  type McpToolResult,
  type StdioServerConfig,
  type Tool,
  type ToolExecutionOptions,
} from "./mcp/mcp-client-manager.js";
export { type ModelAccess, type ModelName, parseModelName } from "./mcp/model.js";
export { SelectionExecutor, type SelectionExecutorConfig } from "./mcp/selection-executor.js";
export { type CoverageSettings, coverageReport, renderCoverage, type StageCoverage } from "./run/coverage.js";
export {
  EVAL_RUN_SCHEMA_VERSION,
  type EvalRun,
  type EvalRunTest,
  type EvalRunTrial,
  evalRunGraderRowSchema,
  evalRunJsonSchema,
  evalRunSchema,
  evalRunTestSchema,
  evalRunTrialSchema,
  readEvalRun,
} from "./run/eval-run.js";
export { buildEvalRun, type EvalRunSettings } from "./run/eval-run-build.js";
export {
  describeMatch,
  GRADER_ROW_STATUSES,
  type Grader,
  type GraderRow,
  type GraderRowStatus,
  graderRows,
  gradersOf,
  type TestOutcome,
  trialPassed,
} from "./run/grader-rows.js";
export type { IterationResult, IterationTokens } from "./run/iteration.js";
export { junitXml } from "./run/junit.js";
export {
  calculateLatencyStats,
  calculatePercentile,
  type LatencyStats,
  type RunLatency,
  runLatency,
} from "./run/latency-stats.js";
export { showEvalRun } from "./run/show-run.js";
export { deriveTrial, type TrialChain } from "./run/trial.js";
export { loadEvalRun, writeEvalRun, writeWhole } from "./run/write-run.js";
export { CASE_ID_PREFIX, mintCaseId, mintSuiteId, SUITE_ID_PREFIX } from "./suite/case-id.js";
export { EvalSuite, type EvalSuiteConfig, type EvalSuiteResult } from "./suite/eval-suite.js";
export {
  type EvalRunResult,
  EvalTest,
  type EvalTestRunOptions,
  type ProgressCallback,
} from "./suite/eval-test.js";
export type { EvalTestConfig, TestFunction } from "./suite/eval-test-config.js";
export {
  type HostExecutor,
  hasToolCall,
  type PromptOptions,
  type StepLike,
  type StopCondition,
  stepCountIs,
  type TimeoutParts,
} from "./suite/host-executor.js";
export { createMockExecutor, type MockPrompt } from "./suite/mock-executor.js";
export { RECOMMENDED_PREDICATES, STANDARD_PREDICATES } from "./suite/presets.js";
export { type Promoted, promotePredicates } from "./suite/promote.js";
export {
  type EvalSpan,
  type LatencyBreakdown,
  type PromptErrorMetadata,
  type PromptEvidence,
  type PromptMessage,
  PromptResult,
  type PromptResultData,
  type PromptToolCall,
  type TokenUsage,
} from "./suite/prompt-result.js";
export {
  caseStepsSchema,
  elementLocatorSchema,
  MAX_CASE_STEPS,
  MAX_STEP_ARGUMENTS_CHARS,
  suiteCasesSchema,
  TEST_STEP_KINDS,
  type TestStep,
  testStepSchema,
  widgetAssertionSchema,
} from "./suite/steps.js";
export {
  type BuildTranscriptInput,
  buildIterationTranscript,
  buildTurnTranscript,
  extractFinalAssistantMessage,
  MAX_TOOL_CALL_TIMING_ROWS,
  MAX_TOOL_RESULT_ROWS,
  MAX_TOOL_RESULT_TEXT_CHARS,
  type TurnTranscriptInput,
} from "./transcript/build-transcript.js";
export { iterationTranscript } from "./transcript/iteration-transcript.js";
export {
  contentText,
  type EvalTrace,
  extractToolErrors,
  mergeToolErrors,
  messagesOf,
} from "./transcript/tool-errors.js";
export {
  captureOf,
  type IterationTranscript,
  RENDER_OBSERVATION_STATUSES,
  type RenderObservationStatus,
  type RenderObservationSummary,
  type ToolErrorKind,
  type ToolErrorRecord,
  TRANSCRIPT_CHANNELS,
  type TranscriptCapture,
  type TranscriptCaptureState,
  type TranscriptChannel,
  type TranscriptResultSize,
  type TranscriptToolCall,
  type TranscriptToolCallTiming,
  type TranscriptToolDeclaration,
  type TranscriptToolInventoryEntry,
  type TranscriptToolResult,
  type TranscriptUsage,
} from "./transcript/transcript.js";
