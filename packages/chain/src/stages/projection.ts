import { isRecord } from "../friction/call.js";
import { type StageDerivation, stageDerivationSchema } from "./derivation.js";

/** The keys a derivation is stored under beside a trial. */
const STAGE_METADATA_KEYS = Object.freeze([
  "stageResults",
  "firstFailedStage",
  "failureCategory",
  "stageAnalyzerVersion",
] as const);

/** A derivation as the metadata it is stored under. Absent members stay absent. */
export function stageDerivationToMetadata(derivation: StageDerivation): Record<string, unknown> {
  return Object.fromEntries(
    STAGE_METADATA_KEYS.flatMap((key) => (derivation[key] === undefined ? [] : [[key, derivation[key]]])),
  );
}

/**
 * What of a trial's stored chain may be shown: nothing stored stays nothing, a valid derivation passes, of an invalid
 * one only a flag and its version cross, and neither the first failed stage nor the category.
 */
export function projectStageDerivation(
  metadata: unknown,
): Partial<StageDerivation> & { stageResultsUnverified?: true } {
  if (!isRecord(metadata) || metadata.stageResults === undefined) return {};
  const stored = Object.fromEntries(
    STAGE_METADATA_KEYS.flatMap((key) => (metadata[key] === undefined ? [] : [[key, metadata[key]]])),
  );
  const parsed = stageDerivationSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const version = metadata.stageAnalyzerVersion;
  return typeof version === "number" && Number.isInteger(version)
    ? { stageResultsUnverified: true, stageAnalyzerVersion: version }
    : { stageResultsUnverified: true };
}
