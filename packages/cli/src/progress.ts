import type { JudgeProgress } from "@gradable/model";
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

/** How often a long phase says a word, ms: on a live line, and where there is none. */
const LIVE_EVERY_MS = 100;
const PLAIN_EVERY_MS = 15_000;

/**
 * Shows scan progress on stderr: one live line on a terminal; otherwise a plain line per phase, and one now and then while it lasts;
 * nothing when quiet.
 */
export function progressLine(io: CliIo, quiet: boolean): ProgressLine {
  if (quiet) return { show: () => undefined, judge: () => undefined, clear: () => undefined };
  const live = io.stderr.isTTY === true && io.env.TERM !== "dumb";
  let phase: string | undefined;
  let said = "";
  let used = "";
  let shownAt = 0;
  const write = (counted: string, now: number) => {
    shownAt = now;
    if (!live) {
      io.stderr.write(`gradable: ${said}${counted}\n`);
      return;
    }
    const width = (io.stderr.columns ?? 80) - 1;
    io.stderr.write(`\r\u001b[2K${`${said}${counted}`.slice(0, width)}`);
  };
  // A terminal shows ten lines a second well enough; two thousand trials must not cost two thousand writes.
  const due = (now: number) => now - shownAt >= (live ? LIVE_EVERY_MS : PLAIN_EVERY_MS);
  let count = "";
  return {
    show(progress) {
      said = "text" in progress ? progress.text : LABELS[progress.phase];
      count = "done" in progress ? ` ${progress.done}/${progress.total}` : "";
      const now = performance.now();
      const began = phase !== progress.phase;
      phase = progress.phase;
      const finished = live && "done" in progress && progress.done === progress.total;
      if (began) write(live ? count + used : "", now);
      else if (finished || due(now)) write(count + used, now);
    },
    judge(progress) {
      used = usedText(progress);
      const now = performance.now();
      if (phase !== undefined && due(now)) write(count + used, now);
    },
    clear() {
      if (live && phase !== undefined) io.stderr.write("\r\u001b[2K");
    },
  };
}

/** Calls, tokens, cost and time to go, as far as they are known. */
function usedText({ stage, calls, usage, costUsd, etaMs, pauseMs }: JudgeProgress): string {
  const tokens = (usage.inputTokens ?? 0) + (usage.cachedInputTokens ?? 0) + (usage.outputTokens ?? 0);
  const parts = [
    `${calls.answered} calls${calls.cached > 0 ? `, ${calls.cached} kept` : ""}${calls.failed > 0 ? `, ${calls.failed} failed` : ""}`,
    ...(tokens > 0 ? [`${tokens.toLocaleString("en-US")} tokens`] : []),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
    // While tasks are written, nobody knows yet how many of them will be asked.
    ...(etaMs === null || stage === "tasks" ? [] : [`about ${Math.ceil(etaMs / 60_000)} min to go`]),
    ...(pauseMs === undefined ? [] : [`waiting ${Math.ceil(pauseMs / 1000)} s as the provider asks`]),
  ];
  return ` (${parts.join(", ")})`;
}
