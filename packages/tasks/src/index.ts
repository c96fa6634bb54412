export { builtinTaskGenerator } from "./builtin/builtin-generator.js";
export { readTaskSet } from "./read-task-set.js";
export type { TaskGenerator } from "./task-generator.js";
export { DEFAULT_MAX_TASKS, type TaskSet, tasks } from "./tasks.js";
