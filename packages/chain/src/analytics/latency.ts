import type { EvalSetupLatencyAggregate, EvalStageLatencyAggregate } from "./document.js";

/**
 * Adds two aggregates of one stage (or one setup phase) read from two parts of one run. The two bases are different
 * types, so a stage's time cannot be added to a setup phase's.
 */
export function mergeLatency<Latency extends EvalStageLatencyAggregate | EvalSetupLatencyAggregate>(
  left: Latency,
  right: NoInfer<Latency>,
): Latency {
  return {
    ...left,
    sampleCount: left.sampleCount + right.sampleCount,
    totalMs: left.totalMs + right.totalMs,
    minMs: Math.min(left.minMs, right.minMs),
    maxMs: Math.max(left.maxMs, right.maxMs),
  };
}
