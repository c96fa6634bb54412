import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The command as it is installed; {@link build} brings it up to date with the sources first. */
export const GRADABLE = join(root, "packages", "cli", "bin", "gradable.js");

/** Compiles and bundles what changed. Tests of whole processes need the built command; all others run from source. */
export function build(): void {
  execFileSync(join(root, "node_modules", ".bin", "tsc"), ["-b"], { cwd: root, stdio: "inherit" });
  execFileSync(process.execPath, [join(root, "scripts", "bundle.mjs")], { cwd: root, stdio: "inherit" });
}
