import { processIds, processStat, processVariables } from "./process-stat.js";

/**
 * The living processes that belong to a server: members of its process group, and (on Linux, where it can be seen)
 * any process that inherited the mark in its environment and left the group, their descendants, and those of the
 * processes known from an earlier look that are still the same, whatever became of their group, environment and parent. A dead process that nobody has reaped
 * yet still answers signals; it is not counted.
 */
export function livingProcesses(
  group: number,
  mark: string,
  known: KnownProcesses = new Map(),
): KnownProcesses {
  if (process.platform !== "linux") return new Map(groupAnswers(group) ? [[group, ""]] : []);
  const started = new Map<number, string>();
  const children = new Map<number, number[]>();
  const reached = new Set<number>();
  for (const pid of processIds()) {
    const found = processStat(pid);
    if (found === null) continue;
    started.set(pid, found.start);
    const siblings = children.get(found.parent);
    if (siblings) siblings.push(pid);
    else children.set(found.parent, [pid]);
    if (found.group === group || processVariables(pid).includes(mark) || known.get(pid) === found.start)
      reached.add(pid);
  }
  // A set gives what is added while it is walked.
  for (const pid of reached) for (const child of children.get(pid) ?? []) reached.add(child);
  return new Map([...reached].map((pid) => [pid, started.get(pid) ?? ""]));
}

/** Processes by id, each with when it started, which tells it from a later one with the same id; empty where unknown. */
export type KnownProcesses = ReadonlyMap<number, string>;

function groupAnswers(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
