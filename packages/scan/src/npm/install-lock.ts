import { open, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ScanFailure } from "../errors.js";
import type { Settings } from "../options.js";

const POLL_MS = 100;
/** A lock of another machine (a shared cache) is given up after this; one of this machine when its process has gone. */
const FOREIGN_STALE_MS = 60 * 60 * 1000;

/**
 * Runs `work` while no one else works on `folder`. It only saves doing the same install twice: a folder appears by
 * rename, so even two at once could do no harm.
 *
 * @throws ScanFailure `npm-install-timeout` when the other one takes too long
 */
export async function whileLocked(
  folder: string,
  context: { readonly until: number; readonly spec: string; readonly settings: Settings },
  work: () => Promise<void>,
): Promise<void> {
  const lock = `${folder}.lock`;
  const own = JSON.stringify({ pid: process.pid, host: os.hostname() });
  while (!(await tryTake(lock, own))) {
    context.settings.signal.throwIfAborted();
    if (performance.now() > context.until) {
      throw new ScanFailure("npm-install-timeout", {
        spec: context.spec,
        budgetMs: context.settings.installTimeoutMs,
      });
    }
    if (await isStale(lock)) await rm(lock, { force: true });
    else await sleep(POLL_MS);
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryTake(lock: string, own: string): Promise<boolean> {
  try {
    const handle = await open(lock, "wx");
    await handle.writeFile(own).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    const { pid, host } = JSON.parse(await readFile(lock, "utf8")) as { pid: number; host: string };
    if (host === os.hostname()) return !isRunning(pid);
    return Date.now() - (await stat(lock)).mtimeMs > FOREIGN_STALE_MS;
  } catch {
    // Just created and not written yet, or gone; an empty one left by a crash ages out.
    const found = await stat(lock).catch(() => null);
    return found !== null && Date.now() - found.mtimeMs > 10_000;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
