export { type Parameter, parametersOf, type SimpleSchema } from "./parameters.js";
export { loadValidator, validateArguments } from "./validate-arguments.js";
