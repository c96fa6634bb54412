export * from "./analyst.js";
export * from "./analyze.js";
export * from "./builtin-analyst.js";
export type { DefectFinding, DefectRule } from "./defects/rule.js";
export { DEFECT_RULES } from "./defects/rules.js";
export { type SurfaceEvidence, surfaceEvidence, type ToolEvidence } from "./evidence.js";
export * from "./judge.js";
export { CUES, type Cue, PAIR_MODEL, type PairModel } from "./pairs/confusability.js";
export {
  confusablePairs,
  LOW_FROM,
  MEDIUM_FROM,
  PAIRS_PER_TOOL,
  type ScoredPair,
  scoredPairs,
} from "./pairs/confusable-pairs.js";
export * from "./prompted.js";
export * from "./rewrite-surface.js";
