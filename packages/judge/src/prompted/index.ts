export type { AnalysisQuestions, Rewriting } from "./analysis.js";
export { clearAnswerCache, observedLatencyMs } from "./answer-cache.js";
export {
  type Agreement,
  type CalibratedJudge,
  type CalibratedSurface,
  type CalibrateOptions,
  type Calibration,
  calibrateJudge,
} from "./calibrate.js";
export {
  CALIBRATION_SURFACES,
  CALIBRATION_VERSION,
  type CalibrationSurface,
} from "./calibration-surfaces.js";
export type { Env } from "./child-env.js";
export {
  createJudge,
  DEFAULT_JUDGE_CONCURRENCY,
  DEFAULT_JUDGE_TIMEOUT_MS,
  type JudgeChoice,
  type PromptedJudge,
} from "./create-judge.js";
export { type EstimateInput, estimateJudge, type JudgeEstimate, type StageEstimate } from "./estimate.js";
export { isPromptedCli, PROMPTED_CLIS, type PromptedCli } from "./judge-clis.js";
export { type JudgeProbe, type ListedJudge, listJudges, probeJudge } from "./list-judges.js";
export { priceUsd, type Rates } from "./price.js";
export type { JudgeProgress, ProgressMeter } from "./progress.js";
export { PROMPT_VERSIONS } from "./prompt-text.js";
export { PROMPTED_ERRORS } from "./prompted-errors.js";
export { readCalibration } from "./read-calibration.js";
export type { TaskDraft, TaskWriter, WantedTasks, WrittenTasks } from "./task-writer.js";
export type { ReportedUsage, TextAnswer, TextIdentity, TextModel, TextRequest } from "./text-model.js";
export type { AnalysedTool } from "./tool-line.js";
