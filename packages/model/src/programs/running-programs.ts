import { type PrivateFolder, privateFolder } from "./private-folder.js";
import { type ProgramCall, type ProgramResult, runProgram } from "./program.js";

/**
 * The runs of one judge and the private folder they share; closing ends the former and removes the latter.
 */
export class RunningPrograms {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<ProgramResult>>();
  #folder: Promise<PrivateFolder> | undefined;

  /** Made on first use. Throws once closed. */
  folder(): Promise<PrivateFolder> {
    this.#closing.signal.throwIfAborted();
    this.#folder ??= privateFolder();
    return this.#folder;
  }

  /**
   * Runs a program in the folder's empty working folder. Throws the reason of whatever aborted it: the call's
   * signal, or closing.
   */
  async run(call: Omit<ProgramCall, "cwd">): Promise<ProgramResult> {
    const { cwd } = await this.folder();
    this.#closing.signal.throwIfAborted();
    const signal =
      call.signal === undefined ? this.#closing.signal : AbortSignal.any([call.signal, this.#closing.signal]);
    const running = runProgram({ ...call, cwd, signal });
    this.#running.add(running);
    try {
      const result = await running;
      if (result.ended === "abort") throw signal.reason;
      return result;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the judge was closed"));
    await Promise.allSettled(this.#running);
    await (await this.#folder?.catch(() => undefined))?.remove();
  }
}
