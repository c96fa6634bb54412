import type { CalibrationReference } from "@gradable/run/prompted";
import type { CliIo } from "./io.js";
import { type JudgeFlags, openJudge } from "./options/judge-options.js";

/**
 * Throws what is wrong with a judge before it is to judge many servers: a choice that can't work (usage), a program that is not there or
 * does not say its version, and, for a calibration, `calibration-of-another-judge` (usage). Without a calibration nothing is asked; with one,
 * a question of the calibration itself, whose answer a judge that was calibrated here has kept.
 */
export async function checkJudge(
  flags: JudgeFlags,
  calibration: CalibrationReference | undefined,
  io: Pick<CliIo, "env" | "signal">,
): Promise<void> {
  const judge = await openJudge(flags, io);
  try {
    await judge.prompted?.model.configuration();
    if (calibration === undefined) return;
    const { assertCalibrated } = await import("@gradable/run/prompted");
    const { whoSelects } = await import("@gradable/run");
    const { loadTokenizer } = await import("@gradable/model/tokens");
    const { CALIBRATION_SURFACES } = await import("@gradable/run/prompted");
    const [{ surface, tasks }] = CALIBRATION_SURFACES as [(typeof CALIBRATION_SURFACES)[number]];
    const tokenizer = await loadTokenizer("o200k_base");
    const asking = { judge: await judge.parts(), tokenizer, signal: io.signal };
    assertCalibrated(calibration, "selection", await whoSelects(surface, { tasks }, asking));
  } finally {
    await judge.close();
  }
}
