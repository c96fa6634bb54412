export { defined } from "@gradable/chain";
export {
  type Analysis,
  analysisSchema,
  type ConfusablePair,
  type Defect,
  type Suggestion,
} from "./analysis.js";
export {
  ANNOTATIONS_FILE,
  type AnnotatedFinding,
  type Annotation,
  isExpired,
  reportAnnotations,
} from "./annotations.js";
export { countText, nounText } from "./count-text.js";
export { GradableError, type GradableErrorInit } from "./error.js";
export { defineErrors, type ErrorDetail, type ErrorEntry } from "./errors.js";
export { type Failed, failedSchema } from "./failed.js";
export {
  canonicalJson,
  sha256Bytes,
  sha256Json,
  sha256Text,
  surfaceSeed,
  surfaceSha256,
  taskSetSha256,
} from "./hash.js";
export type { Facts, JsonValue } from "./json.js";
export { DOCUMENT_SCHEMAS, type DocumentName, documentJsonSchema } from "./json-schema.js";
export { jsonText } from "./json-text.js";
export {
  comparabilityKey,
  type JudgeIdentity,
  judgeIdentity,
  judgeIdentitySchema,
  provenanceOf,
  provenanceSchema,
  type StageIdentity,
  stageIdentitySchema,
} from "./judge-identity.js";
export { memberMeanings } from "./member-meanings.js";
export { type Observation, observationSchema } from "./observation.js";
export { plainText } from "./plain-text.js";
export {
  formatScore,
  type Quantity,
  quantitySchema,
  type Ratio,
  ratioSchema,
  roundDown,
} from "./quantity.js";
export { readAnnotations, readFailed, readReport, readSurface } from "./read.js";
export {
  REPORT_SCHEMA_VERSION,
  type Report,
  type ReportTool,
  reportEvidenceSchema,
  reportSchema,
  reportSha256,
  slugSchema,
  utcTimeSchema,
} from "./report.js";
export { evidenceUnit, requestForm } from "./request-form.js";
export {
  isGradeable,
  isUndecided,
  type RecordedTrial,
  type Run,
  type RunCounts,
  type RunMetrics,
  type ToolCall,
  type Trial,
  trialSchema,
} from "./run.js";
export type {
  ConfidenceInterval,
  Economics,
  Rubric,
  Score,
} from "./score.js";
export {
  type ServerInfo,
  type Surface,
  type SurfaceTool,
  sha256Schema,
  surfaceSchema,
  surfaceToolSchema,
} from "./surface.js";
export { type Target, targetSchema } from "./target.js";
export { MAX_TASKS, type Task, taskListSchema, taskSchema } from "./task.js";
export {
  COMPARISON_NOTES,
  type ComparisonNote,
  DIFFERENCE_CAUSES,
  DIFFERENCE_READINGS,
  type DifferenceCause,
  type DifferenceReading,
  TASK_CHANGES,
  type TaskChange,
} from "./vocabulary/comparison.js";
export {
  DEFECTS,
  type DefectType,
  GATE_CHECKS,
  type GateCheckId,
  PAIR_SEVERITIES,
  type PairSeverity,
  REQUEST_FINDINGS,
  SUGGESTION_MODES,
} from "./vocabulary/finding.js";
export { JUDGE_CLIS, type JudgeCli, PROMPTED_JUDGES } from "./vocabulary/judge.js";
export {
  EXCLUSION_REASONS,
  type ExclusionReason,
  ROW_FLAGS,
  type RowFlag,
} from "./vocabulary/leaderboard.js";
export {
  FAILURE_OWNERS,
  type FailureOwner,
  OBSERVATIONS,
  type ObservationId,
  SCAN_STAGES,
  type ScanStage,
  TARGET_KINDS,
  type TargetKind,
} from "./vocabulary/scan.js";
export {
  CATEGORIES,
  type Category,
  GRADES,
  type Grade,
  INTERVAL_METHODS,
  LOSSES,
  type LossId,
  METRICS,
  NOT_MEASURED_REASONS,
  type NotMeasuredReason,
  TOKEN_SOURCES,
  TOKENIZERS,
  type TokenSource,
} from "./vocabulary/score.js";
export {
  JUDGE_STAGES,
  type JudgeStage,
  PROVENANCES,
  RUN_KINDS,
  type RunKind,
  TASK_ORIGINS,
  TRIAL_ACTIONS,
  type TrialAction,
} from "./vocabulary/trial.js";
export {
  type AnyVocabulary,
  type IdOf,
  isIdOf,
  type Vocabulary,
  vocabulary,
  type Word,
} from "./vocabulary/vocabulary.js";
export { BUILTIN_JUDGE, COVERAGE_RULES, LATENCY_BASES, SHOWN_WORDS, UNITS } from "./vocabulary/words.js";
