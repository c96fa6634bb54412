import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { sha256Text } from "@gradable/contract";

/** The files that pages load, all from the site's own folder. */
export const ASSET_NAMES = [
  "site.css",
  "icon.svg",
  "page.js",
  "table-core.js",
  "leaderboard.js",
  "told-apart.js",
  "compare.js",
] as const;
export type AssetName = (typeof ASSET_NAMES)[number];

const texts = new Map<AssetName, string>();

/** The text of an asset. `table-core.js` is the browser build of TanStack Table's core, as its package has it. */
export function asset(name: AssetName): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(assetUrl(name), "utf8");
    if (name === "table-core.js") text = text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
    texts.set(name, text);
  }
  return text;
}

/** Eight hex digits that change with the asset, so that a browser never pairs a new page with an old script. */
export function assetVersion(name: AssetName): string {
  return sha256Text(asset(name)).slice(0, 8);
}

function assetUrl(name: AssetName): URL {
  if (name !== "table-core.js") return new URL(`../../assets/${name}`, import.meta.url);
  // The package offers its browser build by path only.
  const require = createRequire(import.meta.url);
  const entry = require.resolve("@tanstack/table-core");
  return new URL("../umd/index.production.js", pathToFileURL(entry));
}
