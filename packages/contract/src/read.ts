import type { z } from "zod";
import { ANNOTATIONS_FILE, type Annotation, annotationListSchema } from "./annotations.js";
import { GradableError } from "./error.js";
import { type Failed, failedSchema } from "./failed.js";
import { surfaceSha256 } from "./hash.js";
import { plainText } from "./plain-text.js";
import { REPORT_SCHEMA_VERSION, type Report, reportSchema } from "./report.js";
import { type Surface, surfaceSchema } from "./surface.js";

/** Turns a document of one schema version into one of the next. */
export type Upgrader = (document: Record<string, unknown>) => Record<string, unknown>;

/**
 * Steps from each older report version to the next, by the version they start from. Version 1 is the first, so the
 * table is empty; a new version adds its step here and keeps an old report in `test/fixtures`.
 */
const REPORT_UPGRADERS: Readonly<Record<number, Upgrader>> = {};

/** A report as read, and the version it was written in when that was an older one. */
export interface ReadReport {
  readonly report: Report;
  readonly upgradedFrom?: number;
}

/**
 * Reads a report of this or an older schema version. Throws `GradableError` (owner usage): `report-not-object`,
 * `report-version-unknown` (newer than this build, or not a version), `report-invalid` (names the first places
 * that do not fit). The arithmetic is not checked here; see `verify`.
 */
export function readReport(
  document: unknown,
  options: { readonly upgraders?: Readonly<Record<number, Upgrader>>; readonly current?: number } = {},
): ReadReport {
  const upgraders = options.upgraders ?? REPORT_UPGRADERS;
  const current = options.current ?? REPORT_SCHEMA_VERSION;
  let value = asObject(document, "report");
  const from = value.schemaVersion;
  if (
    typeof from !== "number" ||
    !Number.isInteger(from) ||
    from > current ||
    (from < current && !upgraders[from])
  ) {
    throw new GradableError({
      code: "report-version-unknown",
      owner: "usage",
      ...(from === undefined
        ? {
            message: "It has no schemaVersion, which every report has.",
            hint: "Give a report.json that Gradable wrote.",
          }
        : {
            message: `The report has schemaVersion ${plainText(JSON.stringify(from))}; this build reads up to ${current}.`,
            hint: "Use a newer Gradable to read it, or scan again.",
          }),
    });
  }
  for (let version = from; version < current; version++) value = (upgraders[version] as Upgrader)(value);
  const report = parse(reportSchema, value, "report");
  return from === current ? { report } : { report, upgradedFrom: from };
}

/** Reads a captured surface and checks its hash. Throws `surface-invalid` or `surface-hash-mismatch` (owner usage). */
export function readSurface(document: unknown): Surface {
  const surface = parse(surfaceSchema, asObject(document, "surface"), "surface");
  const found = surfaceSha256(surface.tools);
  if (found !== surface.surfaceSha256) {
    throw new GradableError({
      code: "surface-hash-mismatch",
      owner: "usage",
      message: `The captured surface says surfaceSha256 ${surface.surfaceSha256}, but its tools hash to ${found}.`,
      hint: "The file was edited after it was captured. Capture it again, or remove everything but its tools array to scan it as a raw list.",
    });
  }
  return surface;
}

/** Reads a failed.json. Throws `failed-invalid` (owner usage). */
export function readFailed(document: unknown): Failed {
  return parse(failedSchema, asObject(document, "failed"), "failed");
}

/** Reads a maintainer's annotations. Throws `annotations-invalid` (owner usage), naming the first places that do not fit. */
export function readAnnotations(document: unknown): Annotation[] {
  return parse(annotationListSchema, document, "annotations", {
    is: "list of annotations",
    hint: `Give ${ANNOTATIONS_FILE} as a JSON array of {"finding", "tool", "reason", "until"?}; its JSON Schema: gradable schema annotations`,
  });
}

function asObject(document: unknown, what: string): Record<string, unknown> {
  if (typeof document === "object" && document !== null && !Array.isArray(document)) {
    return document as Record<string, unknown>;
  }
  throw new GradableError({
    code: `${what}-not-object`,
    owner: "usage",
    message: `Expected a ${what} (a JSON object), found ${Array.isArray(document) ? "an array" : plainText(JSON.stringify(document) ?? typeof document)}.`,
    hint: `Give a file that Gradable wrote.`,
  });
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
  text?: { readonly is: string; readonly hint: string },
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const places = result.error.issues
    .slice(0, 5)
    .map((issue) => `${plainText(issue.path.join(".") || "(root)")}: ${plainText(issue.message)}`);
  throw new GradableError({
    code: `${what}-invalid`,
    owner: "usage",
    message: `This is not a ${text?.is ?? `${what} of a version we know`}: ${places.join("; ")}${result.error.issues.length > 5 ? `; and ${result.error.issues.length - 5} more` : ""}.`,
    hint: text?.hint ?? `Give a ${what} file that Gradable wrote, unedited.`,
    facts: { problems: result.error.issues.length },
  });
}
