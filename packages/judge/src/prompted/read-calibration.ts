import { GradableError, type StageIdentity, sha256Json, stageIdentitySchema } from "@gradable/contract";
import { at, isRecord } from "./adapters/adapter.js";
import type { Calibration } from "./calibrate.js";
import { calibrationSha256 } from "./calibrate.js";

/**
 * The hash and the judges of a calibration that was written as JSON (`gradable judges --calibrate --format json`). Throws
 * `calibration-unreadable` (owner usage) when it is none, or when its hash is not that of its counts.
 */
export function readCalibration(document: unknown): Pick<Calibration, "sha256" | "identities"> {
  const { identities, surfaces, sha256, version, trialsPerTask } = isRecord(document) ? document : {};
  const identity = (stage: string): StageIdentity => {
    const read = stageIdentitySchema.safeParse(at(identities, stage));
    if (!read.success) throw unreadable(`it names nobody for ${stage}`);
    return read.data;
  };
  const named = { selection: identity("selection"), defects: identity("defects"), pairs: identity("pairs") };
  if (!Array.isArray(surfaces) || !surfaces.every(isRecord)) throw unreadable("it has no list of surfaces");
  const expected = sha256Json({ version, trialsPerTask, identities: named, counts: surfaces.map(countsOf) });
  if (sha256 !== expected) throw unreadable("its sha256 is not that of its counts; the file was changed");
  return { sha256: expected, identities: named };
}
