export {
  type Analysis,
  analysisSchema,
  type ConfusablePair,
  DEFECT_TYPES,
  type Defect,
  type DefectType,
  PAIR_SEVERITIES,
  type PairSeverity,
  type Suggestion,
} from "./analysis.js";
export {
  ANNOTATIONS_FILE,
  type AnnotatedFinding,
  type Annotation,
  isExpired,
  REQUEST_FINDINGS,
  reportAnnotations,
} from "./annotations.js";
export { countText, nounText } from "./count-text.js";
export { GradableError } from "./error.js";
export {
  FAILURE_OWNERS,
  type Failed,
  type FailureOwner,
  failedSchema,
  SCAN_STAGES,
  type ScanStage,
} from "./failed.js";
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
  JUDGE_STAGES,
  type JudgeIdentity,
  type JudgeStage,
  judgeIdentity,
  judgeIdentitySchema,
  provenanceOf,
  provenanceSchema,
  type StageIdentity,
  stageIdentitySchema,
} from "./judge-identity.js";
export { OBSERVATIONS, type Observation, type ObservationId, observationSchema } from "./observation.js";
export { plainText } from "./plain-text.js";
export {
  formatScore,
  NOT_MEASURED_LABELS,
  NOT_MEASURED_REASONS,
  type NotMeasuredReason,
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
export {
  isGradeable,
  type RecordedTrial,
  type Run,
  type RunCounts,
  type RunKind,
  type RunMetrics,
  TOKEN_SOURCES,
  type TokenSource,
  type ToolCall,
  TRIAL_ACTIONS,
  type Trial,
  type TrialAction,
  trialSchema,
} from "./run.js";
export {
  CATEGORIES,
  type Category,
  type ConfidenceInterval,
  type Economics,
  GRADES,
  type Grade,
  type Rubric,
  type Score,
} from "./score.js";
export {
  type ServerInfo,
  type Surface,
  type SurfaceTool,
  sha256Schema,
  surfaceSchema,
  surfaceToolSchema,
} from "./surface.js";
export { type Target, type TargetKind, targetSchema } from "./target.js";
export { MAX_TASKS, type Task, taskListSchema, taskSchema } from "./task.js";
