import type { ScanProgress } from "@gradable/run";
import type { CliIo } from "./io.js";

const LABELS = {
  baseline: "asking the judge",
  after_rewrite: "asking again with the suggested descriptions",
} as const;

/** Shows scan progress on stderr: one live line on a terminal, a plain line per phase otherwise, nothing when quiet. */
export function progressLine(
  io: CliIo,
  quiet: boolean,
): { show(progress: ScanProgress): void; clear(): void } {
  if (quiet) return { show: () => undefined, clear: () => undefined };
  const live = io.stderr.isTTY === true && io.env.TERM !== "dumb";
  let phase: string | undefined;
  let shownAt = 0;
  return {
    show(progress) {
      const text = "text" in progress ? progress.text : LABELS[progress.phase];
      if (!live) {
        if (phase !== progress.phase) io.stderr.write(`gradable: ${text}\n`);
        phase = progress.phase;
        return;
      }
      const finished = "done" in progress && progress.done === progress.total;
      const now = performance.now();
      // A terminal shows ten lines a second well enough; two thousand trials must not cost two thousand writes.
      if (phase === progress.phase && !finished && now - shownAt < 100) return;
      phase = progress.phase;
      shownAt = now;
      const count = "done" in progress ? ` ${progress.done}/${progress.total}` : "";
      const width = (io.stderr.columns ?? 80) - 1;
      io.stderr.write(`\r\u001b[2K${`${text}${count}`.slice(0, width)}`);
    },
    clear() {
      if (live && phase !== undefined) io.stderr.write("\r\u001b[2K");
    },
  };
}
