export { compareReports, type NamedReport } from "./compare/compare.js";
export {
  type ChangedTask,
  type Comparison,
  type ComparisonSide,
  comparisonJsonSchema,
  comparisonSchema,
  type TaskOutcome,
} from "./compare/schema.js";
export { surfaceText } from "./compare/suggests.js";
export {
  type EntryCache,
  entryOfText,
  LEADERBOARD_ENTRY_VERSION,
  leaderboardEntries,
  type ResultText,
} from "./rank/collect.js";
export { type Cell, type CellValues, COLUMNS, type Column, cellOf, sortKey } from "./rank/columns.js";
export { configurationBlockers, configurationKey, configurationText } from "./rank/configuration.js";
export { leaderboardEntry } from "./rank/entry.js";
export { leaderboard } from "./rank/leaderboard.js";
export {
  type ConfigurationRow,
  type ExcludedEntry,
  type Leaderboard,
  type LeaderboardEntry,
  type LeaderboardRow,
  leaderboardEntrySchema,
  leaderboardJsonSchema,
  leaderboardSchema,
  type ScoredEntry,
} from "./rank/schema.js";
export { annotationsOn, type PlacedAnnotation, placedAnnotations } from "./report/annotations.js";
export { answersOf } from "./report/answers.js";
export {
  type GateCheck,
  type GateOutcome,
  type GateThresholds,
  gateChecks,
  newDefects,
} from "./report/gate.js";
export { measuredPoints, type PointLoss, pointsToGain } from "./report/points-to-gain.js";
export {
  isHarmful,
  type PairedRate,
  type RewriteEffect,
  rewriteEffect,
  type ToolEffect,
} from "./report/rewrite-effect.js";
export { EMBEDDED_JUDGE_CLI, isEmbeddedJudge, subjectName } from "./report/subject.js";
export {
  countTrials,
  groupBy,
  type TaskFinding,
  type ToolFindings,
  toolFindings,
} from "./report/tool-findings.js";
export { isMoved, type Rescored, rescore, type ScoreSummary } from "./rescore/rescore.js";
