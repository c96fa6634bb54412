export { promptedTaskGenerator, wantedTasks } from "./prompted-generator.js";
export { firstRoundPrompts, promptedTaskWriter, type TaskWriter, type WantedTasks } from "./task-writer.js";
