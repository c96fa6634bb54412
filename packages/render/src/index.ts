export { renderContest } from "./compare/contest.js";
export { renderComparisonMarkdown } from "./compare/markdown.js";
export { renderRescoreMarkdown, renderRescoreText } from "./compare/rescore.js";
export { blockersText, renderComparisonText } from "./compare/text.js";
export { renderFailed, renderFailedMarkdown } from "./formats/failed.js";
export { renderFix } from "./formats/fix.js";
export { renderGithub, renderGithubFailed } from "./formats/github.js";
export { renderJunit, renderJunitFailed } from "./formats/junit.js";
export { renderLeaderboardMarkdown } from "./formats/leaderboard-markdown.js";
export { renderSarif, renderSarifFailed } from "./formats/sarif.js";
export { renderMarkdown } from "./formats/summary.js";
export { renderText } from "./formats/text.js";
export { percentText } from "./phrase/figures.js";
export {
  CATEGORY_LABELS,
  DEFECT_LABELS,
  LOSS_LABELS,
  OWNER_LABELS,
  SCAN_STAGE_LABELS,
} from "./phrase/labels.js";
export { shellWord } from "./phrase/subject.js";
export { loadTemplateEngine } from "./phrase/template.js";
export { workflowLogText } from "./phrase/workflow-command.js";
export { type GateCheck, type GateThresholds, gateChecks, renderGateMarkdown } from "./views/gate.js";
export { renderMismatches } from "./views/mismatches.js";
