export * from "./arg-match.js";
export * from "./build-transcript.js";
export * from "./case-id.js";
export type { Check, CheckEvidence, CheckOutcome } from "./check.js";
export * from "./check-policy.js";
export { CHECKS } from "./checks/index.js";
export * from "./coverage.js";
export type { EvalsErrorCode } from "./errors.js";
export * from "./eval-run.js";
export * from "./eval-run-build.js";
export * from "./eval-suite.js";
export {
  type EvalRunResult,
  EvalTest,
  type EvalTestRunOptions,
  type ProgressCallback,
} from "./eval-test.js";
export type { EvalTestConfig, TestFunction } from "./eval-test-config.js";
export {
  allPredicatesPassed,
  evaluatePredicate,
  evaluatePredicates,
  evaluateTurnChecks,
  type PredicateResult,
  type TurnChecksInput,
} from "./evaluate.js";
export { checkTable, withCheckTable } from "./generated-docs.js";
export * from "./grader-rows.js";
export * from "./host-executor.js";
export { HostRunner, type HostRunnerConfig } from "./host-runner.js";
export type { IterationResult, IterationTokens } from "./iteration.js";
export { iterationTranscript } from "./iteration-transcript.js";
export * from "./junit.js";
export * from "./latency-stats.js";
export * from "./match-options.js";
export * from "./match-tool-calls.js";
export * from "./mcp-client-manager.js";
export * from "./mock-executor.js";
export { type ModelAccess, type ModelName, parseModelName } from "./model.js";
export * from "./predicate.js";
export * from "./presets.js";
export * from "./promote.js";
export * from "./prompt-result.js";
export { SelectionExecutor, type SelectionExecutorConfig } from "./selection-executor.js";
export * from "./show-run.js";
export * from "./steps.js";
export * from "./tool-errors.js";
export * from "./transcript.js";
export { deriveTrial, type TrialChain } from "./trial.js";
export * from "./validators.js";
export * from "./write-run.js";
