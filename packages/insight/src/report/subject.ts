import { plainText, type Report } from "@gradable/contract";

/** The name a server goes by in a heading: the title or name it gave for itself, else the report's slug. */
export function subjectName(report: Report): string {
  const { serverInfo } = report.surface;
  const given = serverInfo?.title ?? serverInfo?.name ?? "";
  return plainText(given, { maxChars: 80 }) === "" ? report.slug : given;
}

/** True when the embedded judge answered: its results are a lexical probe and every output says so. */
export function isEmbeddedJudge(report: Report): boolean {
  return report.judge.cli === EMBEDDED_JUDGE_CLI;
}

/** The `cli` of the embedded judge in a judge identity. */
export const EMBEDDED_JUDGE_CLI = "builtin";
