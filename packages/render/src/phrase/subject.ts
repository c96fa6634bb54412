import { type Failed, plainText, type Report } from "@gradable/contract";

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
