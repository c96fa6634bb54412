import { z } from "zod";
import { sha256Json } from "./hash.js";
import { sha256Schema } from "./surface.js";
import { DEFECTS, REQUEST_FINDINGS } from "./vocabulary/finding.js";
import { OBSERVATIONS } from "./vocabulary/scan.js";

/**
 * Every finding that an annotation can stand beside: the description defects; a pair that the tool is part of; a request
 * for the tool that went elsewhere, or whose call did not fit the schema; a destructive call to it that was made
 * without asking; and the observations that name it.
 */
export const ANNOTATED_FINDINGS = [...DEFECTS.ids, ...REQUEST_FINDINGS.ids, ...OBSERVATIONS.ids] as const;
export type AnnotatedFinding = (typeof ANNOTATED_FINDINGS)[number];

/** Most annotations of one server. */
const MAX_ANNOTATIONS = 500;

/** The file that holds a maintainer's annotations. */
export const ANNOTATIONS_FILE = "gradable.annotations.json";

/** A day of the calendar. */
const daySchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, "expected a day such as 2026-01-31")
  .refine((day) => {
    const time = Date.parse(`${day}T00:00:00Z`);
    // A 30th of February parses, as the 2nd of March.
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  }, "there is no such day");

/**
 * A maintainer's remark on one finding of one tool, `tool` as declared and empty for an observation about the server as a
 * whole. `until` is the last day it holds (UTC); without it, it holds until it is removed. It is somebody's text: shown
 * neutralised, and moving no score.
 */
export const annotationSchema = z.strictObject({
  finding: z.enum(ANNOTATED_FINDINGS),
  tool: z.string().max(1000),
  reason: z.string().max(500).regex(/\S/, "expected a reason"),
  until: daySchema.optional(),
});
export type Annotation = z.infer<typeof annotationSchema>;

/** All annotations of a server; a finding of a tool is annotated once. */
export const annotationListSchema = z
  .array(annotationSchema)
  .max(MAX_ANNOTATIONS)
  .superRefine((annotations, context) => {
    const seen = new Set<string>();
    for (const [index, { finding, tool }] of annotations.entries()) {
      const key = `${finding}\0${tool}`;
      if (seen.has(key)) {
        context.addIssue({
          code: "custom",
          path: [index],
          message: `${finding} of this tool is annotated twice`,
        });
      }
      seen.add(key);
    }
  });

/** The annotations a report was made with, in the order of their file, and the sha256 of their canonical JSON. */
export const reportAnnotationsSchema = z.strictObject({
  sha256: sha256Schema,
  entries: annotationListSchema.min(1),
});
export type ReportAnnotations = z.infer<typeof reportAnnotationsSchema>;

/** Annotations as a report carries them; `undefined` for none. */
export function reportAnnotations(entries: readonly Annotation[]): ReportAnnotations | undefined {
  return entries.length === 0 ? undefined : { sha256: sha256Json(entries), entries: [...entries] };
}

/** Whether the annotation no longer held at an ISO UTC time: its last day was before that day. */
export function isExpired(annotation: Pick<Annotation, "until">, at: string): boolean {
  return annotation.until !== undefined && annotation.until < at.slice(0, 10);
}
