import { GradableError, type StageIdentity } from "@gradable/contract";

/** A calibration of a judge, as a report may carry it: its hash, and who was calibrated. */
export interface CalibrationReference {
  readonly sha256: string;
  readonly identities: Readonly<Record<CalibratedStage, StageIdentity>>;
}

type CalibratedStage = "selection" | "defects" | "pairs";

/** Throws `calibration-of-another-judge` (owner usage) when somebody else answers a stage than was calibrated. */
export function assertCalibrated(
  calibration: CalibrationReference,
  stage: CalibratedStage,
  answered: StageIdentity,
): void {
  const [expected, found] = [name(calibration.identities[stage]), name(answered)];
  if (expected === found) return;
  throw new GradableError({
    code: "calibration-of-another-judge",
    owner: "usage",
    message: `The calibration is of another judge: it names ${expected} for ${stage}, and ${found} answers.`,
    hint: "Calibrate this judge with gradable judges --calibrate --format json, or leave --calibration out.",
    facts: { stage, expected, found },
  });
}

function name({ cli, cliVersion, model, version }: StageIdentity): string {
  return `${cli} ${cliVersion} (${model}, ${version})`;
}
