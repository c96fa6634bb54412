import { accessSync, constants, realpathSync, type Stats, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** What a search for a program came to. */
export type ProgramSearch =
  | { readonly found: string }
  | {
      readonly found: null;
      /** The first that bears the name and can't be started, and why; `null` where nothing does. */
      readonly unusable: { readonly path: string; readonly problem: "folder" | "not-executable" } | null;
      /** The folders of PATH that were looked in; empty for a name that is a path. */
      readonly folders: readonly string[];
    };

/**
 * The file that a command names: itself when it is a path (from `cwd`), else the first on the PATH of `env` that can be started. Found
 * before anything is started, since the system's own error does not say what was looked for.
 *
 * @param folderFits which folders of PATH count; default all
 */
export function findProgram(
  name: string,
  env: Env,
  {
    cwd = ".",
    folderFits = () => true,
  }: { readonly cwd?: string; readonly folderFits?: (folder: string) => boolean } = {},
): ProgramSearch {
  const isPath = name.includes("/") || (process.platform === "win32" && name.includes("\\"));
  const folders = isPath ? [] : pathFolders(env).filter(folderFits);
  const named = isPath ? [resolve(cwd, name)] : folders.map((folder) => join(folder, name));
  let unusable: (ProgramSearch & { found: null })["unusable"] = null;
  for (const path of named.flatMap((file) => withExtensions(file, env))) {
    const entry = statQuietly(path);
    if (entry === undefined) continue;
    if (entry.isFile() && isExecutable(path)) return { found: path };
    unusable ??= { path, problem: entry.isDirectory() ? "folder" : "not-executable" };
  }
  return { found: null, unusable, folders };
}

/** Real path, size and time of change of a file that is there: equal as long as it is the same program. */
export function programFingerprint(path: string): string {
  const file = realpathSync(path);
  const { size, mtimeMs } = statSync(file);
  return `${file}\0${size}\0${mtimeMs}`;
}

/** Folders that are the same from wherever a program is started. */
export const isAbsoluteFolder = (folder: string): boolean => isAbsolute(folder);

/** What is at a path; undefined where there is nothing, or where it cannot be looked at (too long, a loop, forbidden). */
export function statQuietly(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function pathFolders(env: Env): string[] {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return (env[name] ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** On Windows a name stands for itself with any of PATHEXT; a `.cmd` shim only runs in a shell, so it is left out. */
function withExtensions(file: string, env: Env): string[] {
  if (process.platform !== "win32") return [file];
  const extensions = (env.PATHEXT ?? ".COM;.EXE").split(";").filter((ext) => !/^\.(?:cmd|bat)$/i.test(ext));
  return [file, ...extensions.map((ext) => file + ext)];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
