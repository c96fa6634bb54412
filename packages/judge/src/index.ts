export * from "./destructive.js";
export * from "./errors.js";
export * from "./judge.js";
export * from "./selector.js";
export * from "./tokenizer.js";
export * from "./validate-arguments.js";
export * from "./words.js";
