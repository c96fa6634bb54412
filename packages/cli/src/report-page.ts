import { dirname, join } from "node:path";
import type { Report } from "@gradable/contract";
import { writeFileAtomically } from "@gradable/host";
import { methodology, methodPage, serverPage } from "@gradable/render/site";

/**
 * Writes the page of a report beside it, as one file that loads nothing, and the method that its figures link to. Returns where
 * the page is.
 */
export async function writeReportPage(report: Report, reportFile: string): Promise<string> {
  const folder = dirname(reportFile);
  const page = join(folder, "report.html");
  await writeFileAtomically(join(folder, "method.html"), methodPage(methodology(), "single"));
  await writeFileAtomically(page, serverPage(report));
  return page;
}
