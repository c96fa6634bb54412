import type { StageSetupSignals } from "@gradable/chain";
import type { TargetKind } from "@gradable/contract";

/**
 * What a scan that read a list says about the two setup stages. A captured file proves a list and no connection, so it
 * leaves no connection signal. [M1.10]
 */
export function setupSignals(targetKind: TargetKind): StageSetupSignals {
  const ok = { outcome: "ok" } as const;
  return targetKind === "file" ? { discovery: ok } : { connection: ok, discovery: ok };
}
