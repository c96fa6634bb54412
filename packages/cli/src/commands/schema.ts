import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";

interface SchemaValues {
  document: "report" | "failed" | "surface" | "tasks" | "annotations";
}

export const schemaCommand: Command<SchemaValues> = {
  name: "schema <document>",
  summary: "print the JSON Schema of a file Gradable writes",
  options: (builder) =>
    builder.positional("document", {
      choices: ["report", "failed", "surface", "tasks", "annotations"] as const,
      demandOption: true,
      describe: "which file",
    }) as never,
  async run(values, io: CliIo) {
    const { documentJsonSchema } = await import("@gradable/contract");
    io.stdout.write(`${JSON.stringify(documentJsonSchema(values.document), null, 2)}\n`);
    return EXIT.done;
  },
};
