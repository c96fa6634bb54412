import { setTimeout as sleep } from "node:timers/promises";
import type { RpcSession } from "../connect/json-rpc.js";
import { ScanFailure } from "../errors.js";
import type { ScanLimits } from "../options.js";
import type { Observations } from "./observations.js";
import { fingerprint, readToolPages, type ToolPages } from "./tool-pages.js";

/** A list that was accepted. `attempts` counts the readings that differed from the one before, and the first. */
export interface Listed {
  readonly pages: ToolPages;
  readonly attempts: number;
}

/**
 * Waits before a list that changed while it was read is read again. A server that registers its tools one by one
 * announces each, so later waits give it time to finish; after the last one the list is called unstable.
 */
const REREADING_WAITS_MS: readonly number[] = [0, 50, 100, 200, 400, 800];

/** Remembers whether the server said that its list changed since it was last asked. */
export class ListChanges {
  #changed = false;
  #wake: (() => void) | null = null;

  constructor(session: RpcSession) {
    session.onNotification("notifications/tools/list_changed", () => {
      this.#changed = true;
      this.#wake?.();
    });
  }

  /** Whether it did; forgets it. */
  take(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** Waits until it does, at most that long. */
  async within(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#changed && ms > 0) {
      const done = new AbortController();
      const stop = (): void => done.abort();
      this.#wake = stop;
      signal.addEventListener("abort", stop, { once: true });
      await sleep(ms, undefined, { signal: done.signal }).catch(() => {});
      signal.removeEventListener("abort", stop);
      this.#wake = null;
    }
    return this.take();
  }
}

/**
 * Reads the list, within one time budget, until it holds still: again when the server says it changed meanwhile, and, where tools are declared
 * but none is there yet, for as long as the settle window is open.
 *
 * @throws PageFailure; ScanFailure `list-unstable`
 */
export async function listTools(
  session: RpcSession,
  changes: ListChanges,
  options: {
    readonly declared: boolean;
    readonly settleMs: number;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    readonly limits: ScanLimits;
  },
  observations: Observations,
): Promise<Listed> {
  const until = performance.now() + options.timeoutMs + options.settleMs;
  const settledBy = performance.now() + (options.declared ? options.settleMs : 0);
  let before: ToolPages | null = null;
  let wasEmpty = false;
  let attempts = 1;
  for (let rereadings = 0; ; ) {
    changes.take();
    const pages = await readToolPages(session, { ...options, until });
    const changed = changes.take();
    const isEmpty = pages.entries.length === 0;
    const differs = before !== null && fingerprint(before.entries) !== fingerprint(pages.entries);
    if (differs) attempts += 1;
    const leftMs = settledBy - performance.now();
    if (isEmpty && leftMs > 0) {
      wasEmpty = true;
      // Read again at once when told to, and in any case when the window closes: some servers register late silently.
      if (!changed) await changes.within(leftMs, options.signal);
    } else if (isEmpty || !changed || (before !== null && !differs)) {
      if (attempts > 1)
        observations.add(wasEmpty ? "list-empty-at-first" : "list-changed-during-scan", { attempts });
      return { pages, attempts };
    } else {
      if (rereadings >= REREADING_WAITS_MS.length) throw new ScanFailure("list-unstable", { attempts });
      await sleep(REREADING_WAITS_MS[rereadings], undefined, { signal: options.signal });
      rereadings += 1;
    }
    before = pages;
  }
}
