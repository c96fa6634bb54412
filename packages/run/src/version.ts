import { readFileSync } from "node:fs";

/** The version of this package, recorded in every report and failed.json. */
export const GRADABLE_VERSION: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
