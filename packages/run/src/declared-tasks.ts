import type { Surface } from "@gradable/contract";

/**
 * A task document without the tasks that ask for a tool the surface no longer declares, so that the others can be asked again. A
 * document that would be left empty, or is none, stays as it is for its reader to refuse.
 */
export function withDeclaredTools(document: unknown, surface: Surface): unknown {
  if (typeof document !== "object" || document === null || !("tasks" in document)) return document;
  if (!Array.isArray(document.tasks)) return document;
  const declared = new Set<unknown>(surface.tools.map(({ name }) => name));
  const tasks = document.tasks.filter((task: { readonly tool?: unknown } | null) => declared.has(task?.tool));
  return tasks.length === 0 ? document : { ...document, tasks };
}
