import { resolve } from "node:path";
import type { CalibrationReference } from "@gradable/run";
import type { CliIo } from "./io.js";

export const CALIBRATION_HELP =
  "JSON that gradable judges --calibrate wrote of this judge; the report carries its hash";

/** Reads the file of `--calibration`; `undefined` where none was given. Throws `GradableError` (usage) for a file that is no calibration. */
export async function calibrationOption(
  given: string | undefined,
  io: Pick<CliIo, "cwd">,
): Promise<CalibrationReference | undefined> {
  if (given === undefined) return undefined;
  const { readJsonFile } = await import("@gradable/run");
  const { readCalibration } = await import("@gradable/judge/prompted");
  return readCalibration(await readJsonFile(resolve(io.cwd, given)));
}
