import { readdirSync, readFileSync } from "node:fs";

/**
 * The living processes that belong to a server: members of its process group, and (on Linux, where it can be seen)
 * any process that inherited the mark in its environment and left the group. A dead process that nobody has reaped
 * yet still answers signals; it is not counted.
 */
export function livingProcesses(group: number, mark: string): number[] {
  if (process.platform !== "linux") return groupAnswers(group) ? [group] : [];
  const found: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    if (pid !== process.pid && belongs(pid, group, mark)) found.push(pid);
  }
  return found;
}

function belongs(pid: number, group: number, mark: string): boolean {
  try {
    // pid (comm) state ppid pgrp ...; comm may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return false;
    return Number(pgrp) === group || readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
  } catch {
    // Gone meanwhile, or another user's.
    return false;
  }
}

function groupAnswers(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
