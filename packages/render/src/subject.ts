import { type Failed, plainText, type Report } from "@gradable/contract";

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

/** What the embedded judge is, in the words every output uses. */
export const EMBEDDED_JUDGE_STATEMENT = "lexical probe of the declared surface, not a reader";

/** `value` as one word of a POSIX shell, so that a command we print can be pasted whatever the target holds. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** The command that scans the same target again, without the values that are never recorded. */
export function scanCommand(target: Report["target"] | Failed["target"]): string {
  const environment = (target.envNames ?? []).map((name) => ` --env ${shellWord(`${name}=…`)}`).join("");
  const folder = target.cwd === undefined ? "" : ` --cwd ${shellWord(target.cwd)}`;
  return `gradable scan --target ${shellWord(plainText(target.label, { maxChars: 2000 }))}${folder}${environment}`;
}
