import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { WORKER_VARIABLE } from "./child-environment.js";
import { signalProcess } from "./process-group.js";
import { processIds, processVariables } from "./process-stat.js";

/**
 * Ends at once every process with a worker's mark in its environment that `isOurs` accepts: the servers and installers a worker started, in
 * whatever process group, and how many they were. Nothing is left to end after a worker that could clean up; this is for one that was
 * killed. Where environments can't be read (not Linux), pass what {@link descendants} gave while the worker lived.
 */
export async function endMarked(
  isOurs: (mark: string) => boolean,
  known: readonly number[] = [],
): Promise<number> {
  for (const pid of known) signalProcess(pid, "SIGKILL");
  const ended = new Set<number>();
  // A process may start another while we look, so we look until there is none; one that can't be killed is stuck in the kernel.
  for (let look = 0; look < MAX_LOOKS; look++) {
    const found = marked(isOurs);
    if (found.length === 0) break;
    for (const pid of found) {
      signalProcess(pid, "SIGKILL");
      ended.add(pid);
    }
    await sleep(20);
  }
  return ended.size;
}

const MAX_LOOKS = 50;

/** The living processes that carry such a mark, apart from this one; empty where environments can't be read. */
function marked(isOurs: (mark: string) => boolean): number[] {
  const prefix = `${WORKER_VARIABLE}=`;
  return processIds().filter((pid) =>
    processVariables(pid).some((each) => each.startsWith(prefix) && isOurs(each.slice(prefix.length))),
  );
}

/** The processes below `root` in the process tree; empty where `ps` can't be asked, and on Linux, where {@link marked} knows better. */
export async function descendants(root: number): Promise<number[]> {
  if (process.platform === "linux" || process.platform === "win32") return [];
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]).catch(() => ({
    stdout: "",
  }));
  return below(root, stdout);
}

/** Reads `pid ppid` lines; exported for its test. */
export function below(root: number, table: string): number[] {
  const children = new Map<number, number[]>();
  for (const line of table.split("\n")) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid === undefined || parent === undefined || Number.isNaN(pid)) continue;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (let next = [root]; next.length > 0; ) {
    next = next.flatMap((pid) => children.get(pid) ?? []);
    found.push(...next);
  }
  return found;
}
