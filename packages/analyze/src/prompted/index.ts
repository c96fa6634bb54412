export { type AnalysisQuestions, analysisPrompts, promptedAnalysis } from "./analysis.js";
export { promptedAnalyst } from "./prompted-analyst.js";
