import { resolve } from "node:path";
import type { CalibrationReference } from "@gradable/run";
import type { CliIo } from "./io.js";
import { type JudgeFlags, openJudge } from "./judge-options.js";

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

/**
 * Throws `calibration-of-another-judge` (usage) when somebody else answers than was calibrated, for a command that is about to start many
 * scans. It asks a question of the calibration itself, whose answer a judge that was calibrated here has kept.
 */
export async function checkCalibration(
  calibration: CalibrationReference,
  flags: JudgeFlags,
  io: Pick<CliIo, "env" | "signal">,
): Promise<void> {
  const { assertCalibrated } = await import("@gradable/run");
  const { loadTokenizer } = await import("@gradable/judge");
  const { CALIBRATION_SURFACES } = await import("@gradable/judge/prompted");
  const [{ surface, tasks }] = CALIBRATION_SURFACES as [(typeof CALIBRATION_SURFACES)[number]];
  const judge = await openJudge(flags, io);
  try {
    const session = await (await judge.parts()).selector.open(surface, {
      tokenizer: await loadTokenizer("o200k_base"),
    });
    await session.ask(tasks[0] as (typeof tasks)[number], 0, io.signal);
    assertCalibrated(calibration, "selection", session.identity());
  } finally {
    await judge.close();
  }
}
