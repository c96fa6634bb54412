import { z } from "zod";
import { failedSchema } from "./failed.js";
import { reportSchema } from "./report.js";
import { surfaceSchema } from "./surface.js";
import { taskListSchema } from "./task.js";

/** A task file: what `gradable tasks` writes and `--tasks-from` reads besides a report. */
export const taskFileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  tasks: taskListSchema,
});

/** The documents Gradable writes for others to read, by the name their schema has in `rubric/`. */
export const DOCUMENT_SCHEMAS = {
  report: reportSchema,
  failed: failedSchema,
  surface: surfaceSchema,
  tasks: taskFileSchema,
} as const;
export type DocumentName = keyof typeof DOCUMENT_SCHEMAS;

/** JSON Schema (2020-12) of a document; carried-along JSON is any value. */
export function documentJsonSchema(name: DocumentName): Record<string, unknown> {
  const schema = z.toJSONSchema(DOCUMENT_SCHEMAS[name], {
    target: "draft-2020-12",
    unrepresentable: "any",
    reused: "ref",
  }) as Record<string, unknown>;
  return { $id: `https://gradable.dev/schema/${name}-v1.json`, title: `Gradable ${name}`, ...schema };
}
