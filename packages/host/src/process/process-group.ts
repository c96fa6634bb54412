import { spawnSync } from "node:child_process";

/** Options of `spawn` for a process that leads a group of its own; on Windows, which has no groups, it is ended as a tree. */
export const GROUP_LEADER = { detached: process.platform !== "win32", windowsHide: true } as const;

/** Sends a signal to everything in the group of `leader`; what is gone already is fine. On Windows any signal ends the tree at once. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(leader), "/t", "/f"], { windowsHide: true });
    return;
  }
  signalProcess(-leader, signal);
}

/** Sends a signal to one process; one that is gone already is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}

const onExit = new Set<() => void>();
const onSignals = new Set<() => void>();
// A group of its own does not get the terminal's Ctrl-C.
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `end` when this process ends, however that comes about but by SIGKILL; nothing can be waited for then. What it returns takes
 * that back.
 *
 * @param signals also at a signal that would end this process without its exit hooks; for code that runs in a process of others. A
 *   command that handles signals itself leaves through `exit`.
 */
export function atOurEnd(
  end: () => void,
  { signals = false }: { readonly signals?: boolean } = {},
): () => void {
  if (onExit.size === 0) process.on("exit", endAll);
  if (signals && onSignals.size === 0) for (const name of SIGNALS) process.on(name, onSignal);
  onExit.add(end);
  if (signals) onSignals.add(end);
  return () => {
    onExit.delete(end);
    if (onExit.size === 0) process.removeListener("exit", endAll);
    if (onSignals.delete(end) && onSignals.size === 0) stopListening();
  };
}

function endAll(): void {
  for (const end of onExit) end();
}

function onSignal(signal: NodeJS.Signals): void {
  endAll();
  stopListening();
  // Without another listener the default action was replaced by ours: let it happen.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function stopListening(): void {
  for (const name of SIGNALS) process.removeListener(name, onSignal);
}
