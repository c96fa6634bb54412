import { readFileSync } from "node:fs";
import { processStat } from "./process-stat.js";

/**
 * What tells a living process from any other, before it, after it or beside it: the boot of the machine, the process id, and the
 * tick of the clock it was started at. `null` for a process that has ended, and where this can't be read (not Linux).
 */
export function processIdentity(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = processStat(pid);
    return stat === null || stat.start === "" ? null : `${boot}/${pid}/${stat.start}`;
  } catch {
    return null;
  }
}

/** The id of the process with this identity, while it lives; else `null`. */
export function livingProcess(identity: string): number | null {
  const pid = Number(identity.split("/")[1]);
  return processIdentity(pid) === identity ? pid : null;
}
