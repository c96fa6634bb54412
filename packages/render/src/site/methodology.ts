import { existsSync, readFileSync } from "node:fs";

/** The text of METHODOLOGY.md: the copy that the published package has, else the one at the root of the repository. */
export function methodology(): string {
  const packed = new URL("../../METHODOLOGY.md", import.meta.url);
  return readFileSync(
    existsSync(packed) ? packed : new URL("../../../../METHODOLOGY.md", import.meta.url),
    "utf8",
  );
}
