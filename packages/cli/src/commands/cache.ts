import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { answersDirectory } from "../options/judge-options.js";

interface CacheValues {
  action: "clear";
}

export const cacheCommand: Command<CacheValues> = {
  name: "cache <action>",
  summary: "forget the kept answers of judges: gradable cache clear",
  options: (builder) =>
    builder.positional("action", {
      choices: ["clear"] as const,
      demandOption: true,
      describe: "what to do",
    }) as never,
  async run(_values, io: CliIo) {
    const { clearAnswerCache } = await import("@gradable/model");
    const { answers, bytes } = await clearAnswerCache(answersDirectory(io.env));
    io.stdout.write(`${answers} kept answers forgotten (${(bytes / 1e6).toFixed(1)} MB)\n`);
    return EXIT.done;
  },
};
