import { defined, failedSchema, GradableError, plainText, type Report, readReport } from "@gradable/contract";
import { readJsonFile } from "@gradable/host";

/**
 * The report in a file, and the document as it was parsed. Throws `GradableError` (usage), naming the file: what {@link readJsonFile} and
 * `readReport` throw, and `report-is-failure` for a failed.json, which is a record of ours and holds nothing to compare.
 */
export async function readReportFile(path: string): Promise<{ document: unknown; report: Report }> {
  const document = await readJsonFile(path);
  const shown = plainText(path);
  const failed = failedSchema.safeParse(document);
  if (failed.success) {
    throw new GradableError({
      code: "report-is-failure",
      owner: "usage",
      message: `${shown} is the record of a scan that gave no score, not a report. What it says: ${plainText(failed.data.message, { maxChars: 400 })}`,
      hint: "Mend what it says, scan again, and give the report.json.",
    });
  }
  try {
    return { document, report: readReport(document).report };
  } catch (error) {
    if (!(error instanceof GradableError)) throw error;
    const { code, owner, message, hint, facts } = error;
    throw new GradableError({
      code,
      owner,
      message: `${shown}: ${message}`,
      ...defined({ hint }),
      facts,
      cause: error,
    });
  }
}
