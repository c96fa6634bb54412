// Every formula of METHODOLOGY §2, in its order, each a pure function over exact rationals: ./formulas.js.

// From recorded trials to counts and metrics, and from those to a score.
export * from "./counts.js";
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
export * from "./interval.js";
// The constants they use, with their source: ./rubric.js.
export { RUBRIC } from "./rubric.js";
export * from "./score.js";
