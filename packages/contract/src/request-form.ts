import type { JsonValue } from "./json.js";
import type { JudgeIdentity } from "./judge-identity.js";
import type { Task } from "./task.js";

/**
 * A request without the values it gives: two requests that differ only in values are one piece of evidence, since whoever
 * understands one understands the other.
 */
export function requestForm({ prompt, expectedArguments, tool }: Task): string {
  const values = textsOf(expectedArguments).sort((a, b) => b.length - a.length);
  const form = values.reduce((text, value) => text.replaceAll(value, "\u2026"), prompt);
  return `${tool}\0${form.replace(/\d+/g, "#")}`;
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === "string") return value.length > 1 ? [value] : [];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsOf);
  return [];
}

/**
 * What counts as one piece of evidence in the intervals of a report: a request, or a form of request. Forms count since the
 * built-in generator writes several requests of one form; its first version, and language models, count by request.
 */
export function evidenceUnit(judge: Pick<JudgeIdentity, "stages"> | undefined): "task" | "form" {
  const tasks = judge?.stages.tasks;
  return tasks?.cli === "builtin" && tasks.version !== "builtin-tasks-v1" ? "form" : "task";
}
