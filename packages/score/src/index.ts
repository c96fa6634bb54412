export { chainEvidence, publicationBlockers } from "./chain-evidence.js";
export { isCorrectSelection, isSuccessfulFirstCall } from "./counts.js";
export { differences } from "./difference.js";
export { exact, fromStored, toQuantity } from "./exact.js";
export {
  definitionEfficiency,
  descriptionQuality,
  disambiguationQuality,
  discoverabilityPoints,
  economicsPoints,
  legibilityPoints,
  taskEfficiency,
} from "./formulas.js";
export { generatedFiles } from "./generated-docs.js";
export { deriveReport, evidenceOf, type ReportEvidence } from "./report.js";
export { RUBRIC } from "./rubric.js";
export { deriveRun } from "./run.js";
export { scoreReport } from "./score.js";
export type { Interval } from "./stats/interval.js";
export { differenceInterval } from "./stats/mover.js";
export { newcombeInterval } from "./stats/newcombe.js";
export { type PairedDifference, pairedDifference } from "./stats/paired-difference.js";
export { type RankRange, rankRanges } from "./stats/rank-ranges.js";
export { rankingInterval } from "./stats/ranking-interval.js";
export { verify } from "./verify.js";
