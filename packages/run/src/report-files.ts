import { readFileSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { GradableError, plainText } from "@gradable/contract";
import { MAX_JSON_BYTES, readBoundedText } from "@gradable/host";

/** A result file as read: its name relative to the folder it was found in, where it is, and what is in it. */
export class ResultFileText {
  constructor(
    readonly file: string,
    readonly path: string,
    readonly bytes: Uint8Array,
  ) {}

  /** Decoded when it is asked for: of a report that is known by its bytes, nobody does. */
  get text(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength).toString("utf8");
  }
}

/**
 * Yields every `report.json` and `failed.json` under the given folders (`<folder>/<slug>/…` or directly in it), and every file
 * named outright, in the order of their paths, one at a time so that memory holds one text. A file that can't be read is
 * yielded as an empty text, which no reader takes for a result. A path that does not exist throws `reports-missing` (usage), folders
 * without any result file `reports-none` (usage).
 */
export async function* readResultTexts(paths: readonly string[]): AsyncGenerator<ResultFileText> {
  let found = 0;
  for (const path of paths) {
    for (const { file, label } of await resultFilesOf(path)) {
      found++;
      yield new ResultFileText(label, file, await bytesOf(file, file === path).catch(() => NOTHING));
    }
  }
  if (found === 0) {
    throw new GradableError({
      code: "reports-none",
      owner: "usage",
      message: `No report.json or failed.json was found in ${paths.map((path) => plainText(path)).join(", ")}.`,
      hint: "Give the folder that scans were written to: it has one folder per server.",
    });
  }
}

/** What no reader takes for a result. */
const NOTHING = new Uint8Array();

/**
 * A plain file is read at once: thousands of small ones, one after another, take several times as long through the thread pool. A pipe or a
 * device is read when it was named outright; one that lies in a folder might never end, or never begin.
 */
async function bytesOf(file: string, named: boolean): Promise<Uint8Array> {
  const entry = statSync(file);
  if (entry.isFile()) return entry.size <= MAX_JSON_BYTES ? readFileSync(file) : NOTHING;
  return named ? Buffer.from((await readBoundedText(file)) ?? "", "utf8") : NOTHING;
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
  const children = await readdir(path, { withFileTypes: true });
  const files: { file: string; label: string }[] = [];
  for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (child.isFile() && isResult(child.name))
      files.push({ file: join(path, child.name), label: child.name });
    if (!child.isDirectory()) continue;
    for (const name of (await readdir(join(path, child.name))).filter(isResult).sort()) {
      files.push({ file: join(path, child.name, name), label: `${child.name}/${name}` });
    }
  }
  return files;
}

function isResult(name: string): boolean {
  return name === "report.json" || name === "failed.json";
}
