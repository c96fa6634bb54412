import { realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Redact } from "./redact.js";

/** Where this machine keeps what a server may mention. */
export interface PlacesToHide {
  /** Folder of installed packages. */
  readonly cacheDir: string;
  readonly callerEnv: Readonly<Record<string, string | undefined>>;
}

/**
 * Takes the folders of this machine out of a text: `{install}` stands for the folder that a package was installed into, `~` for the
 * home folder. What a server writes about itself is published, and where it happened to run is nobody's business.
 */
export function hidePlaces(settings: PlacesToHide): Redact {
  const { HOME, USERPROFILE } = settings.callerEnv;
  const installs = spellings(path.join(settings.cacheDir, "npm"));
  const homes = [HOME, USERPROFILE, os.homedir()].flatMap((home) => (home ? spellings(home) : []));
  const install = pattern(installs, String.raw`[\\/][^\\/\s"'\x60:;,()<>|]+`);
  const home = pattern(homes, "");
  return (text) => text.replace(install, "{install}").replace(home, "~");
}

/** The folder as given and as the system knows it, which is what a stack trace shows; nothing for a root. */
function spellings(folder: string): string[] {
  const given = folder.replace(/[\\/]+$/, "");
  let real = given;
  try {
    real = realpathSync.native(given);
  } catch {
    // It does not exist yet.
  }
  return [given, real].filter((name) => path.isAbsolute(name) && name !== path.parse(name).root);
}

/** A folder as a whole path, not as the beginning or the end of a longer name. */
function pattern(folders: readonly string[], rest: string): RegExp {
  const names = [...new Set(folders)].sort((a, b) => b.length - a.length);
  if (names.length === 0) return /(?!)/g;
  const either = names
    .map((name) =>
      name
        .split(/[\\/]+/)
        .map((part) => part.replace(/[$()*+.?[\]^{|}]/g, "\\$&"))
        .join(String.raw`[\\/]+`),
    )
    .join("|");
  return new RegExp(
    String.raw`(?<![\w.~-])(?:${either})${rest}(?![\w-])`,
    process.platform === "win32" ? "gi" : "g",
  );
}
