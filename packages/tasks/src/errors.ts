import { defineErrors } from "@gradable/contract";

/** Every failure of this package. */
const TASKS_ERRORS = defineErrors({
  "no-task-possible": {
    owner: "server",
    stage: "tasks",
    message: "No task could be written for any of the {tools} tools: {reason}.",
    hint: "Give the tools names and descriptions that say what they do, or supply tasks with --tasks-from.",
  },
  "tasks-option-invalid": {
    owner: "usage",
    message: "{option} must be a whole number of at least 1, not {value}.",
    hint: "Leave it out for the default.",
  },
  "tasks-file-invalid": {
    owner: "usage",
    message: "This is not a list of tasks: {problem}.",
    hint: 'Give a report, a file that `gradable tasks` wrote, or {"tasks": [{"id", "tool", "prompt", "expectedArguments"}]}.',
  },
  "tasks-tool-unknown": {
    owner: "usage",
    message: "{count} of the given tasks name a tool that the server does not declare: {tools}.",
    hint: "Remove those tasks, or scan the server they were written for.",
  },
});

/** The error of a code, with its facts put into the text. */
export const tasksError = TASKS_ERRORS.error;
