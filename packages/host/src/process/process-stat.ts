import { readdirSync, readFileSync } from "node:fs";

/** What the system says of a living process. */
export interface ProcessStat {
  readonly parent: number;
  readonly group: number;
  /** Ticks since boot when it started, which tell it from a later process with the same id; empty where unknown. */
  readonly start: string;
}

/** Fields of proc_pid_stat(5), counted from the state, which is field 3: state, ppid, pgrp, and the start time (field 22). */
const [STATE, PARENT, GROUP, START] = [0, 1, 2, 19] as const;

/** The process with that id; `null` for one that has ended, though nobody has reaped it yet, and where this can't be read (not Linux). */
export function processStat(pid: number): ProcessStat | null {
  try {
    // pid (comm) state ppid pgrp ...; comm may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const state = fields[STATE];
    if (state === "Z" || state === "X") return null;
    return { parent: Number(fields[PARENT]), group: Number(fields[GROUP]), start: fields[START] ?? "" };
  } catch {
    return null;
  }
}

/** The variables a living process was started with, `NAME=value` each; none where they can't be read (another user's, not Linux). */
export function processVariables(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
  } catch {
    return [];
  }
}

/** The ids of all processes but this one; none where they can't be listed (not Linux). */
export function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}
