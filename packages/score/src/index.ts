// Every formula of METHODOLOGY §2, in its order, each a pure function over exact rationals, is in ./formulas.js; the
// constants they use, with their source, are in ./rubric.js.

export { formatScore } from "@gradable/contract";
// From recorded trials to counts, metrics and chain rows, and from those to a score and a report.
export * from "./chain-evidence.js";
export * from "./counts.js";
// From a report back to its evidence, and what does not follow from it.
export * from "./difference.js";
export * from "./exact.js";
export {
  ambiguousPairWeight,
  clamp,
  composite,
  defectWeight,
  definitionEfficiency,
  descriptionQuality,
  disambiguationQuality,
  discoverabilityPoints,
  economicsPoints,
  gradeOf,
  legibilityPoints,
  linearEfficiency,
  responseEfficiency,
  safetyPoints,
  taskEfficiency,
} from "./formulas.js";
// What METHODOLOGY and rubric/ repeat of the above.
export * from "./generated-docs.js";
export * from "./interval.js";
export type { Mismatch } from "./mismatch.js";
export * from "./report.js";
export { RUBRIC } from "./rubric.js";
export * from "./run.js";
export * from "./score.js";
export * from "./trial-chain.js";
export * from "./verify.js";
