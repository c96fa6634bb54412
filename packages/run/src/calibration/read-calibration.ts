import { GradableError, stageIdentitySchema } from "@gradable/contract";
import { isRecord } from "@gradable/model";
import { type Calibration, calibrationSha256 } from "./calibrate.js";

/**
 * The hash and the judges of a calibration that was written as JSON (`gradable judges --calibrate --format json`). Throws
 * `calibration-unreadable` (owner usage) when it is none, or when its hash is not that of its counts.
 */
export function readCalibration(document: unknown): Pick<Calibration, "sha256" | "identities"> {
  if (!isRecord(document) || !isRecord(document.identities) || !Array.isArray(document.surfaces)) {
    throw unreadable("it has no identities or no surfaces");
  }
  for (const stage of ["selection", "defects", "pairs"]) {
    if (!stageIdentitySchema.safeParse(document.identities[stage]).success) {
      throw unreadable(`it names nobody for ${stage}`);
    }
  }
  // Everything the hash is over is in it now; what else a surface holds is not looked at.
  const calibration = document as unknown as Calibration;
  if (!document.surfaces.every(isRecord) || calibration.sha256 !== hashOf(calibration)) {
    throw unreadable("its sha256 is not that of its counts");
  }
  return { sha256: calibration.sha256, identities: calibration.identities };
}

/** `undefined` where a count is missing: what is not there has no canonical form. */
function hashOf(calibration: Calibration): string | undefined {
  try {
    return calibrationSha256(calibration);
  } catch {
    return undefined;
  }
}

function unreadable(reason: string): GradableError {
  return new GradableError({
    code: "calibration-unreadable",
    owner: "usage",
    message: `The file of --calibration is no calibration: ${reason}.`,
    hint: "Write one with: gradable judges --calibrate --format json > calibration.json",
    facts: { reason },
  });
}
