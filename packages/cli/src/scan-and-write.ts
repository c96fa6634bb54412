import { join } from "node:path";
import { type Failed, type GradableError, jsonText, type Report } from "@gradable/contract";
import { removeFile, writeFileAtomically } from "@gradable/host";
import { type ScanTargetOptions, scanTarget } from "@gradable/run";

/** Options of {@link scanAndWrite}: those of a scan, and where its files go. */
export interface ScanAndWriteOptions extends ScanTargetOptions {
  readonly target: string;
  /** Folder of the result, from its slug. */
  readonly directory: (slug: string) => string;
  readonly saveSurface: boolean;
}

/** What was written: the report with its brief, or the record of the failure. */
export type Written =
  | {
      /** `unchanged`: the report of `unchangedFrom` still holds, and its files were left as they are. */
      readonly kind: "report" | "unchanged";
      readonly report: Report;
      readonly files: { readonly report: string; readonly fix: string };
    }
  | {
      readonly kind: "failed";
      readonly failed: Failed;
      readonly error: GradableError;
      readonly files: { readonly failed: string };
    };

/**
 * Scans one target and writes its result files: `report.json` and `fix.md`, or `failed.json`. Each is renamed into place whole, the
 * report last, so that a report on disk is a finished scan; a report replaces an earlier failure.
 */
export async function scanAndWrite(options: ScanAndWriteOptions): Promise<Written> {
  const { target, directory, saveSurface, ...scanOptions } = options;
  const outcome = await scanTarget(target, {
    ...scanOptions,
    whileWaiting: async () => (await import("@gradable/render")).loadTemplateEngine(),
  });
  if (outcome.kind === "failed") {
    const file = join(directory(outcome.failed.slug), "failed.json");
    await writeFileAtomically(file, jsonText(outcome.failed));
    return { ...outcome, files: { failed: file } };
  }
  const { report, surface } = outcome;
  const folder = directory(report.slug);
  const files = { report: join(folder, "report.json"), fix: join(folder, "fix.md") };
  if (outcome.kind === "unchanged") {
    await removeFile(join(folder, "failed.json"));
    return { kind: "unchanged", report, files };
  }
  const { renderFix } = await import("@gradable/render");
  await writeFileAtomically(files.fix, renderFix(report));
  if (saveSurface) await writeFileAtomically(join(folder, "surface.json"), jsonText(surface));
  await writeFileAtomically(files.report, jsonText(report));
  await removeFile(join(folder, "failed.json"));
  return { kind: "report", report, files };
}
