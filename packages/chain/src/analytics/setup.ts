import { LATENCY_BASIS_SETUP_PHASE_WALL, LATENCY_UNIT } from "../stages/measurements.js";
import { SETUP_PHASES, type SetupPhase } from "../vocabulary/analytics.js";
import type { EvalSetupTally } from "./document.js";

/** One copy of a setup phase's signal, as read off one trial. Pass every copy: they are one attempt. */
export interface StageAnalyticsSetupSignalInput {
  readonly phase: SetupPhase;
  readonly outcome: "ok" | "failed";
  readonly attribution?: "ours" | "theirs" | "unknown" | undefined;
  readonly egressVerified?: boolean | undefined;
  /** The wall time of the phase in milliseconds. */
  readonly durationMs?: number | undefined;
  readonly trialKey?: string | undefined;
}

/** Whether one failed setup signal is the server's: its side, and our own network was shown to work. */
function isServerAttributedSetupFailure(signal: {
  readonly outcome?: string | undefined;
  readonly attribution?: string | undefined;
  readonly egressVerified?: boolean | undefined;
}): boolean {
  return signal.outcome === "failed" && signal.attribution === "theirs" && signal.egressVerified === true;
}

/**
 * One row per phase that left a signal. N copies of a signal are one attempt, one sample and N impacted trials, and
 * what the copies disagree on is not claimed.
 */
export function setupTallies(signals: readonly StageAnalyticsSetupSignalInput[]): EvalSetupTally[] {
  return SETUP_PHASES.flatMap((phase) => {
    const copies = signals.filter((signal) => signal.phase === phase);
    return copies.length === 0 ? [] : [tallyPhase(phase, copies)];
  });
}

function tallyPhase(phase: SetupPhase, copies: readonly StageAnalyticsSetupSignalInput[]): EvalSetupTally {
  const failed = copies.filter((copy) => copy.outcome === "failed");
  const impacted = new Set(failed.flatMap(({ trialKey }) => (trialKey === undefined ? [] : [trialKey])));
  const durations = new Set(
    copies.flatMap(({ durationMs }) =>
      durationMs !== undefined && Number.isFinite(durationMs) && durationMs >= 0 ? [durationMs] : [],
    ),
  );
  const [durationMs] = durations;
  return {
    phase,
    uniqueAttempts: 1,
    failedAttempts: failed.length > 0 ? 1 : 0,
    serverAttributedFailures: failed.length > 0 && failed.every(isServerAttributedSetupFailure) ? 1 : 0,
    impactedTrials: impacted.size,
    ...(durationMs === undefined || durations.size > 1
      ? {}
      : {
          latency: {
            unit: LATENCY_UNIT,
            basis: LATENCY_BASIS_SETUP_PHASE_WALL,
            sampleCount: 1,
            totalMs: durationMs,
            minMs: durationMs,
            maxMs: durationMs,
          },
        }),
  };
}
