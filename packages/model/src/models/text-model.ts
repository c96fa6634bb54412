import type { JudgeStage, StageIdentity, Trial } from "@gradable/contract";

/**
 * Who answered: a {@link StageIdentity} without the prompt's version, as read off the program that answered.
 */
export type TextIdentity = Omit<StageIdentity, "version">;

/**
 * Token usage as the program reported it, in one meaning for all: `inputTokens` without the cached ones,
 * `outputTokens` without the reasoning ones where the program tells them apart. A number it did not report is
 * absent.
 */
export type ReportedUsage = NonNullable<Trial["reportedUsage"]>;

/** One question put to a text model. */
export interface TextRequest {
  readonly prompt: string;
  /** Which of several independent askings of the same prompt this is, 0 or more; part of the cache key. */
  readonly trial: number;
  /** Which of the five questions it belongs to, for progress. */
  readonly stage?: JudgeStage;
  readonly signal?: AbortSignal;
}

export interface TextAnswer {
  /** Never empty, never cut: both are failures. */
  readonly text: string;
  readonly identity: TextIdentity;
  readonly usage?: ReportedUsage;
  /** Wall time of the call that produced the text, also when the answer comes from the cache. */
  readonly durationMs: number;
  readonly cached: boolean;
}

/**
 * A language model that reads one text and writes one text: a CLI, a command, an HTTP endpoint, or one of
 * those behind retries, a limit, a cache. `ask` throws a `JudgeError`, or the signal's reason when it was
 * aborted.
 */
export interface TextModel {
  readonly cli: string;
  /** Longest prompt in UTF-16 code units that the program takes, `null` when none is known. */
  readonly maxPromptChars: number | null;
  /**
   * What answers are filed under before there is one: the program, its version, and a hash of everything that
   * may change an answer (model asked for, flags, address, system text). Starts the program to ask its
   * version, no model.
   */
  configuration(): Promise<TextConfiguration>;
  /** {@link TextConfiguration.family}, without starting anything. */
  readonly family: string;
  ask(request: TextRequest): Promise<TextAnswer>;
  /** Ends what is running and removes the private folders; idempotent. */
  close(): Promise<void>;
}

export interface TextConfiguration {
  readonly cli: string;
  readonly cliVersion: string;
  /** Hex sha256 of everything that may change an answer, the version of the program included. */
  readonly sha256: string;
}

/** Two usages together; a number that neither reports stays absent. */
export function addUsage(
  a: ReportedUsage | undefined,
  b: ReportedUsage | undefined,
): ReportedUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const sum: ReportedUsage = {};
  for (const key of USAGE_KEYS) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  }
  return sum;
}

const USAGE_KEYS = [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "costUsd",
] as const;

/**
 * Usage from what a program printed: whole numbers of at least 0 are kept, everything else is left out, so
 * that a program's odd number can never become ours.
 */
export function usageOf(
  counts: { [Key in (typeof USAGE_KEYS)[number]]?: unknown },
): ReportedUsage | undefined {
  const usage: ReportedUsage = {};
  for (const key of USAGE_KEYS) {
    const value = counts[key];
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) continue;
    if (key === "costUsd" || Number.isSafeInteger(value)) usage[key] = value;
  }
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** `total − part`, when both are numbers and the part fits; otherwise the total as it is. */
export function without(total: unknown, part: unknown): unknown {
  return typeof total === "number" && typeof part === "number" && part <= total ? total - part : total;
}
