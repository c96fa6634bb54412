import type { NpmSpec } from "./npm-spec.js";
import type { Settings } from "./options.js";

/** A package on disk and how it is started. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly bin: string;
  readonly command: string;
  /** What comes before the target's own arguments. */
  readonly args: readonly string[];
  /** Where its dependencies' commands are. */
  readonly binFolder: string;
  /** It, or something it depends on, has install scripts that were not run. */
  readonly skippedScripts: boolean;
}

export async function installPackage(
  _spec: NpmSpec,
  _settings: Settings,
  _scripts: boolean,
): Promise<InstalledPackage> {
  throw new Error("replaced below");
}
