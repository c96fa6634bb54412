import { type ChildProcess, fork } from "node:child_process";

/** What the pool sends to a worker process, and what it hears back. */
export interface WorkerRequest<Job> {
  readonly id: number;
  readonly job: Job;
}
export type WorkerReply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly problem: string };

/** Why a job has no answer: the worker was ended at the job's deadline, or it died. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
  constructor(
    readonly reason: "deadline" | "died",
    detail: string,
  ) {
    super(detail);
  }
}

/**
 * A fixed number of worker processes, each doing one job at a time. A job that passes its deadline, or that kills its process,
 * costs only itself: the worker is ended and replaced, and no other job waits longer for it.
 */
export class WorkerPool<Job, Answer> {
  readonly #file: string;
  readonly #execArgv: readonly string[];
  readonly #idle: ChildProcess[] = [];
  readonly #waiting: ((worker: ChildProcess) => void)[] = [];
  #nextId = 0;
  #closed = false;

  constructor(file: string, size: number, execArgv: readonly string[] = process.execArgv) {
    this.#file = file;
    this.#execArgv = execArgv;
    for (let index = 0; index < size; index++) this.#idle.push(this.#start());
  }

  /** Runs one job; rejects with {@link WorkerLost}, or with an Error that carries the worker's own words. */
  async run(job: Job, deadlineMs: number): Promise<Answer> {
    const worker =
      this.#idle.pop() ?? (await new Promise<ChildProcess>((resolve) => this.#waiting.push(resolve)));
    const id = this.#nextId++;
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const deadline = setTimeout(
          () => reject(new WorkerLost("deadline", `no result within ${deadlineMs} ms`)),
          deadlineMs,
        );
        const settle = (act: () => void) => {
          clearTimeout(deadline);
          worker.off("message", hear);
          worker.off("exit", die);
          act();
        };
        const hear = (reply: WorkerReply<Answer>) => {
          if (reply.id !== id) return;
          settle(() => ("answer" in reply ? resolve(reply.answer) : reject(new Error(reply.problem))));
        };
        const die = (code: number | null, signal: string | null) =>
          settle(() => reject(new WorkerLost("died", `the worker process ended with ${signal ?? code}`)));
        worker.on("message", hear);
        worker.on("exit", die);
        worker.send({ id, job } satisfies WorkerRequest<Job>, (error) => {
          if (error) settle(() => reject(new WorkerLost("died", error.message)));
        });
      });
      this.#release(worker);
      return answer;
    } catch (error) {
      if (error instanceof WorkerLost) {
        // SIGTERM lets the worker's exit hooks end the server it started; SIGKILL follows for one that is stuck.
        await endWorker(worker);
        if (!this.#closed) this.#release(this.#start());
      } else this.#release(worker);
      throw error;
    }
  }

  /** Ends every worker; jobs that are still waiting never run. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map(endWorker));
  }

  #start(): ChildProcess {
    return fork(this.#file, [], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: [...this.#execArgv],
    });
  }

  #release(worker: ChildProcess): void {
    const next = this.#waiting.shift();
    if (next) next(worker);
    else if (this.#closed) void endWorker(worker);
    else this.#idle.push(worker);
  }
}

async function endWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => worker.kill("SIGKILL"), 2000);
    worker.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    worker.kill("SIGTERM");
  });
}
