import type { JudgeProgress } from "@gradable/judge/prompted";
import type { ScanProgress } from "@gradable/run";
import type { CliIo } from "./io.js";

const LABELS = {
  baseline: "asking the judge",
  after_rewrite: "asking again with the suggested descriptions",
} as const;

/** What {@link progressLine} shows and takes away. */
export interface ProgressLine {
  show(progress: ScanProgress): void;
  /** What a prompted judge has used so far; shown behind the phase. */
  judge(progress: JudgeProgress): void;
  clear(): void;
}

/** How often a long phase says a word where there is no live line, ms. */
const PLAIN_EVERY_MS = 15_000;

/**
 * Shows scan progress on stderr: one live line on a terminal; otherwise a plain line per phase, and one now and then while it lasts;
 * nothing when quiet.
 */
export function progressLine(io: CliIo, quiet: boolean): ProgressLine {
  if (quiet) return { show: () => undefined, judge: () => undefined, clear: () => undefined };
  let used = "";
  const live = io.stderr.isTTY === true && io.env.TERM !== "dumb";
  let phase: string | undefined;
  let shownAt = 0;
  return {
    show(progress) {
      const text = "text" in progress ? progress.text : LABELS[progress.phase];
      const count = "done" in progress ? ` ${progress.done}/${progress.total}` : "";
      const now = performance.now();
      if (!live) {
        if (phase === progress.phase && now - shownAt < PLAIN_EVERY_MS) return;
        io.stderr.write(`gradable: ${text}${phase === progress.phase ? `${count}${used}` : ""}\n`);
        phase = progress.phase;
        shownAt = now;
        return;
      }
      const finished = "done" in progress && progress.done === progress.total;
      // A terminal shows ten lines a second well enough; two thousand trials must not cost two thousand writes.
      if (phase === progress.phase && !finished && now - shownAt < 100) return;
      phase = progress.phase;
      shownAt = now;
      const width = (io.stderr.columns ?? 80) - 1;
      io.stderr.write(`\r\u001b[2K${`${text}${count}${used}`.slice(0, width)}`);
    },
    judge(progress) {
      used = usedText(progress);
    },
    clear() {
      if (live && phase !== undefined) io.stderr.write("\r\u001b[2K");
    },
  };
}

/** Calls, tokens, cost and time to go, as far as they are known. */
function usedText({ calls, usage, costUsd, etaMs, pauseMs }: JudgeProgress): string {
  const tokens = (usage.inputTokens ?? 0) + (usage.cachedInputTokens ?? 0) + (usage.outputTokens ?? 0);
  const parts = [
    `${calls.answered} calls${calls.cached > 0 ? `, ${calls.cached} kept` : ""}${calls.failed > 0 ? `, ${calls.failed} failed` : ""}`,
    ...(tokens > 0 ? [`${tokens.toLocaleString("en-US")} tokens`] : []),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
    ...(etaMs === null ? [] : [`about ${Math.ceil(etaMs / 60_000)} min to go`]),
    ...(pauseMs === undefined ? [] : [`waiting ${Math.ceil(pauseMs / 1000)} s as the provider asks`]),
  ];
  return ` (${parts.join(", ")})`;
}
