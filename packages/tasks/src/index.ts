export * from "./builtin/builtin-generator.js";
export * from "./errors.js";
export * from "./prompted.js";
export * from "./read-task-set.js";
export * from "./task-generator.js";
export * from "./tasks.js";
