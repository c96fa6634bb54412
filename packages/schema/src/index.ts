export { type Parameter, parametersOf, type SimpleSchema } from "./parameters.js";
export { type Random, randomFrom } from "./random.js";
export { type Sample, type SampleOptions, sampleArguments } from "./sample/sample-arguments.js";
export { sampleTexts } from "./sample/vocabulary.js";
export { checkSchema, type SchemaCheck } from "./validate/schema-check.js";
export { validateArguments } from "./validate/validate-arguments.js";
export type { SchemaViolation } from "./validate/violation.js";
