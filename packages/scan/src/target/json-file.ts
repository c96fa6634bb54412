import { readFile, stat } from "node:fs/promises";
import { ScanFailure } from "../errors.js";

/**
 * A text file, whole, read once and never beyond `maxBytes`.
 *
 * @param given the path as the user wrote it, for messages
 * @throws ScanFailure `file-not-found`, `target-is-directory`, `file-unreadable`, `file-empty`, `file-too-large`,
 *   `file-not-json` (for what is not text)
 */
export async function readBoundedFile(given: string, file: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(given, file, maxBytes);
  if (bytes.length === 0) throw new ScanFailure("file-empty", { path: given });
  const notJson = (problem: string): never => {
    throw new ScanFailure("file-not-json", { path: given, problem });
  };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return notJson("it is UTF-16, expected UTF-8");
  }
  if (bytes.includes(0)) return notJson("it is a binary file");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return notJson("it is not UTF-8 text");
  }
}

/** JSON of a text; says where it breaks, and never quotes the text, which may hold a secret. */
export function parseJsonText(given: string, text: string): unknown {
  if (text.trim() === "") throw new ScanFailure("file-empty", { path: given });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ScanFailure("file-not-json", { path: given, problem: whereItBreaks(text, String(error)) });
  }
}

/** V8 gives a position, or the character alone with a quotation of the text, which is left out. */
function whereItBreaks(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) {
    const lines = text.slice(0, Number(position)).split("\n");
    return `it breaks at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  }
  const token = /Unexpected token '?(.)'?/u.exec(message)?.[1];
  return token === undefined ? "it ends too early" : `it has an unexpected "${token}"`;
}

async function readBytes(given: string, file: string, maxBytes: number): Promise<Buffer> {
  try {
    // Asked before opening: opening a pipe waits for its other end, and a device may never end.
    const found = await stat(file);
    if (found.isDirectory()) throw new ScanFailure("target-is-directory", { path: given });
    if (!found.isFile())
      throw new ScanFailure("file-unreadable", { path: given, reason: "not a regular file" });
    if (found.size > maxBytes) {
      throw new ScanFailure("file-too-large", { path: given, bytes: found.size, limit: maxBytes });
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof ScanFailure) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new ScanFailure("file-not-found", { path: given, resolved: file });
    throw new ScanFailure("file-unreadable", { path: given, reason: code }, { cause: error });
  }
}
