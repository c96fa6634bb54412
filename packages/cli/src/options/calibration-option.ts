import { resolve } from "node:path";
import type { CalibrationReference } from "@gradable/run/prompted";
import type { Argv } from "yargs";
import type { CliIo } from "../io.js";
import { last } from "./flags.js";

export interface CalibrationValues {
  calibration?: string;
}

/** Declares {@link CalibrationValues}. */
export function calibrationOption<Values>(builder: Argv<Values>): Argv<Values & CalibrationValues> {
  return builder.option("calibration", {
    type: "string",
    describe: "JSON that gradable judges --calibrate wrote of this judge; the report carries its hash",
    group: "Judge",
    takes: "file",
  }) as never;
}

/** Reads the file of `--calibration`; `undefined` where none was given. Throws `GradableError` (usage) for a file that is no calibration. */
export async function calibrationOf(
  values: CalibrationValues,
  io: Pick<CliIo, "cwd">,
): Promise<CalibrationReference | undefined> {
  const given = last(values.calibration);
  if (given === undefined) return undefined;
  const { readJsonFile } = await import("@gradable/host");
  const { readCalibration } = await import("@gradable/run/prompted");
  return readCalibration(await readJsonFile(resolve(io.cwd, given)));
}
