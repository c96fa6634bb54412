import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { UsageError } from "../usage-error.js";

interface ExplainValues {
  value: string;
}

export const explainCommand: Command<ExplainValues> = {
  name: "explain <value>",
  summary: "say what a word in a report means: a stage, state, reason, observation, defect, …",
  options: (builder) =>
    builder.positional("value", {
      type: "string",
      demandOption: true,
      describe: "the word as the report spells it, for example notReached",
    }) as never,
  async run(values, io: CliIo) {
    const { meaningsOf, KNOWN_WORDS } = await import("../vocabulary.js");
    const meanings = meaningsOf(values.value);
    if (meanings.length === 0) {
      const near = nearest(values.value, KNOWN_WORDS);
      throw new UsageError(
        `${JSON.stringify(values.value)} is not a word of a report.`,
        near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Copy the word as the report spells it.",
      );
    }
    for (const meaning of meanings)
      io.stdout.write(`${meaning.vocabulary}  ${values.value}\n  ${meaning.text}\n`);
    return EXIT.done;
  },
};

/** Known words that contain the given one or share its first four letters, at most five. */
function nearest(value: string, words: readonly string[]): string[] {
  const key = value.toLowerCase();
  if (key.length < 3) return [];
  return words
    .filter((word) => word.toLowerCase().includes(key) || word.toLowerCase().startsWith(key.slice(0, 4)))
    .slice(0, 5);
}
