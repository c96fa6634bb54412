export { type ChangedTool, changedTools } from "./compare/changed-tools.js";
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
export { groupBy } from "./group-by.js";
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
export { pastScores } from "./rank/history.js";
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
export {
  rowsOf,
  type ServerStanding,
  serverStandings,
  type Unranked,
  unrankedServers,
} from "./rank/standings.js";
export { annotationsOn, type PlacedAnnotation, placedAnnotations } from "./report/annotations.js";
export { answersOf } from "./report/answers.js";
export {
  type GateCheck,
  type GateOutcome,
  type GateThresholds,
  gateChecks,
  newDefects,
} from "./report/gate.js";
export { measuredPoints, missingPoints, type PointLoss, pointsToGain } from "./report/points-to-gain.js";
export {
  type AskedRequest,
  REQUEST_OUTCOMES,
  type RequestOutcome,
  requestsByOutcome,
} from "./report/request-outcomes.js";
export {
  isHarmful,
  type PairedRate,
  type RewriteEffect,
  rewriteEffect,
  type ToolEffect,
} from "./report/rewrite-effect.js";
export { type ScorePart, type ScorePartId, scoreParts } from "./report/score-parts.js";
export { type StageTally, stageTallies } from "./report/stages.js";
export { EMBEDDED_JUDGE_CLI, isEmbeddedJudge, subjectName } from "./report/subject.js";
export { toolsBySize, worstPairsFirst } from "./report/surface.js";
export {
  countTrials,
  type TaskFinding,
  type ToolFindings,
  toolFindings,
} from "./report/tool-findings.js";
export { isMoved, type Rescored, rescore, type ScoreSummary } from "./rescore/rescore.js";
