export {
  type Agreement,
  type CalibratedSurface,
  type Calibration,
  calibrateJudge,
  calibrationSha256,
} from "./calibration/calibrate.js";
export { assertCalibrated, type CalibrationReference } from "./calibration/calibration-reference.js";
export { CALIBRATION_SURFACES } from "./calibration/calibration-surfaces.js";
export { readCalibration } from "./calibration/read-calibration.js";
export { estimateJudge, type JudgeEstimate } from "./estimate.js";
export { createJudge, type PromptedJudge } from "./prompted-judge.js";
