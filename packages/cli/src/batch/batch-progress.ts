import type { BatchBegin, BatchProgress } from "@gradable/run";
import type { CliIo } from "../io.js";

/** What a batch says on stderr while it runs. */
export interface ShownProgress {
  begin(begin: BatchBegin): void;
  show(progress: BatchProgress): void;
  clear(): void;
  /** The last that was shown. */
  last(): BatchProgress | undefined;
}

/** One live line on a terminal, a plain line for each server elsewhere, nothing when `quiet`. */
export async function shownProgress(io: CliIo, quiet: boolean): Promise<ShownProgress> {
  const { nounText } = await import("@gradable/contract");
  const live = !quiet && io.stderr.isTTY === true && io.env.TERM !== "dumb";
  const told = (text: string) => {
    if (!quiet) io.stderr.write(`gradable: ${text}\n`);
  };
  let last: BatchProgress | undefined;
  return {
    last: () => last,
    begin({ endedProcesses, resumed, retried }) {
      if (endedProcesses > 0)
        told(
          `ended ${nounText(endedProcesses, "process", "processes")} that a killed run of this batch had left running`,
        );
      if (resumed > 0) told(`${nounText(resumed, "server")} finished before and not repeated`);
      if (retried > 0) told(`${nounText(retried, "server")} that failed before will be scanned again`);
    },
    show(progress) {
      last = progress;
      const { done, failed, left, perMinute, etaMs, running, last: result } = progress;
      const text = `${done} done, ${failed} failed, ${left} left, ${perMinute.toFixed(1)}/min${etaMs === null || left === 0 ? "" : `, about ${duration(etaMs)} to go`}`;
      if (live) {
        const now = running.length === 0 ? "" : `; now ${running.join(", ")}`;
        const line = `${text}${now}`;
        const width = (io.stderr.columns || 80) - 1;
        io.stderr.write(`\r\u001b[2K${line.length > width ? `${line.slice(0, width - 1)}…` : line}`);
      } else if (result)
        told(
          `${result.slug}: ${result.outcome}${result.grade ? ` ${result.grade}` : ""}${result.code ? ` (${result.code})` : ""}; ${text}`,
        );
    },
    clear() {
      if (live) io.stderr.write("\r\u001b[2K");
    },
  };
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
