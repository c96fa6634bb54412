import { join } from "node:path";
import { PROMPTED_JUDGES } from "@gradable/contract";
import type { JudgeProgress, Rates } from "@gradable/model";
import type { JudgeParts } from "@gradable/run";
import type { PromptedJudge } from "@gradable/run/prompted";
import type { Argv } from "yargs";
import type { CliIo } from "../io.js";
import { cacheDirectory } from "../paths.js";
import { UsageError } from "../usage-error.js";
import { last, numberInRange, wholeNumber } from "./flags.js";

/** The judge that needs nothing installed. */
export const BUILTIN_JUDGE = "builtin";

/** What `--judge-cli` takes: the built-in judge, then the prompted ones. */
export const JUDGE_NAMES = [BUILTIN_JUDGE, ...PROMPTED_JUDGES] as const;

/** The flags of every command that asks a judge. */
export interface JudgeValues {
  "judge-cli": string;
  "judge-model"?: string;
  "judge-arg"?: string[];
  "judge-command"?: string;
  "judge-base-url"?: string;
  "judge-timeout": string;
  "judge-concurrency": string;
  cache: boolean;
  "price-in"?: string;
  "price-out"?: string;
}

/** Declares {@link JudgeValues}. */
export function judgeOptions<Values>(builder: Argv<Values>): Argv<Values & JudgeValues> {
  return builder
    .option("judge-cli", {
      choices: JUDGE_NAMES,
      default: BUILTIN_JUDGE,
      describe:
        "who judges: the embedded judge, an installed CLI, any command, or an OpenAI-compatible endpoint",
      group: "Judge",
      takes: "judge",
    })
    .option("judge-model", {
      type: "string",
      describe: "model of the judge, as its program names it",
      group: "Judge",
      takes: "model",
    })
    .option("judge-arg", {
      type: "string",
      array: true,
      describe: "one more flag for the judge's program (repeatable); name=value for openai",
      group: "Judge",
      takes: "flag",
    })
    .option("judge-command", {
      type: "string",
      describe:
        "the program for --judge-cli command: prompt on its stdin, answer on its stdout; started in an empty folder, so name files by their full path",
      group: "Judge",
      takes: "program",
    })
    .option("judge-base-url", {
      type: "string",
      describe: "address of the judge's provider or endpoint",
      group: "Judge",
      takes: "url",
    })
    .option("judge-timeout", {
      type: "string",
      default: "120",
      describe: "seconds for one answer of the judge",
      group: "Judge",
      takes: "seconds",
    })
    .option("judge-concurrency", {
      type: "string",
      default: "4",
      describe: "questions asked at once",
      group: "Judge",
      takes: "number",
    })
    .option("cache", {
      type: "boolean",
      default: true,
      describe: "do not keep the judge's answers, nor use kept ones",
      group: "Judge",
    })
    .option("price-in", {
      type: "string",
      describe: "dollars per million prompt tokens, for the cost",
      group: "Judge",
      takes: "dollars",
    })
    .option("price-out", {
      type: "string",
      describe: "dollars per million completion tokens, for the cost",
      group: "Judge",
      takes: "dollars",
    }) as never;
}

/** The chosen judge as plain data, checked; it may cross to a worker process. */
export interface JudgeFlags {
  readonly cli: string;
  readonly model?: string;
  readonly args: readonly string[];
  readonly command?: string;
  readonly baseUrl?: string;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly cache: boolean;
  readonly rates?: Rates;
}

/** Reads the judge flags; throws a usage error for values that can't be. */
export function judgeFlags(values: JudgeValues): JudgeFlags {
  const cli = last(values["judge-cli"]) as string;
  const model = last(values["judge-model"]);
  const command = last(values["judge-command"]);
  const baseUrl = last(values["judge-base-url"]);
  const given = { "--judge-model": model, "--judge-arg": values["judge-arg"], "--judge-base-url": baseUrl };
  const unused = Object.entries(given).find(([, value]) => value !== undefined);
  if (cli === BUILTIN_JUDGE && unused !== undefined) {
    throw new UsageError(
      `${unused[0]} was given, but the judge is the embedded one, which has no such setting.`,
      "Name the judge too, for example --judge-cli claude; gradable judges lists what is installed.",
    );
  }
  if (command !== undefined && cli !== "command") {
    throw new UsageError(
      `--judge-command was given, but the judge is ${cli}.`,
      "Add --judge-cli command, or leave --judge-command out.",
    );
  }
  const rates = priceFlags(last(values["price-in"]), last(values["price-out"]));
  return {
    cli,
    ...(model === undefined ? {} : { model }),
    args: values["judge-arg"] ?? [],
    ...(command === undefined ? {} : { command }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    timeoutMs: wholeNumber("--judge-timeout", last(values["judge-timeout"]), { min: 1, max: 3600 }) * 1000,
    concurrency: wholeNumber("--judge-concurrency", last(values["judge-concurrency"]), { min: 1, max: 64 }),
    cache: values.cache,
    ...(rates === undefined ? {} : { rates }),
  };
}

function priceFlags(input: string | undefined, output: string | undefined): Rates | undefined {
  if (input === undefined && output === undefined) return undefined;
  if (input === undefined || output === undefined) {
    throw new UsageError(
      "A price needs both --price-in and --price-out.",
      "For example: --price-in 3 --price-out 15",
    );
  }
  const range = { min: 0, max: 100_000 };
  return {
    inPerMillion: numberInRange("--price-in", input, range),
    outPerMillion: numberInRange("--price-out", output, range),
  };
}

/** A judge ready to be asked. `prompted` is `null` for the embedded one. */
export interface OpenJudge {
  /** Its parts; made when first asked for, since the embedded judge takes a moment to load. */
  parts(): Promise<JudgeParts>;
  readonly prompted: PromptedJudge | null;
  readonly concurrency: number;
  close(): Promise<void>;
}

/** Makes the chosen judge. Starts nothing: the first question does. Call `close` when the scan is over, however it ended. */
export async function openJudge(
  flags: JudgeFlags,
  io: Pick<CliIo, "env" | "signal">,
  onProgress?: (progress: JudgeProgress) => void,
): Promise<OpenJudge> {
  if (flags.cli === BUILTIN_JUDGE) {
    return { parts: builtinParts, prompted: null, concurrency: 1, close: async () => undefined };
  }
  const { promptedAnalyst } = await import("@gradable/analyze/prompted");
  const { promptedTaskGenerator } = await import("@gradable/tasks/prompted");
  const { createJudge } = await import("@gradable/run/prompted");
  const { cache, ...choice } = flags;
  const prompted = await createJudge({
    ...choice,
    cacheDir: cache ? answersDirectory(io.env) : null,
    env: io.env,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const parts: JudgeParts = {
    selector: prompted.selector,
    generator: promptedTaskGenerator(prompted.taskWriter),
    analyst: promptedAnalyst(prompted.analysis, io.signal),
    announce: (questions) => prompted.meter.expect(questions),
  };
  return {
    parts: async () => parts,
    prompted,
    concurrency: flags.concurrency,
    close: () => prompted.close(),
  };
}

async function builtinParts(): Promise<JudgeParts> {
  const { builtinAnalyst } = await import("@gradable/analyze");
  const { builtinSelector } = await import("@gradable/judge");
  const { builtinTaskGenerator } = await import("@gradable/tasks");
  return { selector: builtinSelector(), generator: builtinTaskGenerator(), analyst: builtinAnalyst() };
}

/** Where a prompted judge's answers are kept. */
export function answersDirectory(env: CliIo["env"]): string {
  return join(cacheDirectory(env), "judge");
}
