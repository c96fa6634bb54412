import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants, endMarked, WORKER_VARIABLE } from "@gradable/host";

/** What the pool sends to a worker process, and what it hears back; `at` says how far a job has come. */
interface WorkerRequest<Job> {
  readonly id: number;
  readonly job: Job;
}
export type WorkerReply<Answer> =
  | { readonly id: number; readonly at: string }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly problem: string };

/** Why a job has no answer: the worker was ended at the job's deadline, or it died. `at` is the last it said of where it was. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
  constructor(
    readonly reason: "deadline" | "died",
    detail: string,
    readonly at: string | undefined = undefined,
  ) {
    super(detail);
  }
}

/** The mark of a run's `index`-th worker. The run is in it, so that a later run can tell what a killed one left. */
function workerMark(run: string, index: number): string {
  return `${run}.${index}`;
}

/** Whether a worker of that run carries this mark. */
export function isMarkOf(run: string, mark: string): boolean {
  return mark.startsWith(`${run}.`);
}

/** A worker that is stuck gets this long after SIGTERM; one that is not needs a few milliseconds. */
const GRACE_MS = 2000;

interface Worker {
  readonly process: ChildProcess;
  readonly mark: string;
  ended?: Promise<void>;
}

/**
 * A fixed number of worker processes, each doing one job at a time. A job that passes its deadline, or that kills its process,
 * costs only itself: the worker and everything it started are ended, another takes its place, and no other job waits for it.
 */
export class WorkerPool<Job, Answer> {
  readonly #file: string;
  readonly #run: string;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  #nextId = 0;
  #nextWorker = 0;
  #closed = false;

  /** `run` names the run in the marks of its workers; it must be one that no other run has. */
  constructor(file: string, size: number, run: string = randomUUID()) {
    this.#file = file;
    this.#run = run;
    for (let index = 0; index < size; index++) this.#idle.push(this.#start());
  }

  /** Runs one job; rejects with {@link WorkerLost}, or with an Error that carries the worker's own words. */
  async run(job: Job, deadlineMs: number): Promise<Answer> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    try {
      const answer = await this.#ask(worker.process, job, deadlineMs);
      this.#release(worker);
      return answer;
    } catch (error) {
      if (error instanceof WorkerLost) {
        if (!this.#closed) this.#release(this.#start());
        await this.#end(worker);
      } else this.#release(worker);
      throw error;
    }
  }

  /** Ends every worker, those with a job too; jobs that are still waiting never run. Nothing they started is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#workers].map((worker) => this.#end(worker)));
  }

  #ask(worker: ChildProcess, job: Job, deadlineMs: number): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise<Answer>((resolve, reject) => {
      let at: string | undefined;
      const settle = (act: () => void) => {
        clearTimeout(deadline);
        worker.off("message", hear);
        worker.off("exit", die);
        act();
      };
      const lose = (reason: WorkerLost["reason"], detail: string) =>
        settle(() => reject(new WorkerLost(reason, detail, at)));
      const hear = (reply: WorkerReply<Answer>) => {
        if (reply.id !== id) return;
        if ("at" in reply) at = reply.at;
        else settle(() => ("answer" in reply ? resolve(reply.answer) : reject(new Error(reply.problem))));
      };
      const die = (code: number | null, signal: string | null) =>
        lose("died", `the worker process ended with ${signal ?? code}`);
      const deadline = setTimeout(() => lose("deadline", `no result within ${deadlineMs} ms`), deadlineMs);
      worker.on("message", hear);
      worker.on("exit", die);
      worker.send({ id, job } satisfies WorkerRequest<Job>, (error) => {
        if (error) lose("died", error.message);
      });
    });
  }

  #start(): Worker {
    const mark = workerMark(this.#run, this.#nextWorker++);
    const worker: Worker = {
      mark,
      process: fork(this.#file, [], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        // What this process was started with (a debugger's port, a test runner's loader) is not meant for another.
        execArgv: [],
        env: { ...process.env, [WORKER_VARIABLE]: mark },
      }),
    };
    // A process that can't be started shows as a job that can't be sent.
    worker.process.on("error", () => undefined);
    this.#workers.add(worker);
    return worker;
  }

  #release(worker: Worker): void {
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
  }

  #end(worker: Worker): Promise<void> {
    worker.ended ??= endWorker(worker).finally(() => this.#workers.delete(worker));
    return worker.ended;
  }
}

/** SIGTERM lets the worker's exit hooks end what it started; for one that is stuck or dead already, we do. */
async function endWorker({ process: worker, mark }: Worker): Promise<void> {
  const gone = () => worker.exitCode !== null || worker.signalCode !== null || worker.pid === undefined;
  let known: number[] = [];
  if (!gone()) {
    const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.kill("SIGTERM");
    const timer = new AbortController();
    const grace = sleep(GRACE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([exited, grace]);
    timer.abort();
    if (!gone()) {
      known = await descendants(worker.pid as number);
      worker.kill("SIGKILL");
      await exited;
    }
  }
  await endMarked((found) => found === mark, known);
}
