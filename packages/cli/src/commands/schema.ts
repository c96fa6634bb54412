import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";

const DOCUMENTS = [
  "report",
  "failed",
  "surface",
  "tasks",
  "annotations",
  "leaderboard",
  "comparison",
  "evals-run",
] as const;

interface SchemaValues {
  document: (typeof DOCUMENTS)[number];
}

export const schemaCommand: Command<SchemaValues> = {
  name: "schema <document>",
  summary: "print the JSON Schema of a file Gradable writes",
  options: (builder) =>
    builder.positional("document", {
      choices: DOCUMENTS,
      demandOption: true,
      describe: "which file",
    }) as never,
  async run(values, io: CliIo) {
    io.stdout.write(`${JSON.stringify(await schemaOf(values.document), null, 2)}\n`);
    return EXIT.done;
  },
};

async function schemaOf(document: SchemaValues["document"]): Promise<Record<string, unknown>> {
  if (document === "leaderboard" || document === "comparison") {
    const { comparisonJsonSchema, leaderboardJsonSchema } = await import("@gradable/insight");
    return document === "leaderboard" ? leaderboardJsonSchema() : comparisonJsonSchema();
  }
  if (document === "evals-run") return (await import("@gradable/evals")).evalRunJsonSchema();
  const { documentJsonSchema } = await import("@gradable/contract");
  return documentJsonSchema(document);
}
