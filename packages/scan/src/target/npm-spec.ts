import path from "node:path";
import { ScanFailure } from "../errors.js";

/** A package to install: by name from the registry, or a packed `.tgz` file. */
export interface NpmSpec {
  /** The package as given, without the command. */
  readonly text: string;
  /** `null` for a file, whose name is only known once it is installed. */
  readonly name: string | null;
  /** Version, range or tag as given; `null` where none was. */
  readonly version: string | null;
  /** Absolute path of a packed file, otherwise `null`. */
  readonly file: string | null;
  /** The command of the package to start, where one was chosen with `#`. */
  readonly bin: string | null;
}

/** Rules of validate-npm-package-name, upper case included for packages older than the rule. */
const NAME = /^(?:@[A-Za-z0-9~-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*$/;
/** A version, range or tag; no slash and no colon, so never a URL, an alias or a git address. */
const VERSION = /^[A-Za-z0-9^~<>=*][A-Za-z0-9.^~<>=|*+ -]*$/;
const EXACT = /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Reads `<package>[@version][#command]` or `./<packed>.tgz[#command]`.
 *
 * @throws ScanFailure `npm-spec-invalid`
 */
export function parseNpmSpec(given: string, cwd: string): NpmSpec {
  const hash = given.indexOf("#");
  const text = hash < 0 ? given : given.slice(0, hash);
  const bin = hash < 0 ? null : given.slice(hash + 1);
  const invalid = (problem: string): never => {
    throw new ScanFailure("npm-spec-invalid", { spec: given, problem });
  };
  if (text === "") invalid("the name is missing");
  if (bin === "") invalid("no command follows #");
  if (/^(?:\.{0,2}\/|[A-Za-z]:[\\/]|file:)/.test(text)) {
    if (!/\.t(?:ar\.)?gz$/.test(text)) invalid("a local package must be a packed .tgz file (see npm pack)");
    const file = path.resolve(cwd, text.replace(/^file:(?:\/\/)?/, ""));
    return { text, name: null, version: null, file, bin };
  }
  const at = text.indexOf("@", 1);
  const name = at < 0 ? text : text.slice(0, at);
  const version = at < 0 ? null : text.slice(at + 1);
  // npm's own limit on names.
  if (name.length > 214 || !NAME.test(name) || /^[-.]/.test(name)) invalid("that is not a package name");
  if (version !== null && !VERSION.test(version)) invalid("expected a version, range or tag after @");
  return { text, name, version, file: null, bin };
}

/** Whether the spec names one version that can never change. */
export function isExactVersion(version: string | null): version is string {
  return version !== null && EXACT.test(version);
}
