import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { GradableError, plainText } from "@gradable/contract";
import { processStat } from "./process/process-stat.js";

/** Largest JSON file that is read: a report of 5,000 tools stays under it; a wrong file is refused before it fills memory. */
export const MAX_JSON_BYTES = 512 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

/**
 * This machine, as temporary names tell it: process ids mean something on one machine only. With the id stands when that process began
 * (0 where that can't be read, outside Linux): a killed process may lie unreaped for long, and its id comes again.
 */
const MACHINE = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const temporaryName = () =>
  `.${MACHINE}-${process.pid}-${processStat(process.pid)?.start || 0}-${randomBytes(6).toString("hex")}.tmp`;
const TEMPORARY = new RegExp(`^\\.${MACHINE}-(\\d+)-(\\d+)-[0-9a-f]{12}\\.tmp$`);

/**
 * Removes the temporary files that killed processes of this machine left in a folder and in the folders directly in it. Those of a
 * process that lives, and of other machines, stay. A folder that is not there is fine.
 */
export async function removeLeftTemporaries(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const folders = [
    directory,
    ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name)),
  ];
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const [, pid, start] = TEMPORARY.exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid), start))
        await rm(join(folder, name), { force: true }).catch(() => undefined);
    }
  }
}

function isAlive(pid: number, start: string | undefined): boolean {
  if (start !== "0") return processStat(pid)?.start === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Writes `text` so that a reader sees the old file or the whole new one, never a part: to a temporary name beside it, flushed
 * unless `flush` is false (for what can be made again), then renamed. Folders are made. Throws `GradableError` `not-writable` (usage), leaving nothing behind.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  { flush = true }: { readonly flush?: boolean } = {},
): Promise<void> {
  const temporary = join(dirname(path), temporaryName());
  try {
    const handle = await open(temporary, "wx").catch(async (error) => {
      if (error.code !== "ENOENT") throw error;
      await makeFolder(dirname(path));
      return open(temporary, "wx");
    });
    try {
      await handle.writeFile(text, "utf8");
      if (flush) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw notWritable(path, cause);
  }
}

/** Makes sure that files can be written to `directory` before any work is spent; throws `not-writable` (usage). */
export async function ensureWritable(directory: string): Promise<void> {
  const probe = join(directory, temporaryName());
  try {
    await makeFolder(directory);
    await writeFile(probe, "");
    await rm(probe, { force: true });
  } catch (cause) {
    throw notWritable(directory, cause);
  }
}

/** Makes a folder and those above it. Node's own recursive mkdir never returns where the system answers ENOENT below a folder that exists, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path).catch(async (error) => {
      const there = await stat(path).catch(() => undefined);
      if (!there?.isDirectory()) throw error;
    });
  const there = await stat(dirname(path)).catch(() => undefined);
  if (there === undefined && dirname(path) !== path) await makeFolder(dirname(path));
  await make();
}

/** Removes a file that a newer result replaces; a missing file is fine. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** The text of a file, a pipe or a device; `null` when there is more of it than {@link MAX_JSON_BYTES}. Rejects like `open`. */
export async function readBoundedText(path: string): Promise<string | null> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    if (size > MAX_JSON_BYTES) return null;
    const chunks: Buffer[] = [];
    let total = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: READ_BYTES })) {
      chunks.push(chunk as Buffer);
      total += (chunk as Buffer).length;
      // A device has no size, and may have no end.
      if (total > MAX_JSON_BYTES) return null;
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    await handle.close();
  }
}

/**
 * Reads and parses a JSON file. Throws `GradableError` (usage): `file-missing`, `file-is-directory`, `file-empty`,
 * `file-too-large`, `file-not-json`.
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const fail = (code: string, message: string, hint: string, cause?: unknown) =>
    new GradableError({ code, owner: "usage", message, hint, ...(cause === undefined ? {} : { cause }) });
  const shown = plainText(path);
  let text: string;
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) {
      throw fail(
        "file-is-directory",
        `${shown} is a directory; a JSON file is expected.`,
        "Name a file in it.",
      );
    }
    const read = await readBoundedText(path);
    if (read === null) {
      throw fail(
        "file-too-large",
        `${shown} has more than ${MAX_JSON_BYTES} bytes, which is the most that is read.`,
        "Check that this is the file you meant.",
      );
    }
    text = read;
  } catch (cause) {
    if (cause instanceof GradableError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    throw code === "ENOENT"
      ? fail("file-missing", `${shown} does not exist.`, "Check the path.", cause)
      : fail(
          "file-unreadable",
          `${shown} could not be read (${code ?? "unknown error"}).`,
          "Check its permissions.",
          cause,
        );
  }
  if (text.trim() === "")
    throw fail("file-empty", `${shown} is empty; a JSON document is expected.`, "Check how it was written.");
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (cause) {
    throw fail(
      "file-not-json",
      `${shown} is not JSON: ${plainText((cause as Error).message, { maxChars: 120 })}.`,
      "Give a JSON file.",
      cause,
    );
  }
}

/** What to tell the user when a file could not be written, whatever the system says of it. */
export function notWritable(path: string, cause: unknown): GradableError {
  const code = (cause as NodeJS.ErrnoException).code ?? "unknown error";
  return new GradableError({
    code: "not-writable",
    owner: "usage",
    message: `Cannot write to ${plainText(path)} (${code}).`,
    hint: "Choose another folder with --out, or check its permissions and the free space.",
    cause,
  });
}
