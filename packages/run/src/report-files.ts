import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type Failed,
  GradableError,
  plainText,
  type Report,
  readFailed,
  readReport,
} from "@gradable/contract";
import { asGradableError } from "./failure.js";
import { readJsonFile } from "./files.js";

/** One result file as found: a report, a failure, or why it could not be read. `file` is relative to the given folder. */
export type ResultFile =
  | {
      readonly file: string;
      readonly kind: "report";
      readonly report: Report;
      readonly upgradedFrom?: number;
    }
  | { readonly file: string; readonly kind: "failed"; readonly failed: Failed }
  | { readonly file: string; readonly kind: "unreadable"; readonly problem: string };

/**
 * Yields every `report.json` and `failed.json` under the given folders (`<folder>/<slug>/…` or directly in it), and every file named
 * outright, in the order of their paths, one at a time so that memory stays flat. A file that can't be read is yielded as
 * unreadable; a path that does not exist throws `reports-missing` (usage).
 */
export async function* readResultFiles(paths: readonly string[]): AsyncGenerator<ResultFile> {
  for (const path of paths) {
    for (const { file, label } of await resultFilesOf(path)) {
      try {
        const document = await readJsonFile(file);
        if (file.endsWith("failed.json")) yield { file: label, kind: "failed", failed: readFailed(document) };
        else yield { file: label, kind: "report", ...readReport(document) };
      } catch (thrown) {
        yield { file: label, kind: "unreadable", problem: asGradableError(thrown).message };
      }
    }
  }
}

async function resultFilesOf(path: string): Promise<{ file: string; label: string }[]> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) {
    throw new GradableError({
      code: "reports-missing",
      owner: "usage",
      message: `${plainText(path)} does not exist.`,
      hint: "Give a folder with reports (<slug>/report.json), or report files.",
    });
  }
  if (!entry.isDirectory()) return [{ file: path, label: path }];
  const files: { file: string; label: string }[] = [];
  const entries = await readdir(path, { withFileTypes: true });
  for (const child of entries.map((dirent) => dirent).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (child.isFile() && isResult(child.name))
      files.push({ file: join(path, child.name), label: child.name });
    else if (child.isDirectory()) {
      for (const name of (await readdir(join(path, child.name))).filter(isResult).sort()) {
        files.push({ file: join(path, child.name, name), label: `${child.name}/${name}` });
      }
    }
  }
  return files;
}

function isResult(name: string): boolean {
  return name === "report.json" || name === "failed.json";
}
