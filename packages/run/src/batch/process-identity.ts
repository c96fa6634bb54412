import { readFileSync } from "node:fs";

/**
 * What tells a living process from any other, before it, after it or beside it: the boot of the machine, the process id, and the
 * tick of the clock it was started at. `null` for a process that has ended, and where this can't be read (not Linux).
 */
export function processIdentity(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const table = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name is in parentheses and may hold spaces and parentheses; what follows the last one is fields 3 and up of proc(5).
    const fields = table.slice(table.lastIndexOf(")") + 2).split(" ");
    const [state, startTicks] = [fields[0], fields[19]];
    // Ended, and not yet waited for by its parent.
    if (state === "Z" || state === "X" || startTicks === undefined) return null;
    return `${boot}/${pid}/${startTicks}`;
  } catch {
    return null;
  }
}

/** The id of the process with this identity, while it lives; else `null`. */
export function livingProcess(identity: string): number | null {
  const pid = Number(identity.split("/")[1]);
  return processIdentity(pid) === identity ? pid : null;
}
