import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { entryOfText, type LeaderboardEntry, type ResultText } from "@gradable/insight";
import { builtModule } from "../built-module.js";

/** Below this many files to check, starting threads takes longer than they save. */
const INLINE_FILES = 24;
/** Each thread holds a heap of its own; beyond these the disk is the limit. */
const MAX_THREADS = 8;

interface Waiting {
  resolve(entry: LeaderboardEntry): void;
  reject(error: unknown): void;
}

/**
 * Makes leaderboard entries on all processors: checking a report takes some ten times as long as reading it. The first files are done
 * here, so that a leaderboard of a few servers, or one whose reports are all known, starts no thread.
 */
export class EntryThreads {
  readonly #count = Math.min(MAX_THREADS, availableParallelism());
  readonly #threads: { readonly worker: Worker; waiting: Map<number, Waiting> }[] = [];
  #made = 0;

  /** Files worth having under way at once. */
  get atOnce(): number {
    return this.#count * 2;
  }

  make = (file: ResultText): LeaderboardEntry | Promise<LeaderboardEntry> => {
    const id = this.#made++;
    if (id < INLINE_FILES || this.#count < 2) return entryOfText(file);
    if (this.#threads.length === 0) this.#start();
    const thread = this.#threads.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a));
    return new Promise<LeaderboardEntry>((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject });
      thread.worker.postMessage({ id, file: { file: file.file, text: file.text } });
    });
  };

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #start(): void {
    for (let index = 0; index < this.#count; index++) {
      const worker = new Worker(builtModule("entry-worker.js"), { execArgv: [] });
      const thread = { worker, waiting: new Map<number, Waiting>() };
      worker.on("message", ({ id, entry }: { id: number; entry: LeaderboardEntry }) => {
        thread.waiting.get(id)?.resolve(entry);
        thread.waiting.delete(id);
      });
      worker.on("error", (error) => {
        for (const { reject } of thread.waiting.values()) reject(error);
        thread.waiting.clear();
      });
      this.#threads.push(thread);
    }
  }
}
