export { isOpaqueId, MAX_OPAQUE_ID_LENGTH, opaqueIdSchema } from "@gradable/chain";
export type { Check, CheckEvidence, CheckOutcome } from "./checks/check.js";
export {
  allPredicatesPassed,
  evaluatePredicate,
  evaluatePredicates,
  evaluateTurnChecks,
  type PredicateResult,
  type TurnChecksInput,
} from "./checks/evaluate.js";
export { checkTable, withCheckTable } from "./checks/generated-docs.js";
export {
  type CasePredicates,
  casePredicatesSchema,
  GRADER_STAGE,
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
  TURN_SCOPABLE_PREDICATE_KINDS,
} from "./checks/predicate.js";
export type { EvalsErrorCode } from "./errors.js";
export {
  type ArgMatcher,
  argMatch,
  argMatcherSchema,
  PREDICATE_PLACEHOLDER_STRINGS,
  type PredicatePlaceholder,
} from "./match/arg-match.js";
export {
  type EvalMatchOptions,
  MATCH_OPTIONS_DEFAULTS,
  type ResolvedMatchOptions,
  resolveMatchOptions,
  type ToolCallOrder,
} from "./match/match-options.js";
export {
  type EvalActualToolCall,
  type EvalExpectedToolCall,
  type EvaluateToolCallsOptions,
  evaluateToolCalls,
  type ToolCallMatchResult,
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
export type { ModelAccess, ModelName } from "./mcp/model.js";
export { SelectionExecutor, type SelectionExecutorConfig } from "./mcp/selection-executor.js";
export {
  type EvalRun,
  type EvalRunTest,
  type EvalRunTrial,
  evalRunJsonSchema,
  readEvalRun,
} from "./run/eval-run.js";
export type { GraderRow } from "./run/grader-rows.js";
export type { IterationResult, IterationTokens } from "./run/iteration.js";
export { junitXml } from "./run/junit.js";
export { showEvalRun } from "./run/show-run.js";
export { loadEvalRun, writeEvalRun } from "./run/write-run.js";
export { CASE_ID_PREFIX, mintCaseId, mintSuiteId } from "./suite/case-id.js";
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
  type TimeoutParts,
} from "./suite/host-executor.js";
export { createMockExecutor, type MockPrompt } from "./suite/mock-executor.js";
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
export type { TestStep } from "./suite/steps.js";
export {
  type BuildTranscriptInput,
  buildIterationTranscript,
  buildTurnTranscript,
  extractFinalAssistantMessage,
  type TurnTranscriptInput,
} from "./transcript/build-transcript.js";
export { type EvalTrace, extractToolErrors } from "./transcript/tool-errors.js";
export type {
  IterationTranscript,
  RenderObservationSummary,
  ToolErrorKind,
  ToolErrorRecord,
  TranscriptResultSize,
  TranscriptToolCall,
  TranscriptToolCallTiming,
  TranscriptToolDeclaration,
  TranscriptToolInventoryEntry,
  TranscriptToolResult,
  TranscriptUsage,
} from "./transcript/transcript.js";
