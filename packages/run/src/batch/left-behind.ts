import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { WORKER_VARIABLE } from "@gradable/scan";

/**
 * Ends at once every process that carries a worker's mark in its environment: the servers and installers a worker started, in whatever
 * process group. Nothing is left to end after a worker that could clean up; this is for one that was killed. Where environments can't be
 * read (not Linux), pass what {@link descendants} gave while the worker lived.
 */
export async function endLeftBehind(mark: string, known: readonly number[] = []): Promise<void> {
  for (const pid of known) killQuietly(pid);
  // A process may start another while we look, so we look until there is none; one that can't be killed is stuck in the kernel.
  for (let look = 0; look < MAX_LOOKS; look++) {
    const found = await marked(mark);
    if (found.length === 0) return;
    for (const pid of found) killQuietly(pid);
    await sleep(20);
  }
}

const MAX_LOOKS = 50;

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile.
  }
}

/** The living processes that carry the mark, apart from this one; empty where environments can't be read. */
async function marked(mark: string): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const found: number[] = [];
  for (const name of names) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
    if (environment.split("\0").includes(`${WORKER_VARIABLE}=${mark}`)) found.push(Number(name));
  }
  return found;
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
