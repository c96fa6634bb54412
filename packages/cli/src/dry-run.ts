import { analyze, visibleTools } from "@gradable/analyze";
import { loadTokenizer } from "@gradable/model/tokens";
import { estimateJudge, type JudgeEstimate } from "@gradable/run/prompted";
import { type ScanOptions, scan } from "@gradable/scan";
import { DEFAULT_MAX_TASKS, readTaskSet } from "@gradable/tasks";
import { wantedTasks } from "@gradable/tasks/prompted";
import type { CliIo } from "./io.js";
import { answersDirectory, type JudgeFlags, type OpenJudge } from "./options/judge-options.js";

/** What a scan by a prompted judge would ask and cost: the target is listed, the embedded analyst says what would be rewritten, no judge is started. */
export async function dryRun(
  target: string,
  options: {
    readonly scan: ScanOptions;
    readonly flags: JudgeFlags;
    readonly judge: OpenJudge;
    readonly tasksPerTool: number;
    readonly maxTasks: number | undefined;
    readonly tasksFrom: unknown;
    readonly trials: number;
    readonly rewrite: boolean;
  },
  io: CliIo,
): Promise<JudgeEstimate | null> {
  if (options.judge.prompted === null) return null;
  const scanned = await scan(target, options.scan);
  const closing = scanned.close();
  const { surface } = scanned;
  const tokenizer = await loadTokenizer("o200k_base");
  const { analysis } = await analyze(surface, { tokenizer });
  const estimate = await estimateJudge({
    asker: options.judge.prompted.asker,
    surface,
    tokenizer,
    tasks:
      options.tasksFrom === undefined
        ? {
            wanted: wantedTasks(surface, {
              perTool: options.tasksPerTool,
              maxTasks: options.maxTasks ?? DEFAULT_MAX_TASKS,
            }),
          }
        : readTaskSet(options.tasksFrom, surface).tasks,
    trials: options.trials,
    concurrency: options.flags.concurrency,
    visible: visibleTools(surface),
    defective: [...new Set(analysis.defects.map(({ toolIndex }) => toolIndex))],
    askAgain: options.rewrite,
    cacheDir: options.flags.cache ? answersDirectory(io.env) : null,
    ...(options.flags.rates === undefined ? {} : { rates: options.flags.rates }),
  });
  await closing;
  return estimate;
}

/** An estimate as a table a person reads before paying. */
export function estimateText(estimate: JudgeEstimate): string {
  const number = (value: number) => value.toLocaleString("en-US").padStart(14);
  const rows = Object.entries({ ...estimate.stages, total: estimate.total })
    .filter(([, stage]) => stage.calls > 0)
    .map(
      ([name, stage]) =>
        `${name.padEnd(14)}${number(stage.calls)}${number(stage.promptTokens)}${number(stage.completionTokensMax)}`,
    );
  const { latencyMs, minutes, priceUsd, tooLarge } = estimate;
  return [
    "Dry run: no judge was started.",
    `${"".padEnd(14)}${"calls".padStart(14)}${"prompt tokens".padStart(14)}${"reply ≤".padStart(14)}`,
    ...rows,
    ...(estimate.stages.rewrite.calls > 0
      ? [
          `A guess: the rewrites; the embedded analyst would ask for ${estimate.stages.rewrite.calls}, and this judge may find other defects.`,
        ]
      : []),
    `About ${minutes.toFixed(minutes < 10 ? 1 : 0)} min at ${(latencyMs.value / 1000).toFixed(1)} s a call (${latencyMs.source === "observed" ? "as this judge was seen to answer" : "assumed; it has not been seen yet"}).`,
    priceUsd === null
      ? "Price: give --price-in and --price-out to see it."
      : `Price: at most $${priceUsd.toFixed(2)}, reasoning tokens apart.`,
    ...(tooLarge === null
      ? []
      : [
          `A prompt of stage ${tooLarge.stage} has ${tooLarge.chars} characters; this judge takes ${tooLarge.limit}. The scan would fail.`,
        ]),
    "",
  ].join("\n");
}
