import { readFileSync } from "node:fs";

/** Own version, as told to servers. */
export const CLIENT_VERSION: string = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
).version;
