import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** An executable file, and what changes when it is replaced by another version. */
export interface FoundProgram {
  readonly path: string;
  /** Real path, size and time of change: equal as long as it is the same program. */
  readonly fingerprint: string;
}

/**
 * Where a program is: `name` itself when it is a path, else the first match on PATH; `undefined` when there
 * is none.
 */
export async function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FoundProgram | undefined> {
  const candidates =
    name.includes("/") || isAbsolute(name)
      ? [resolve(name)]
      : (env.PATH ?? "")
          .split(delimiter)
          // A relative entry would depend on the working folder, which for a judge is an empty one.
          .filter((folder) => isAbsolute(folder))
          .map((folder) => join(folder, name));
  for (const path of candidates) {
    try {
      await access(path, constants.X_OK);
      const file = await realpath(path);
      const stats = await stat(file);
      if (stats.isFile()) return { path, fingerprint: `${file}\0${stats.size}\0${stats.mtimeMs}` };
    } catch {
      // Not there, or not executable: the next one.
    }
  }
  return undefined;
}
