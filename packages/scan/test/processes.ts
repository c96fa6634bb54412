import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Processes that have the token in their command line, as the system sees them, dead ones left out. Linux only. */
export function processesWith(token: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(token);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Waits until there is one, which takes a moment after a start. */
export async function appears(token: string, atLeast = 1): Promise<void> {
  for (let tries = 0; processesWith(token).length < atLeast; tries++) {
    if (tries > 200) throw new Error(`no process with ${token}`);
    await sleep(20);
  }
}
