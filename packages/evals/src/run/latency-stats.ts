import type { LatencyBreakdown } from "../suite/prompt-result.js";

/** Statistics of durations in milliseconds; all zero when `count` is 0. */
interface LatencyStats {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly count: number;
}

/** Latency of a run: per kind, and each prompt's own in order. */
export interface RunLatency {
  readonly e2e: LatencyStats;
  readonly llm: LatencyStats;
  readonly mcp: LatencyStats;
  readonly perIteration: LatencyBreakdown[];
}

/**
 * The p-th percentile (0 to 100): position p/100 × (n − 1) among the sorted values, interpolated between neighbours.
 * Throws RangeError for an empty list or a p outside 0 to 100.
 */
export function calculatePercentile(values: readonly number[], percentile: number): number {
  if (values.length === 0) throw new RangeError("Cannot take a percentile of no values.");
  if (!(percentile >= 0 && percentile <= 100))
    throw new RangeError(`A percentile is between 0 and 100, not ${percentile}.`);
  const sorted = [...values].sort((a, b) => a - b);
  const position = (percentile / 100) * (sorted.length - 1);
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

/** Statistics of a list of durations; all zero for an empty one. */
function calculateLatencyStats(values: readonly number[]): LatencyStats {
  if (values.length === 0) return { min: 0, max: 0, mean: 0, p50: 0, p95: 0, count: 0 };
  return {
    min: values.reduce((least, value) => Math.min(least, value)),
    max: values.reduce((most, value) => Math.max(most, value)),
    mean: values.reduce((total, value) => total + value, 0) / values.length,
    p50: calculatePercentile(values, 50),
    p95: calculatePercentile(values, 95),
    count: values.length,
  };
}

/** The latency of all prompts of a run. */
export function runLatency(perIteration: LatencyBreakdown[]): RunLatency {
  return {
    e2e: calculateLatencyStats(perIteration.map((latency) => latency.e2eMs)),
    llm: calculateLatencyStats(perIteration.map((latency) => latency.llmMs)),
    mcp: calculateLatencyStats(perIteration.map((latency) => latency.mcpMs)),
    perIteration,
  };
}
