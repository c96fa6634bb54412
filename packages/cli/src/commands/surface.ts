import { resolve } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import {
  SERVER_HELP,
  scanOptions,
  type TargetValues,
  targetOf,
  targetOptions,
} from "../options/target-options.js";

interface SurfaceValues extends TargetValues {
  server?: string;
  out?: string;
}

export const surfaceCommand: Command<SurfaceValues> = {
  name: "surface [server]",
  summary: "capture a server's declared surface as JSON, without judging it",
  options: (builder) =>
    targetOptions(
      builder.positional("server", { type: "string", describe: SERVER_HELP }).option("out", {
        alias: "o",
        type: "string",
        describe: "file to write instead of stdout",
        group: "Output",
        takes: "file",
      }),
    ) as never,
  async run(values, io: CliIo) {
    const { jsonText } = await import("@gradable/contract");
    const { scan } = await import("@gradable/scan");
    const { writeFileAtomically } = await import("@gradable/host");
    const scanned = await scan(targetOf(values), scanOptions(values, io));
    const observations = [...scanned.surface.observations, ...(await scanned.close())];
    const text = jsonText({ ...scanned.surface, observations });
    if (values.out === undefined) io.stdout.write(text);
    else await writeFileAtomically(resolve(io.cwd, values.out), text);
    return EXIT.done;
  },
};
